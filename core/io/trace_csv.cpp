#include <ostream>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/json_text.h"
#include "core/io/trace_formats.h"

namespace lookback {
namespace {

/// Control characters as the pictures that Unicode has of them (U+2400 and following).
std::string withoutControls(const std::string& text) {
    std::string shown;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < ' ' || byte == 0x7F) {
            shown += "\xE2\x90";
            shown += static_cast<char>(byte == 0x7F ? 0xA1 : 0x80 + byte);
        } else {
            shown += c;
        }
    }
    return shown;
}

/// A text as RFC 4180 writes it, in quotes where it needs them. A spreadsheet computes what begins
/// with one of these signs, even in quotes, unless an apostrophe says that it is a text.
std::string csvField(const std::string& text) {
    const bool computes =
        !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
    const std::string shown = (computes ? "'" : "") + withoutControls(text);
    if (!computes && shown.find_first_of(",\"") == std::string::npos) return shown;
    std::string quoted_field = "\"";
    for (const char c : shown) {
        quoted_field += c;
        if (c == '"') quoted_field += '"';
    }
    return quoted_field + '"';
}

std::string csvValue(double value, ScalarKind kind) {
    return kind == ScalarKind::boolean ? jsonBool(value != 0) : shortestDigits(value, kind);
}

void writeMatrix(std::ostream& out, const MatrixInfo& matrix, const std::string& head,
                 const MatrixView& values, const std::vector<std::string>& tokens) {
    const auto token = [&](Axis axis, Index at) {
        return axis == Axis::token ? tokens[static_cast<std::size_t>(at)] : std::string();
    };
    for (Index row = 0; row < values.rows(); ++row) {
        for (Index col = 0; col < values.cols(); ++col) {
            out << fmt::format("{},{},{},{},{},{},{}\n", matrix.name, head, row, col,
                               token(matrix.rows, row), token(matrix.cols, col),
                               csvValue(values(row, col), values.kind()));
        }
    }
}

}  // namespace

void writeTraceCsv(std::ostream& out, const TraceReport& report) {
    std::vector<std::string> tokens;
    for (const std::string& token : report.document.tokens) tokens.push_back(csvField(token));
    out << "stage,head,row,column,row_token,column_token,value\n";
    for (const MatrixId id : report.stages) {
        const bool per_head = info(id).per_head;
        for (Index head = 0; head < report.trace.tensor(id).heads(); ++head) {
            writeMatrix(out, info(id), per_head ? std::to_string(head) : "",
                        report.trace.view(id, head), tokens);
        }
    }
}

}  // namespace lookback
