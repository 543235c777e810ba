/// The HTML of pages, which is XML, too: texts as elements, matrices as tables.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/trace_formats.h"
#include "core/io/worksheet_blanks.h"
#include "core/words/say.h"

namespace lookback {

[[nodiscard]] std::string htmlEscaped(std::string_view text);

/// Text of others between the tags of a page: without controls, and with the isolates that labels
/// put around words from right to left as elements.
[[nodiscard]] std::string htmlText(std::string_view text);

/// @param html its content
[[nodiscard]] std::string htmlElement(std::string_view name, std::string_view html);

/// @param look its class, a name of the page's style
[[nodiscard]] std::string htmlElement(std::string_view name, std::string_view look,
                                      std::string_view html);

[[nodiscard]] std::string htmlOf(const TextLine& line);

/// The right-hand sides of an explanation, each behind its sign.
[[nodiscard]] std::string htmlOfLines(const Wording& wording, const std::vector<TextLine>& lines);

/// ` ± 0.0001`, behind an answer. @param tolerance how far a right one may be from it
[[nodiscard]] std::string htmlWithin(double tolerance, std::string_view unit = "");

/// A numbered label, in cells, before questions and before answers. @param place from 0 on
[[nodiscard]] std::string htmlLabel(std::size_t place);

/// A formula in signs, with its words in a language.
[[nodiscard]] std::string htmlFormula(const Wording& wording, std::string_view symbols);

/// Labels of tokens, each on one line.
[[nodiscard]] std::vector<std::string> pageLabels(const Document& document);

/// The tokens as a row of tags.
[[nodiscard]] std::string htmlSentence(const std::vector<std::string>& labels);

/// The numbers of a document as pages draw them. All that it refers to must outlive it.
struct HtmlFigures {
    const Document& document;
    const Trace& trace;
    const Wording& wording;
    const std::vector<std::string>& labels;  ///< of the tokens
    /// The element of a cell that is no plain number; nothing: its number is shown.
    std::function<std::optional<std::string>(const StageCell&)> own;
    std::map<MatrixId, int> decimals{};  ///< where others than kWorksheetDecimals

    /// The digits of a cell.
    [[nodiscard]] static std::string digits(MatrixId id, double value,
                                            int decimals = kWorksheetDecimals);
    /// True where the mask blocks the pair of a cell, in a stage from the mask on.
    [[nodiscard]] bool isBlocked(const StageCell& at) const;

    /// A matrix of one head under its symbol, in parts where it is wide.
    [[nodiscard]] std::string figure(MatrixId id, Index head) const;

private:
    [[nodiscard]] std::string table(StageCell at, const MatrixView& values, Index begin,
                                    Index end) const;
    [[nodiscard]] std::string axisLabel(Axis axis, Index at) const;
    [[nodiscard]] std::string cell(const StageCell& at, double value) const;
};

/// A whole page. @param page its name in assets/pages @param heading plain text @param content HTML
/// of its body
[[nodiscard]] std::string htmlPage(std::string_view page, const Language& language,
                                   std::string_view heading, std::string_view content);

/// The title of a document, in the language of the page where it is that of a lesson.
[[nodiscard]] std::string pageTitle(const Document& document, const Wording& wording);

/// The lines for the name and the date.
[[nodiscard]] std::string worksheetHead(const Wording& wording, std::string_view title);

}  // namespace lookback
