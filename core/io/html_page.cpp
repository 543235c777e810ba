#include "core/io/html_page.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/base/foreign_text.h"
#include "core/base/text.h"
#include "core/document/labels.h"
#include "core/explain/in_conventions.h"
#include "core/io/shipped.h"
#include "core/lesson/lesson.h"
#include "core/words/formula_words.h"
#include "messages/common.h"
#include "messages/worksheet.h"

namespace lookback {
namespace {

constexpr Index kMostColumns = 12;  ///< of a table on a page of A4

std::string lookOfInk(Ink ink) {
    switch (ink) {
        case Ink::plain: return "";
        case Ink::soft: return "soft";
        case Ink::query: return "query";
        case Ink::key: return "key-vector";
        case Ink::value: return "value";
        case Ink::weights: return "weights";
        case Ink::masked: return "masked";
        case Ink::result: return "result";
    }
    return "";
}

/// Puts texts in the places of a page that are marked with these names.
std::string filledPage(std::string_view page,
                       const std::vector<std::pair<std::string_view, std::string>>& texts) {
    std::string html;
    for (const auto& [mark, text] : texts) {
        const std::size_t at = page.find(mark);
        html.append(page.substr(0, at)).append(text);
        page.remove_prefix(at + mark.size());
    }
    return html.append(page);
}

}  // namespace

std::string htmlEscaped(std::string_view text) {
    std::string html;
    for (const char c : text) {
        switch (c) {
            case '&': html += "&amp;"; break;
            case '<': html += "&lt;"; break;
            case '>': html += "&gt;"; break;
            case '"': html += "&quot;"; break;
            default: html += c;
        }
    }
    return html;
}

std::string htmlElement(std::string_view name, std::string_view html) {
    return fmt::format("<{0}>{1}</{0}>", name, html);
}

std::string htmlElement(std::string_view name, std::string_view look, std::string_view html) {
    return fmt::format("<{0} class=\"{1}\">{2}</{0}>", name, look, html);
}

std::string htmlText(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kIsolates{
        {{"\u2068", "<bdi>"}, {"\u2069", "</bdi>"}}};
    std::string html = htmlEscaped(sentenceLine(std::string(text)));
    for (const auto& [sign, element] : kIsolates) {
        for (auto at = html.find(sign); at != std::string::npos;
             at = html.find(sign, at + element.size())) {
            html.replace(at, sign.size(), element);
        }
    }
    return html;
}

std::string htmlOf(const TextLine& line) {
    std::string html;
    for (const Piece& piece : line) {
        std::string part = htmlText(piece.text);
        if (piece.raised != 0) part = htmlElement(piece.raised > 0 ? "sup" : "sub", part);
        if (piece.bold) part = htmlElement("b", part);
        const std::string look = lookOfInk(piece.ink);
        html += look.empty() ? part : htmlElement("span", look, part);
    }
    return html;
}

std::string htmlOfLines(const Wording& wording, const std::vector<TextLine>& lines) {
    std::string html;
    for (const TextLine& line : lines) {
        html += fmt::format(" {} {}", signBefore(line), htmlOf(wording.line(line)));
    }
    return html;
}

std::string htmlWithin(double tolerance, std::string_view unit) {
    constexpr int kDigits = 6;  // without the noise of 3 * 0.0001
    return htmlElement("span", "soft",
                       fmt::format(" \u00b1 {}{}", roughNumber(tolerance, kDigits), unit));
}

std::string htmlLabel(std::size_t place) {
    return htmlElement("b", "label", std::to_string(place + 1));
}

std::string htmlFormula(const Wording& wording, std::string_view symbols) {
    return htmlOf(parseSymbols(formulaIn(wording, symbols)));
}

std::vector<std::string> pageLabels(const Document& document) {
    std::vector<std::string> labels = tokenLabels(document.tokens);
    for (std::string& label : labels) label = sentenceLine(std::move(label));
    return labels;
}

std::string htmlSentence(const std::vector<std::string>& labels) {
    std::string tokens;
    for (const std::string& label : labels) tokens += htmlElement("span", htmlText(label));
    return htmlElement("p", "sentence", tokens);
}

std::string HtmlFigures::figure(MatrixId id, Index head) const {
    const MatrixView values = matrixById(document, trace, id, head);
    std::string caption = htmlElement("b", htmlFormula(wording, symbolInConventions(id, {})));
    if (info(id).per_head && document.heads > 1) {
        caption += ", " + htmlOf(wording.line(say::worksheet::Head{.n = Count{head + 1}}));
    }
    std::string tables;
    for (Index col = 0; col == 0 || col < values.cols(); col += kMostColumns) {
        const Index end = std::min(col + kMostColumns, values.cols());
        tables += table({id, head}, values, col, end);
    }
    return htmlElement("figure", htmlElement("figcaption", caption) + tables);
}

std::string HtmlFigures::table(StageCell at, const MatrixView& values, Index begin,
                               Index end) const {
    std::string heads = htmlElement("th", "");
    for (Index col = begin; col < end; ++col) {
        heads += htmlElement("th", axisLabel(info(at.id).cols, col));
    }
    std::string rows = htmlElement("tr", heads);
    for (at.cell.row = 0; at.cell.row < values.rows(); ++at.cell.row) {
        std::string cells = htmlElement("th", "row", axisLabel(info(at.id).rows, at.cell.row));
        for (at.cell.col = begin; at.cell.col < end; ++at.cell.col) {
            cells += cell(at, values(at.cell));
        }
        rows += htmlElement("tr", cells);
    }
    return htmlElement("table", rows);
}

std::string HtmlFigures::axisLabel(Axis axis, Index at) const {
    return axis == Axis::token ? htmlText(labels[static_cast<std::size_t>(at)])
                               : std::to_string(at + 1);
}

std::string HtmlFigures::cell(const StageCell& at, double value) const {
    if (const auto element = own(at)) return *element;
    const auto more = decimals.find(at.id);
    const std::string number =
        digits(at.id, value, more == decimals.end() ? kWorksheetDecimals : more->second);
    if (!isBlocked(at)) return htmlElement("td", number);
    const bool leaks = info(at.id).domain == Domain::weights && value != 0;
    return htmlElement("td", leaks ? "leak" : "blocked", number);
}

std::string HtmlFigures::digits(MatrixId id, double value, int decimals) {
    const bool is_mask = info(id).domain == Domain::allowed;
    return is_mask ? std::to_string(truthOf(value != 0, {})) : formatNumber(value, decimals);
}

bool HtmlFigures::isBlocked(const StageCell& at) const {
    return trace.isFromMaskOn(at.id) && trace.view(MatrixId::mask)(at.cell) == 0;
}

std::string htmlPage(std::string_view page, const Language& language, std::string_view heading,
                     std::string_view content) {
    const auto pages = embeddedPages();
    const auto file = std::find_if(pages.begin(), pages.end(),
                                   [&](const EmbeddedFile& one) { return one.name == page; });
    return filledPage(file->text, {{"@language@", std::string(language.id)},
                                   {"@title@", htmlEscaped(heading)},
                                   {"@page@", std::string(content)}});
}

std::string pageTitle(const Document& document, const Wording& wording) {
    const Lesson* const lesson = document.lesson.get();
    if (lesson != nullptr && lesson->title.in("en") == document.title) {
        return wording.text(lesson->title);
    }
    return document.title.empty() ? wording.text(say::common::Untitled{}) : oneLine(document.title);
}

std::string worksheetHead(const Wording& wording, std::string_view title) {
    const auto said = [&](const Message& message) { return htmlOf(wording.line(message)); };
    return htmlElement("h1", htmlEscaped(title)) +
           htmlElement("div", "who",
                       htmlElement("span", "name", said(say::worksheet::Name{})) +
                           htmlElement("span", said(say::worksheet::Date{})));
}

}  // namespace lookback
