#include "core/io/latex_export.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "messages/faults.h"

namespace lookback {
namespace {

using Id = MatrixId;

/// A part of a formula.
struct LatexSign {
    std::string_view sign;
    std::string_view latex;
};

/// The longer before the shorter.
constexpr std::array kLatexSigns{
    LatexSign{"\u221ad_k", "\\sqrt{d_k}"},
    LatexSign{"^T", "^{\\top}"},
    LatexSign{"\u2032", "'"},
    LatexSign{"\u00b7", "\\cdot "},
    LatexSign{"\u2212", "-"},
    LatexSign{"\u221e", "\\infty "},
    LatexSign{"\u2264", "\\le "},
    LatexSign{"softmax", "\\operatorname{softmax}"},
    LatexSign{"tanh", "\\tanh"},
    LatexSign{"sin", "\\sin"},
    LatexSign{"cos", "\\cos"},
};

std::size_t wordLength(std::string_view text) {
    std::size_t letters = 0;
    while (letters < text.size() && std::isalpha(static_cast<unsigned char>(text[letters])) != 0) {
        ++letters;
    }
    return letters;
}

/// The length of words of two letters or more at the beginning, with a space between them.
std::size_t wordsLength(std::string_view text) {
    std::size_t length = wordLength(text);
    if (length < 2) return 0;
    while (length < text.size() && text[length] == ' ') {
        const std::size_t next = wordLength(text.substr(length + 1));
        if (next < 2) break;
        length += 1 + next;
    }
    return length;
}

/// True at the e of a power of ten, such as 1e9.
bool isPowerOfTen(std::string_view before, std::string_view at) {
    const auto is_digit = [](char sign) {
        return std::isdigit(static_cast<unsigned char>(sign)) != 0;
    };
    return at.size() > 1 && at.front() == 'e' && is_digit(at[1]) && !before.empty() &&
           is_digit(before.back());
}

/// A formula of the stage table in LaTeX. Words that are not names of functions stand upright.
std::string latexFormula(std::string_view formula) {
    std::string text;
    while (!formula.empty()) {
        const auto* const sign = std::find_if(
            kLatexSigns.begin(), kLatexSigns.end(),
            [&](const LatexSign& row) { return formula.substr(0, row.sign.size()) == row.sign; });
        if (sign != kLatexSigns.end()) {
            text += sign->latex;
            formula.remove_prefix(sign->sign.size());
        } else if (const std::size_t words = wordsLength(formula); words > 0) {
            text += fmt::format("\\text{{ {} }}", formula.substr(0, words));
            formula.remove_prefix(words);
        } else if (isPowerOfTen(text, formula)) {
            std::size_t end = 1;
            while (end < formula.size() && formula[end] >= '0' && formula[end] <= '9') ++end;
            text += fmt::format("\\cdot 10^{{{}}}", formula.substr(1, end - 1));
            formula.remove_prefix(end);
        } else if (formula.substr(0, 2) == "^(") {
            const std::size_t end = std::min(formula.find(')'), formula.size() - 1);
            text += fmt::format("^{{{}}}", formula.substr(2, end - 2));
            formula.remove_prefix(end + 1);
        } else {
            text += formula.front();
            formula.remove_prefix(1);
        }
    }
    for (std::size_t at = text.find("  "); at != std::string::npos; at = text.find("  ")) {
        text.erase(at, 1);
    }
    if (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

std::string latexNumber(double value) {
    if (std::isnan(value)) return "\\mathrm{NaN}";
    if (std::isinf(value)) return value > 0 ? "\\infty" : "-\\infty";
    if (std::abs(value) < kPowersOfTenFrom) {
        const std::string digits = fmt::format("{:.4f}", value);
        return digits == "-0.0000" ? "0.0000" : digits;
    }
    const std::string digits = fmt::format("{:.4g}", value);
    const std::size_t at = digits.find('e');
    if (at == std::string::npos) return digits;
    const std::string mantissa = digits.substr(0, at);
    const int exponent = std::stoi(digits.substr(at + 1));
    if (mantissa == "1") return fmt::format("10^{{{}}}", exponent);
    if (mantissa == "-1") return fmt::format("-10^{{{}}}", exponent);
    return fmt::format("{} \\cdot 10^{{{}}}", mantissa, exponent);
}

class LatexWriter {
public:
    explicit LatexWriter(const DocumentExport& document)
        : d_(document.report.document), report_(document.report) {}

    std::string text() {
        if (!d_.title.empty()) out_ += fmt::format("% {}\n", oneLine(d_.title));
        out_ += "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage{color}\n";
        out_ += fmt::format("\\setcounter{{MaxMatrixCols}}{{{}}}\n", kMostLatexColumns);
        out_ += "\\newcommand{\\blocked}[1]{{\\color[gray]{0.6}#1}}\n\\begin{document}\n";
        for (const MatrixInfo& matrix : kMatrices) {
            if (!isParameter(matrix.id) || !isEditable(d_, matrix.id)) continue;
            display(symbol(matrix.id), matrixById(d_, report_.trace, matrix.id), matrix.id);
        }
        for (const Id id : report_.stages) writeStage(id);
        return std::move(out_) + "\n\\end{document}\n";
    }

private:
    [[nodiscard]] static std::string symbol(Id id) { return latexFormula(info(id).symbol); }

    void writeStage(Id id) {
        const std::string formula = latexFormula(stage(id).formula(d_));
        const Index heads = report_.trace.tensor(id).heads();
        if (heads == 1) return display(formula, report_.trace.view(id), id);
        out_ += fmt::format("\n\\[\n  {}\n\\]\n", formula);
        for (Index head = 0; head < heads; ++head) {
            display(fmt::format("{}^{{({})}}", symbol(id), head + 1), report_.trace.view(id, head),
                    id);
        }
    }

    void display(const std::string& left, const MatrixView& matrix, Id id) {
        const bool has_tokens = info(id).rows == Axis::token;
        out_ += fmt::format("\n\\[\n  {} =\n  \\begin{{bmatrix}}\n", left);
        for (Index row = 0; row < matrix.rows(); ++row) {
            out_ += "    ";
            for (Index col = 0; col < matrix.cols(); ++col) {
                if (col > 0) out_ += " & ";
                out_ += cell(id, {row, col}, matrix(row, col));
            }
            out_ += " \\\\";
            if (has_tokens && !isParameter(id)) {
                out_ += fmt::format(" % {}", oneLine(d_.tokens[asSize(row)]));
            }
            out_ += "\n";
        }
        out_ += "  \\end{bmatrix}\n\\]\n";
    }

    [[nodiscard]] std::string cell(Id id, Cell at, double value) const {
        if (id == Id::mask) return value != 0 ? "1" : "\\blocked{0}";
        const std::string digits = latexNumber(value);
        const bool is_blocked = report_.trace.isFromMaskOn(id) && !allows(d_.mask, at.row, at.col);
        return is_blocked ? fmt::format("\\blocked{{{}}}", digits) : digits;
    }

    const Document& d_;
    const TraceReport& report_;
    std::string out_;
};

}  // namespace

std::optional<Error> latexFault(const Document& document) {
    Index widest = std::max({document.weights.query.cols(), document.weights.key.cols(),
                             document.weights.value.cols()});
    for (const MatrixId id : stageOrder(document)) {
        widest = std::max(widest, static_cast<Index>(stageShape(stage(id), document).cols));
    }
    if (widest <= kMostLatexColumns) return std::nullopt;
    return Error{"",
                 say::faults::LatexColumns{.n = Count{widest}, .most = Count{kMostLatexColumns}}};
}

Result<std::string> latexText(const DocumentExport& document) {
    return LatexWriter(document).text();
}

}  // namespace lookback
