#include "core/io/table_export.h"

#include <array>
#include <cstdint>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/limits.h"
#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "core/io/csv_text.h"
#include "core/io/zip_archive.h"
#include "messages/faults.h"

namespace lookback {
namespace {

using Id = MatrixId;

std::string csvHeading(const Document& document, Axis axis, Index at) {
    return axis == Axis::token ? csvField(document.tokens[asSize(at)]) : std::to_string(at);
}

void addTable(std::string& out, const Document& document, Id id, const std::string& name,
              const MatrixView& values) {
    if (!out.empty()) out += "\n";
    out += name;
    for (Index col = 0; col < values.cols(); ++col) {
        out += "," + csvHeading(document, info(id).cols, col);
    }
    out += "\n";
    for (Index row = 0; row < values.rows(); ++row) {
        out += csvHeading(document, info(id).rows, row);
        for (Index col = 0; col < values.cols(); ++col) {
            out += "," + csvValue(values(row, col), values.kind());
        }
        out += "\n";
    }
}

/// How NumPy stores a scalar. @return its dtype, and its bytes
std::pair<std::string_view, std::size_t> npyScalar(ScalarKind kind) {
    switch (kind) {
        case ScalarKind::boolean: return {"|b1", 1};
        case ScalarKind::float16: return {"<f2", 2};
        case ScalarKind::bfloat16:  // NumPy has none
        case ScalarKind::float32: return {"<f4", 4};
        case ScalarKind::float64: break;
    }
    return {"<f8", 8};
}

std::uint64_t npyBits(double value, ScalarKind kind) {
    switch (kind) {
        case ScalarKind::boolean: return value != 0 ? 1 : 0;
        case ScalarKind::float16:
            return Eigen::numext::bit_cast<std::uint16_t>(Eigen::half(static_cast<float>(value)));
        case ScalarKind::bfloat16:
        case ScalarKind::float32:
            return Eigen::numext::bit_cast<std::uint32_t>(static_cast<float>(value));
        case ScalarKind::float64: break;
    }
    return Eigen::numext::bit_cast<std::uint64_t>(value);
}

/// The sides that the shape of an array names.
enum class Sides : std::uint8_t { heads, matrix, row };

/// A file of NumPy's format, version 1.0. @param heads one matrix, or several of one shape
std::string npyFile(const std::vector<MatrixView>& heads, Sides sides) {
    const MatrixView& first = heads.front();
    const auto [dtype, bytes] = npyScalar(first.kind());
    std::string shape = fmt::format("{}, {}", first.rows(), first.cols());
    if (sides == Sides::heads) shape = fmt::format("{}, {}", heads.size(), shape);
    if (sides == Sides::row) shape = fmt::format("{},", first.cols());
    std::string header =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", dtype, shape);
    constexpr std::size_t kBeforeHeader = 10;
    header.resize((header.size() + kBeforeHeader) / 64 * 64 + 64 - kBeforeHeader, ' ');
    header.back() = '\n';
    std::string out("\x93NUMPY\x01\x00", 8);
    addLittleEndian(out, header.size(), 2);
    out += header;
    for (const MatrixView& matrix : heads) {
        for (Index row = 0; row < matrix.rows(); ++row) {
            for (Index col = 0; col < matrix.cols(); ++col) {
                addLittleEndian(out, npyBits(matrix(row, col), matrix.kind()), bytes);
            }
        }
    }
    return out;
}

constexpr std::array kNpzNames{
    std::pair{Id::embeddings, "X"}, std::pair{Id::w_query, "W_q"},  std::pair{Id::w_key, "W_k"},
    std::pair{Id::w_value, "W_v"},  std::pair{Id::w_output, "W_o"}, std::pair{Id::b_query, "b_q"},
    std::pair{Id::b_key, "b_k"},    std::pair{Id::b_value, "b_v"},  std::pair{Id::b_output, "b_o"},
};

}  // namespace

Result<std::string> stageTables(const DocumentExport& document) {
    const TraceReport& report = document.report;
    std::string out;
    for (const MatrixId id : report.stages) {
        for (Index head = 0; head < report.trace.tensor(id).heads(); ++head) {
            std::string name(info(id).name);
            if (info(id).per_head && report.document.heads > 1) name += fmt::format("[{}]", head);
            addTable(out, report.document, id, name, report.trace.view(id, head));
        }
    }
    return out;
}

Result<std::string> traceJson(const DocumentExport& document) {
    std::ostringstream out;
    writeTraceJson(out, document.report);
    return out.str();
}

Result<std::string> npzArchive(const DocumentExport& document) {
    const TraceReport& report = document.report;
    ZipArchive zip;
    for (const auto& [id, name] : kNpzNames) {
        if (!isEditable(report.document, id)) continue;
        const MatrixView matrix = matrixById(report.document, report.trace, id);
        zip.add(fmt::format("{}.npy", name),
                npyFile({matrix}, isBias(id) ? Sides::row : Sides::matrix));
    }
    for (const MatrixId id : report.stages) {
        std::vector<MatrixView> heads;
        for (Index head = 0; head < report.trace.tensor(id).heads(); ++head) {
            heads.push_back(report.trace.view(id, head));
        }
        zip.add(fmt::format("{}.npy", info(id).name),
                npyFile(heads, info(id).per_head ? Sides::heads : Sides::matrix));
        if (static_cast<double>(zip.size()) > kMaxMemory) {
            return tl::unexpected(
                Error{"", say::faults::ArchiveTooLarge{.most = Verbatim{memoryText(kMaxMemory)}}});
        }
    }
    return zip.finish();
}

}  // namespace lookback
