#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/views/panels.h"
#include "app/views/stage_grid.h"
#include "app/widgets/formula.h"
#include "core/base/text.h"
#include "core/lesson/lesson.h"

namespace lookback {
namespace {

constexpr float kPad = 22;

/// The step that makes the weights is on screen, and a mask keeps something from them.
bool showsRow(const AppState& state) {
    return state.blocks_some && state.step().results.front() == MatrixId::attention_weights;
}

class Asides {
public:
    Asides(const Scene& scene, const Rect& region)
        : scene_(scene), look_(scene.look), painter_(scene.look), region_(region) {}

    void draw() {
        if (showsRow(scene_.state)) withoutMask();
        if (const std::string* text = lessonNote()) note(*text);
    }

private:
    /// Lessons speak of their own numbers: once something is changed they are silent.
    [[nodiscard]] const std::string* lessonNote() const {
        const auto& lesson = scene_.document().lesson;
        if (!lesson || !scene_.state.is_as_opened) return nullptr;
        const Step& step = scene_.state.step();
        for (const LessonNote& note : lesson->notes) {
            if (std::find(step.stages.begin(), step.stages.end(), note.stage) !=
                step.stages.end()) {
                return &note.text;
            }
        }
        return nullptr;
    }

    void card(float height) {
        painter_.card({region_.min, {region_.max.x, region_.min.y + height}});
    }

    void next(float height) {
        region_.min.y += height + look_.px(scene_.compact ? 9 : 14);
        ImGui::SetCursorScreenPos(region_.min);
        ImGui::Dummy({1, 1});
    }

    void withoutMask() {
        const Index token = scene_.state.token();
        StageGrid grid(scene_, MatrixId::attention_weights);
        grid.spec.values =
            scene_.state.unmasked.view(MatrixId::attention_weights, scene_.view.head).row(token);
        grid.spec.mask.reset();
        grid.spec.interactive = false;
        const std::array fonts{look_.fonts.mono, look_.fonts.digits.back()};
        const float room = region_.max.x - region_.min.x - look_.px(2 * kPad + 70);
        const auto cols = static_cast<float>(grid.spec.values.cols());
        grid.resize(bestFit(cellFits(look_, fonts, scene_.view.decimals), [&](const CellFit& fit) {
            return cols * (fit.width(grid.room()) + grid.spec.gap) <= room;
        }));
        const float y = region_.min.y + look_.px(scene_.compact ? 8 : 14);
        const float left = region_.min.x + look_.px(kPad);
        const std::string& label = scene_.labels()[static_cast<std::size_t>(token)];
        const float label_width = std::ceil(painter_.width(look_.fonts.strong_small, label)) + 1;
        const float beside = std::min(label_width, look_.px(90));
        grid.spec.at = {left + beside + look_.px(8), y + look_.px(scene_.compact ? 36 : 42)};
        const Rect cells = gridRect(grid.spec);
        const float words_x = cells.max.x + look_.px(24);
        const bool aside = region_.max.x - words_x > look_.px(240);
        const float words_y = aside ? cells.min.y : cells.max.y + look_.px(8);
        const float words_left = aside ? words_x : left;
        const float width = region_.max.x - look_.px(kPad) - words_left;
        const LineFonts fonts_of_words = sentenceFonts(look_);
        const TextLine words = finding();
        const float words_height =
            setLine(painter_, fonts_of_words, {0, 0}, width, words, 0, false).height;
        const float bottom = std::max(cells.max.y, words_y + words_height);
        const float height = bottom + look_.px(scene_.compact ? 8 : 14) - region_.min.y;

        card(height);
        panelHeading(painter_, {left, y}, "WITHOUT THE MASK THIS ROW WOULD BE",
                     look_.colors().soft);
        grid.draw(painter_, scene_);
        rowLabels(painter_, grid.spec, std::span(&label, 1), beside, 0);
        columnLabels(painter_, grid.spec, scene_.labels(), std::nullopt);
        setLine(painter_, fonts_of_words, {words_left, words_y}, width, words);
        next(height);
    }

    /// How much of the row's weight the mask takes away from masked tokens.
    [[nodiscard]] TextLine finding() const {
        const Index token = scene_.state.token();
        const MatrixView mask = scene_.trace().view(MatrixId::mask);
        const MatrixView free =
            scene_.state.unmasked.view(MatrixId::attention_weights, scene_.view.head);
        double taken = 0;
        bool all_later = true;
        for (Index key = 0; key < mask.cols(); ++key) {
            if (mask(token, key) != 0) continue;
            taken += free(token, key);
            all_later = all_later && key > token;
        }
        const std::string& label = scene_.labels()[static_cast<std::size_t>(token)];
        if (taken == 0) {
            return {{fmt::format("The mask takes nothing from {}.", quoted(label)), Ink::soft}};
        }
        return {{formatPercent(taken), Ink::plain, true},
                {fmt::format(" of the weight of {} would come from {}.", quoted(label),
                             all_later ? "words it has not seen yet" : "tokens that are masked"),
                 Ink::soft}};
    }

    void note(const std::string& text) {
        const float left = region_.min.x + look_.px(kPad);
        const float width = region_.max.x - look_.px(kPad) - left;
        const TextLine words{{text, Ink::plain}};
        const LineFonts fonts = sentenceFonts(look_);
        const float words_height = setLine(painter_, fonts, {0, 0}, width, words, 0, false).height;
        const float height = look_.px(14 + 22 + 12) + words_height;
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

float asideHeight(const Scene& scene) {
    return showsRow(scene.state) ? scene.look.px(scene.compact ? 96 : 112) : 0;
}

void drawAsides(const Scene& scene, const Rect& region) { Asides(scene, region).draw(); }

}  // namespace lookback
