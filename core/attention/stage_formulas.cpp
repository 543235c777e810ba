#include "core/attention/stage_formulas.h"

#include <fmt/format.h>

#include "core/attention/stages.h"
#include "core/base/text.h"

namespace lookback {

std::string scaleFormula(const Document& d) {
    const std::string top(info(stage(MatrixId::scaled_scores).left(d)).symbol);
    switch (d.scale.kind) {
        case Scale::Kind::sqrt_dk: return "S\u2032 = " + top + " / \u221ad_k";
        case Scale::Kind::dk: return "S\u2032 = " + top + " / d_k";
        case Scale::Kind::none: return "S\u2032 = " + top;
        case Scale::Kind::number: break;
    }
    return fmt::format("S\u2032 = {} / {}", top,
                       shortestDigits(d.scale.number, ScalarKind::float64));
}

std::string maskingFormula(const Document& d) {
    const auto from = info(stage(MatrixId::masked_scores).left(d)).symbol;
    const std::string value = formatShort(d.masking.value);
    switch (d.masking.method) {
        case MaskingMethod::fill: return fmt::format("S_M = {} where M, else {}", from, value);
        case MaskingMethod::add:
            return fmt::format("S_M = {} + {}\u00b7(1 \u2212 M)", from,
                               d.masking.value < 0 ? "(" + value + ")" : value);
        case MaskingMethod::multiply: return fmt::format("S_M = {} \u00b7 M", from);
        case MaskingMethod::add_allowed: return fmt::format("S_M = {} + M", from);
        case MaskingMethod::zero_rows:
        case MaskingMethod::renormalize:
        case MaskingMethod::zero: break;
    }
    return fmt::format("S_M = {} where M, else \u2212\u221e", from);
}

std::string weightsFormula(const Document& d) {
    if (d.masking.method == MaskingMethod::renormalize) return "A = A_M / row sum of A_M";
    if (d.masking.method == MaskingMethod::zero) return "A = A_M";
    return fmt::format("A = softmax({})", info(logitsOf(d)).symbol);
}

std::string allowedFormula(const Document& d) {
    std::string all;
    for (const MaskRule& rule : d.mask.rules) {
        if (rule.kind == MaskKind::none) continue;
        all += all.empty() ? "" : " and ";
        all += info(rule.kind).rule;
    }
    return "M = " + (all.empty() ? std::string("every key") : all);
}

}  // namespace lookback
