#include "core/explain/checks.h"

#include <cmath>

#include "core/engine/masking_arithmetic.h"
#include "core/engine/trace.h"
#include "messages/checks.h"

namespace lookback {
namespace {

/// Facts about the weights of all heads, found in one pass.
struct Findings {
    Index rows_off = 0;      ///< rows whose sum is not 1
    Index rows_nan = 0;      ///< rows that are NaN, among `rows_off`
    Index rows_emptied = 0;  ///< rows of zeros without an allowed key, as some methods intend
    Index leaks = 0;         ///< weights on masked keys
    bool has_masked_nan = false;
};

/// Facts about the mask.
struct MaskShape {
    bool blocks_some = false;
    bool is_causal = true;  ///< blocks exactly the cells above the diagonal
    std::vector<bool> empty_rows;
};

template <class Mask>
MaskShape shapeOf(const Mask& mask) {
    MaskShape shape;
    for (Index row = 0; row < mask.rows(); ++row) {
        bool is_empty = true;
        for (Index col = 0; col < mask.cols(); ++col) {
            const bool blocked = mask(row, col) == 0;
            shape.blocks_some = shape.blocks_some || blocked;
            shape.is_causal = shape.is_causal && blocked == (col > row);
            is_empty = is_empty && blocked;
        }
        shape.empty_rows.push_back(is_empty);
    }
    return shape;
}

template <class Weights, class Mask>
void look(const Document& document, const Weights& weights, const Mask& mask,
          const MaskShape& shape, Findings& findings) {
    const double tolerance = sumTolerance(document.dtype);
    for (Index row = 0; row < weights.rows(); ++row) {
        double sum = 0;
        for (Index col = 0; col < weights.cols(); ++col) {
            const auto weight = static_cast<double>(weights(row, col));
            sum += weight;
            if (mask(row, col) != 0) continue;
            if (weight > 0) ++findings.leaks;
            if (std::isnan(weight)) findings.has_masked_nan = true;
        }
        if (std::abs(sum - 1) <= tolerance) continue;
        const bool is_meant = maskingArithmetic(document.masking.method).clears_empty_rows &&
                              sum == 0 && shape.empty_rows[static_cast<std::size_t>(row)];
        ++(is_meant ? findings.rows_emptied : findings.rows_off);
        if (std::isnan(sum)) ++findings.rows_nan;
    }
}

Check checkOfSums(const Document& document, const Findings& findings) {
    const Index off = findings.rows_off;
    const Index emptied = findings.rows_emptied;
    if (off == 0 && emptied == 0) return {CheckSign::meant, say::checks::RowsAddUp{}};
    if (off == 0) return {CheckSign::meant, say::checks::RowsAddUpButEmpty{.n = emptied}};
    using Said = say::checks::RowsOff;
    const bool loses_weight =
        maskingArithmetic(document.masking.method).weights == Arithmetic::copy;
    return {CheckSign::not_meant, Said{.n = off,
                                       .why = findings.rows_nan == off          ? Said::Why::nan
                                              : isOverColumns(document.masking) ? Said::Why::columns
                                              : loses_weight                    ? Said::Why::lost
                                                             : Said::Why::other}};
}

template <class Said>
typename Said::Where whereOf(const MaskShape& shape) {
    return shape.is_causal ? Said::Where::diagonal : Said::Where::other;
}

Check checkOfMask(const MaskShape& shape, const Findings& findings) {
    if (!shape.blocks_some) return {CheckSign::neutral, say::checks::NothingBlocked{}};
    const Index leaks = findings.leaks;
    if (leaks == 0 && findings.has_masked_nan) {
        return {CheckSign::not_meant,
                say::checks::NanOnBlocked{.where = whereOf<say::checks::NanOnBlocked>(shape)}};
    }
    if (leaks == 0)
        return {CheckSign::meant,
                say::checks::NoLeak{.where = whereOf<say::checks::NoLeak>(shape)}};
    return {CheckSign::not_meant,
            say::checks::Leak{.n = leaks, .where = whereOf<say::checks::Leak>(shape)}};
}

}  // namespace

double sumTolerance(DType dtype) {
    switch (dtype) {
        case DType::float32: return 1e-5;
        case DType::float16:
        case DType::bfloat16: return 2 * info(dtype).epsilon;  // of each weight, and of a sum
        case DType::float64: break;
    }
    return 1e-12;
}

std::vector<Check> checkWeights(const Document& document, const Trace& trace) {
    const auto mask = trace.tensor(MatrixId::mask).as<unsigned char>();
    const MaskShape shape = shapeOf(mask);
    Findings findings;
    for (Index head = 0; head < document.heads; ++head) {
        trace.view(MatrixId::attention_weights, head).visit([&](const auto& weights) {
            look(document, weights, mask, shape, findings);
        });
    }
    return {checkOfSums(document, findings), checkOfMask(shape, findings)};
}

}  // namespace lookback
