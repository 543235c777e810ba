#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "app/look/fonts.h"
#include "app/look/painter.h"
#include "app/state/model/app_state.h"
#include "app/state/model/leak_report.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/compare/compare.h"
#include "app/views/leak/influence_figure.h"
#include "app/views/leak/leak_views.h"
#include "app/views/leak/move_bars.h"
#include "app/views/leak/probe_card.h"
#include "app/views/leak/verdict_box.h"
#include "app/views/shared/card.h"
#include "app/views/shared/gestures.h"
#include "app/views/shared/hidden_box.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "app/widgets/formula.h"
#include "core/compare/variant_choice.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/common.h"
#include "messages/leak.h"

namespace lookback {
namespace {

constexpr int kLeastDecimals = 2;
constexpr float kLeakCentreTitle = 34;  ///< height of the title of the card and the gap below it
constexpr float kLeakCentreSide = 30;   ///< height of the button of a side and the gap below it
constexpr float kBelowSideButton = 4;
constexpr float kLeastBeside = 70;  ///< width of a bar beside its row
constexpr float kLeastNarrow = 30;  ///< likewise, beside cells without digits
constexpr float kWidestLeakCell = 170;
constexpr float kHighestCell = 110;
constexpr float kEasyRow = 22;         ///< height of a row of digits from which on it reads well
constexpr float kHighestShare = 0.8f;  ///< of the width of a cell with digits
constexpr float kHighestColour = 44;   ///< of a cell without digits
constexpr float kLeastPresented = 12;  ///< type of presented digits, in pixels of the design
constexpr Index kMostInDigits = 32;    ///< tokens: of more, cells are colour alone

/// Choices of the layout that give digits more room.
struct Arrangement {
    bool has_header = true;
    BarPlace bars = BarPlace::below;
    VerdictWords words = VerdictWords::all;
    bool is_stacked = false;  ///< B stands below A
};
constexpr std::array kArrangements{
    Arrangement{},
    Arrangement{.bars = BarPlace::beside},
    Arrangement{.has_header = false},
    Arrangement{.has_header = false, .bars = BarPlace::beside},
    Arrangement{.words = VerdictWords::brief},
    Arrangement{.bars = BarPlace::beside, .words = VerdictWords::brief},
    Arrangement{.has_header = false, .words = VerdictWords::brief},
    Arrangement{.has_header = false, .bars = BarPlace::beside, .words = VerdictWords::brief},
    Arrangement{.words = VerdictWords::folded},
    Arrangement{.bars = BarPlace::closely_below, .words = VerdictWords::folded},
    Arrangement{.bars = BarPlace::beside, .words = VerdictWords::folded},
    Arrangement{.has_header = false, .words = VerdictWords::folded},
    Arrangement{
        .has_header = false, .bars = BarPlace::closely_below, .words = VerdictWords::folded},
    Arrangement{.has_header = false, .bars = BarPlace::beside, .words = VerdictWords::folded},
    Arrangement{.has_header = false, .bars = BarPlace::behind, .words = VerdictWords::folded}};
/// Choices for a figure whose digits have no room side by side: each side takes the whole width,
/// and its verdict stands beside its button.
constexpr std::array kStackedArrangements{
    Arrangement{.bars = BarPlace::beside, .words = VerdictWords::folded, .is_stacked = true},
    Arrangement{.has_header = false,
                .bars = BarPlace::beside,
                .words = VerdictWords::folded,
                .is_stacked = true},
    Arrangement{.has_header = false,
                .bars = BarPlace::behind,
                .words = VerdictWords::folded,
                .is_stacked = true}};

class LeakPage {
public:
    LeakPage(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          gap_(cardGap(scene)),
          rest_(region.inset(cardSide(scene), gap_)),
          pair_(scene.state.comparison.of(scene.shown(), scene.place().compared)) {}

    void draw() {
        if (const auto fault = leakPairFault(pair_)) {
            return drawReason(say::leak::Untestable{.reason = *fault});
        }
        const Quantity result{.id = scene_.trace().result()};
        if (!areLeaksShown(scene_.state) ||
            scene_.state.lesson.hiding.hides(scene_.document(), result)) {
            return drawHidden();
        }
        if (!isShown(scene_.state, result)) return drawReason(say::leak::Hidden{});
        const LeakReport& report = scene_.state.leaks.report();
        InfluenceFigure figure(scene_, painter_, pair_, report);
        BothSides<VerdictBox> verdicts{verdictOf(report, Side::a), verdictOf(report, Side::b)};
        arrange(figure, verdicts);
        drawTest(figure, verdicts);
        drawProbe(figure);
        turnWheel(scene_, figure.isCut());
    }

private:
    [[nodiscard]] float pad() const { return cardPad(scene_); }
    [[nodiscard]] float inside() const { return rest_.width() - 2 * cardSide(scene_); }
    [[nodiscard]] float halfWidth() const { return std::floor((inside() - gap_) / 2); }
    [[nodiscard]] float leftOf(Side side) const {
        return rest_.min.x + cardSide(scene_) + (side == Side::a ? 0 : halfWidth() + gap_);
    }
    /// The columns of the figure of each side, with its bars.
    [[nodiscard]] SideColumns columns() const {
        if (arrangement_.is_stacked) return {{leftOf(Side::a), leftOf(Side::a)}, inside()};
        return {{leftOf(Side::a), leftOf(Side::b)}, halfWidth()};
    }
    /// The number of figures that stand below each other.
    [[nodiscard]] float figuresDown() const { return arrangement_.is_stacked ? 2 : 1; }

    [[nodiscard]] VerdictBox verdictOf(const LeakReport& report, Side side) {
        return {scene_, painter_, side, report.answers.of(side), scene_.state.leaks.isCurrent()};
    }

    /// Draws why there is no result.
    void drawReason(const Message& reason) {
        const TextLine line = scene_.wording().line(reason);
        const LineFonts fonts = sentenceFonts(look_);
        const float height = measuredLine(painter_, fonts, inside(), line).height;
        const float top = look_.px(kLeakCentreSide);
        const Rect card = rest_.untilY(rest_.min.y + top + height + 2 * pad());
        drawPageCard(scene_, painter_, card);
        for (const Side side : {Side::a, Side::b}) sideButton(side, card.min.y + pad());
        setLine(painter_, fonts, {card.min.x + cardSide(scene_), card.min.y + top + pad()},
                inside(), line);
    }

    /// Draws the places of both results, which a lesson hides.
    void drawHidden() {
        drawPageCard(scene_, painter_, rest_);
        const float top = rest_.min.y + pad();
        header(top);
        const float middle = top + look_.px(kLeakCentreTitle);
        const float y = middle + look_.px(kLeakCentreSide);
        for (const Side side : {Side::a, Side::b}) {
            sideButton(side, middle);
            drawHiddenBox(scene_, painter_, {leftOf(side), y}, halfWidth(),
                          hiddenByLesson(scene_.state), rest_.max.y - pad() - y);
        }
    }

    /// Returns the height of everything but cells and bars.
    [[nodiscard]] float fixedHeight() const {
        return look_.px(headerHeight()) + figuresDown() * (sideHeight() + gap_) + lowerVerdicts() +
               4 * pad() + gap_;
    }

    /// Returns the height of the line above a figure: the button of its side, and its verdict where
    /// that stands beside the button.
    [[nodiscard]] float sideHeight() const {
        const float least = look_.px(kLeakCentreSide);
        return arrangement_.is_stacked
                   ? std::max(verdict_height_ + look_.px(kBelowSideButton), least)
                   : least;
    }
    /// Returns the height of the verdicts below the figures.
    [[nodiscard]] float lowerVerdicts() const {
        return arrangement_.is_stacked ? 0 : verdict_height_;
    }
    /// Returns the box of the verdict of a side, without its height.
    [[nodiscard]] Rect verdictColumn(Side side, const Arrangement& arrangement) const {
        const float left = rest_.min.x + cardSide(scene_);
        if (!arrangement.is_stacked) {
            return Rect::at({leftOf(side), 0}, {halfWidth(), 0});
        }
        const float buttons =
            std::max(sideButtonWidth(Side::a), sideButtonWidth(Side::b)) + look_.px(8);
        return {{left + buttons, 0}, {left + inside(), 0}};
    }

    [[nodiscard]] float headerHeight() const {
        return arrangement_.has_header ? kLeakCentreTitle : 0;
    }

    /// Returns the sizes in the order of trial: all decimals, then fewer.
    [[nodiscard]] std::vector<std::vector<CellFit>> sizesToTry() const {
        const int most = scene_.decimals;
        const int few = std::min(most, kLeastDecimals);
        std::vector<std::vector<CellFit>> sizes;
        for (int decimals = most; decimals >= few; --decimals) {
            sizes.push_back(cellFits(look_, look_.fonts.digits, decimals,
                                     {.roomy = true, .least_decimals = few}));
        }
        return sizes;
    }

    void arrange(InfluenceFigure& figure, BothSides<VerdictBox>& verdicts) {
        const std::vector<std::vector<CellFit>> sizes = sizesToTry();
        move_number_ = moveNumberWidth(scene_, painter_, 1);
        const PartSize whole = figure.whole();
        const bool may_have_digits = std::max(whole.down, whole.across) <= kMostInDigits;
        const bool is_whole =
            choose(kArrangements, figure, verdicts, sizes) ||
            (may_have_digits && choose(kStackedArrangements, figure, verdicts, sizes));
        if (!is_whole && !(may_have_digits && showPart(figure, verdicts, sizes))) {
            choose(kArrangements, figure, verdicts, sizes);
        }
        fill(figure);
        noteFigureDecimals(scene_, fit_);
        figure_size_ = figure.arrange(fit_);
    }

    /// Chooses the arrangement with the largest digits, of equal ones the first. @return true if
    /// they are legible
    bool choose(std::span<const Arrangement> arrangements, InfluenceFigure& figure,
                BothSides<VerdictBox>& verdicts, const std::vector<std::vector<CellFit>>& sizes) {
        const auto fits = [&](const CellFit& fit) { return hasRoom(figure, fit); };
        // Presented, large digits matter more than many.
        const bool presents = scene_.place().presenting;
        using Rank = std::tuple<bool, bool, float, float, float>;
        std::optional<std::pair<Rank, Arrangement>> best;
        const CellFit& largest = sizes.front().front();
        for (const Arrangement& tried : arrangements) {
            if (tried.words == VerdictWords::all && !areFew(verdicts)) continue;
            const bool is_best = best && fit_.font == largest.font &&
                                 fit_.decimals == largest.decimals && std::get<0>(best->first) &&
                                 std::get<4>(best->first) >= look_.px(kEasyRow);
            if (is_best) break;
            take(verdicts, tried);
            for (const std::vector<CellFit>& of_decimals : sizes) {
                const CellFit fit = bestFit(of_decimals, fits);
                const bool has_digits = fit.font != nullptr;
                const float type = has_digits ? fit.font->FontSize : 0;
                const float decimals = has_digits ? static_cast<float>(fit.decimals) : 0;
                const Rank rank{fits(fit), has_digits, presents ? type : decimals,
                                presents ? decimals : type, rowOf(figure, fit)};
                if (best && rank <= best->first) continue;
                best = {rank, tried};
                fit_ = fit;
            }
        }
        take(verdicts, best->second);
        return std::get<0>(best->first) && isLegible(fit_);
    }

    [[nodiscard]] bool areFew(BothSides<VerdictBox>& verdicts) const {
        return verdicts.a.areFew(halfWidth()) && verdicts.b.areFew(halfWidth());
    }

    void take(BothSides<VerdictBox>& verdicts, const Arrangement& tried) {
        arrangement_ = tried;
        const float width = verdictColumn(Side::a, tried).width();
        verdict_height_ =
            std::max(verdicts.a.height(width, tried.words), verdicts.b.height(width, tried.words));
    }

    /// True for a size with digits that are read from the last row of a room, if they are
    /// presented.
    [[nodiscard]] bool isLegible(const CellFit& fit) const {
        if (fit.font == nullptr) return false;
        const float least = look_.px(kLeastPresented) * kMonoLine - 0.5f;
        return !scene_.place().presenting || fit.font->FontSize >= least;
    }

    /// True for a size of a part: its rows of digits do not touch.
    [[nodiscard]] bool isOfPart(const CellFit& fit) const {
        return isLegible(fit) && fit.height >= fit.font->FontSize;
    }

    /// Shows a part of the figure with legible digits, in the arrangement that has room for the
    /// most rows and columns. @return false where there is none
    bool showPart(InfluenceFigure& figure, BothSides<VerdictBox>& verdicts,
                  const std::vector<std::vector<CellFit>>& sizes) {
        std::vector<CellFit> legible;
        for (const std::vector<CellFit>& of_decimals : sizes) {
            std::copy_if(of_decimals.begin(), of_decimals.end(), std::back_inserter(legible),
                         [this](const CellFit& fit) { return isOfPart(fit); });
        }
        if (legible.empty()) return false;
        PartSize largest;
        const Arrangement* best = nullptr;
        const auto try_all = [&](std::span<const Arrangement> arrangements) {
            for (const Arrangement& tried : arrangements) {
                if (tried.words == VerdictWords::all && !areFew(verdicts)) continue;
                take(verdicts, tried);
                const PartSize part = largestPart(figure.whole(), [&](PartSize size) {
                    figure.showAround(size);
                    return hasRoom(figure, legible.back());
                });
                if (part.rank() <= largest.rank()) continue;
                largest = part;
                best = &tried;
            }
        };
        try_all(kArrangements);
        try_all(kStackedArrangements);
        figure.showAround(best != nullptr ? largest : figure.whole());
        if (best == nullptr) return false;
        take(verdicts, *best);
        fit_ = *std::find_if(legible.begin(), legible.end(),
                             [&](const CellFit& fit) { return hasRoom(figure, fit); });
        return true;
    }

    /// Returns the pixels beside the matrices that bars and their numbers take.
    [[nodiscard]] float besideWidth(const CellFit& fit) const {
        if (!areBeside(arrangement_.bars)) return 0;
        const bool are_behind = arrangement_.bars == BarPlace::behind;
        const float bar = fit.font == nullptr ? kLeastNarrow : are_behind ? 0 : kLeastBeside;
        return gap_ + look_.px(bar) + move_number_;
    }

    /// Returns the height that a row of this size can grow to, as far as higher rows read better.
    [[nodiscard]] float rowOf(InfluenceFigure& figure, const CellFit& fit) const {
        return std::min(fit.height + roomBelow(figure.arrange(fit), figure) / rowsDown(figure),
                        look_.px(kEasyRow));
    }

    /// The number of rows of matrices that stand below each other.
    [[nodiscard]] float rowsDown(const InfluenceFigure& figure) const {
        return figuresDown() * static_cast<float>(std::max<Index>(figure.outputs().count, 1));
    }

    /// Returns the height of the page that figures of this size leave.
    [[nodiscard]] float roomBelow(ImVec2 size, const InfluenceFigure& figure) const {
        return rest_.height() - fixedHeight() - figuresDown() * size.y -
               leastProbeHeight(look_, figure.outputs().count, arrangement_.bars);
    }

    /// Lets the cells grow into the room of the page, their width first.
    void fill(InfluenceFigure& figure) {
        const auto across = static_cast<float>(std::max<Index>(figure.tokens().count, 1));
        const float most = figure.labelWidth() + across * look_.px(kWidestLeakCell);
        figure.widen(fit_, std::min(columns().width - besideWidth(fit_), most));
        const ImVec2 size = figure.arrange(fit_);
        const float cell = (size.x - figure.labelWidth()) / across - fit_.gap;
        const float highest = fit_.font != nullptr
                                  ? std::min(look_.px(kHighestCell), kHighestShare * cell)
                                  : look_.px(kHighestColour);
        const float left = roomBelow(size, figure);
        fit_.height = std::max(
            fit_.height, std::min(fit_.height + std::floor(left / rowsDown(figure)), highest));
    }

    [[nodiscard]] bool hasRoom(InfluenceFigure& figure, const CellFit& fit) {
        const ImVec2 size = figure.arrange(fit);
        const float wide = size.x + besideWidth(fit);
        return wide <= columns().width && roomBelow(size, figure) >= 0;
    }

    void drawTest(InfluenceFigure& figure, BothSides<VerdictBox>& verdicts) {
        const float of_side = sideHeight() + figure_size_.y + gap_;
        const float height =
            look_.px(headerHeight()) + figuresDown() * of_side + lowerVerdicts() + 2 * pad();
        const Rect card = rest_.takeTop(height, gap_);
        drawPageCard(scene_, painter_, card);
        float y = card.min.y + pad();
        if (arrangement_.has_header) header(y);
        y += look_.px(headerHeight());
        const SideColumns columns = this->columns();
        const float air = areBeside(arrangement_.bars) ? 0 : columns.width - figure_size_.x;
        for (const Side side : {Side::a, Side::b}) {
            const float top = y + (arrangement_.is_stacked && side == Side::b ? of_side : 0);
            sideButton(side, top);
            figure.draw(side, {columns.left.of(side) + std::floor(air / 2), top + sideHeight()});
            const float verdict = arrangement_.is_stacked ? top : y + of_side;
            const Rect box =
                verdictColumn(side, arrangement_).betweenY(verdict, verdict + verdict_height_);
            verdicts.of(side).draw(box, arrangement_.words);
        }
    }

    void header(float y) {
        const float left = rest_.min.x + cardSide(scene_);
        const float right = rest_.max.x - cardSide(scene_);
        const float name = painter_.textAt(look_.fonts.title, look_.colors().ink, {left, y},
                                           scene_.said(say::leak::Title{}));
        drawBesideTitle(scene_, painter_, {{left + name, y}, {right, y + look_.px(26)}},
                        scene_.said(say::leak::Question{}),
                        parseSymbols("\u2016\u2202 output_i / \u2202 x_j\u2016"));
    }

    [[nodiscard]] std::string sideTitle(Side side) const {
        const Message variant = variantTitle(scene_.document(), scene_.place().compared.of(side));
        return scene_.said(
            say::leak::Side{.side = Verbatim{side == Side::a ? "A" : "B"}, .variant = variant});
    }
    [[nodiscard]] float sideButtonWidth(Side side) const {
        return std::min(buttonWidth(painter_, sideTitle(side), {.menu = true}), halfWidth());
    }

    /// Draws the variant of a side as a button with the menu of Compare.
    void sideButton(Side side, float y) {
        const bool is_a = side == Side::a;
        const char* const id = is_a ? "###a" : "###b";
        const Argument key = firstKey(commandOf(side));
        const std::string tip = scene_.said(is_a ? Message(say::leak::TestedTip{.key = key})
                                                 : Message(say::leak::BesideTip{.key = key}));
        const ButtonOptions options{.tooltip = tip, .menu = true};
        const float width = sideButtonWidth(side);
        const float high = look_.px(kLeakCentreSide - kBelowSideButton);
        // Beside its verdict the button stands at the left, else above the middle of the figure.
        const ImVec2 at =
            arrangement_.is_stacked
                ? ImVec2{leftOf(Side::a), y + std::floor((verdict_height_ - high) / 2)}
                : ImVec2{leftOf(side) + std::floor((halfWidth() - width) / 2), y};
        const Rect box = Rect::at(at, {width, high});
        drawVariantMenu(scene_, side, id, box,
                        button(painter_, box, (sideTitle(side) + id).c_str(), options));
    }

    void drawProbe(const InfluenceFigure& figure) {
        ProbeCard probe(scene_, painter_, pair_, figure, arrangement_.bars);
        const float height = probe.height(rest_.height() - 2 * pad());
        const Rect card = rest_.untilY(rest_.min.y + height + 2 * pad());
        drawPageCard(scene_, painter_, card);
        const Rect inside = card.inset(cardSide(scene_), pad());
        probe.draw(inside, columns());
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    float gap_;
    Rect rest_;  ///< the part of the region that is still empty
    ComparedPair pair_;
    CellFit fit_;
    Arrangement arrangement_;
    ImVec2 figure_size_{0, 0};
    float verdict_height_ = 0;
    float move_number_ = 0;  ///< the width of the number behind a bar
};

}  // namespace

void drawLeakTest(const Scene& scene, const Rect& region) {
    // The panels of a narrow window lie over the centre.
    ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
    LeakPage(scene, region).draw();
}

}  // namespace lookback
