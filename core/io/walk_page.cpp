#include "core/io/walk_page.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "core/engine/stages.h"
#include "core/engine/steps.h"
#include "core/explain/explain.h"
#include "core/explain/in_conventions.h"
#include "core/explain/matrix_words.h"
#include "core/explain/scale_bound.h"
#include "core/io/html_page.h"
#include "core/words/say.h"
#include "messages/explain.h"
#include "messages/faults.h"
#include "messages/stages.h"
#include "messages/walk.h"

namespace lookback {
namespace {

constexpr std::size_t kMostTermsInLine = 16;
constexpr double kStrongest = 0.85;  ///< opacity of the colour of the largest number

class WalkWriter {
public:
    explicit WalkWriter(const DocumentExport& input)
        : input_(input),
          document_(input.report.document),
          trace_(input.report.trace),
          wording_(wordingIn(input.language)),
          steps_(documentSteps(document_)),
          labels_(pageLabels(document_)) {
        leaveOutHidden();
    }

    [[nodiscard]] std::string page() const {
        const std::string title = pageTitle(document_, wording_);
        std::string html = htmlElement("h1", htmlEscaped(title));
        html += htmlElement("p", "soft", said(say::walk::Introduction{})) +
                htmlElement("p", "soft", said(say::explain::AboutDigits{})) + htmlSentence(labels_);
        html = htmlElement("header", html);
        html += htmlElement("nav", htmlElement("button", said(say::walk::Back{})) +
                                       htmlElement("button", said(say::walk::Next{})) +
                                       htmlElement("span", ""));
        for (std::size_t k = 0; k < steps_.size(); ++k) html += step(k);
        html += htmlElement("footer", said(say::walk::Foot{}));
        const Message heading = say::walk::Heading{.title = Verbatim{title}};
        return htmlPage("walk", input_.language, wording_.text(heading), html);
    }

private:
    /// Leaves out stages that the report has not, and steps of which none is left.
    void leaveOutHidden() {
        const std::span<const MatrixId> shown = input_.report.stages;
        std::erase_if(steps_, [&](Step& step) {
            const std::size_t count = step.stages.size();
            std::erase_if(step.stages, [&](MatrixId id) {
                return std::find(shown.begin(), shown.end(), id) == shown.end();
            });
            return count > 0 && step.stages.empty();
        });
    }

    [[nodiscard]] std::string said(const Message& message) const {
        return htmlOf(wording_.line(message));
    }

    [[nodiscard]] std::string step(std::size_t place) const {
        const Step& step = steps_[place];
        const Message of = say::walk::Place{.n = Count{static_cast<Index>(place) + 1},
                                            .of = Count{std::ssize(steps_)}};
        std::string html = htmlElement("h2", said(step.title));
        for (const MatrixId id : step.stages) html += computed(id);
        return fmt::format("<section class=\"step\" data-place=\"{}\">{}</section>",
                           htmlEscaped(wording_.text(of)), html);
    }

    /// A stage: its purpose, its formula, what it is computed from, its numbers, and the arithmetic
    /// of each.
    [[nodiscard]] std::string computed(MatrixId id) const {
        std::string html = htmlElement(
            "p", said(say::stages::Line{.matrix = titleOf(id), .line = stageLine(document_, id)}));
        html += htmlElement("p", "formula",
                            htmlFormula(wording_, formulaInConventions(document_, id, {})));
        const Index heads = trace_.tensor(id).heads();
        const Stage& row = stage(id);
        for (Index head = 0; head < heads; ++head) {
            std::string figures;
            const MatrixId left = row.left(document_);
            const MatrixId right = row.right(document_);
            if (left != id) figures += figure(left, head, false);
            if (right != left && right != id) figures += figure(right, head, false);
            figures += figure(id, head, true);
            html += htmlElement("div", "matrices", figures);
        }
        for (Index head = 0; head < heads; ++head) html += explanations(id, head);
        return html;
    }

    [[nodiscard]] std::string figure(MatrixId id, Index head, bool is_result) const {
        const Index own_head = info(id).per_head ? head : 0;
        const MatrixView values = matrixById(document_, trace_, id, own_head);
        const bool is_masked = trace_.isFromMaskOn(id) && info(id).domain != Domain::allowed;
        const double bound =
            scaleBound(info(id).domain,
                       largestSize(values, is_masked ? trace_.view(MatrixId::mask) : MatrixView()));
        HtmlFigures figures{document_, trace_, wording_, labels_, {}};
        figures.own = [&](const StageCell& at) -> std::optional<std::string> {
            const double value = values(at.cell);
            return fmt::format("<td{}{}>{}</td>", lookOf(figures, at, value, bound),
                               is_result ? fmt::format(" data-cell=\"{}\"", name(at)) : "",
                               HtmlFigures::digits(id, value));
        };
        return figures.figure(id, own_head);
    }

    /// The class of a cell and the strength of its colour.
    static std::string lookOf(const HtmlFigures& figures, const StageCell& at, double value,
                              double bound) {
        const Domain domain = info(at.id).domain;
        if (figures.isBlocked(at)) {
            const bool leaks = domain == Domain::weights && value != 0;
            return leaks ? " class=\"leak\"" : " class=\"blocked\"";
        }
        if (domain == Domain::allowed || !std::isfinite(value)) return "";
        const double share = kStrongest * std::min(std::abs(value) / bound, 1.0);
        const std::string_view sign = domain == Domain::weights ? "weight"
                                      : value < 0               ? "negative"
                                                                : "positive";
        return fmt::format(" class=\"{}\" style=\"--s:{:.2f}\"", sign, share);
    }

    /// The name of a cell within the page.
    static std::string name(const StageCell& at) {
        return fmt::format("{}.{}.{}.{}", info(at.id).name, at.head, at.cell.row, at.cell.col);
    }

    [[nodiscard]] std::string explanations(MatrixId id, Index head) const {
        const MatrixView values = trace_.view(id, head);
        std::string html;
        StageCell at{id, head};
        for (at.cell.row = 0; at.cell.row < values.rows(); ++at.cell.row) {
            for (at.cell.col = 0; at.cell.col < values.cols(); ++at.cell.col) html += told(at);
        }
        return html;
    }

    [[nodiscard]] std::string told(const StageCell& at) const {
        const Explanation explained = explainCell(
            document_, trace_, at.id, at.head, at.cell,
            {.decimals = kWorksheetDecimals, .most_terms = kMostTermsInLine, .labels = &labels_});
        std::string lines = htmlOf(wording_.line(explained.subject));
        lines += htmlOfLines(wording_, explained.lines);
        std::string html = htmlElement("p", "lines", lines);
        if (!explained.meaning.empty()) {
            std::string meaning;
            for (const Message& sentence : explained.meaning) {
                if (!meaning.empty()) meaning += ' ';
                meaning += said(sentence);
            }
            html += htmlElement("p", meaning);
        }
        return fmt::format("<div class=\"told\" id=\"{}\">{}</div>", name(at), html);
    }

    const DocumentExport& input_;
    const Document& document_;
    const Trace& trace_;
    const Wording& wording_;
    std::vector<Step> steps_;
    std::vector<std::string> labels_;  ///< of the tokens
};

}  // namespace

std::optional<Error> walkFault(const Document& document) {
    double cells = 0;
    for (const MatrixId id : stageOrder(document)) {
        cells += stageShape(stage(id), document).cells();
    }
    if (cells <= static_cast<double>(kMostExplainedCells)) return std::nullopt;
    return Error{"", say::faults::WalkCells{.n = Count{static_cast<Index>(cells)},
                                            .most = Count{kMostExplainedCells}}};
}

Result<std::string> walkPage(const DocumentExport& input) { return WalkWriter(input).page(); }

}  // namespace lookback
