#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/named_rows.h"
#include "core/engine/trace.h"
#include "tests/core/documents.h"
#include "tests/core/reference.h"

namespace lookback::test {

inline constexpr int kCases = 42;
inline constexpr int kListedCases = 34;  ///< the first cases, listed in cases/index.json

/// A case of the reference, counted from 1.
inline Json referenceCase(int number) {
    return reference(fmt::format("cases/c{:02}.json", number));
}

/// The reference's kind of mask as rules of this project.
inline std::vector<MaskRule> caseRules(const Json& file) {
    const Json& config = file["config"];
    const Json& parameters = config["mask_params"];
    const auto kind = config["mask_kind"].get<std::string>();
    const auto n = config["n_tokens"].get<Index>();
    const auto padding = [n](auto is_valid) {
        MaskRule rule{MaskKind::padding};
        for (Index k = 0; k < n; ++k) rule.per_token.push_back(is_valid(k) ? 1 : 0);
        return rule;
    };
    const auto documents = [&] {
        MaskRule rule{MaskKind::documents};
        rule.per_token = parameters["doc"].get<std::vector<Index>>();
        return rule;
    };
    const MaskRule causal{MaskKind::causal};
    const MaskRule custom = customMask(tensor(file["inputs"]["mask"])).rules.front();
    if (kind == "padding_right") {
        const auto length = parameters["length"].get<Index>();
        return {padding([&](Index k) { return k < length; })};
    }
    if (kind == "padding_left+causal") {
        const auto pad = parameters["pad"].get<Index>();
        return {padding([&](Index k) { return k >= pad; }), causal};
    }
    if (kind == "documents+causal") return {documents(), causal};
    if (kind == "custom+causal") return {custom, causal};
    if (kind == "documents") return {documents()};
    if (kind == "custom") return {custom};
    const bool and_causal = kind.ends_with("+causal");
    const MaskInfo* row = findByName(maskKinds(), kind.substr(0, kind.find('+')));
    REQUIRE_MESSAGE(row != nullptr, "unknown mask kind ", kind);
    MaskRule rule = newRule(row->kind, n);
    for (std::size_t k = 0; k < row->numbers.size(); ++k) {
        rule.numbers[k] = parameters[std::string(row->numbers[k].field)].get<Index>();
    }
    return and_causal ? std::vector{rule, causal} : std::vector{rule};
}

inline Masking caseMasking(const Json& config) {
    const auto method = config["mask_method"].get<std::string>();
    const MaskingInfo* row = method == "additive" ? findByName(kMaskingMethods, "add")
                             : method == "multiply_renormalise"
                                 ? findByName(kMaskingMethods, "renormalize")
                                 : findByName(kMaskingMethods, method);
    REQUIRE(row != nullptr);
    return {row->method, number(config["mask_value"]),
            config["mask_order"] == "before_scale" ? MaskingOrder::before_scale
                                                   : MaskingOrder::after_scale};
}

/// The document of a case, in float64.
inline Document caseDocument(const Json& file) {
    const Json& config = file["config"];
    const Json& inputs = file["inputs"];
    Document result;
    result.dtype = DType::float64;
    result.tokens.assign(config["n_tokens"].get<std::size_t>(), "token");
    result.heads = config["heads"].get<Index>();
    result.embeddings = tensor(inputs["X"]);
    result.weights.query = tensor(inputs["W_q"]);
    result.weights.key = tensor(inputs["W_k"]);
    result.weights.value = tensor(inputs["W_v"]);
    if (inputs.contains("W_o")) result.weights.output = SharedMatrix(tensor(inputs["W_o"]));
    const PositionInfo* position =
        findByName(kPositionKinds, config["positional"].get<std::string>());
    REQUIRE(position != nullptr);
    result.positions.kind = position->kind;
    if (inputs.contains("P")) result.positions.table = tensor(inputs["P"]);
    const auto scale = config["scale"].get<std::string>();
    result.scale.kind = scale == "dk"     ? Scale::Kind::dk
                        : scale == "none" ? Scale::Kind::none
                                          : Scale::Kind::sqrt_dk;
    if (config.contains("softcap") && !config["softcap"].is_null()) {
        result.softcap = config["softcap"].get<double>();
    }
    result.mask.rules = caseRules(file);
    result.masking = caseMasking(config);
    return result;
}

/// The stage that the reference names so in a forward pass.
inline MatrixId caseStage(const Document& of, const std::string& name) {
    const bool masked_first = masksBeforeScale(of.masking);
    if (name == "Q") return MatrixId::query;
    if (name == "K") return MatrixId::key;
    if (name == "V") return MatrixId::value;
    if (name == "Q_rot") return MatrixId::rotated_query;
    if (name == "K_rot") return MatrixId::rotated_key;
    if (name == "X_in") return MatrixId::encoded;
    if (name == "masked_raw_scores") return MatrixId::masked_scores;
    if (name == "masked_scores" && masked_first) return MatrixId::scaled_scores;
    if (name == "output" && !of.weights.output) return MatrixId::context;
    const MatrixInfo* row = findMatrix(name);
    REQUIRE_MESSAGE(row != nullptr, "unknown tensor ", name);
    return row->id;
}

/// Calls `check(id, head, expected)` for every matrix of a forward pass of the reference.
template <class Check>
void forEachStage(const Document& of, const Json& forward, Check check) {
    for (const auto& item : forward.items()) {
        const std::string& name = item.key();
        const Json& expected = item.value();
        if (name == "position_bias") continue;  // part of biased_scores
        // The scores scaled without a mask, which no stage holds.
        if (name == "scaled_scores" && masksBeforeScale(of.masking)) continue;
        CAPTURE(name);
        const MatrixId id = caseStage(of, name);
        const bool beside = expected["shape"].size() == 2;  // heads beside each other
        const Index heads = info(id).per_head ? of.heads : 1;
        for (Index head = 0; head < heads; ++head) {
            if (!beside) {
                check(id, head, matrix(expected["data"][static_cast<std::size_t>(head)]));
                continue;
            }
            const Matrix<double> all = tensor(expected);
            const Index width = all.cols() / heads;
            check(id, head, Matrix<double>(all.middleCols(head * width, width)));
        }
    }
}

/// A stage as one matrix, the heads beside each other.
inline Matrix<double> sideBySide(const Tensor& stage) {
    Matrix<double> result(stage.rows(), stage.heads() * stage.cols());
    for (Index head = 0; head < stage.heads(); ++head) {
        result.middleCols(head * stage.cols(), stage.cols()) = copied(stage.view(head));
    }
    return result;
}

}  // namespace lookback::test
