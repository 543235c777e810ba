#pragma once

#include <iosfwd>

namespace lookback {

/// Exit codes of the program.
enum ExitCode : int {
    done = 0,
    bad_input = 1,  ///< the reason is on standard error, nothing on standard output
    wrong_usage = 2,
};

/// Runs the command of the arguments. Errors are written to `err`, one a line; `out` gets results
/// only.
[[nodiscard]] int runCommandLine(int argc, const char* const* argv, std::ostream& out,
                                 std::ostream& err);

}  // namespace lookback
