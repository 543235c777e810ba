#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/base/matrix_view.h"
#include "core/io/json_tree.h"
#include "tests/source_folder.h"

namespace lookback::test {

/// A file of tests/reference.
inline Json reference(const std::string& file) {
    std::ifstream stream(referencePath(file));
    REQUIRE_MESSAGE(stream.good(), "missing reference file ", file);
    return Json::parse(stream);
}

/// A number of the reference, which may be "nan", "inf", "-inf" or a number as text.
inline double number(const Json& json) {
    if (json.is_boolean()) return json.get<bool>() ? 1 : 0;
    return json.is_string() ? std::stod(json.get<std::string>()) : json.get<double>();
}

inline Matrix<double> matrix(const Json& rows) {
    const auto height = static_cast<Index>(rows.size());
    const auto width = rows.empty() ? Index{0} : static_cast<Index>(rows.front().size());
    Matrix<double> result(height, width);
    for (Index row = 0; row < height; ++row) {
        for (Index col = 0; col < width; ++col) {
            result(row, col) =
                number(rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(col)]);
        }
    }
    return result;
}

/// A tensor object with two dimensions.
inline Matrix<double> tensor(const Json& json) { return matrix(json.at("data")); }

/// A tensor object transposed: a layer's weight (out, in) in the orientation of documents.
inline Matrix<double> turned(const Json& json) { return tensor(json).transpose(); }

/// Equal to `tolerance` relative to max(1, |expected|); NaN equals NaN, infinity itself.
inline bool isClose(double actual, double expected, double tolerance) {
    if (std::isnan(expected)) return std::isnan(actual);
    if (std::isinf(expected) || expected == actual) return actual == expected;
    return std::abs(actual - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

/// The greatest difference as `isClose` measures it; infinity where shapes or NaNs differ.
inline double distance(const MatrixView& actual, const Matrix<double>& expected) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    if (actual.rows() != expected.rows() || actual.cols() != expected.cols()) return kFar;
    double most = 0;
    for (Index row = 0; row < actual.rows(); ++row) {
        for (Index col = 0; col < actual.cols(); ++col) {
            const double a = actual(row, col);
            const double e = expected(row, col);
            if (isClose(a, e, 0)) continue;
            const double apart = std::abs(a - e) / std::max(1.0, std::abs(e));
            most = std::isnan(apart) ? kFar : std::max(most, apart);
        }
    }
    return most;
}

/// A view's values as a matrix.
inline Matrix<double> copied(const MatrixView& view) {
    Matrix<double> result(view.rows(), view.cols());
    for (Index row = 0; row < view.rows(); ++row) {
        for (Index col = 0; col < view.cols(); ++col) result(row, col) = view(row, col);
    }
    return result;
}

}  // namespace lookback::test
