#include "core/io/textbook_program.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/text.h"
#include "core/code/code.h"
#include "core/code/mask_code.h"
#include "core/code/python_text.h"
#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "core/io/json_text.h"
#include "core/words/say.h"
#include "messages/code.h"

namespace lookback {
namespace {

constexpr std::string_view kTextbookIndent = "    ";

class TextbookWriter {
public:
    explicit TextbookWriter(const DocumentExport& document)
        : d_(document.report.document),
          trace_(document.report.trace),
          wording_(wordingIn(document.language)) {}

    std::string program(MatrixId printed) {
        begin();
        giveMatrices();
        giveLists();
        compute(printed);
        text_ += "}\n";
        return std::move(text_);
    }

private:
    [[nodiscard]] std::string name(MatrixId id) const {
        return codeName(d_, CodeLibrary::textbook, id);
    }
    void put(std::string_view line) {
        text_ += line.empty() ? "\n" : fmt::format("{}{}\n", kTextbookIndent, line);
    }

    void begin() {
        if (!d_.title.empty()) text_ += fmt::format("// {}\n", oneLine(d_.title));
        text_ += fmt::format("// {}\n", wording_.text(say::code::TextbookProgram{}));
        for (const char* const header : {"<iomanip>", "<iostream>", "<string>", "<vector>"}) {
            text_ += fmt::format("#include {}\n", header);
        }
        text_ += "\n";
        for (const char* const file : {"attention", "masks", "positions"}) {
            text_ += fmt::format("#include \"core/attention/{}.h\"\n", file);
        }
        text_ += "\nusing namespace lookback::textbook;\nusing lookback::asSize;\n";
        text_ += "using lookback::Index;\n\nint main() {\n";
    }

    void giveMatrices() {
        put(fmt::format("const std::vector<std::string> tokens{{{}}};",
                        fmt::join(jsonItems(d_.tokens, jsonString), ", ")));
        for (const MatrixId id : kEditableMatrices) {
            if (id == MatrixId::positions || !isEditable(d_, id)) continue;
            give("Matrix", name(id), matrixById(d_, trace_, id));
        }
        if (info(d_.positions.kind).has_table) {
            give("Matrix", std::string(kTableName),
                 {d_.positions.table.get(), info(d_.dtype).kind});
        }
        if (d_.positions.slopes.empty() || d_.heads == 1) return;
        std::vector<std::string> slopes;
        for (const double slope : d_.positions.slopes) slopes.push_back(codeNumber(slope));
        put(fmt::format("const std::vector<double> slopes{{{}}};", fmt::join(slopes, ", ")));
    }

    void give(std::string_view type, const std::string& variable, const MatrixView& matrix) {
        put(fmt::format("{} {}({}, {});", type, variable, matrix.rows(), matrix.cols()));
        std::string start = fmt::format("{} << ", variable);
        std::vector<std::string> numbers;
        for (Index row = 0; row < matrix.rows() && matrix.cols() > 0; ++row) {
            numbers.clear();
            for (Index col = 0; col < matrix.cols(); ++col) {
                numbers.push_back(codeNumber(matrix(row, col), matrix.kind()));
            }
            put(fmt::format("{}{}{}", start, fmt::join(numbers, ", "),
                            row + 1 < matrix.rows() ? "," : ";"));
            start.assign(start.size(), ' ');
        }
    }

    void giveLists() {
        for (const MaskList& list : maskLists(d_.mask)) {
            const MaskRule& rule = *list.rule;
            const MaskParameter parameter = info(rule.kind).parameter;
            std::vector<std::string> items;
            if (parameter == MaskParameter::cells) {
                for (const std::vector<bool>& row : rule.allowed) {
                    for (const bool cell : row) items.emplace_back(cell ? "true" : "false");
                }
                put(fmt::format("Mask {}({}, {});", list.name, rule.allowed.size(),
                                rule.allowed.size()));
                if (!items.empty()) {
                    put(fmt::format("{} << {};", list.name, fmt::join(items, ", ")));
                }
                continue;
            }
            const bool is_flag = parameter == MaskParameter::valid_tokens;
            for (const Index entry : rule.per_token) {
                items.push_back(is_flag ? (entry != 0 ? "true" : "false") : std::to_string(entry));
            }
            put(fmt::format("const std::vector<{}> {}{{{}}};", is_flag ? "bool" : "Index",
                            list.name, fmt::join(items, ", ")));
        }
        put("");
    }

    void compute(MatrixId printed) {
        const std::vector<CodeLine> lines = forwardCode(d_, CodeLibrary::textbook);
        const Range place = linesOfStage(lines, printed);
        for (Index line = 0; line < std::ssize(lines); ++line) {
            const std::string& code = lines[asSize(line)].text;
            put(code);
            if (line + 1 != place.end) continue;
            const std::size_t indent = std::min(code.find_first_not_of(' '), code.size());
            put(fmt::format("{}std::cout << std::fixed << std::setprecision(4) << {} << \"\\n\";",
                            code.substr(0, indent), name(printed)));
        }
    }

    const Document& d_;
    const Trace& trace_;
    const Wording& wording_;
    std::string text_;
};

}  // namespace

Document textbookDocument(const Document& document) {
    Document in_double = document;
    in_double.dtype = DType::float64;
    const ScalarKind kind = info(document.dtype).kind;
    for (const MatrixId id : kEditableMatrices) {
        if (!isEditable(document, id)) continue;
        setMatrix(in_double, id, editable(document, id).get().unaryExpr([kind](double value) {
            return std::stod(codeNumber(roundedTo(value, kind), kind));
        }));
    }
    return in_double;
}

std::string textbookProgram(const DocumentExport& document, MatrixId printed) {
    return TextbookWriter(document).program(printed);
}

}  // namespace lookback
