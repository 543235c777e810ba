#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/views/edit/mask_menu.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/generate/writing_scene.h"
#include "app/views/shared/panel_column.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "app/widgets/formula.h"
#include "core/words/say.h"

namespace lookback {
namespace {

constexpr std::array kShown{"A and B", "A##only", "B##only"};

class GeneratePanel : PanelColumn {
public:
    GeneratePanel(const Scene& scene, const Rect& region)
        : PanelColumn(scene, region, scene.look.px(scene.compact ? 14 : 18),
                      scene.look.px(scene.compact ? 12 : 18)),
          writing_(scene) {}

    void draw() {
        panelHeading(painter_, at(), "PROMPT", look_.colors().soft);
        y_ += look_.px(scene_.compact ? 20 : 24);
        y_ += drawPromptChips(scene_, painter_, band(0));
        heading("CHOOSING THE NEXT " + upper(writing_.noun()));
        y_ += drawChoiceRows(scene_, painter_, band(0));
        heading("MODEL");
        model();
        if (writing_.twins() > 1) {
            heading("SHOWN");
            shown();
        }
        note();
        end();
    }

private:
    [[nodiscard]] static std::string upper(std::string_view word) {
        std::string letters(word);
        for (char& letter : letters) letter = static_cast<char>(std::toupper(letter));
        return letters;
    }

    [[nodiscard]] float rowHeight() const { return look_.px(scene_.compact ? 26 : 32); }

    void heading(const std::string& text) {
        y_ += look_.px(scene_.compact ? 10 : 20);
        panelHeading(painter_, at(), text, look_.colors().soft);
        y_ += look_.px(scene_.compact ? 20 : 24);
    }

    void model() {
        const Experiment& experiment = writing_.run.experiment();
        const std::string step = fmt::format(" after step {}", writing_.moment.wish.step);
        const LineFonts fonts = sentenceFonts(look_);
        const TextLine title{{experiment.title, Ink::plain, true}, {step, Ink::soft}};
        paragraph(fonts, title);
        y_ += look_.px(6);
        for (std::size_t twin = 0; twin < writing_.twins(); ++twin) {
            const Twin& mine = experiment.twins[twin];
            const Document attention =
                attentionDocument(experiment.model, mine, experiment.dtype, experiment.context);
            const float chip = twinChip(painter_, at(), look_.px(22), twin);
            const float from = chip + look_.px(8);
            y_ += setLine(painter_, fonts, {from, y_}, right_ - from,
                          scene_.wording().line(maskingTitle(attention)))
                      .height +
                  look_.px(4);
        }
    }

    void shown() {
        static constexpr std::array<const char*, 3> kGeneratePanelTips{
            "Both write side by side.", "Only this twin.", "Only this twin."};
        const int now = static_cast<int>(writing_.place.shown);
        const int clicked = segmented(painter_, at(), rowHeight(), kShown, now, kGeneratePanelTips);
        y_ += rowHeight();
        if (clicked < 0) return;
        writing_.change(
            [&](GeneratePlace& place) { place.shown = static_cast<TwinsShown>(clicked); });
    }

    void note() {
        y_ += look_.px(scene_.compact ? 10 : 20);
        const std::string words =
            writing_.place.choice.is_greedy
                ? "Greedy takes the largest chance; temperature and the best do not count."
                : fmt::format(
                      "Each {} that is written becomes input of the next step. Nothing "
                      "after it exists yet: there is no answer to read.",
                      writing_.noun());
        hint(words);
    }

    WritingScene writing_;
};

}  // namespace

void drawGeneratePanel(const Scene& scene, const Rect& region) {
    if (scene.state.writing.moment() != nullptr) GeneratePanel(scene, region).draw();
}

}  // namespace lookback
