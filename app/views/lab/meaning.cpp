#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/views/lab/lab.h"
#include "app/views/lab/narration.h"
#include "app/views/lab/weight_row.h"
#include "app/views/shared/grid_part.h"
#include "app/views/shared/hidden_box.h"
#include "app/views/shared/panel_column.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/change_marks.h"
#include "app/widgets/charts.h"
#include "app/widgets/formula.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/explain/in_conventions.h"
#include "core/gradients/leak.h"
#include "core/lesson/expectations.h"
#include "core/words/say.h"
#include "messages/checks.h"
#include "messages/common.h"
#include "messages/explain.h"
#include "messages/lab.h"

namespace lookback {
namespace {

/// Returns what the result of a token is called in a message: its output, or its context in a
/// document without an output projection, of all heads together.
template <class Text>
typename Text::Of ofResult(const Document& document) {
    if (document.weights.output) return Text::Of::output;
    return document.heads > 1 ? Text::Of::heads : Text::Of::other;
}

/// Returns a message about the result of a token.
template <class Text>
Message saidOfResult(const Document& document) {
    return Text{.of = ofResult<Text>(document)};
}

/// Returns what the result of a token is that has no finite number; nothing where it has one.
std::optional<Message> whyUndefined(const Scene& scene) {
    using What = say::lab::InfluenceNan::What;
    const MatrixView result = scene.trace().view(scene.trace().result());
    const EndlessNumbers endless = endlessIn(result, scene.token());
    if (endless.count() < result.cols()) return std::nullopt;
    What what = endless.nan == 0 ? What::infinite : What::other;
    if (endless.infinite == 0) what = What::nan;
    return say::lab::InfluenceNan{.of = ofResult<say::lab::InfluenceNan>(scene.document()),
                                  .what = what};
}

constexpr std::size_t kMostValues = 6;  ///< terms of the output as a sum

class MeaningPanel : MeaningColumn {
public:
    MeaningPanel(const Scene& scene, const Rect& region)
        : MeaningColumn(scene, region), row_(scene) {}

    void draw() {
        const HiddenThings& hidden = scene_.state.lesson.hiding.things;
        if (hidden.has(LessonPanel::meaning)) {
            hiddenBox();
            return end();
        }
        heading(scene_.said(say::lab::Weights{}));
        if (scene_.document().n() == 0) {
            sentence(scene_.wording().line(
                std::vector<Message>{say::explain::NobodyToLook{}, say::explain::HowToBegin{}}));
            return;
        }
        reading();
        if (scene_.document().heads > 1 && !hidden.has(LessonPanel::heads)) {
            y_ += drawHeads(scene_, painter_, band(0)) + look_.px(8);
        }
        if (isHiddenOfToken(MatrixId::attention_weights)) {
            hiddenBox();
        } else {
            y_ += drawWeightBars(scene_, painter_, band(0));
            moved();
            arcs();
        }
        context();
        influence();
        checks();
        end();
    }

private:
    void reading() {
        const bool are_heads = scene_.document().heads > 1;
        TextLine line = scene_.wording().line(
            say::explain::ReadingRow{.token = Verbatim{row_.label(row_.token())},
                                     .head = are_heads ? scene_.place().head + 1 : 0});
        for (Piece& piece : line) {
            if (piece.bold) piece.ink = Ink::query;
        }
        sentence(line);
        y_ += look_.px(6);
    }

    /// Draws words about the change of the bars by the latest act; without them the place of one
    /// line is kept.
    void moved() {
        const TextLine words = weightsThatMoved(scene_, row_.token());
        const LineFonts fonts{look_.fonts.small_text, look_.fonts.strong_small,
                              look_.fonts.mono_small};
        const ImVec2 from{left_, y_ + look_.px(scene_.compact ? 0 : 3)};
        const float height = setLine(painter_, fonts, from, width(), words).height;
        y_ += look_.px(scene_.compact ? 16 : 24) + std::max(height - lineHeight(fonts), 0.0f);
    }

    void arcs() {
        if (scene_.document().n() > static_cast<Index>(kMostWeights)) return;
        const float height = look_.px(scene_.compact ? 66 : 96);
        drawSentenceArcs(scene_, painter_, take(height, look_.px(scene_.compact ? 14 : 26)));
    }

    void context() {
        heading(scene_.said(
            say::lab::Result{.token = TokenLabel{row_.label(row_.token())},
                             .head = scene_.document().heads > 1 ? scene_.place().head + 1 : 0}));
        if (isHiddenOfToken(MatrixId::context)) return hiddenBox();
        StageGrid grid(scene_, MatrixId::context);
        grid.showHeadOnly(scene_);
        grid.showRowOnly(row_.token());
        const AxisRange shown = scene_.place().pane.range(0, grid.spec.values.cols());
        grid.cut({0, shown.first}, 1, shown.count);
        const PartDots dots = fitContext(grid);
        grid.spec.decimals = std::min(grid.spec.decimals, shownDecimals(scene_));
        grid.spec.at = {at().x + dots.across, at().y};
        grid.spec.dim_others = mayDepend(scene_, MatrixId::context);
        const GridEvents events = grid.draw(painter_, scene_);
        drawPartDots(painter_, grid.spec, dots);
        if (events.clicked) toggleLock(scene_, grid.target(scene_, *events.clicked));
        // The place of the differences is kept, so that nothing moves when they appear.
        differencesBelow(painter_, grid.spec, look_.fonts.mono_small);
        y_ = gridRect(grid.spec).max.y + look_.px(scene_.compact ? 15 : 18);
        mixture();
        if (scene_.document().dV() == 2) plane();
        y_ += look_.px(scene_.compact ? 10 : 20);
    }

    /// Gives the row of the context cells with at least two decimals. Where all columns have no
    /// room for them, it shows a part of the row, around the explained number.
    PartDots fitContext(StageGrid& grid) {
        const std::array fonts{look_.fonts.mono, look_.fonts.mono_small};
        const std::vector<CellFit> sizes =
            cellFits(look_, fonts, scene_.preferences().decimals, {.least_decimals = 2});
        const Index cols = grid.spec.values.cols();
        const auto columns = [&](const CellFit& size) {
            return columnsWithRoom(look_, grid, size, width());
        };
        CellFit fit = bestFit(sizes, [&](const CellFit& size) { return columns(size) == cols; });
        if (fit.font == nullptr) fit = smallestWithDigits(sizes);
        const Index most = columns(fit);
        grid.resize(fit);
        if (fit.font == nullptr || most == cols) return {};
        const auto explained = explainedTarget(scene_.state);
        const bool is_context = explained && explained->id == MatrixId::context;
        const Index first = grid.first().col;
        const Index column = is_context ? explained->cell.col - first : 0;
        const AxisRange part = partAround(std::clamp<Index>(column, 0, cols - 1), most, cols);
        const StageGrid whole = grid;
        grid.cut({0, part.first}, 1, part.count);
        return partDots(look_, whole, grid);
    }

    /// Draws words that stand in the place of hidden numbers.
    void hidden() { sentence(TextLine{{scene_.said(say::common::Hidden{}), Ink::soft}}); }

    /// Draws a box in the place of all that the lesson hides.
    void hiddenBox() {
        y_ += drawHiddenBox(scene_, painter_, at(), width(), hiddenByLesson(scene_.state)) +
              look_.px(scene_.compact ? 12 : 18);
    }

    /// True where the lesson hides numbers of the token that is read.
    [[nodiscard]] bool isHiddenOfToken(MatrixId id) const {
        return scene_.state.lesson.hiding.hides(
            scene_.document(), {.id = id, .row = row_.token(), .head = scene_.place().head});
    }

    [[nodiscard]] bool isShownOfToken(MatrixId id) const {
        return isShown(scene_.state, {.id = id, .row = row_.token(), .head = scene_.place().head});
    }

    /// Draws the context as the sum of the values with weight.
    void mixture() {
        if (!row_.isShown()) return hidden();
        TextLine line;
        for (const Index key : row_.mostShown(kMostValues)) {
            const double weight = row_.weight(key);
            if (weight == 0) continue;
            if (!line.empty()) line.push_back({" + ", Ink::soft});
            line.push_back({formatOperand(weight, scene_.preferences().decimals), Ink::weights});
            line.push_back({" \u00d7 ", Ink::soft});
            line.push_back({fmt::format("v({})", row_.label(key)), Ink::value});
        }
        if (line.empty()) line.push_back({scene_.said(say::lab::NoValue{}), Ink::soft});
        Index more = -static_cast<Index>(kMostValues);
        for (Index key = 0; key < scene_.document().n(); ++key) {
            if (row_.weight(key) != 0) ++more;
        }
        if (more > 0) {
            line.push_back({.text = scene_.said(say::lab::MoreValues{.n = Count{more}}),
                            .ink = Ink::soft,
                            .is_whole = true});
        }
        const LineFonts fonts{look_.fonts.mono, look_.fonts.mono, look_.fonts.mono};
        paragraph(fonts, line);
    }

    /// Draws values of two numbers as points; the context lies between those with weight.
    void plane() {
        const MatrixView values = scene_.matrix(MatrixId::value);
        std::vector<PlanePoint> points;
        for (const Index key : row_.mostShown(kMostWeights)) {
            points.push_back({values(key, 0), values(key, 1), row_.weight(key), row_.isMasked(key),
                              row_.isPointed(key), row_.label(key)});
        }
        const MatrixView contexts = scene_.matrix(MatrixId::context);
        const Index first = 2 * scene_.place().head;
        const ImVec2 context{static_cast<float>(contexts(row_.token(), first)),
                             static_cast<float>(contexts(row_.token(), first + 1))};
        y_ += look_.px(scene_.compact ? 6 : 12);
        const Rect area = take(look_.px(scene_.compact ? 82 : 150));
        if (!isShownOfToken(MatrixId::context)) {
            return painter_.fill(area, look_.colors().blank, look_.px(4));
        }
        ImGui::SetCursorScreenPos(area.min);
        ImGui::InvisibleButton("plane", {area.width(), area.height()});
        tooltip(look_, scene_.said(say::lab::PlaneTip{}));
        drawValuePlane(painter_, area, points, context, scene_.shown().bound(MatrixId::value));
    }

    /// Draws which tokens change the result of this one; in a low window in one line without a
    /// heading.
    void influence() {
        if (!scene_.compact)
            heading(scene_.said(saidOfResult<say::lab::Influence>(scene_.document())));
        y_ += drawInfluence(scene_, painter_, band(0)) + look_.px(scene_.compact ? 6 : 20);
    }

    void checks() {
        heading(scene_.said(say::lab::Checks{}));
        const Quantity result{.id = scene_.trace().result()};
        const LessonHiding& hiding = scene_.state.lesson.hiding;
        if (hiding.hides(scene_.document(), result) || hiding.things.has(LessonPanel::checks)) {
            return hiddenBox();
        }
        if (!isShown(scene_.state, result)) return hidden();
        for (const Check& fact : scene_.shown().checks()) {
            check(fact.sign, scene_.said(fact.text));
        }
        const auto& lesson = scene_.document().lesson;
        if (!lesson || lesson->expect.empty()) return;
        // During a drag the numbers are not compared with the printed ones.
        if (scene_.state.document_work.history.isDragging()) {
            check(CheckSign::neutral, scene_.said(say::checks::LetGo{}));
        } else if (scene_.shown().equalsPrints()) {
            const auto procedure = followedProcedure(scene_.document());
            using Said = say::checks::EqualsTable;
            const Message equals =
                !procedure ? Message(say::checks::EqualsNotebook{})
                           : Message(Said{.table = *procedure == 0 ? Said::Table::first
                                                                   : Said::Table::other});
            check(CheckSign::meant, scene_.said(equals));
        } else {
            // A changed document is meant to differ.
            const bool is_noted = scene_.state.is_as_opened &&
                                  notedDocument(scene_.state) == *scene_.state.origin().opened;
            check(is_noted ? CheckSign::not_meant : CheckSign::neutral,
                  scene_.said(say::checks::DiffersFromNotebook{}));
        }
    }

    WeightRow row_;
};

constexpr Index kInfluenceMostTokens = 16;
constexpr double kMostWork = 4e6;               ///< multiplications, once for each document
constexpr double kMostInDrag = 2e5;             ///< multiplications in each frame of a drag
constexpr float kInfluenceMargin = 8;           ///< of the item around the line
constexpr std::size_t kInfluenceMostNamed = 6;  ///< tokens that fit into two lines
constexpr float kInfluenceLongName = 0.4f;      ///< share of a line: longer names are shortened
constexpr float kInfluenceShorter = 16;         ///< pixels by which a name is shortened at a time
constexpr int kInfluenceLines = 2;
constexpr int kInfluenceLowLines = 1;
constexpr double kAlmostAll = 1 - 1e-9;

/// Tokens by their shares of the change, the largest first, without those of no share.
struct Ranking {
    std::vector<Index> tokens;
    std::vector<double> shares;  ///< of 1, by token
};

/// Ranks tokens. @param norms of the derivatives of an output, by token
Ranking rankingOf(const std::vector<double>& norms) {
    Ranking ranking;
    double largest = 0;
    for (std::size_t token = 0; token < norms.size(); ++token) {
        largest = std::max(largest, norms[token]);
        if (norms[token] > 0) ranking.tokens.push_back(static_cast<Index>(token));
    }
    double sum = 0;
    for (const double norm : norms) {
        ranking.shares.push_back(largest > 0 ? norm / largest : 0);
        sum += ranking.shares.back();
    }
    // A token with a share has not all of it where another has one, however small that is.
    constexpr double kLeast = std::numeric_limits<double>::min();
    const double most = ranking.tokens.size() > 1 ? kAlmostAll : 1;
    for (const Index token : ranking.tokens) {
        double& share = ranking.shares[static_cast<std::size_t>(token)];
        share = std::clamp(share / sum, kLeast, most);
    }
    std::stable_sort(ranking.tokens.begin(), ranking.tokens.end(), [&](Index a, Index b) {
        return norms[static_cast<std::size_t>(a)] > norms[static_cast<std::size_t>(b)];
    });
    return ranking;
}

/// Returns a line with the first `named` tokens and their shares, and the share of all others. In a
/// low window, which has no heading, the line begins with the words of the heading.
/// @param first label of the first token where it is shortened
TextLine lineOf(const Scene& scene, const Ranking& ranking, std::size_t named,
                const std::string& first = {}) {
    const Wording wording = scene.wording();
    TextLine line;
    line.reserve(3 * named + 2);
    if (scene.compact) line.push_back({scene.said(say::lab::InfluenceInLine{}), Ink::soft});
    double rest = 0;
    for (std::size_t k = 0; k < ranking.tokens.size(); ++k) {
        const auto token = static_cast<std::size_t>(ranking.tokens[k]);
        if (k >= named) {
            rest += ranking.shares[token];
            continue;
        }
        if (k > 0) line.push_back({" \u00b7 ", Ink::soft});
        const bool is_shortened = k == 0 && !first.empty();
        line.push_back({is_shortened ? first : scene.labels()[token], Ink::plain, k == 0});
        line.push_back({" " + wording.written(Share{ranking.shares[token]}), Ink::plain, k == 0});
    }
    if (named >= ranking.tokens.size()) return line;
    line.push_back({" \u00b7 ", Ink::soft});
    const Count more{static_cast<Index>(ranking.tokens.size() - named)};
    line.push_back(
        {wording.text(say::lab::InfluenceMore{.n = more, .share = Share{rest}}), Ink::soft});
    return line;
}

/// Returns the tokens after the first `named` with their shares, which the line leaves out.
std::string leftOut(const Scene& scene, const Ranking& ranking, std::size_t named) {
    const Wording wording = scene.wording();
    std::string words;
    for (std::size_t k = named; k < ranking.tokens.size(); ++k) {
        const auto token = static_cast<std::size_t>(ranking.tokens[k]);
        words += k == named ? "\n" : " \u00b7 ";
        words += scene.labels()[token] + " " + wording.written(Share{ranking.shares[token]});
    }
    return words;
}

/// Returns how far the named tokens are all that change the result.
Message restOf(const Ranking& ranking, std::size_t named) {
    const std::size_t rest = ranking.tokens.size() - named;
    if (rest == 0) return say::explain::NoOtherChanges{};
    return say::explain::MoreChange{.n = static_cast<Index>(rest)};
}

/// Returns why there is no ranking; nothing where there is one.
std::optional<Message> whyNot(const Scene& scene) {
    const Document& document = scene.document();
    const Quantity result{.id = scene.trace().result(), .row = scene.token()};
    if (!areLeaksShown(scene.state)) return whyHidden(scene.state);
    if (!isShown(scene.state, result)) return whyHidden(scene.state, result);
    if (document.n() > kInfluenceMostTokens) {
        return say::lab::InfluenceTooLong{.n = Count{kInfluenceMostTokens}};
    }
    const double work = influenceWork(document);
    if (work > kMostWork) return say::lab::InfluenceTooWide{};
    const bool is_dragging = scene.state.document_work.history.isDragging();
    if (is_dragging && work > kMostInDrag) return say::lab::InfluenceDragged{};
    const std::vector<double>& norms = scene.shown().influenceOn(scene.token());
    for (const double norm : norms) {
        if (std::isfinite(norm)) continue;
        if (auto why = whyUndefined(scene)) return why;
        return say::lab::InfluenceInfinite{};
    }
    if (std::none_of(norms.begin(), norms.end(), [](double norm) { return norm > 0; })) {
        return saidOfResult<say::lab::InfluenceNone>(document);
    }
    return std::nullopt;
}

}  // namespace

void drawMeaning(const Scene& scene, const Rect& region) { MeaningPanel(scene, region).draw(); }

float drawInfluence(const Scene& scene, Painter& painter, const Rect& region) {
    const Look& look = scene.look;
    const LineFonts fonts = smallSentenceFonts(look);
    const float height = static_cast<float>(scene.compact ? kInfluenceLowLines : kInfluenceLines) *
                         lineHeight(fonts);
    const float width = region.width();
    const auto fits = [&](const TextLine& line) {
        // A rough length comes first: it excludes most lines without breaking them into words.
        float length = 0;
        for (const Piece& piece : line) {
            length += painter.width(piece.bold ? fonts.bold : fonts.plain, piece.text);
        }
        if (length >
            width * static_cast<float>(scene.compact ? kInfluenceLowLines : kInfluenceLines))
            return false;
        return measuredLine(painter, fonts, width, line).height <= height;
    };
    TextLine line;
    std::string left_out;
    std::vector<Message> tip{saidOfResult<say::lab::InfluenceTip>(scene.document())};
    if (const auto reason = whyNot(scene)) {
        line = {{scene.said(*reason), Ink::soft}};
    } else {
        const Ranking ranking = rankingOf(scene.shown().influenceOn(scene.token()));
        std::size_t named = std::min(ranking.tokens.size(), kInfluenceMostNamed);
        line = lineOf(scene, ranking, named);
        while (named > 1 && !fits(line)) line = lineOf(scene, ranking, --named);
        const std::string& first = scene.labels()[static_cast<std::size_t>(ranking.tokens[0])];
        for (float room = painter.width(fonts.bold, first);
             !fits(line) && room > kInfluenceLongName * width; room -= look.px(kInfluenceShorter)) {
            line = lineOf(scene, ranking, named, shortened(painter, fonts.bold, first, room));
        }
        tip.push_back(restOf(ranking, named));
        left_out = leftOut(scene, ranking, named);
    }
    // Words of a language may need a line more than they usually have.
    const float taken = std::max(setLine(painter, fonts, region.min, width, line).height, height);
    ImGui::SetCursorScreenPos(region.min);
    ImGui::InvisibleButton("influence", {width + look.px(kInfluenceMargin), taken});
    tooltip(look, scene.said(tip) + left_out);
    return taken;
}

}  // namespace lookback
