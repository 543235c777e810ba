#include "core/io/json_text.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "core/base/foreign_text.h"
#include "core/base/text.h"
#include "core/base/utf8.h"

namespace lookback {
namespace {

constexpr std::size_t kJsonTextLineWidth = 100;
constexpr std::size_t kTab = 2;

/// The control that a text begins with. In UTF-8 those beyond ASCII begin with C2 or E2.
std::optional<Utf8Character> controlAt(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte >= ' ' && byte != 0x7F && byte != 0xC2 && byte != 0xE2) return std::nullopt;
    const Utf8Character first = firstCharacter(text);
    return first.is_valid && isControl(first.code) ? std::optional(first) : std::nullopt;
}

std::string newLine(std::size_t indent) { return fmt::format("\n{:{}}", "", indent); }

std::size_t inner(int indent) { return static_cast<std::size_t>(indent) + kTab; }

}  // namespace

std::string jsonString(std::string_view text) {
    std::string result = "\"";
    for (std::size_t k = 0; k < text.size(); ++k) {
        const char c = text[k];
        switch (c) {
            case '"': result += "\\\""; break;
            case '\\': result += "\\\\"; break;
            case '\n': result += "\\n"; break;
            case '\t': result += "\\t"; break;
            case '\r': result += "\\r"; break;
            default:
                if (const auto control = controlAt(text.substr(k))) {
                    result += fmt::format("\\u{:04x}", static_cast<unsigned>(control->code));
                    k += control->bytes - 1;
                } else {
                    result += c;
                }
        }
    }
    return result + '"';
}

std::string jsonNumber(double value, ScalarKind kind) {
    if (!std::isfinite(value)) return jsonString(shortestDigits(value, kind));
    if (value == 0 && std::signbit(value)) return "-0.0";
    return shortestDigits(value, kind);
}

std::string jsonBool(bool value) { return value ? "true" : "false"; }

std::string jsonValue(double value, ScalarKind kind) {
    return kind == ScalarKind::boolean ? jsonBool(value != 0) : jsonNumber(value, kind);
}

std::string jsonRow(const MatrixView& matrix, Index row) {
    std::string text = "[";
    for (Index col = 0; col < matrix.cols(); ++col) {
        if (col > 0) text += ", ";
        text += jsonValue(matrix(row, col), matrix.kind());
    }
    return text + "]";
}

std::string jsonMatrix(const MatrixView& matrix, int indent) {
    std::vector<std::string> rows;
    for (Index row = 0; row < matrix.rows(); ++row) rows.push_back(jsonRow(matrix, row));
    return jsonLines(rows, indent);
}

std::string jsonList(const std::vector<std::string>& items, int indent) {
    const std::string flat = fmt::format("[{}]", fmt::join(items, ", "));
    if (inner(indent) + flat.size() <= kJsonTextLineWidth) return flat;
    std::string text = "[";
    std::size_t column = kJsonTextLineWidth;
    for (const std::string& item : items) {
        if (column + item.size() + 2 > kJsonTextLineWidth) {
            text += newLine(inner(indent));
            column = inner(indent);
        } else {
            text += ' ';
            ++column;
        }
        text += item;
        text += ',';
        column += item.size() + 1;
    }
    text.pop_back();
    return text + newLine(static_cast<std::size_t>(indent)) + "]";
}

std::string jsonLines(const std::vector<std::string>& items, int indent) {
    if (items.empty()) return "[]";
    const std::string margin = newLine(inner(indent));
    return fmt::format("[{}{}{}]", margin, fmt::join(items, fmt::format(",{}", margin)),
                       newLine(static_cast<std::size_t>(indent)));
}

std::string jsonInline(const JsonFields& fields) {
    std::string text = "{";
    for (const auto& [name, value] : fields) {
        if (text.size() > 1) text += ", ";
        text += fmt::format("\"{}\": {}", name, value);
    }
    return text + "}";
}

std::string jsonObject(const JsonFields& fields, int indent) {
    std::string text = "{";
    for (const auto& [name, value] : fields) {
        text += text.size() > 1 ? "," : "";
        text += newLine(inner(indent)) + fmt::format("\"{}\": {}", name, value);
    }
    return text + newLine(static_cast<std::size_t>(indent)) + "}";
}

std::string jsonWithoutSpace(std::string_view json) {
    std::string text;
    text.reserve(json.size());
    bool quoted = false;
    bool escaped = false;
    for (const char c : json) {
        if (!quoted && (c == ' ' || c == '\n')) continue;
        text += c;
        if (c == '"' && !escaped) quoted = !quoted;
        escaped = c == '\\' && !escaped;
    }
    return text;
}

}  // namespace lookback
