#include "core/attention/stage_formulas.h"

#include <fmt/format.h>

#include "core/attention/masking_arithmetic.h"
#include "core/base/text.h"

namespace lookback {

std::string asFactor(MatrixId id) {
    const std::string symbol(info(id).symbol);
    return symbol.find('+') == std::string::npos ? symbol : "(" + symbol + ")";
}

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

std::string softcapFormula(const Document& d) {
    return fmt::format("S_c = {0} \u00b7 tanh(S\u2032 / {0})", formatShort(*d.softcap));
}

std::string biasFormula(const Document& d) {
    return fmt::format("S_b = {} \u2212 slope \u00b7 |i \u2212 j|",
                       info(stage(MatrixId::biased_scores).left(d)).symbol);
}

std::string maskingFormula(const Document& d) {
    const std::string_view from = info(stage(MatrixId::masked_scores).left(d)).symbol;
    return arithmeticOf(d.masking.method).formula(from, d.masking);
}

std::string weightsFormula(const Document& d) {
    return arithmeticOf(d.masking.method).weights_formula(d);
}

std::string softmaxFormula(const Document& d) {
    return fmt::format("A = softmax({})", info(logitsOf(d)).symbol);
}

std::string allowedKeys(const Document& d) {
    std::string all;
    for (const MaskRule& rule : d.mask.rules) {
        if (rule.kind == MaskKind::none) continue;
        all += all.empty() ? "" : " and ";
        all += info(rule.kind).rule;
    }
    return all.empty() ? std::string(kEveryKey) : all;
}

std::string allowedFormula(const Document& d) { return "M = " + allowedKeys(d); }

}  // namespace lookback
