#include "core/io/python_cells.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/code/draw_code.h"
#include "core/code/mask_code.h"
#include "core/code/python_text.h"
#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "core/io/document_draw.h"
#include "core/io/json_text.h"
#include "core/io/redraw.h"
#include "core/words/say.h"
#include "messages/code.h"
#include "messages/stages.h"

namespace lookback {
namespace {

/// Numbers of a stage that are written out to be compared, in whole rows; the result always is.
constexpr Index kMostComparedNumbers = 1024;

/// The rows of a matrix as lists, each on a line. @param open before the first row, of which the
/// later rows keep the width
void addRows(std::vector<std::string>& lines, const std::string& open, const MatrixView& matrix) {
    std::string start = open + "[";
    for (Index row = 0; row < matrix.rows(); ++row) {
        std::string line = start + "[";
        for (Index col = 0; col < matrix.cols(); ++col) {
            if (col > 0) line += ", ";
            line += codeNumber(matrix(row, col), matrix.kind());
        }
        lines.push_back(line + (row + 1 < matrix.rows() ? "]," : "]]"));
        start.assign(start.size(), ' ');
    }
}

/// Rows of flags as Python writes them, each on a line. @param open what is before the first row
std::vector<std::string> flagLines(std::string open, const std::vector<std::vector<bool>>& rows) {
    std::vector<std::string> lines;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        std::vector<std::string_view> items;
        for (const bool cell : rows[row]) items.push_back(cell ? "True" : "False");
        lines.push_back(fmt::format("{}[{}]{}", open, fmt::join(items, ", "),
                                    row + 1 < rows.size() ? "," : "])"));
        open.assign(open.size(), ' ');
    }
    if (rows.empty()) lines.push_back(open + "[]])");
    return lines;
}

class CellWriter {
public:
    CellWriter(const DocumentExport& document, CodeLibrary library)
        : d_(document.report.document),
          trace_(document.report.trace),
          stages_(document.report.stages),
          wording_(wordingIn(document.language)),
          library_(library) {}

    std::vector<PythonCell> cells(bool are_compared) {
        begin();
        giveNumbers();
        for (const MatrixId id : trace_.order) compute(id);
        if (are_compared) compareNumbers();
        return std::move(cells_);
    }

private:
    [[nodiscard]] std::string said(const Message& message) const { return wording_.text(message); }
    [[nodiscard]] std::string name(MatrixId id) const { return codeName(d_, library_, id); }
    [[nodiscard]] std::string_view label(CodeLibrary library) const {
        return kCodeLibraries[static_cast<std::size_t>(library)].label;
    }

    void begin() {
        std::vector<std::string> rounding = roundingCode(d_, library_);
        if (rounding.empty()) return;
        const Verbatim dtype{std::string(info(d_.dtype).name)};
        const bool is_missing = d_.dtype == DType::bfloat16 && library_ == CodeLibrary::numpy;
        std::vector<std::string> notes;
        if (is_missing) notes.push_back(said(say::code::NotInNumpy{.dtype = dtype}));
        notes.push_back(said(say::code::Rounded{.dtype = dtype}));
        cells_.push_back({.notes = std::move(notes), .code = std::move(rounding)});
    }

    // The numbers of the document.

    [[nodiscard]] std::vector<std::pair<MatrixId, std::string>> givenMatrixNames() const {
        std::vector<std::pair<MatrixId, std::string>> all{
            {MatrixId::embeddings, name(MatrixId::embeddings)}};
        for (const MatrixInfo& matrix : kMatrices) {
            if (isParameter(matrix.id) && isEditable(d_, matrix.id)) {
                all.emplace_back(matrix.id, name(matrix.id));
            }
        }
        if (info(d_.positions.kind).has_table) {
            all.emplace_back(MatrixId::positions, std::string(kTableName));
        }
        return all;
    }

    [[nodiscard]] MatrixView given(MatrixId id) const {
        if (id != MatrixId::positions) return matrixById(d_, trace_, id);
        return {d_.positions.table.get(), info(d_.dtype).kind};
    }

    void giveNumbers() {
        PythonCell cell{.notes = {said(say::code::Given{})}};
        cell.code.push_back(
            fmt::format("tokens = [{}]", fmt::join(jsonItems(d_.tokens, jsonString), ", ")));
        const bool holds = drawHolds(d_);
        auto drawn = holds ? drawCode(d_, library_) : std::nullopt;
        for (const auto& [id, variable] : givenMatrixNames()) {
            if (drawn && isFromDraw(d_, id)) continue;
            if (isBias(id)) {
                cell.code.push_back(listLine(d_, library_, variable, given(id)));
                continue;
            }
            const auto lines = arrayLines(d_, library_, variable, {given(id)});
            cell.code.insert(cell.code.end(), lines.begin(), lines.end());
        }
        const auto lists = maskListLines(d_.mask, library_);
        cell.code.insert(cell.code.end(), lists.begin(), lists.end());
        if (holds && !drawn) {
            cell.notes.push_back(
                said(say::code::NotDrawn{.library = Verbatim{libraryName(*d_.draw)},
                                         .seed = Verbatim{d_.draw->seed},
                                         .other = Verbatim{std::string(label(library_))}}));
        }
        cells_.push_back(std::move(cell));
        if (!drawn) return;
        cells_.push_back(
            {.notes = {said(say::code::Drawn{.library = Verbatim{libraryName(*d_.draw)},
                                             .seed = Verbatim{d_.draw->seed}})},
             .code = *std::move(drawn)});
    }

    // The stages.

    void compute(MatrixId id) {
        PythonCell cell{.shown = name(id), .stage = id};
        cell.notes.push_back(
            said(say::stages::Line{.matrix = Verbatim{name(id)}, .line = stageLine(d_, id)}));
        if (id == MatrixId::mask) {
            using Meaning = say::code::MaskIsTrue;
            cell.notes.push_back(
                said(Meaning{.meaning = codeMaskBlocks(d_, library_) ? Meaning::Meaning::blocked
                                                                     : Meaning::Meaning::other}));
        }
        addLines(cell, id);
        cells_.push_back(std::move(cell));
    }

    /// Adds the lines that compute a stage.
    void addLines(PythonCell& cell, MatrixId id) {
        if (lines_.empty()) lines_ = forwardCode(d_, library_);
        const Range place = linesOfStage(lines_, id);
        for (Index line = place.begin; line < place.end; ++line) {
            cell.code.push_back(lines_[asSize(line)].text);
        }
    }

    // The comparison.

    /// How far a number may be from that of the document.
    struct Tolerance {
        double relative = 0;
        double absolute = 0;
    };

    /// Each stage, computed from the document's numbers of the stages before it. Of a stage of many
    /// numbers the last rows are compared; of the result every row.
    void compareNumbers() {
        PythonCell cell{.notes = {said(say::code::Expected{})}};
        for (const MatrixId id : trace_.order) {
            if (isTaken(id)) {
                taken_from_[id] = 0;
            } else if (isWritten(id) && (id != MatrixId::mask || d_.n() > 0)) {
                expect(cell, id);
            }
        }
        if (cell.code.empty()) return;
        cell.code.push_back(fmt::format("print({})", jsonString(said(say::code::Same{}))));
        cells_.push_back(std::move(cell));
    }

    /// True where the numbers of a stage are those that the document gives.
    [[nodiscard]] bool isTaken(MatrixId id) const {
        return id == MatrixId::embeddings ||
               (id == MatrixId::positions && info(d_.positions.kind).has_table);
    }

    /// True where the report has the numbers of a stage.
    [[nodiscard]] bool isWritten(MatrixId id) const {
        return std::count(stages_.begin(), stages_.end(), id) > 0;
    }

    /// The first row of a stage that is written out.
    [[nodiscard]] Index firstWritten(MatrixId id) const {
        const Tensor& numbers = trace_.tensor(id);
        const Index in_row = std::max<Index>(1, numbers.heads() * numbers.cols());
        if (id == trace_.result()) return 0;
        return numbers.rows() -
               std::min(numbers.rows(), std::max<Index>(1, kMostComparedNumbers / in_row));
    }

    /// The first row from which a stage's operands are numbers of the document, not results of the
    /// code; the number of its rows where no row is.
    [[nodiscard]] Index firstFromTaken(MatrixId id) const {
        const Index none = trace_.tensor(id).rows();
        const auto first = [&](MatrixId operand) -> Index {
            if (isParameter(operand) || operand == id) return 0;
            const auto place = taken_from_.find(operand);
            return place == taken_from_.end() ? none : place->second;
        };
        const Stage& row = stage(id);
        const Index left = first(row.left(d_));
        const Index right = first(row.right(d_));
        const Arithmetic kind = row.arithmetic(d_);
        if (isProduct(kind) && right > 0) return none;  // each row reads all rows of the right
        if (kind == Arithmetic::column_softmax && left > 0) return none;
        return std::max(left, right);
    }

    [[nodiscard]] static bool isProduct(Arithmetic kind) {
        return kind == Arithmetic::dot || kind == Arithmetic::score ||
               kind == Arithmetic::weighted_sum;
    }

    /// Compares a stage and goes on with the document's numbers in its place.
    void expect(PythonCell& cell, MatrixId id) {
        const Index rows = trace_.tensor(id).rows();
        const Index written = firstWritten(id);
        const Index from_taken = firstFromTaken(id);
        const bool has_operands = from_taken < rows || rows == 0;
        if (has_operands && !taken_from_.empty()) addLines(cell, id);
        const auto lines = expectedLines(id, written);
        cell.code.insert(cell.code.end(), lines.begin(), lines.end());
        // Rows whose operands are the code's own are compared where all rows are written.
        const Index first = has_operands ? std::max(written, from_taken) : written;
        const bool is_in_two = first > written;
        if (is_in_two) compareRows(cell, id, written, written, toleranceFromStart());
        compareRows(cell, id, written, first,
                    has_operands ? toleranceFrom(id) : toleranceFromStart());
        if (id != MatrixId::mask) {
            cell.code.push_back(
                fmt::format("{} = expected_{}", rowsOf(name(id), id, written), name(id)));
        }
        taken_from_[id] = written;
    }

    /// The rows of a stage's variable from one on: `scores[..., -8:, :]`.
    [[nodiscard]] std::string rowsOf(const std::string& variable, MatrixId id, Index first) const {
        if (first == 0) return variable;
        return fmt::format("{}[..., {}:, :]", variable, first - trace_.tensor(id).rows());
    }

    /// @param written the first row of the expected numbers
    void compareRows(PythonCell& cell, MatrixId id, Index written, Index first,
                     const Tolerance& by) const {
        const bool is_torch = library_ == CodeLibrary::pytorch;
        const std::string expected = "expected_" + name(id);
        cell.code.push_back(fmt::format(
            "{}({}, {}, rtol={:g}, atol={:g}{})",
            is_torch ? "torch.testing.assert_close" : "np.testing.assert_allclose",
            rowsOf(name(id), id, first), first == written ? expected : rowsOf(expected, id, first),
            by.relative, by.absolute, id == MatrixId::mask ? "" : ", equal_nan=True"));
    }

    /// The document's numbers of a stage from a row on.
    [[nodiscard]] std::vector<std::string> expectedLines(MatrixId id, Index written) const {
        const std::string expected = "expected_" + name(id);
        const Index rows = trace_.tensor(id).rows() - written;
        if (id == MatrixId::mask) return expectedMask(expected, written);
        std::vector<MatrixView> heads;
        for (Index head = 0; head < trace_.tensor(id).heads(); ++head) {
            const MatrixView all = trace_.view(id, head);
            heads.push_back(all.block({written, 0}, rows, all.cols()));
        }
        return arrayLines(d_, library_, expected, heads);
    }

    /// The mask of the document, in the sense that the code gives to true.
    [[nodiscard]] std::vector<std::string> expectedMask(const std::string& expected,
                                                        Index written) const {
        const MatrixView mask = trace_.view(MatrixId::mask, 0);
        const bool blocks = codeMaskBlocks(d_, library_);
        std::vector<std::vector<bool>> rows;
        for (Index row = written; row < mask.rows(); ++row) {
            std::vector<bool>& flags = rows.emplace_back();
            for (Index col = 0; col < mask.cols(); ++col) {
                flags.push_back((mask(row, col) == 0) == blocks);
            }
        }
        const bool is_torch = library_ == CodeLibrary::pytorch;
        return flagLines(fmt::format("{} = {}([", expected, is_torch ? "torch.tensor" : "np.array"),
                         rows);
    }

    // How far a number may be from that of the document.

    /// Of a stage that is computed from results of the code.
    [[nodiscard]] Tolerance toleranceFromStart() const {
        const double by = toleranceOf(d_, trace_);
        return {by, by};
    }

    /// Of a stage that is computed from numbers of the document: in 16 bits, two units in the last
    /// place, since an epsilon is one unit of the least and two of the greatest number of the same
    /// power of two. Sums in another order differ by some rounding errors of their terms.
    [[nodiscard]] Tolerance toleranceFrom(MatrixId id) const {
        if (id == MatrixId::mask) return {};
        constexpr std::array kRelative{1e-9, 1e-5, 0x1p-10, 0x1p-7};  // by dtype
        constexpr std::array kAbsolute{1e-14, 1e-7, 0x1p-23, 1e-7};
        constexpr double kErrors = 4;  ///< rounding errors of the largest term
        const auto dtype = static_cast<std::size_t>(d_.dtype);
        const double epsilon = d_.dtype == DType::float64 ? 0x1p-52 : 0x1p-23;
        const double needed = kErrors * epsilon * largestTerm(id);
        return {kRelative[dtype],
                std::max(kAbsolute[dtype], std::pow(10, std::ceil(std::log10(needed))))};
    }

    /// The size of the largest number that a number of a stage is added up from.
    [[nodiscard]] double largestTerm(MatrixId id) const {
        const Stage& row = stage(id);
        const Arithmetic kind = row.arithmetic(d_);
        if (!isProduct(kind)) return largestOf(id);
        const MatrixId left = row.left(d_);
        const auto width = static_cast<double>(std::max<Index>(1, viewOf(left, 0).cols()));
        return width * largestOf(left) * largestOf(row.right(d_)) + 1;
    }

    [[nodiscard]] MatrixView viewOf(MatrixId id, Index head) const {
        return matrixById(d_, trace_, id, info(id).per_head ? head : 0);
    }

    /// At least 1. Masking values and infinities do not count.
    [[nodiscard]] double largestOf(MatrixId id) const {
        constexpr double kMostCounted = 1e4;
        double largest = 1;
        for (Index head = 0; head < (info(id).per_head ? d_.heads : 1); ++head) {
            const MatrixView numbers = viewOf(id, head);
            for (Index row = 0; row < numbers.rows(); ++row) {
                for (Index col = 0; col < numbers.cols(); ++col) {
                    const double size = std::abs(numbers(row, col));
                    if (size < kMostCounted) largest = std::max(largest, size);
                }
            }
        }
        return largest;
    }

    const Document& d_;
    const Trace& trace_;
    std::span<const MatrixId> stages_;
    const Wording& wording_;
    CodeLibrary library_;
    std::vector<CodeLine> lines_;
    std::vector<PythonCell> cells_;
    /// The first row from which a stage's variable holds the document's numbers.
    std::map<MatrixId, Index> taken_from_;
};

/// True where a line has the name followed by a point, or as a word: `nan` in `[nan, 1.0]`.
bool usesName(std::string_view line, std::string_view name, bool is_module) {
    for (std::size_t at = line.find(name); at != std::string_view::npos;
         at = line.find(name, at + 1)) {
        const auto is_word = [&](std::size_t place) {
            return place < line.size() &&
                   (std::isalnum(static_cast<unsigned char>(line[place])) != 0 ||
                    line[place] == '_' || line[place] == '"' || line[place] == '.');
        };
        const std::size_t after = at + name.size();
        const bool is_end = is_module ? after < line.size() && line[after] == '.' : !is_word(after);
        if (is_end && (at == 0 || !is_word(at - 1))) return true;
    }
    return false;
}

}  // namespace

std::vector<std::string> importLines(const std::vector<PythonCell>& cells) {
    const auto uses = [&](std::string_view name, bool is_module) {
        return std::any_of(cells.begin(), cells.end(), [&](const PythonCell& cell) {
            return std::any_of(cell.code.begin(), cell.code.end(), [&](const std::string& line) {
                return usesName(line, name, is_module);
            });
        });
    };
    std::vector<std::string> lines;
    for (const std::string_view name : {"math", "random", "re", "zlib"}) {
        if (uses(name, true)) lines.push_back(fmt::format("import {}", name));
    }
    std::vector<std::string_view> numbers;
    for (const std::string_view name : {"inf", "nan"}) {
        if (uses(name, false)) numbers.push_back(name);
    }
    if (!numbers.empty()) {
        lines.push_back(fmt::format("from math import {}", fmt::join(numbers, ", ")));
    }
    if (!lines.empty()) lines.emplace_back();
    if (uses("np", true)) lines.emplace_back("import numpy as np");
    if (uses("torch", true)) lines.emplace_back("import torch");
    if (uses("nn", true)) lines.emplace_back("import torch.nn as nn");
    if (uses("F", true)) lines.emplace_back("import torch.nn.functional as F");
    return lines;
}

std::vector<std::string> arrayLines(const Document& document, CodeLibrary library,
                                    const std::string& name, const std::vector<MatrixView>& heads) {
    const bool is_torch = library == CodeLibrary::pytorch;
    const MatrixView& first = heads.front();
    const bool is_rounded = isRoundedInCode(document);
    if (first.empty()) {
        const std::string_view function = is_torch ? "torch.zeros" : "np.zeros";
        const std::string head = heads.size() > 1 ? fmt::format("{}, ", heads.size()) : "";
        return {fmt::format("{} = {}(({}{}, {}), dtype={})", name, function, head, first.rows(),
                            first.cols(), pythonDType(document, library))};
    }
    const std::string whole = pythonArray(document, library, "@");
    const std::size_t at = whole.find('@');
    std::string open =
        fmt::format("{} = {}{}", name, is_rounded ? "rounded(" : "", whole.substr(0, at));
    std::vector<std::string> lines;
    if (heads.size() > 1) open += "[";
    for (std::size_t head = 0; head < heads.size(); ++head) {
        addRows(lines, open, heads[head]);
        if (head + 1 < heads.size()) lines.back() += ",";
        open.assign(open.size(), ' ');
    }
    if (heads.size() > 1) lines.back() += "]";
    lines.back() += whole.substr(at + 1) + (is_rounded ? ")" : "");
    return lines;
}

std::string listLine(const Document& document, CodeLibrary library, const std::string& name,
                     const MatrixView& row) {
    std::vector<std::string> numbers;
    for (Index col = 0; col < row.cols(); ++col) {
        numbers.push_back(codeNumber(row(0, col), row.kind()));
    }
    const std::string array =
        pythonArray(document, library, fmt::format("[{}]", fmt::join(numbers, ", ")));
    return isRoundedInCode(document) ? fmt::format("{} = rounded({})", name, array)
                                     : fmt::format("{} = {}", name, array);
}

std::vector<std::string> maskListLines(const Mask& mask, CodeLibrary library) {
    const std::string_view function = library == CodeLibrary::pytorch ? "torch.tensor" : "np.array";
    std::vector<std::string> lines;
    for (const MaskList& list : maskLists(mask)) {
        const MaskRule& rule = *list.rule;
        const std::string open = fmt::format("{} = {}([", list.name, function);
        if (info(rule.kind).parameter == MaskParameter::cells) {
            const auto rows = flagLines(open, rule.allowed);
            lines.insert(lines.end(), rows.begin(), rows.end());
            continue;
        }
        const bool is_flag = info(rule.kind).parameter == MaskParameter::valid_tokens;
        std::vector<std::string> items;
        for (const Index entry : rule.per_token) {
            items.push_back(!is_flag ? std::to_string(entry) : entry != 0 ? "True" : "False");
        }
        lines.push_back(fmt::format("{}{}])", open, fmt::join(items, ", ")));
    }
    return lines;
}

double toleranceOf(const Document& document, const Trace& trace) {
    constexpr std::array kLeast{1e-9, 1e-5, 1e-2, 1e-2};  // by dtype
    constexpr double kMost = 0.1;
    // The error of a weight is that of its scores, which grows with them.
    double largest = 1;
    for (Index head = 0; head < document.heads; ++head) {
        const MatrixView scores = trace.view(MatrixId::scores, head);
        for (Index row = 0; row < scores.rows(); ++row) {
            for (Index col = 0; col < scores.cols(); ++col) {
                const double size = std::abs(scores(row, col));
                if (std::isfinite(size)) largest = std::max(largest, size);
            }
        }
    }
    const DTypeInfo& dtype = info(document.dtype);
    const double needed = std::pow(10, std::ceil(std::log10(8 * dtype.epsilon * largest)));
    return std::clamp(needed, kLeast[static_cast<std::size_t>(document.dtype)], kMost);
}

std::vector<PythonCell> computingCells(const DocumentExport& document, CodeLibrary library) {
    return CellWriter(document, library).cells(false);
}

std::vector<PythonCell> pythonCells(const DocumentExport& document, CodeLibrary library) {
    return CellWriter(document, library).cells(true);
}

}  // namespace lookback
