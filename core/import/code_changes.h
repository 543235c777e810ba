/// The names whose numbers a line of code changes.
#pragma once

#include <string_view>
#include <vector>

namespace lookback {

/// A name that a line of code gives other numbers.
struct CodeChange {
    std::string_view name;     ///< `X`, also of `X[0] = 5`, `X.data = 5`, `d['X'] *= 2`
    bool is_in_place = false;  ///< a part of them, or the numbers that others hold, too: `X *= 2`
};

/// True for the characters of names with points: `torch.float32`.
[[nodiscard]] bool isNameCharacter(char c);

/// A name without the modules before it: `array` of `np.array`.
[[nodiscard]] std::string_view nameAfterDots(std::string_view name);

/// The names that a line of Python changes: by an assignment, `X = X * 2`, `X[0] = 5`, `X += 1`, by
/// a method or function that works in place, `X.mul_(2)`, `np.fill_diagonal(X, 0)`, or by `out=X`.
/// The same name may come several times. An assignment of a name to itself, `X = X.clone()`, and
/// calls of functions that are not known change nothing. In time linear in the bytes of the line.
[[nodiscard]] std::vector<CodeChange> changesIn(std::string_view line);

}  // namespace lookback
