#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/state/sentences.h"
#include "app/views/compare/compare.h"
#include "app/views/compare/compare_figure.h"
#include "app/views/shared/panning.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/formula.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kBar = 34;
constexpr float kPad = 22;                ///< of a card
constexpr float kHeading = 24;            ///< of a card, with what is below it
constexpr float kLegend = 28;             ///< with what is above it
constexpr std::size_t kMostWords = 4;     ///< lines of what changed, ...
constexpr std::size_t kFewWords = 3;      ///< ... in a low window
constexpr double kWholeNumbersFrom = 10;  ///< bounds of numbers whose decimals matter little

class ComparePage {
public:
    ComparePage(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          gap_(look_.px(scene.compact ? 9 : 16)),
          rest_{{region.min.x + look_.px(kPad), region.min.y + gap_},
                {region.max.x - look_.px(kPad), region.max.y - gap_}},
          pair_(scene.state.comparison.of(scene.shown(), scene.place().compared)),
          id_(stageInFocus(scene.state)) {}

    void draw() {
        const float bar = rest_.min.y + look_.px(kBar);
        drawCompareBar(scene_, {rest_.min, {rest_.max.x, bar}});
        rest_.min.y = bar + gap_;
        if (const auto fault = this->fault()) return drawFault(*fault);
        tell();
        CompareFigure figure(scene_, painter_, pair_, id_);
        std::optional<CompareFigure> output = outputFigure();
        const float words = wordsHeight();
        const float pads = look_.px(2 * pad() + kLegend);
        const auto room = [&](float below) {
            return ImVec2{inside(), rest_.height() - words - gap_ - pads - below};
        };
        CellFit fit = chooseFit(figure, room(0));
        float output_height = output ? arrangeOutput(*output) : 0;
        if (output) {
            const CellFit smaller = chooseFit(figure, room(output_height + gap_));
            // The stage that one looks at comes first.
            const bool has_room = smaller.font == fit.font && smaller.operand == fit.operand &&
                                  smaller.decimals == fit.decimals;
            if (has_room)
                fit = smaller;
            else
                output.reset();
        }
        drawFigure(figure, fit, room(output ? output_height + gap_ : 0));
        drawWords(words);
        if (output) drawOutput(*output, output_height);
        turnWheel(scene_, figure.isCut());
    }

private:
    [[nodiscard]] float pad() const { return scene_.compact ? 10.0f : 16.0f; }
    [[nodiscard]] float inside() const { return rest_.width() - look_.px(2 * kPad); }

    /// Why there is nothing to compare; nothing where there is.
    [[nodiscard]] std::optional<std::string> fault() const {
        auto found = pair_.fault;
        if (!found) found = comparisonFault(pair_.a->document(), pair_.b->document(), id_);
        if (!found) return std::nullopt;
        return asSentence(found->where + ": " + found->message);
    }

    void drawFault(const std::string& fault) {
        const TextLine line{{"These two cannot be compared here. ", Ink::plain, true}, {fault}};
        const LineFonts fonts = sentenceFonts(look_);
        const float height = setLine(painter_, fonts, {0, 0}, inside(), line, 0, false).height;
        const Rect card{rest_.min, {rest_.max.x, rest_.min.y + height + look_.px(2 * pad())}};
        painter_.card(card);
        setLine(painter_, fonts, {card.min.x + look_.px(kPad), card.min.y + look_.px(pad())},
                inside(), line);
    }

    /// What there is to say, as far as it has room.
    void tell() {
        const Index head = info(id_).per_head ? scene_.place().head : 0;
        const auto& all =
            scene_.state.comparison.told(pair_, id_, head, scene_.preferences().decimals);
        const std::size_t most = scene_.compact ? kFewWords : kMostWords;
        float left = static_cast<float>(most) * lineHeight(sentenceFonts(look_));
        for (const TextLine& sentence : all) {
            left -= heightOf(sentence);
            if (left < 0 && !told_.empty()) return;
            told_.push_back(sentence);
        }
    }

    [[nodiscard]] float heightOf(const TextLine& sentence) {
        return setLine(painter_, sentenceFonts(look_), {0, 0}, inside(), sentence, 0, false).height;
    }

    /// The same for all pairs: that other words are said moves nothing.
    [[nodiscard]] float wordsHeight() {
        const std::size_t most = scene_.compact ? kFewWords : kMostWords;
        const float lines = static_cast<float>(most) * lineHeight(sentenceFonts(look_));
        float told = 0;
        for (const TextLine& sentence : told_) told += heightOf(sentence);
        return look_.px(2 * pad() + kHeading) + std::max(lines, told);
    }

    void drawWords(float height) {
        painter_.card({rest_.min, {rest_.max.x, rest_.min.y + height}});
        const float x = rest_.min.x + look_.px(kPad);
        float y = rest_.min.y + look_.px(pad());
        panelHeading(painter_, {x, y}, "WHAT CHANGED", look_.colors().soft);
        y += look_.px(kHeading);
        for (const TextLine& sentence : told_) {
            y += setLine(painter_, sentenceFonts(look_), {x, y}, inside(), sentence).height;
        }
        rest_.min.y += height + gap_;
    }

    [[nodiscard]] CellFit chooseFit(CompareFigure& figure, ImVec2 room) const {
        const int least = scene_.shown().bound(id_) >= kWholeNumbersFrom ? 0 : 1;
        const auto sizes = cellFits(look_, look_.fonts.digits, scene_.preferences().decimals,
                                    {.roomy = true, .least_decimals = least});
        return bestFit(sizes, [&](const CellFit& fit) { return hasRoom(figure, fit, room); });
    }

    [[nodiscard]] static bool hasRoom(CompareFigure& figure, const CellFit& fit, ImVec2 room) {
        const ImVec2 size = figure.arrange(fit);
        return size.x <= room.x && size.y <= room.y;
    }

    void drawFigure(CompareFigure& figure, CellFit fit, ImVec2 room) {
        growCells(look_, fit, [&](const CellFit& tried) { return hasRoom(figure, tried, room); });
        const ImVec2 size = figure.arrange(fit);
        const float height = size.y + look_.px(2 * pad() + kLegend);
        painter_.card({rest_.min, {rest_.max.x, rest_.min.y + height}});
        const ImVec2 at{rest_.min.x + look_.px(kPad), rest_.min.y + look_.px(pad())};
        figure.draw(at, inside());
        const float legend = at.y + size.y + look_.px(kLegend - 12);
        figure.drawLegends({at.x, legend}, inside());
        rest_.min.y += height + gap_;
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
        return output.arrange(fit).y + look_.px(2 * pad());
    }

    void drawOutput(CompareFigure& output, float height) {
        painter_.card({rest_.min, {rest_.max.x, rest_.min.y + height}});
        output.draw({rest_.min.x + look_.px(kPad), rest_.min.y + look_.px(pad())}, inside());
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    float gap_;
    Rect rest_;  ///< of the region, below what is drawn
    ComparedPair pair_;
    MatrixId id_;
    std::vector<TextLine> told_;
};

}  // namespace

void drawCompare(const Scene& scene, const Rect& region) {
    // As the Lab's centre: the panels of a narrow window lie over it.
    ImGui::BringWindowToDisplayBack(ImGui::GetCurrentWindow());
    ComparePage(scene, region).draw();
}

}  // namespace lookback
