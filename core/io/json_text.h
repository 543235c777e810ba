#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/matrix_view.h"

namespace lookback {

// The layout of JSON files: each row of a matrix on a line, short values within 100 columns on one
// line.

/// A text in quotes.
[[nodiscard]] std::string jsonString(std::string_view text);

/// The shortest digits that read back exactly; `"nan"`, `"inf"`, `"-inf"` in quotes. -0 reads -0.0,
/// since many programs read -0 as an integer without a sign.
[[nodiscard]] std::string jsonNumber(double value, ScalarKind kind = ScalarKind::float64);

/// `true` or `false`.
[[nodiscard]] std::string jsonBool(bool value);

/// A value of a matrix: a boolean or a number.
[[nodiscard]] std::string jsonValue(double value, ScalarKind kind);

/// A row of a matrix on one line.
[[nodiscard]] std::string jsonRow(const MatrixView& matrix, Index row);

/// The rows of a matrix, one a line, of which the closing bracket stands at `indent`.
[[nodiscard]] std::string jsonMatrix(const MatrixView& matrix, int indent);

/// The elements of a list as JSON, each written by `write`.
template <class List, class Write>
[[nodiscard]] std::vector<std::string> jsonItems(const List& list, Write write) {
    std::vector<std::string> items;
    items.reserve(list.size());
    for (const auto& element : list) items.push_back(write(element));
    return items;
}

/// A list on one line where it fits behind `indent` spaces, else filled lines. @param items JSON
[[nodiscard]] std::string jsonList(const std::vector<std::string>& items, int indent);

/// A list with an entry a line. @param items JSON
[[nodiscard]] std::string jsonLines(const std::vector<std::string>& items, int indent);

/// Fields of an object, name and JSON value, in order.
using JsonFields = std::vector<std::pair<std::string_view, std::string>>;

/// An object on one line.
[[nodiscard]] std::string jsonInline(const JsonFields& fields);

/// An object with a field a line.
[[nodiscard]] std::string jsonObject(const JsonFields& fields, int indent);

/// The JSON text without the spaces and line ends between its parts.
[[nodiscard]] std::string jsonWithoutSpace(std::string_view json);

}  // namespace lookback
