#pragma once

#include <string_view>

namespace lookback {

/// The row of a table whose field `name` is this; nullptr where there is none.
template <class Table>
[[nodiscard]] constexpr auto findByName(const Table& table, std::string_view name)
    -> decltype(&*table.begin()) {
    for (const auto& row : table) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

}  // namespace lookback
