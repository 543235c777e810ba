#include "core/io/tensor_json.h"

#include <ostream>

#include <fmt/format.h>

#include "core/io/json_text.h"

namespace lookback {
namespace {

/// The rows of a matrix behind `indent` spaces, a row a line.
void writeRows(std::ostream& out, const MatrixView& matrix, std::string_view indent) {
    for (Index row = 0; row < matrix.rows(); ++row) {
        out << (row > 0 ? ",\n" : "\n") << indent << jsonRow(matrix, row);
    }
}

}  // namespace

void writeTensorJson(std::ostream& out, MatrixId id, const Tensor& tensor) {
    const bool per_head = info(id).per_head;
    out << fmt::format(R"({{"id": "{}", "shape": [)", info(id).name);
    if (per_head) out << tensor.heads() << ", ";
    out << tensor.rows() << ", " << tensor.cols() << R"(], "values": [)";
    if (!per_head) {
        writeRows(out, tensor.view(), "      ");
    } else {
        for (Index head = 0; head < tensor.heads(); ++head) {
            out << (head > 0 ? ",\n      [" : "\n      [");
            writeRows(out, tensor.view(head), "        ");
            out << ']';
        }
    }
    out << "]}";
}

}  // namespace lookback
