#include <algorithm>
#include <array>
#include <optional>

#include "app/state/model/sentences.h"
#include "app/views/compare/compare.h"
#include "app/views/compare/compare_figure.h"
#include "app/views/compare/words_card.h"
#include "app/views/shared/gestures.h"
#include "app/views/shared/regions.h"

namespace lookback {
namespace {

constexpr float kLegend = 28;          ///< with what is above it
constexpr std::size_t kMostWords = 4;  ///< lines of what changed, ...
constexpr std::size_t kFewWords = 3;   ///< ... in a low window
constexpr double kComparedPairWholeNumbersFrom =
    10;  ///< bounds of numbers whose decimals matter little

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
            return drawCompareFault(scene_, rest_, "These two cannot be compared here.", *fault);
        }
        WordsCard words(scene_, painter_, told(), rest_.width(),
                        scene_.compact ? kFewWords : kMostWords);
        CompareFigure figure(scene_, painter_, pair_, id_);
        std::optional<CompareFigure> output = outputFigure();
        const float pads = 2 * cardPad(scene_) + look_.px(kLegend);
        const ImVec2 room{inside(), rest_.height() - words.height() - cardGap(scene_) - pads};
        const auto sizes = sizesOf();
        auto fit = firstFit(figure, sizes, sizes.begin(), room);
        ImVec2 beside_output = room;
        float output_height = 0;
        if (output) {
            output_height = arrangeOutput(*output);
            beside_output.y -= output_height + cardGap(scene_);
            const auto smaller = firstFit(figure, sizes, fit, beside_output);
            // The stage that one looks at comes first.
            if (hasSameDigits(*fit, *smaller) && hasRoom(figure, *smaller, beside_output)) {
                fit = smaller;
            } else {
                output.reset();
            }
        }
        drawFigure(figure, *fit, output ? beside_output : room);
        words.draw(rest_.min, "WHAT CHANGED");
        rest_.min.y += words.height() + cardGap(scene_);
        if (output) drawOutput(*output, output_height);
        turnWheel(scene_, figure.isCut());
    }

private:
    using Sizes = std::vector<CellFit>;

    [[nodiscard]] float inside() const { return rest_.width() - 2 * cardSide(scene_); }

    /// Why there is nothing to compare; nothing where there is.
    [[nodiscard]] std::optional<std::string> fault() const {
        auto found = pair_.fault;
        if (!found) found = comparisonFault(pair_.a->document(), pair_.b->document(), id_);
        if (!found) return std::nullopt;
        return asSentence(found->where + ": " + found->message);
    }

    [[nodiscard]] const std::vector<TextLine>& told() const {
        const Index head = info(id_).per_head ? scene_.place().head : 0;
        const Preferences& as = scene_.preferences();
        return scene_.state.comparison.told(pair_, id_, head, as.decimals, as.conventions);
    }

    [[nodiscard]] Sizes sizesOf() const {
        const int least = scene_.shown().bound(id_) >= kComparedPairWholeNumbersFrom ? 0 : 1;
        return cellFits(look_, look_.fonts.digits, scene_.preferences().decimals,
                        {.roomy = true, .least_decimals = least});
    }

    /// The first from `from` on that has room; the last where none has.
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
        const ImVec2 size = figure.arrange(fit);
        const float height = size.y + 2 * cardPad(scene_) + look_.px(kLegend);
        drawPageCard(scene_, painter_, {rest_.min, {rest_.max.x, rest_.min.y + height}});
        const ImVec2 at{rest_.min.x + cardSide(scene_), rest_.min.y + cardPad(scene_)};
        figure.draw(at, inside());
        const float legend = at.y + size.y + look_.px(kLegend - 12);
        figure.drawLegends({at.x, legend}, inside());
        rest_.min.y += height + cardGap(scene_);
    }

    /// The result of both, where another stage is in focus and both results can be compared.
    [[nodiscard]] std::optional<CompareFigure> outputFigure() {
        const MatrixId result = scene_.trace().result();
        const Document& a = pair_.a->document();
        const Document& b = pair_.b->document();
        if (result == id_ || comparisonFault(a, b, result)) return std::nullopt;
        return std::optional<CompareFigure>(std::in_place, scene_, painter_, pair_, result);
    }

    /// @return the height of its card
    [[nodiscard]] float arrangeOutput(CompareFigure& output) const {
        const std::array fonts{look_.fonts.mono, look_.fonts.mono_small};
        const ImVec2 room{inside(), rest_.height()};
        const CellFit fit =
            bestFit(cellFits(look_, fonts, scene_.preferences().decimals),
                    [&](const CellFit& tried) { return hasRoom(output, tried, room); });
        return output.arrange(fit).y + 2 * cardPad(scene_);
    }

    void drawOutput(CompareFigure& output, float height) {
        drawPageCard(scene_, painter_, {rest_.min, {rest_.max.x, rest_.min.y + height}});
        output.draw({rest_.min.x + cardSide(scene_), rest_.min.y + cardPad(scene_)}, inside());
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect rest_;  ///< what is not drawn on yet
    ComparedPair pair_;
    MatrixId id_;
};

}  // namespace

void drawComparedPair(const Scene& scene, const Rect& region) { PairPage(scene, region).draw(); }

}  // namespace lookback
