#include "core/compare/row_tables.h"

#include <array>

#include "core/compare/row_trial.h"
#include "core/engine/attend.h"
#include "core/engine/stages.h"

namespace lookback {
namespace {

ScaleRow scaleRow(const Document& document, Index query, Index head) {
    ScaleRow row{
        .scale = document.scale, .order = document.masking.order, .divisor = divisor(document)};
    if (std::vector<Error> found = faults(document); !found.empty()) {
        row.row = tl::unexpected(std::move(found.front()));
        return row;
    }
    const MatrixId logits = softmaxInput(document);
    const std::array wanted{MatrixId::mask, logits, MatrixId::attention_weights};
    const Trace trace = attendOnly(document, wanted);
    row.row = maskedRowOf(trace, query, head);
    if (info(document.masking.method).place != MaskingPlace::scores) return row;
    const MatrixView allowed = trace.view(MatrixId::mask);
    for (Index key = 0; key < allowed.cols() && !row.blocked_score; ++key) {
        if (allowed(query, key) == 0) row.blocked_score = trace.view(logits, head)(query, key);
    }
    return row;
}

}  // namespace

Result<MaskedRow> maskedRow(const Document& document, Index query, Index head) {
    if (const std::vector<Error> found = faults(document); !found.empty()) {
        return tl::unexpected(found.front());
    }
    constexpr std::array kWanted{MatrixId::mask, MatrixId::attention_weights};
    return maskedRowOf(attendOnly(document, kWanted), query, head);
}

MaskedRow maskedRowOf(const Trace& trace, Index query, Index head) {
    const MatrixView weights = trace.view(MatrixId::attention_weights, head);
    const MatrixView allowed = trace.view(MatrixId::mask);
    MaskedRow row;
    for (Index key = 0; key < weights.cols(); ++key) {
        const double weight = weights(query, key);
        row.weights.push_back(weight);
        row.sum += weight;
        if (allowed(query, key) == 0) row.blocked += weight;
    }
    return row;
}

std::vector<MethodRow> methodTable(const Document& document, Index query, Index head,
                                   std::span<const double> values) {
    std::vector<MethodRow> table;
    Document masked = document;
    const auto add = [&] { table.push_back({masked.masking, maskedRow(masked, query, head)}); };
    for (const MaskingInfo& method : kMaskingMethods) {
        masked.masking.method = method.method;
        masked.masking.value = document.masking.value;
        if (!method.uses_value) {
            add();
            continue;
        }
        for (const double value : values) {
            masked.masking.value = value;
            add();
        }
    }
    return table;
}

Document withLargerScores(Document document, double times) {
    if (times == 1) return document;
    document.weights.query = Matrix<double>(document.weights.query.get() * times);
    if (auto& bias = document.biases.query) bias = Matrix<double>(bias->get() * times);
    document.draw.reset();
    return document;
}

std::vector<PrecisionRow> precisionTable(const Document& document, Index query, Index head) {
    std::vector<PrecisionRow> table;
    Document wished = document;
    for (const DTypeInfo& type : kDTypes) {
        wished.dtype = type.dtype;
        PrecisionRow& one = table.emplace_back();
        one.dtype = type.dtype;
        one.row = maskedRow(wished, query, head);
        if (document.n() > kMostTriedKeys) continue;
        if (const auto trial = RowTrial::of(wished, query, head)) {
            one.enough = greatestBlockingValue(*trial, type.dtype);
        }
    }
    return table;
}

std::vector<ScaleRow> scaleTable(const Document& document, Index query, Index head) {
    std::vector<Scale> scales;
    for (const auto kind : {Scale::Kind::sqrt_dk, Scale::Kind::dk, Scale::Kind::none}) {
        scales.push_back(kind == document.scale.kind ? document.scale : Scale{kind});
    }
    if (document.scale.kind == Scale::Kind::number) scales.push_back(document.scale);
    const bool has_orders = info(document.masking.method).place == MaskingPlace::scores;
    std::vector<ScaleRow> table;
    Document wished = document;
    for (const Scale& scale : scales) {
        wished.scale = scale;
        if (!has_orders) {
            table.push_back(scaleRow(wished, query, head));
            continue;
        }
        for (const MaskingOrder order : {MaskingOrder::after_scale, MaskingOrder::before_scale}) {
            wished.masking.order = order;
            table.push_back(scaleRow(wished, query, head));
        }
    }
    return table;
}

}  // namespace lookback
