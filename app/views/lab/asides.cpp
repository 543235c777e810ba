#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/views/shared/regions.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/formula.h"
#include "core/base/text.h"
#include "core/lesson/lesson.h"

namespace lookback {
namespace {

constexpr float kPad = 22;
constexpr float kSecondRow = 13;  ///< of labels that take turns
constexpr Index kOneRowOfLabels = 8;

/// The step that makes the weights is on screen, and a mask keeps something from them.
bool showsRow(const AppState& state) {
    return state.has_unmasked && state.step().results.front() == MatrixId::attention_weights;
}

/// What the lesson says about the step on screen. Lessons speak of their own numbers: once
/// something is changed they are silent.
const std::string* lessonNote(const AppState& state) {
    const auto& lesson = state.document().lesson;
    if (!lesson || !state.is_as_opened) return nullptr;
    const Step& step = state.step();
    for (const LessonNote& note : lesson->notes) {
        if (std::find(step.stages.begin(), step.stages.end(), note.stage) != step.stages.end()) {
            return &note.text;
        }
    }
    return nullptr;
}

float noteHeight(Painter& painter, const std::string& text, float width) {
    const Look& look = painter.look();
    const TextLine words{{text, Ink::plain}};
    const float inner = width - look.px(2 * kPad);
    return look.px(14 + 22 + 12) +
           setLine(painter, sentenceFonts(look), {0, 0}, inner, words, 0, false).height;
}

class Asides {
public:
    Asides(const Scene& scene, const Rect& region)
        : scene_(scene), look_(scene.look), painter_(scene.look), region_(region) {}

    void draw() {
        if (showsRow(scene_.state)) withoutMask();
        if (const std::string* text = lessonNote(scene_.state)) note(*text);
    }

private:
    void card(float height) {
        painter_.card({region_.min, {region_.max.x, region_.min.y + height}});
    }

    void next(float height) {
        ImGui::SetCursorScreenPos(region_.min);
        ImGui::Dummy({1, height});
        region_.min.y += height + look_.px(scene_.compact ? 9 : 14);
    }

    void withoutMask() {
        const Index token = scene_.state.token();
        StageGrid grid(scene_, MatrixId::attention_weights);
        grid.spec.values =
            scene_.state.unmasked().view(MatrixId::attention_weights, scene_.view.head).row(token);
        grid.spec.mask.reset();
        const Pane& pane = scene_.view.pane;
        const AxisRange keys = pane.range(pane.key, grid.spec.values.cols());
        grid.cut({0, keys.first}, 1, keys.count);
        grid.spec.interactive = false;
        const std::array fonts{look_.fonts.mono, look_.fonts.digits.back()};
        const std::string& label = scene_.labels()[static_cast<std::size_t>(token)];
        const float beside =
            std::min(std::ceil(painter_.width(look_.fonts.strong_small, label)) + 1, look_.px(90));
        const float room = region_.max.x - region_.min.x - look_.px(2 * kPad + 8) - beside;
        const auto cols = static_cast<float>(grid.spec.values.cols());
        grid.resize(bestFit(cellFits(look_, fonts, scene_.view.decimals), [&](const CellFit& fit) {
            return cols * (fit.width(grid.room()) + fit.gap) <= room;
        }));
        const std::span<const std::string> asked =
            std::span(scene_.labels())
                .subspan(static_cast<std::size_t>(keys.first),
                         static_cast<std::size_t>(keys.count));
        const bool has_two_rows =
            columnLabelRows(look_, grid.spec, widestLabel(painter_, asked)) == 2;
        const float above = look_.px((scene_.compact ? 36 : 44) + (has_two_rows ? kSecondRow : 0));
        const float y = region_.min.y + look_.px(scene_.compact ? 8 : 14);
        const float left = region_.min.x + look_.px(kPad);
        grid.spec.at = {left + beside + look_.px(8), y + above};
        const Rect cells = gridRect(grid.spec);
        const float height = cells.max.y + look_.px(scene_.compact ? 8 : 14) - region_.min.y;
        const std::string_view heading =
            scene_.compact ? "WITHOUT THE MASK" : "WITHOUT THE MASK THIS ROW WOULD BE";

        if (scene_.dense && region_.min.y + height > region_.max.y) return;
        card(height);
        panelHeading(painter_, {left, y}, heading, look_.colors().soft);
        const float words_x = left + painter_.width(look_.fonts.caption, heading) +
                              look_.px(scene_.compact ? 16 : 28);
        const Fonts& f = look_.fonts;
        const LineFonts words{f.small_text, f.strong_small, f.digits.back()};
        const float raise = (lineHeight(words) - f.caption->FontSize) / 2;
        setLine(painter_, words, {words_x, y - raise}, region_.max.x - words_x, finding());
        grid.draw(painter_, scene_);
        rowLabels(painter_, grid.spec, std::span(&label, 1), beside, 0);
        columnLabels(painter_, grid.spec, asked, std::nullopt);
        next(height);
    }

    /// How much of the row's weight the mask takes away from masked tokens.
    [[nodiscard]] TextLine finding() const {
        const Index token = scene_.state.token();
        const MatrixView mask = scene_.trace().view(MatrixId::mask);
        const MatrixView free =
            scene_.state.unmasked().view(MatrixId::attention_weights, scene_.view.head);
        double taken = 0;
        bool all_later = true;
        for (Index key = 0; key < mask.cols(); ++key) {
            if (mask(token, key) != 0) continue;
            taken += free(token, key);
            all_later = all_later && key > token;
        }
        if (taken == 0) return {{"The mask takes nothing from this row.", Ink::soft}};
        return {{formatPercent(taken), Ink::plain, true},
                {fmt::format(" would come from {}.",
                             all_later ? "words it has not seen yet" : "tokens that are masked"),
                 Ink::soft}};
    }

    void note(const std::string& text) {
        const float left = region_.min.x + look_.px(kPad);
        const float width = region_.max.x - look_.px(kPad) - left;
        const TextLine words{{text, Ink::plain}};
        const LineFonts fonts = sentenceFonts(look_);
        const float height = noteHeight(painter_, text, region_.width());
        if (region_.min.y + height > region_.max.y && scene_.compact) return;
        card(height);
        const float y = region_.min.y + look_.px(14);
        panelHeading(painter_, {left, y}, "IN THIS LESSON", look_.colors().soft);
        setLine(painter_, fonts, {left, y + look_.px(22)}, width, words);
        next(height);
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
};

}  // namespace

float asideHeight(const Scene& scene, float width) {
    const Look& look = scene.look;
    const float second = scene.document().n() > kOneRowOfLabels ? kSecondRow : 0;
    // Where every pixel is the digits', the row stands below them only if there is room.
    const float row =
        showsRow(scene.state) && !scene.dense ? look.px((scene.compact ? 96 : 118) + second) : 0;
    const std::string* const text = scene.compact ? nullptr : lessonNote(scene.state);
    if (text == nullptr) return row;
    Painter painter(look);
    return row + noteHeight(painter, *text, width) + look.px(16);
}

void drawAsides(const Scene& scene, const Rect& region) { Asides(scene, region).draw(); }

}  // namespace lookback
