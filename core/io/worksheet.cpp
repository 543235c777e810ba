#include "core/io/worksheet.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/engine/position_arithmetic.h"
#include "core/engine/stages.h"
#include "core/engine/steps.h"
#include "core/explain/explain.h"
#include "core/explain/in_conventions.h"
#include "core/explain/matrix_words.h"
#include "core/io/html_page.h"
#include "core/io/worksheet_blanks.h"
#include "core/io/worksheet_questions.h"
#include "core/lesson/lesson.h"
#include "core/words/say.h"
#include "messages/common.h"
#include "messages/expected.h"
#include "messages/explain.h"
#include "messages/faults.h"
#include "messages/stages.h"
#include "messages/worksheet.h"

namespace lookback {
namespace {

constexpr std::size_t kMostTerms = 16;  ///< of a sum among the answers
constexpr int kAngleDecimals = 8;       ///< an angle is multiplied by the position

class WorksheetWriter {
public:
    explicit WorksheetWriter(const DocumentExport& sheet)
        : sheet_(sheet),
          document_(sheet.report.document),
          trace_(sheet.report.trace),
          wording_(wordingIn(sheet.language)),
          steps_(documentSteps(document_)),
          labels_(pageLabels(document_)) {}

    /// Leaves these numbers out.
    void leaveOut(std::vector<Blank> blanks) {
        blanks_ = std::move(blanks);
        for (std::size_t k = 0; k < blanks_.size(); ++k) {
            blank_at_[blanks_[k].place] = k;
            for (const StageCell& copy : blanks_[k].copies) blank_at_[copy] = k;
        }
        precision_ = paperPrecision(document_, trace_, blanks_);
    }

    /// The sheet without blanks, with all operands in this precision.
    [[nodiscard]] std::string sheetWith(int decimals) {
        for (const MatrixInfo& matrix : kMatrices) precision_.decimals[matrix.id] = decimals;
        return sheetPart();
    }

    [[nodiscard]] std::string page() const {
        const std::string heading =
            wording_.text(say::worksheet::Heading{.title = Verbatim{title()}});
        return htmlPage("worksheet", sheet_.language, heading, sheetPart() + answers());
    }

    /// All but the answers.
    [[nodiscard]] std::string sheetPart() const {
        std::string html = worksheetHead(wording_, title());
        html += htmlElement("p", task()) + given();
        std::vector<std::string> steps;
        for (std::size_t k = 0; k < steps_.size(); ++k) {
            if (std::string step = stepHtml(k); !step.empty()) steps.push_back(std::move(step));
        }
        if (!steps.empty()) steps.back() += foot();  // never alone on a page
        for (const std::string& step : steps) html += htmlElement("section", "step", step);
        return htmlElement("main", html);
    }

private:
    [[nodiscard]] std::string said(const Message& message) const {
        return htmlOf(wording_.line(message));
    }

    [[nodiscard]] std::string figure(MatrixId id, Index head) const {
        const auto left_out = [this](const StageCell& at) -> std::optional<std::string> {
            const auto blank = blank_at_.find(at);
            if (blank == blank_at_.end()) return std::nullopt;
            return htmlElement("td", "blank", htmlLabel(blank->second));
        };
        return HtmlFigures{document_, trace_, wording_, labels_, left_out, precision_.decimals}
            .figure(id, head);
    }

    [[nodiscard]] std::string title() const { return pageTitle(document_, wording_); }

    [[nodiscard]] bool isOnPage(MatrixId id) const {
        const auto& stages = sheet_.report.stages;
        return std::find(stages.begin(), stages.end(), id) != stages.end();
    }

    [[nodiscard]] std::string task() const {
        std::string html = said(say::worksheet::Task{
            .n = std::ssize(blanks_), .decimals = Verbatim{std::to_string(kWorksheetDecimals)}});
        const bool has_copies = std::any_of(blanks_.begin(), blanks_.end(), [](const Blank& blank) {
            return !blank.copies.empty();
        });
        if (has_copies) html += ' ' + said(say::worksheet::Copies{});
        return html;
    }

    /// The numbers that everything else is computed from.
    [[nodiscard]] std::string given() const {
        std::string figures;
        for (const MatrixId id : kEditableMatrices) {
            const bool is_there = isParameter(id) ? isEditable(document_, id) : isOnPage(id);
            if (is_there) figures += figure(id, 0);
        }
        std::string html = htmlElement("h2", said(say::worksheet::Given{}));
        html += htmlSentence(labels_) + htmlElement("div", "matrices", figures);
        if (isOnPage(MatrixId::mask)) {
            html += stageHead(MatrixId::mask);
            html += htmlElement("div", "matrices", figure(MatrixId::mask, 0));
            if (blocksAny()) html += htmlElement("p", said(say::worksheet::Hatched{}));
        }
        return html;
    }

    [[nodiscard]] bool blocksAny() const {
        return !trace_.tensor(MatrixId::mask).as<unsigned char>().all();
    }

    /// A step with its computed stages; nothing where all of them are given or not on the page.
    [[nodiscard]] std::string stepHtml(std::size_t place) const {
        std::string html;
        for (const MatrixId id : steps_[place].stages) {
            if (isComputedStage(document_, id) && isOnPage(id)) html += computedStage(id);
        }
        if (html.empty()) return html;
        const std::string heading = fmt::format("{} {}", place + 1, said(steps_[place].title));
        return htmlElement("h2", heading) + html;
    }

    /// Name, purpose and formula of a stage.
    [[nodiscard]] std::string stageHead(MatrixId id) const {
        return htmlElement("p", said(say::stages::Line{.matrix = titleOf(id),
                                                       .line = stageLine(document_, id)})) +
               htmlElement("p", "formula",
                           htmlFormula(wording_, formulaInConventions(document_, id, {})));
    }

    [[nodiscard]] std::string computedStage(MatrixId id) const {
        std::string html = stageHead(id);
        for (const Message& fact : factsOf(id)) html += htmlElement("p", said(fact));
        std::string figures;
        for (Index head = 0; head < trace_.tensor(id).heads(); ++head) figures += figure(id, head);
        std::string work = htmlElement("div", "matrices", figures);
        std::string questions;
        for (std::size_t k = 0; k < blanks_.size(); ++k) {
            if (blanks_[k].place.id == id) questions += question(k);
        }
        if (!questions.empty()) work += htmlElement("ol", questions);
        return html + htmlElement("div", "work", work);
    }

    /// Numbers that a stage is computed with besides its operands.
    [[nodiscard]] std::vector<Message> factsOf(MatrixId id) const {
        std::vector<Message> facts;
        if (id == MatrixId::biased_scores) {
            for (Index head = 0; head < document_.heads; ++head) {
                const std::string slope =
                    formatShort(roundedTo(headSlope(document_, head), info(document_.dtype).kind));
                facts.push_back(
                    say::worksheet::Slope{.n = Count{head + 1}, .slope = Verbatim{slope}});
            }
        }
        if (id == MatrixId::rotated_query) {
            const Rotation rotation(document_.positions, document_.dK());
            for (Index pair = 0; pair < rotation.pairs(); ++pair) {
                facts.push_back(say::worksheet::Turn{
                    .first = Count{rotation.first(pair) + 1},
                    .second = Count{rotation.second(pair) + 1},
                    .angle = Decimal{rotation.angle(1, pair), kAngleDecimals}});
            }
        }
        return facts;
    }

    [[nodiscard]] std::string question(std::size_t blank) const {
        const Message asked = blankQuestion(document_, labels_, blanks_[blank].place);
        const std::string room = htmlElement("span", "answer", "");
        return htmlElement("li", htmlLabel(blank) + htmlElement("div", said(asked) + room));
    }

    /// The last page.
    [[nodiscard]] std::string answers() const {
        std::string list;
        for (std::size_t k = 0; k < blanks_.size(); ++k) list += answer(k);
        return htmlElement("section", "key",
                           htmlElement("h2", said(say::worksheet::Answers{})) +
                               htmlElement("p", said(say::worksheet::Tolerance{}) + ' ' +
                                                    said(say::explain::AboutDigits{})) +
                               htmlElement("ol", list) + foot());
    }

    [[nodiscard]] std::string answer(std::size_t blank) const {
        const StageCell& at = blanks_[blank].place;
        const Explanation explained = explainCell(
            document_, trace_, at.id, at.head, at.cell,
            {.decimals = kWorksheetDecimals, .most_terms = kMostTerms, .labels = &labels_});
        std::string html = htmlOf(wording_.line(explained.subject));
        html += htmlOfLines(wording_, explained.lines);
        html += htmlWithin(precision_.tolerances[blank]);
        return htmlElement("li", htmlLabel(blank) + htmlElement("div", "sum", html));
    }

    [[nodiscard]] std::string foot() const {
        const Verbatim seed{std::to_string(sheet_.seed)};
        return htmlElement("footer", said(say::worksheet::Foot{.seed = seed}));
    }

    const DocumentExport& sheet_;
    const Document& document_;
    const Trace& trace_;
    const Wording& wording_;
    std::vector<Step> steps_;
    std::vector<std::string> labels_;  ///< of the tokens
    std::vector<Blank> blanks_;
    PaperPrecision precision_;
    std::map<StageCell, std::size_t> blank_at_;  ///< places among the blanks
};

}  // namespace

std::optional<Error> worksheetFault(const Document& document) {
    double numbers = 0;
    const auto add = [&](const SharedMatrix& matrix) {
        numbers += static_cast<double>(matrix.rows()) * static_cast<double>(matrix.cols());
    };
    for (const MatrixInfo& matrix : kMatrices) {
        if (isParameter(matrix.id) && isEditable(document, matrix.id)) {
            add(editable(document, matrix.id));
        }
    }
    for (const MatrixId id : stageOrder(document)) {
        numbers += stageShape(stage(id), document).cells();
    }
    if (numbers <= static_cast<double>(kMaxWorksheetNumbers)) return std::nullopt;
    return Error{"", say::faults::WorksheetNumbers{.n = Count{static_cast<Index>(numbers)},
                                                   .most = Count{kMaxWorksheetNumbers}}};
}

Result<std::string> worksheetPage(const DocumentExport& sheet) {
    WorksheetWriter writer(sheet);
    std::vector<std::string> pages;
    for (int decimals = kWorksheetDecimals; decimals <= kMostWorksheetDecimals; ++decimals) {
        pages.push_back(writer.sheetWith(decimals));
    }
    std::vector<Blank> blanks =
        drawBlanks(sheet.report, pages, sheet.seed, sheet.blanks.value_or(kUsualBlanks));
    const Index found = std::ssize(blanks);
    if (found == 0) return tl::unexpected(Error{"", say::faults::NoBlanks{}});
    if (found < sheet.blanks.value_or(0)) {
        return tl::unexpected(Error{
            "blanks", say::faults::Wrong{
                          .value = Verbatim{std::to_string(*sheet.blanks)},
                          .expected = Message(say::expected::WholeBetween{
                              .least = Verbatim{"1"}, .most = Verbatim{std::to_string(found)}})}});
    }
    writer.leaveOut(std::move(blanks));
    return writer.page();
}

}  // namespace lookback
