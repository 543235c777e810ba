#include <string>
#include <vector>

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
#include "messages/generate.h"

namespace lookback {
namespace {

class GeneratePanel : PanelColumn {
public:
    GeneratePanel(const Scene& scene, const Rect& region)
        : PanelColumn(scene, region, scene.look.px(scene.compact ? 14 : 18),
                      scene.look.px(scene.compact ? 12 : 18)),
          writing_(scene) {}

    void draw() {
        panelHeading(painter_, at(), writing_.said(say::generate::Prompt{}), look_.colors().soft);
        y_ += look_.px(scene_.compact ? 20 : 24);
        y_ += drawPromptChips(scene_, painter_, band(0));
        heading(saidOf<say::generate::Choosing>(writing_.unit()));
        y_ += drawChoiceRows(scene_, painter_, band(0));
        heading(say::generate::Models{});
        model();
        if (writing_.twins() > 1) {
            heading(say::generate::Shown{});
            shown();
        }
        note();
        end();
    }

private:
    [[nodiscard]] float rowHeight() const { return look_.px(scene_.compact ? 26 : 32); }

    void heading(const Message& text) {
        y_ += look_.px(scene_.compact ? 10 : 20);
        panelHeading(painter_, at(), writing_.said(text), look_.colors().soft);
        y_ += look_.px(scene_.compact ? 20 : 24);
    }

    void model() {
        const Experiment& experiment = writing_.run.experiment();
        const LineFonts fonts = sentenceFonts(look_);
        paragraph(fonts, scene_.wording().line(say::generate::ModelAfter{
                             .title = Verbatim{experimentTitle(scene_, experiment)},
                             .step = Count{writing_.moment.wish.step}}));
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
        std::vector<std::string> texts{writing_.said(say::generate::ShownBoth{}) + "###shown-both"};
        std::vector<std::string> tooltips{writing_.said(say::generate::ShownBothTip{})};
        for (std::size_t twin = 0; twin < writing_.twins(); ++twin) {
            const Verbatim model = modelLetter(twin);
            texts.push_back(model.text + (twin == 0 ? "###shown-a" : "###shown-b"));
            tooltips.push_back(writing_.said(say::generate::ShownOneTip{.model = model}));
        }
        std::vector<const char*> labels;
        std::vector<const char*> tips;
        for (const std::string& text : texts) labels.push_back(text.c_str());
        for (const std::string& text : tooltips) tips.push_back(text.c_str());
        const int now = static_cast<int>(writing_.place.shown);
        const int clicked = segmented(painter_, at(), rowHeight(), labels, now, tips);
        y_ += rowHeight();
        if (clicked < 0) return;
        writing_.change(
            [&](GeneratePlace& place) { place.shown = static_cast<TwinsShown>(clicked); });
    }

    void note() {
        if (scene_.state.lesson.awaitsAnswer()) return;  // it may tell the answer
        y_ += look_.px(scene_.compact ? 10 : 20);
        hint(writing_.said(writing_.place.choice.is_greedy
                               ? Message(say::generate::HintGreedy{})
                               : saidOf<say::generate::Hint>(writing_.unit())));
    }

    WritingScene writing_;
};

}  // namespace

void drawGeneratePanel(const Scene& scene, const Rect& region) {
    if (scene.state.writing.moment() != nullptr) GeneratePanel(scene, region).draw();
}

}  // namespace lookback
