#include "core/io/tensor_json.h"

#include <ostream>

#include <fmt/format.h>

#include "core/io/json_text.h"

namespace lookback {
namespace {

/// The rows of a matrix behind `indent` spaces, a row a line.
void writeRows(std::ostream& out, const MatrixView& matrix, int indent) {
    for (Index row = 0; row < matrix.rows(); ++row) {
        out << (row > 0 ? ",\n" : "\n") << fmt::format("{:{}}", "", indent) << jsonRow(matrix, row);
    }
}

}  // namespace

std::string jsonShape(MatrixId id, const Tensor& tensor) {
    const std::string heads = info(id).per_head ? fmt::format("{}, ", tensor.heads()) : "";
    if (isBias(id)) return fmt::format("[{}]", tensor.cols());
    return fmt::format("[{}{}, {}]", heads, tensor.rows(), tensor.cols());
}

void writeValuesJson(std::ostream& out, MatrixId id, const Tensor& tensor, int indent) {
    if (isBias(id)) {
        out << jsonRow(tensor.view(), 0);
        return;
    }
    out << '[';
    if (!info(id).per_head) {
        writeRows(out, tensor.view(), indent + 2);
    } else {
        for (Index head = 0; head < tensor.heads(); ++head) {
            out << (head > 0 ? ",\n" : "\n") << fmt::format("{:{}}[", "", indent + 2);
            writeRows(out, tensor.view(head), indent + 4);
            out << ']';
        }
    }
    out << ']';
}

void writeTensorJson(std::ostream& out, MatrixId id, const Tensor& tensor) {
    out << fmt::format(R"({{"id": "{}", "shape": {}, "values": )", info(id).name,
                       jsonShape(id, tensor));
    writeValuesJson(out, id, tensor, 4);
    out << '}';
}

}  // namespace lookback
