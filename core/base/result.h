#pragma once

#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "core/base/message.h"

namespace lookback {

/// A fault of an input, and its place.
struct Error {
    std::string where;  ///< file and JSON path, option or operation: `weights.query[1][0]`
    Message message;    ///< one sentence: the fault, and the expected input

    /// Not an aggregate: `{"tokens", "a text"}` would take the text for the key of a message.
    Error(std::string place, Message said) : where(std::move(place)), message(std::move(said)) {}

    bool operator==(const Error&) const = default;
};

/// A value, or the one reason why there is none.
template <class T>
using Result = tl::expected<T, Error>;

/// A value, or every fault that was found in its input.
template <class T>
using Checked = tl::expected<T, std::vector<Error>>;

/// The fault with `whole`, the file or value around it, before its place: `cat.json:
/// weights.query`.
[[nodiscard]] inline Error within(const std::string& whole, Error error) {
    error.where = error.where.empty() ? whole : whole + ": " + error.where;
    return error;
}

[[nodiscard]] inline std::vector<Error> within(const std::string& whole,
                                               std::vector<Error> errors) {
    for (Error& error : errors) error = within(whole, std::move(error));
    return errors;
}

}  // namespace lookback
