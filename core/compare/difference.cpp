#include "core/compare/difference.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/engine/memory.h"
#include "core/engine/stages.h"
#include "messages/faults.h"

namespace lookback {
namespace {

bool calls(const Document& document, MatrixId id) {
    return !isParameter(id) && stage(id).applies(document);
}

}  // namespace

Message stageSize(MatrixId id, const Document& document) {
    const TensorShape shape = stageShape(stage(id), document);
    const Count rows{shape.rows};
    const Count cols{shape.cols};
    if (!info(id).per_head || shape.heads == 1) {
        return say::faults::Size{.rows = rows, .cols = cols};
    }
    return say::faults::HeadSize{.heads = Count{shape.heads}, .rows = rows, .cols = cols};
}

std::vector<MatrixId> commonStages(const Document& a, const Document& b) {
    std::vector<MatrixId> common;
    for (const MatrixId id : stageOrder(a)) {
        if (calls(b, id)) common.push_back(id);
    }
    return common;
}

std::optional<Error> comparisonFault(const Document& a, const Document& b, MatrixId id) {
    const bool is_in_a = calls(a, id);
    if (!is_in_a || !calls(b, id)) {
        std::vector<std::string_view> names;
        for (const MatrixId common : commonStages(a, b)) names.push_back(info(common).name);
        return Error{
            std::string(info(id).name),
            say::faults::OtherStage{.side = Verbatim{is_in_a ? "B" : "A"},
                                    .names = Verbatim{fmt::format("{}", fmt::join(names, ", "))}}};
    }
    const Message in_a = stageSize(id, a);
    const Message in_b = stageSize(id, b);
    if (in_a == in_b) return std::nullopt;
    return Error{std::string(info(id).name), say::faults::OtherSize{.b = in_b, .a = in_a}};
}

std::optional<Error> comparisonMemoryFault(const Document& a, const Document& b, double allowed) {
    const double of_a = traceMemory(a);
    const double of_b = traceMemory(b);
    return memoryFault(
        of_a < of_b ? b : a, of_a + of_b, allowed,
        [](const Message& size) -> Message { return say::faults::OfBoth{.document = size}; });
}

double numberDifference(double a, double b) {
    const bool is_same = a == b || (std::isnan(a) && std::isnan(b));
    return is_same ? 0 : b - a;
}

Tensor stageDifference(const Compared& compared, MatrixId id) {
    const Tensor& a = compared.a.trace.tensor(id);
    Tensor result;
    result.resize<double>(a.heads(), a.rows(), a.cols());
    for (Index head = 0; head < a.heads(); ++head) {
        const MatrixView left = a.view(head);
        const MatrixView right = compared.b.trace.tensor(id).view(head);
        auto written = result.as<double>(head);
        for (Index row = 0; row < left.rows(); ++row) {
            for (Index col = 0; col < left.cols(); ++col) {
                written(row, col) = numberDifference(left(row, col), right(row, col));
            }
        }
    }
    return result;
}

}  // namespace lookback
