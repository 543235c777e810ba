#pragma once

namespace lookback {

/// How masks and matrices of attention are written down. Libraries differ; what is computed does
/// not. Files and the command line keep the first of each.
struct Conventions {
    bool true_is_allowed = true;   ///< of a mask's truth values; else true is blocked
    bool rows_are_queries = true;  ///< else columns are: matrices of attention stand transposed

    bool operator==(const Conventions&) const = default;
};

}  // namespace lookback
