#include <algorithm>
#include <array>

#include "app/state/commands/commands.h"
#include "app/state/update/action.h"
#include "app/views/edit/mask_menu.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/experiment/panel_rows.h"
#include "app/widgets/button.h"
#include "app/widgets/menu.h"
#include "core/document/mask_edit.h"
#include "core/words/say.h"
#include "messages/experiment.h"
#include "messages/mask.h"

namespace lookback {
namespace {

constexpr std::array kIds{"###twin-a", "###twin-b"};
static_assert(kIds.size() == kMaxTwins);

Document twinAttention(const Experiment& experiment, std::size_t twin) {
    return attentionDocument(experiment.model, experiment.twins[twin], experiment.dtype,
                             experiment.context);
}

/// Returns the name of a twin for files, which no language changes.
std::string twinName(const Experiment& experiment, std::size_t twin) {
    return english().text(nameOfMask(experiment, twin));
}

/// Applies the actions of the menu of a twin's mask to the twin.
struct TwinWish {
    PanelRows& rows;
    std::size_t twin;

    void operator()(const SetMaskRules& a) const {
        edit([&](Twin& next) { next.mask = {a.rules, {}}; });
    }
    void operator()(const Change<Mask>& a) const {
        edit([&](Twin& next) { a.applyTo(next.mask); });
    }
    void operator()(const SetMasking& a) const {
        if (!a.is_dragged) return edit([&](Twin& next) { next.masking = a.masking; });
        rows.drag([&](Experiment& next) {
            next.twins[twin].masking = a.masking;
            next.twins[twin].name = twinName(next, twin);
        });
    }
    template <class Other>
    void operator()(const Other&) const {}

private:
    template <class Edit>
    void edit(Edit change) const {
        rows.edit([&](Experiment& next) {
            const Twin before = next.twins[twin];
            change(next.twins[twin]);
            if (next.twins[twin] != before) next.twins[twin].name = twinName(next, twin);
        });
    }
};

/// Returns the longest title that fits: of the mask and the masking, then with ever less of the
/// masking.
std::string longestFittingTitle(PanelRows& rows, const Document& attention, float room) {
    const Wording wording = rows.scene().wording();
    std::vector<std::string> titles{wording.text(maskingTitle(attention))};
    for (const Message& method : shorterMaskingTitles(attention)) {
        titles.push_back(wording.text(
            say::mask::RulesAndMethod{.rules = maskTitle(attention), .method = method}));
    }
    titles.push_back(wording.text(maskTitle(attention)));
    titles.push_back(rows.said(say::experiment::TwinRules{.n = std::ssize(attention.mask.rules)}));
    const auto fits = [&](const std::string& title) {
        return buttonWidth(rows.painter(), title, {.menu = true}) <= room;
    };
    const auto longest = std::find_if(titles.begin(), titles.end(), fits);
    return longest != titles.end() ? *longest : titles.back();
}

/// Draws the items of the menu of a twin's mask.
void twinItems(PanelRows& rows, std::size_t twin) {
    const Document attention = twinAttention(rows.now(), twin);
    const std::vector<RuleEffect> effects = effectsOf(attention.mask, attention.n());
    maskMenuItems(rows.scene(),
                  {.document = attention,
                   .effects = effects,
                   .emit =
                       [&](const Action& action) {
                           action.visit(TwinWish{rows, twin});
                       },
                   .drag = ExperimentDrag{},
                   .is_on_stage = false},
                  false);
}

void twinRow(PanelRows& rows, std::size_t twin) {
    const Look& look = rows.look();
    const Rect line = rows.take(rows.rowHeight(), look.px(4));
    const float inset = look.px(4);
    const float end =
        twinChip(rows.painter(), {line.min.x, line.min.y + inset}, line.height() - 2 * inset, twin);
    const Rect room = line.fromX(end + look.px(10));
    const Document attention = twinAttention(rows.now(), twin);
    if (!rows.menuButton(room, longestFittingTitle(rows, attention, room.width()), kIds[twin],
                         say::experiment::TwinTip{.model = modelLetter(twin)})) {
        return;
    }
    twinItems(rows, twin);
    endMenu();
}

}  // namespace

Message nameOfMask(const Experiment& experiment, std::size_t twin) {
    const Twin& own = experiment.twins[twin];
    const bool is_alike =
        std::any_of(experiment.twins.begin(), experiment.twins.end(),
                    [&](const Twin& other) { return &other != &own && other.mask == own.mask; });
    const Document attention = twinAttention(experiment, twin);
    return is_alike ? methodTitle(own.masking) : maskTitle(attention);
}

MenuSpec twinMenu(const Scene& scene, std::size_t twin) {
    const Document attention = twinAttention(scene.state.experiment(), twin);
    const Wording wording = scene.wording();
    const Message tip = say::experiment::TwinTip{.model = modelLetter(twin)};
    const auto lettered = [twin](const std::string& title) {
        return std::string(1, twinLetter(twin)) + " \u00b7 " + title;
    };
    return {
        .id = twin == 0 ? Menu::model_a : Menu::model_b,
        .name = wording.text(say::experiment::TwinMenu{.model = modelLetter(twin)}),
        .title = lettered(wording.text(maskingTitle(attention))),
        .shorter = lettered(wording.text(maskTitle(attention))),
        .says_now = true,
        .brief = wording.text(maskingTitle(attention)),
        .button = twin == 0 ? "##mask-a" : "##mask-b",
        .tooltip = wording.text(withKey(tip, command(twin == 0 ? "train-mask-a" : "train-mask-b"))),
        .items =
            [twin](const Scene& inside) {
                PanelRows rows(inside, Rect::at(ImGui::GetCursorScreenPos(), {0, 0}));
                twinItems(rows, twin);
            },
        .is_at_foot = true};
}

void twinRows(PanelRows& rows) {
    rows.heading(say::experiment::Twins{});
    for (std::size_t twin = 0; twin < rows.now().twins.size(); ++twin) twinRow(rows, twin);
    if (rows.scene().compact) return;
    rows.take(0, rows.look().px(4));
    rows.hint(rows.said(say::experiment::TwinsHint{}));
}

}  // namespace lookback
