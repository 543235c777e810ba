#pragma once

namespace lookback {

/// The notation of masks and matrices of attention, in which libraries differ; the numbers are the
/// same. Files and the command line keep the defaults.
struct Conventions {
    bool true_is_allowed = true;   ///< in a mask, true means allowed; else blocked
    bool rows_are_queries = true;  ///< else columns are: matrices of attention are transposed

    bool operator==(const Conventions&) const = default;
};

}  // namespace lookback
