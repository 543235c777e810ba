#include "core/io/notebook_export.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/json_text.h"
#include "core/io/python_cells.h"
#include "core/io/zip_archive.h"
#include "core/lesson/expectations.h"
#include "core/random/mt19937.h"
#include "core/words/say.h"
#include "messages/code.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

using Id = MatrixId;

/// Larger numbers, such as -1e9, count as this one in checksums.
constexpr double kMostSummed = 1e4;
constexpr int kMostDigits = 4;  ///< after the point, in checksums

constexpr std::string_view kBeginSolution = "### BEGIN SOLUTION";
constexpr std::string_view kEndSolution = "### END SOLUTION";

/// Text of others as Markdown shows it, letter by letter: no HTML, emphasis, formula, link or
/// picture, and no address that Markdown makes a link of by itself.
std::string plainMarkdown(std::string_view text) {
    std::string markdown;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const char c = text[k];
        const bool is_address = c == '.' && k > 0 && (text[k - 1] | 0x20) == 'w';
        switch (c) {
            case '<': markdown += "&lt;"; continue;
            case '>': markdown += "&gt;"; continue;
            case '&': markdown += "&amp;"; continue;
            case '\\': markdown += "&#92;"; continue;
            default: break;
        }
        if (is_address || std::string_view("`*_[]()|~$#@:").find(c) != std::string_view::npos) {
            markdown += '\\';
        }
        markdown += c;
    }
    return markdown;
}

std::string digitsOfResult(double value, int decimals) {
    if (std::isnan(value)) return "nan";
    const double kept = std::clamp(value, -kMostSummed, kMostSummed);
    const std::string digits = fmt::format("{:.{}f}", kept, decimals);
    return digits.find_first_of("123456789") == std::string::npos && digits.front() == '-'
               ? digits.substr(1)
               : digits;
}

/// Calls `use` with every number of a stage.
template <class Use>
void eachNumber(const Trace& trace, Id id, Use use) {
    for (Index head = 0; head < trace.tensor(id).heads(); ++head) {
        const MatrixView matrix = trace.view(id, head);
        for (Index row = 0; row < matrix.rows(); ++row) {
            for (Index col = 0; col < matrix.cols(); ++col) use(matrix(row, col));
        }
    }
}

/// The most decimals at which no number of a stage is so near to a tie that a library might round
/// it otherwise; nothing where there are none.
std::optional<int> stableDecimals(const Trace& trace, Id id, double tolerance) {
    if (id == Id::mask) tolerance = 0;  // it is not rounded
    for (int decimals = kMostDigits; decimals > 0; --decimals) {
        const double unit = std::pow(10.0, decimals);
        bool is_stable = true;
        eachNumber(trace, id, [&](double value) {
            if (!(std::abs(value) < kMostSummed)) return;
            const double scaled = std::abs(value) * unit;
            const double from_tie = std::abs(scaled - std::floor(scaled) - 0.5) / unit;
            is_stable = is_stable && from_tie > tolerance * std::max(1.0, std::abs(value));
        });
        if (is_stable) return decimals;
    }
    return std::nullopt;
}

/// A cell of a notebook, as JSON.
struct NotebookCell {
    bool is_code = false;
    std::vector<std::string> lines{};
    std::string nbgrader{};  ///< its metadata, JSON; empty: none
};

std::string notebookJson(const std::vector<NotebookCell>& cells) {
    std::vector<std::string> items;
    for (std::size_t k = 0; k < cells.size(); ++k) {
        const NotebookCell& cell = cells[k];
        std::vector<std::string> source;
        for (std::size_t line = 0; line < cell.lines.size(); ++line) {
            source.push_back(
                jsonString(cell.lines[line] + (line + 1 < cell.lines.size() ? "\n" : "")));
        }
        JsonFields metadata;
        if (!cell.nbgrader.empty()) metadata.emplace_back("nbgrader", cell.nbgrader);
        JsonFields fields{{"cell_type", jsonString(cell.is_code ? "code" : "markdown")},
                          {"id", jsonString(fmt::format("cell-{}", k + 1))},
                          {"metadata", metadata.empty() ? "{}" : jsonInline(metadata)}};
        if (cell.is_code) {
            fields.emplace_back("execution_count", "null");
            fields.emplace_back("outputs", "[]");
        }
        fields.emplace_back("source", jsonLines(source, 6));
        items.push_back(jsonObject(fields, 4));
    }
    const std::string kernel = jsonInline({{"display_name", jsonString("Python 3")},
                                           {"language", jsonString("python")},
                                           {"name", jsonString("python3")}});
    return jsonObject(
               {{"cells", jsonLines(items, 2)},
                {"metadata",
                 jsonObject({{"kernelspec", kernel},
                             {"language_info", jsonInline({{"name", jsonString("python")}})}},
                            2)},
                {"nbformat", "4"},
                {"nbformat_minor", "5"}},
               0) +
           "\n";
}

class NotebookWriter {
public:
    explicit NotebookWriter(const DocumentExport& document)
        : document_(document),
          d_(document.report.document),
          trace_(document.report.trace),
          wording_(wordingIn(document.language)),
          library_(printStyleOf(d_) == PrintStyle::numpy ? CodeLibrary::numpy
                                                         : CodeLibrary::pytorch),
          cells_(pythonCells(document, library_)) {}

    /// Leaves out the code of stages, as many as `wanted` or all that can be left out. The numbers
    /// of the comparison would tell them: it is left out, too. @return how many could be left out
    Index leaveOut(std::uint32_t seed, Index wanted) {
        const double tolerance = toleranceOf(d_, trace_);
        for (const Id id : trace_.order) {
            if (id == Id::embeddings || id == Id::positions) continue;
            if (stableDecimals(trace_, id, tolerance)) left_out_.push_back(id);
        }
        const Index candidates = std::ssize(left_out_);
        Mt19937 generator(seed);
        while (std::ssize(left_out_) > wanted) {
            left_out_.erase(left_out_.begin() +
                            static_cast<Index>(generator.next() % left_out_.size()));
        }
        cells_ = computingCells(document_, library_);
        return candidates;
    }

    /// @param with_code whether stages that are left out keep their code
    std::string text(bool with_code) {
        const Message about = left_out_.empty()
                                  ? Message(say::code::Script{})
                                  : Message(say::code::Exercise{.n = std::ssize(left_out_)});
        std::vector<std::string> head;
        if (!d_.title.empty()) head = {"# " + plainMarkdown(oneLine(d_.title)), ""};
        head.push_back(said(about));
        note(std::move(head));
        std::vector<PythonCell> all = cells_;
        if (!left_out_.empty()) all.push_back({.code = checksumLines()});
        code(importLines(all));
        if (!left_out_.empty()) code(checksumLines());
        for (const PythonCell& cell : cells_) write(cell, with_code);
        return notebookJson(written_);
    }

private:
    [[nodiscard]] std::string said(const Message& message) const { return wording_.text(message); }

    void note(std::vector<std::string> lines) { written_.push_back({.lines = std::move(lines)}); }
    void code(std::vector<std::string> lines, std::string nbgrader = {}) {
        written_.push_back(
            {.is_code = true, .lines = std::move(lines), .nbgrader = std::move(nbgrader)});
    }

    /// The function by which results are compared without telling them.
    static std::vector<std::string> checksumLines() {
        return {"def checksum(values, decimals):",
                "    texts = []",
                "    for value in values.reshape(-1).tolist():",
                fmt::format("        text = f\"{{min(max(value, -{0}), {0}):.{{decimals}}f}}\"",
                            kMostSummed),
                "        texts.append(text.lstrip(\"-\") if not text.strip(\"-0.\") else text)",
                "    return zlib.crc32(\" \".join(texts).encode())"};
    }

    [[nodiscard]] std::string metadata(Id id, bool is_test) const {
        JsonFields fields{
            {"grade", jsonBool(is_test)},
            {"grade_id", jsonString(fmt::format("{}{}", is_test ? "test_" : "", info(id).name))},
            {"locked", jsonBool(is_test)}};
        if (is_test) fields.emplace_back("points", "1");
        fields.emplace_back("schema_version", "3");
        fields.emplace_back("solution", jsonBool(!is_test));
        fields.emplace_back("task", "false");
        return jsonInline(fields);
    }

    void write(const PythonCell& cell, bool with_code) {
        if (!cell.notes.empty()) {
            std::vector<std::string> lines;
            for (const std::string& each : cell.notes) {
                if (!lines.empty()) lines.emplace_back();
                lines.push_back(oneLine(each));
            }
            note(std::move(lines));
        }
        const bool is_left_out =
            cell.stage && std::count(left_out_.begin(), left_out_.end(), *cell.stage) > 0;
        std::vector<std::string> lines = cell.code;
        if (is_left_out) {
            const std::string start = cell.shown + " = ";
            const auto first = std::find_if(lines.begin(), lines.end(), [&](const auto& line) {
                return line.rfind(start, 0) == 0;
            });
            const auto place = first - lines.begin();
            lines.insert(lines.begin() + place, std::string(kBeginSolution));
            if (!with_code) {
                lines.resize(static_cast<std::size_t>(place) + 1);
                lines.push_back(start + "...");
            }
            lines.emplace_back(kEndSolution);
        }
        if (!cell.shown.empty()) lines.push_back(cell.shown);
        code(std::move(lines), is_left_out ? metadata(*cell.stage, false) : std::string());
        if (is_left_out) writeTest(*cell.stage, cell.shown);
    }

    void writeTest(Id id, const std::string& name) {
        const int decimals = stableDecimals(trace_, id, toleranceOf(d_, trace_)).value_or(0);
        const bool is_turned = id == Id::mask && codeMaskBlocks(d_, library_);
        std::string digits;
        eachNumber(trace_, id, [&](double value) {
            if (!digits.empty()) digits += " ";
            digits += digitsOfResult(is_turned ? 1 - value : value, decimals);
        });
        code({fmt::format("assert {}.shape == {}", name, codeShape(d_, library_, id)),
              fmt::format("assert checksum({}, {}) == {}", name, decimals, crcOf(digits))},
             metadata(id, true));
    }

    const DocumentExport& document_;
    const Document& d_;
    const Trace& trace_;
    const Wording& wording_;
    CodeLibrary library_;
    std::vector<PythonCell> cells_;
    std::vector<Id> left_out_;
    std::vector<NotebookCell> written_;
};

Result<std::string> emptiedNotebook(const DocumentExport& document, bool with_code) {
    NotebookWriter writer(document);
    const Index most = writer.leaveOut(document.seed, document.blanks.value_or(kUsualEmptiedCells));
    if (most == 0) return tl::unexpected(Error{"", say::faults::NoEmptiedCells{}});
    if (most < document.blanks.value_or(0)) {
        return tl::unexpected(Error{
            "blanks", say::faults::Wrong{
                          .value = Verbatim{std::to_string(*document.blanks)},
                          .expected = Message(say::expected::WholeBetween{
                              .least = Verbatim{"1"}, .most = Verbatim{std::to_string(most)}})}});
    }
    return writer.text(with_code);
}

}  // namespace

Result<std::string> notebook(const DocumentExport& document) {
    return NotebookWriter(document).text(true);
}

Result<std::string> exerciseNotebook(const DocumentExport& document) {
    return emptiedNotebook(document, false);
}

Result<std::string> solutionNotebook(const DocumentExport& document) {
    return emptiedNotebook(document, true);
}

}  // namespace lookback
