#include "core/compare/difference.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/engine/memory.h"
#include "core/engine/stages.h"

namespace lookback {
namespace {

bool calls(const Document& document, MatrixId id) {
    return !isWeight(id) && stage(id).applies(document);
}

std::string shapeText(MatrixId id, const Document& document) {
    const TensorShape shape = stageShape(stage(id), document);
    const std::string matrix = fmt::format("{} x {}", shape.rows, shape.cols);
    return info(id).per_head ? fmt::format("{} x {}", shape.heads, matrix) : matrix;
}

}  // namespace

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
        return Error{std::string(info(id).name),
                     fmt::format("is no stage of {}, expected one that A and B have: {}",
                                 is_in_a ? "B" : "A", fmt::join(names, ", "))};
    }
    const std::string in_a = shapeText(id, a);
    const std::string in_b = shapeText(id, b);
    if (in_a == in_b) return std::nullopt;
    return Error{std::string(info(id).name),
                 fmt::format("is {} in B, expected {} as in A", in_b, in_a)};
}

std::optional<Error> comparisonMemoryFault(const Document& a, const Document& b, double allowed) {
    const double of_a = traceMemory(a);
    const double of_b = traceMemory(b);
    return memoryFault(of_a < of_b ? b : a, "both documents, the larger with ", of_a + of_b,
                       allowed);
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
