#pragma once

#include <map>
#include <string>

#include "core/engine/attend.h"
#include "tests/core/documents.h"
#include "tests/core/reference.h"
#include "tests/strange_numbers.h"

namespace lookback::test {

/// The measured pitfalls by their id.
inline std::map<std::string, Json> pitfalls() {
    std::map<std::string, Json> by_id;
    const Json file = reference("pitfalls.json");
    for (const Json& one : file["cases"]) {
        by_id[one["id"].get<std::string>()] = one;
    }
    return by_id;
}

inline DType dtypeOf(const Json& tensor_object) {
    return tensor_object["dtype"] == "float64" ? DType::float64 : DType::float32;
}

inline double tolerance(DType dtype) { return dtype == DType::float64 ? 1e-12 : 1e-5; }

/// The weights that the engine makes of these scores.
inline Matrix<double> weights(Document document, const Masking& masking) {
    document.masking = masking;
    return copied(attend(document).view(MatrixId::attention_weights));
}

inline Document withScores(const Json& inputs, const std::string& name,
                           const std::string& mask = "mask") {
    Document document = documentWithScores(tensor(inputs[name]), dtypeOf(inputs[name]));
    document.mask = customMask(tensor(inputs[mask]));
    return document;
}

inline bool same(const Matrix<double>& a, const Matrix<double>& b) { return distance(a, b) == 0; }

inline bool isNan(const Matrix<double>& row) { return row.array().isNaN().all(); }

/// The reference's names of masking methods.
inline const std::map<std::string, Masking> kMethods{
    {"fill_-1e9", {MaskingMethod::fill, -1e9, MaskingOrder::after_scale}},
    {"fill_-inf", {MaskingMethod::fill, -kInfinity, MaskingOrder::after_scale}},
    {"additive_minus_mask_times_1e9", {MaskingMethod::add, -1e9, MaskingOrder::after_scale}},
    {"fill_-1e20", {MaskingMethod::fill, -1e20, MaskingOrder::after_scale}},
    {"fill_-9e15", {MaskingMethod::fill, -9e15, MaskingOrder::after_scale}},
    {"multiply_renormalise", {MaskingMethod::renormalize, -1e9, MaskingOrder::after_scale}},
    {"zero_convention", {MaskingMethod::zero_rows, -1e9, MaskingOrder::after_scale}},
};

}  // namespace lookback::test
