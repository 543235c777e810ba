/// Errors as the command line says them, and errors with any text.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/words/say.h"
#include "messages/variant.h"

namespace lookback::test {

/// Returns the message of an error in English.
[[nodiscard]] inline std::string said(const Error& error) { return english().text(error.message); }

/// Returns a message of this text alone, for errors of a machine that a test makes up.
[[nodiscard]] inline Message asWritten(std::string text) {
    return say::variant::Named{.name = Verbatim{std::move(text)}};
}

/// Returns an error as `where: message`.
[[nodiscard]] inline std::string placed(const Error& error) {
    return error.where + ": " + said(error);
}

/// Returns errors as `placed`, a line each.
[[nodiscard]] inline std::string placed(const std::vector<Error>& errors) {
    std::string lines;
    for (const Error& error : errors) lines += (lines.empty() ? "" : "\n") + placed(error);
    return lines;
}

}  // namespace lookback::test
