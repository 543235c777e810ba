#include "core/code/matrix_text.h"

#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/code/python_text.h"

namespace lookback {
namespace {

constexpr double kAllDigitsFrom = 1e6;
constexpr Index kUsualLatexColumns = 10;  ///< that amsmath takes

/// What stands before, between and after the rows and the numbers of a format.
struct MatrixSigns {
    std::string_view row_begin;
    std::string_view between;
    std::string_view row_end;  ///< but the last row's
};

constexpr MatrixSigns kPythonSigns{"[", ", ", "],"};
constexpr MatrixSigns kLatexMatrixSigns{"", " & ", " \\\\"};
constexpr MatrixSigns kTableSigns{"", "\t", ""};

class MatrixWriter {
public:
    MatrixWriter(const Document& document, const MatrixView& matrix,
                 const MatrixTextOptions& options)
        : d_(document), matrix_(matrix), options_(options) {}

    [[nodiscard]] std::string text() const {
        switch (options_.format) {
            case MatrixFormat::latex:
                return fmt::format("{}\\begin{{bmatrix}}\n{}\n\\end{{bmatrix}}\n", latexColumns(),
                                   rows(kLatexMatrixSigns, ""));
            case MatrixFormat::table: return rows(kTableSigns, "") + "\n";
            case MatrixFormat::numpy:
            case MatrixFormat::pytorch: break;
        }
        return array();
    }

private:
    [[nodiscard]] bool isTorch() const { return options_.format == MatrixFormat::pytorch; }
    [[nodiscard]] bool isFlags() const { return matrix_.kind() == ScalarKind::boolean; }

    [[nodiscard]] std::string latexColumns() const {
        if (matrix_.cols() <= kUsualLatexColumns) return "";
        return fmt::format("\\setcounter{{MaxMatrixCols}}{{{}}}\n", matrix_.cols());
    }

    [[nodiscard]] std::string array() const {
        const std::string assigned = options_.variable.empty() ? "" : options_.variable + " = ";
        if (matrix_.empty()) {
            return fmt::format("{}{}(({}, {}))\n", assigned, isTorch() ? "torch.zeros" : "np.zeros",
                               matrix_.rows(), matrix_.cols());
        }
        const std::string_view function = isTorch() ? "torch.tensor(" : "np.array(";
        const std::string begin = fmt::format("{}{}[", assigned, function);
        const std::string lists = rows(kPythonSigns, std::string(begin.size(), ' ')) + "]]";
        const CodeLibrary library = isTorch() ? CodeLibrary::pytorch : CodeLibrary::numpy;
        const std::string call =
            isFlags() ? fmt::format("{}@)", function) : pythonArray(d_, library, "@");
        return fmt::format("{}[{}{}\n", begin, lists.substr(1), call.substr(call.find('@') + 1));
    }

    /// The rows, each on a line. @param margin before all rows but the first
    [[nodiscard]] std::string rows(const MatrixSigns& signs, const std::string& margin) const {
        std::string text;
        for (Index row = 0; row < matrix_.rows(); ++row) {
            if (row > 0) text += "\n" + margin;
            text += signs.row_begin;
            for (Index col = 0; col < matrix_.cols(); ++col) {
                if (col > 0) text += signs.between;
                text += number(matrix_(row, col));
            }
            if (row + 1 < matrix_.rows()) text += signs.row_end;
        }
        return text;
    }

    [[nodiscard]] std::string number(double value) const {
        const bool is_python = options_.format == MatrixFormat::numpy || isTorch();
        if (isFlags()) {
            if (is_python) return value != 0 ? "True" : "False";
            return value != 0 ? "1" : "0";
        }
        if (!std::isfinite(value)) return notFinite(value);
        const std::string digits = this->digits(value);
        if (options_.format == MatrixFormat::latex) return latexDigits(digits);
        // Without a point, whole numbers would make an array of integers.
        const bool is_whole = digits.find_first_of(".e") == std::string::npos;
        return is_python && is_whole ? digits + "." : digits;
    }

    [[nodiscard]] std::string digits(double value) const {
        if (!options_.decimals || std::abs(value) >= kAllDigitsFrom) {
            return codeNumber(value, matrix_.kind());
        }
        const std::string digits = fmt::format("{:.{}f}", value, *options_.decimals);
        const bool is_zero = digits.find_first_of("123456789") == std::string::npos;
        return is_zero && digits.front() == '-' ? digits.substr(1) : digits;
    }

    [[nodiscard]] std::string notFinite(double value) const {
        const std::string_view sign = std::isinf(value) && value < 0 ? "-" : "";
        const std::string_view word = std::isnan(value) ? "nan" : "inf";
        switch (options_.format) {
            case MatrixFormat::numpy: return fmt::format("{}np.{}", sign, word);
            case MatrixFormat::pytorch: return fmt::format("{}torch.{}", sign, word);
            case MatrixFormat::latex:
                return std::isnan(value) ? "\\mathrm{NaN}" : fmt::format("{}\\infty", sign);
            case MatrixFormat::table: break;
        }
        return fmt::format("{}{}", sign, word);
    }

    /// `-1e9` as `-10^{9}`, `2.5e-7` as `2.5 \\cdot 10^{-7}`.
    [[nodiscard]] static std::string latexDigits(const std::string& digits) {
        const std::size_t at = digits.find('e');
        if (at == std::string::npos) return digits;
        const std::string mantissa = digits.substr(0, at);
        const std::string power = fmt::format("10^{{{}}}", std::stoi(digits.substr(at + 1)));
        if (mantissa == "1") return power;
        if (mantissa == "-1") return "-" + power;
        return fmt::format("{} \\cdot {}", mantissa, power);
    }

    const Document& d_;
    const MatrixView& matrix_;
    const MatrixTextOptions& options_;
};

}  // namespace

std::string matrixText(const Document& document, const MatrixView& matrix,
                       const MatrixTextOptions& options) {
    return MatrixWriter(document, matrix, options).text();
}

}  // namespace lookback
