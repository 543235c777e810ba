#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/look/fonts.h"
#include "app/state/model/app_state.h"
#include "app/state/model/shown_lesson.h"
#include "app/state/model/shown_quantity.h"
#include "app/views/compare/compare.h"
#include "app/views/compare/compare_figure.h"
#include "app/views/shared/card.h"
#include "app/views/shared/gestures.h"
#include "app/views/shared/grid_part.h"
#include "app/views/shared/scene.h"
#include "core/compare/difference.h"
#include "core/engine/stages.h"
#include "core/explain/matrix_words.h"
#include "core/words/say.h"
#include "messages/common.h"
#include "messages/compare.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr float kLegend = 28;          ///< height of the legend and the gap above it
constexpr std::size_t kMostWords = 4;  ///< lines of words about the difference, ...
constexpr std::size_t kFewWords = 3;   ///< ... in a low window
// Sizes of type of digits, in pixels of the design:
constexpr float kLargeDigits = 17;   ///< below, fewer decimals are tried
constexpr float kLeastLegible = 12;  ///< of the difference
constexpr float kLeastOfSides = 9;   ///< of A and B, presented
// Widths of words beside the difference:
constexpr float kLeastWords = 240;
constexpr float kLeastPresentedWords = 380;
constexpr float kSideType = 0.7f;  ///< their type, of that of the difference
constexpr std::array kHeightsOfLegible{1.35f, 1.05f, 0.88f};  ///< of cells, in heights of the type
constexpr std::array kHeightsOfTwoLines{1.35f, 1.05f, 0.88f, 0.78f};
constexpr Index kMostComparedWithDigits = 32;  ///< rows: with more, cells are colour alone
constexpr int kLeastComparedDecimals = 2;

class PairPage {
public:
    PairPage(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          rest_(region),
          pair_(scene.state.comparison.of(scene.shown(), scene.place().compared)),
          id_(stageInFocus(scene.state)) {}

    void draw() {
        if (const auto fault = this->fault()) {
            return drawReasonCard(scene_, rest_, scene_.said(say::compare::Cannot{}),
                                  scene_.said(*fault));
        }
        const std::vector<TextLine> told = toldOfPair();
        WordsCard words(scene_, painter_, told, rest_.width(), mostWords(told.size()));
        CompareFigure figure(scene_, painter_, pair_, id_);
        std::optional<CompareFigure> output = outputFigure();
        const float pads = 2 * cardPad(scene_) + look_.px(kLegend);
        const ImVec2 room{inside(), rest_.height() - words.height() - cardGap(scene_) - pads};
        const auto sizes = sizesOf();
        auto fit = firstFit(figure, sizes, sizes.begin(), room);
        const bool is_legible = fit->is_brief || !scene_.place().presenting;
        if (fit->font == nullptr || fit->operand > 0 || !is_legible) {
            const auto in_one_line = [&](const CellFit& tried) {
                return hasRoom(figure, tried, room);
            };
            if (drawInTwoLines(figure, told, in_one_line)) return;
            fit = firstFit(figure, sizes, sizes.begin(), room);
        }
        ImVec2 beside_output = room;
        float output_height = 0;
        const CellFit of_output = output ? fitOfOutput(*output, fit->decimals) : CellFit{};
        if (of_output.font == nullptr || of_output.operand > 0) output.reset();
        if (output) {
            output_height = output->arrange(of_output).y + 2 * cardPad(scene_);
            beside_output.y -= output_height + cardGap(scene_);
            const auto smaller = firstFit(figure, sizes, fit, beside_output);
            // The stage in focus keeps its digits: the result, which has digits as well, is shown
            // only if that costs none.
            if (hasSameDigits(*fit, *smaller) && hasRoom(figure, *smaller, beside_output)) {
                fit = smaller;
                noteFigureDecimals(scene_, of_output);
            } else {
                output.reset();
            }
        }
        drawFigure(figure, *fit, output ? beside_output : room);
        words.draw(rest_.min, scene_.said(say::compare::Differences{}));
        rest_.min.y += words.height() + cardGap(scene_);
        if (output) drawOutput(*output, output_height);
        turnWheel(scene_, figure.isCut());
    }

private:
    using Sizes = std::vector<CellFit>;
    using Fits = std::function<bool(const CellFit&)>;

    [[nodiscard]] float inside() const { return rest_.width() - 2 * cardSide(scene_); }

    /// Returns why there is nothing to compare; nothing where there is.
    [[nodiscard]] std::optional<Message> fault() const {
        if (pair_.fault) return pair_.fault;
        const Document& a = pair_.a->document();
        const Document& b = pair_.b->document();
        const auto found = comparisonFault(a, b, id_);
        if (!found) return std::nullopt;
        if (isMessage<say::faults::OtherSize>(found->message)) {
            return say::compare::OtherSize{
                .matrix = allOf(id_), .a = stageSize(id_, a), .b = stageSize(id_, b)};
        }
        return say::compare::NoMatrix{.side = Verbatim{stage(id_).applies(a) ? "B" : "A"},
                                      .matrix = allOf(id_)};
    }

    /// Returns the lines of words that have room, whichever cell is in focus.
    [[nodiscard]] std::size_t mostWords(std::size_t told) const {
        if (told == 0) return 0;
        return scene_.compact ? kFewWords : kMostWords;
    }

    /// The sentences tell the stage in focus and what follows from it. On the slide of a lesson its
    /// caption has their room.
    [[nodiscard]] std::vector<TextLine> toldOfPair() const {
        if (leadsThroughLesson(scene_.state)) return {};
        const Wording wording = scene_.wording();
        const ShownLesson& lesson = scene_.state.lesson;
        if (!lesson.hiding.cells.empty() || lesson.awaitsChoice()) {
            return {wording.line(hiddenByLesson(scene_.state))};
        }
        const Quantity focused{.id = id_};
        if (isShown(scene_.state, focused)) return wording.lines(facts());
        return {wording.line(whyHidden(scene_.state, focused))};
    }

    [[nodiscard]] const std::vector<Message>& facts() const {
        const Index head = info(id_).per_head ? scene_.place().head : 0;
        const Preferences& as = scene_.preferences();
        return scene_.state.comparison.told(pair_, id_, head, as.decimals, as.conventions);
    }

    [[nodiscard]] Sizes sizesOf() const {
        const int least = std::min(scene_.decimals, kLeastComparedDecimals);
        Sizes sizes = cellFits(look_, look_.fonts.digits, scene_.decimals,
                               {.roomy = true, .least_decimals = least});
        if (!scene_.place().presenting) return sizes;
        // Digits that are legible from the last row of a room go before all others.
        const Sizes legible = legibleSizes(kHeightsOfLegible);
        sizes.insert(sizes.begin(), legible.begin(), legible.end());
        return sizes;
    }

    /// Returns the sizes with digits that are legible from the last row of a room in all matrices,
    /// the best first. @param heights of cells, in heights of the type
    [[nodiscard]] Sizes legibleSizes(std::span<const float> heights) const {
        Sizes sizes;
        addLegible(sizes, heights, kMostDigits, kLargeDigits);
        addLegible(sizes, heights, kLargeDigits, kLeastLegible);
        return sizes;
    }

    /// Adds sizes with digits in all matrices. Digits of the difference are larger than those of A
    /// and B. @param from,to bounds of the type of the difference, in pixels of the design
    void addLegible(Sizes& sizes, std::span<const float> heights, float from, float to) const {
        const auto is_in = [&](const ImFont* font, float least, float most) {
            return font->FontSize > look_.px(least) * kMonoLine - 0.5f &&
                   font->FontSize < look_.px(most) * kMonoLine + 0.5f;
        };
        const std::vector<ImFont*>& fonts = look_.fonts.digits;
        const int wish = scene_.decimals;
        for (int decimals = wish; decimals >= std::min(wish, kLeastComparedDecimals); --decimals) {
            for (ImFont* const font : fonts) {
                if (!is_in(font, to, from)) continue;
                const float side = font->FontSize * kSideType / kMonoLine / look_.scale;
                const auto of_sides = std::find_if(fonts.rbegin(), fonts.rend(), [&](ImFont* one) {
                    return is_in(one, std::max(side, kLeastOfSides), kMostDigits);
                });
                for (const float height : heights) {
                    sizes.push_back({.font = font,
                                     .decimals = decimals,
                                     .height = std::floor(font->FontSize * height),
                                     .operand_font = of_sides == fonts.rend() ? font : *of_sides,
                                     .is_brief = true,
                                     .pad = 0.3f});
                }
            }
        }
    }

    /// Shows the part with the most cells around the cell in focus for which the last of these
    /// sizes fits. @return that part; no cells where none fits
    [[nodiscard]] static PartSize showLargestPart(CompareFigure& figure, const Sizes& sizes,
                                                  const Fits& fits) {
        if (sizes.empty()) return {};
        const PartSize whole = figure.wholeSize();
        if (std::max(whole.down, whole.across) > kMostComparedWithDigits) return {};
        const PartSize part = largestPart(whole, [&](PartSize tried) {
            figure.showAround(tried);
            return fits(sizes.back());
        });
        figure.showAround(part.cells() > 0 ? part : whole);
        return part;
    }

    /// Returns the first size from `from` on that fits; the last where none does.
    [[nodiscard]] static Sizes::const_iterator firstFit(CompareFigure& figure, const Sizes& sizes,
                                                        Sizes::const_iterator from, ImVec2 room) {
        const auto found = std::find_if(
            from, sizes.end(), [&](const CellFit& fit) { return hasRoom(figure, fit, room); });
        return found == sizes.end() ? std::prev(sizes.end()) : found;
    }

    [[nodiscard]] static bool hasSameDigits(const CellFit& a, const CellFit& b) {
        return a.font == b.font && a.operand == b.operand && a.decimals == b.decimals;
    }

    [[nodiscard]] static bool hasRoom(CompareFigure& figure, const CellFit& fit, ImVec2 room) {
        const ImVec2 size = figure.arrange(fit);
        return size.x <= room.x && size.y <= room.y;
    }

    void drawFigure(CompareFigure& figure, CellFit fit, ImVec2 room) {
        growCells(look_, fit, [&](const CellFit& tried) { return hasRoom(figure, tried, room); });
        noteFigureDecimals(scene_, fit);
        const ImVec2 size = figure.arrange(fit);
        const float height = size.y + 2 * cardPad(scene_) + look_.px(kLegend);
        const Rect card = rest_.takeTop(height, cardGap(scene_));
        drawPageCard(scene_, painter_, card);
        const ImVec2 at = card.inset(cardSide(scene_), cardPad(scene_)).min;
        figure.draw(at, inside(), inside());
        const float legend = at.y + size.y + look_.px(kLegend - 12);
        figure.drawLegends({at.x, legend}, inside());
    }

    /// Returns the figure of the result, if another stage is in focus and both results can be
    /// compared.
    [[nodiscard]] std::optional<CompareFigure> outputFigure() {
        const MatrixId result = scene_.trace().result();
        const Document& a = pair_.a->document();
        const Document& b = pair_.b->document();
        if (result == id_ || comparisonFault(a, b, result)) return std::nullopt;
        if (!isShown(scene_.state, {.id = result})) return std::nullopt;
        return std::optional<CompareFigure>(std::in_place, scene_, painter_, pair_, result);
    }

    /// Returns cells with digits in all three, where a line or two have room for them.
    /// @param decimals of the figure above it
    [[nodiscard]] CellFit fitOfOutput(CompareFigure& output, int decimals) const {
        const std::array fonts{look_.fonts.mono, look_.fonts.mono_small};
        const ImVec2 room{inside(), rest_.height()};
        const auto fitted = [&](bool is_stacked) {
            Sizes sizes = cellFits(look_, fonts, decimals);
            for (CellFit& fit : sizes) fit.is_stacked = is_stacked;
            return bestFit(sizes,
                           [&](const CellFit& tried) { return hasRoom(output, tried, room); });
        };
        const CellFit in_one_line = fitted(false);
        const bool has_digits = in_one_line.font != nullptr && in_one_line.operand == 0;
        return has_digits ? in_one_line : fitted(true);
    }

    void drawOutput(CompareFigure& output, float height) {
        drawPageCard(scene_, painter_, rest_.top(height));
        output.draw({rest_.min.x + cardSide(scene_), rest_.min.y + cardPad(scene_)}, inside(),
                    inside());
    }

    /// Draws the figure in two lines, with the words beside the difference. Where its digits have
    /// no room, the figure shows its largest part, and this draws it if two lines have room for
    /// more cells than others. @param in_one_line true where a size has room above the words
    /// @return false where the figure is to stand above the words, in one line or in three
    bool drawInTwoLines(CompareFigure& figure, const std::vector<TextLine>& told,
                        const Fits& in_one_line) {
        Sizes sizes = legibleSizes(kHeightsOfTwoLines);
        for (CellFit& fit : sizes) {
            fit.is_stacked = true;
            fit.operand_font = nullptr;
        }
        const float legend = look_.px(kLegend);
        const float least =
            look_.px(scene_.place().presenting ? kLeastPresentedWords : kLeastWords);
        const ImVec2 room{inside(), rest_.height() - 2 * cardPad(scene_) - legend};
        const auto fits = [&](const CellFit& tried) {
            return hasRoom(figure, tried, room) && figure.sizeOfDifference().x + least <= room.x;
        };
        auto found = std::find_if(sizes.begin(), sizes.end(), fits);
        if (found == sizes.end()) {
            const Sizes of_one_line = legibleSizes(kHeightsOfLegible);
            const PartSize of_two = showLargestPart(figure, sizes, fits);
            const PartSize of_one = showLargestPart(figure, of_one_line, in_one_line);
            // Few long rows have most room below each other.
            figure.setBelowEachOther(true);
            const PartSize of_three = showLargestPart(figure, of_one_line, in_one_line);
            if (of_three.rank() > std::max(of_one.rank(), of_two.rank())) return false;
            figure.setBelowEachOther(false);
            if (of_one.rank() >= of_two.rank()) {
                (void)showLargestPart(figure, of_one_line, in_one_line);
                return false;
            }
            (void)showLargestPart(figure, sizes, fits);
            found = std::find_if(sizes.begin(), sizes.end(), fits);
        }
        CellFit fit = *found;
        growCells(look_, fit, fits);
        noteFigureDecimals(scene_, fit);
        const ImVec2 size = figure.arrange(fit);
        drawPageCard(scene_, painter_, rest_.top(size.y + legend + 2 * cardPad(scene_)));
        const ImVec2 at = rest_.inset(cardSide(scene_), cardPad(scene_)).min;
        const float lower = std::min(std::floor(inside() / 2), inside() - least);
        const float wide = std::max(lower, figure.sizeOfDifference().x);
        figure.draw(at, inside(), wide);
        figure.drawLegends({at.x, at.y + size.y + look_.px(kLegend - 12)}, wide);
        WordsCard words(scene_, painter_, told, inside() - wide, kMostWords);
        words.drawWords({at.x + wide, at.y + size.y - figure.sizeOfDifference().y},
                        scene_.said(say::compare::Differences{}));
        turnWheel(scene_, figure.isCut());
        return true;
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect rest_;  ///< the part of the region that is still empty
    ComparedPair pair_;
    MatrixId id_;
};

}  // namespace

void drawComparedPair(const Scene& scene, const Rect& region) { PairPage(scene, region).draw(); }

}  // namespace lookback
