#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace lookback {

/// A fault of a part, told of the whole: `cat.json: weights.query`.
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
