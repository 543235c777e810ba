#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/model/compare_views.h"
#include "app/state/model/shown_lesson.h"
#include "app/state/update/action.h"
#include "app/views/compare/compare.h"
#include "app/views/edit/model_menu.h"
#include "app/widgets/button.h"
#include "app/widgets/menu.h"
#include "core/compare/difference.h"
#include "core/explain/matrix_words.h"
#include "messages/compare.h"
#include "messages/edit.h"

namespace lookback {
namespace {

constexpr float kCompareBarLine = 34;
constexpr float kBetweenLines = 8;
constexpr float kCompareBarMostWidth = 230;  ///< of a variant's button

class CompareBar {
public:
    CompareBar(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          line_(region.top(look_.px(kCompareBarLine))),
          x_(region.min.x) {}

    /// @return its height
    float draw() {
        const float top = line_.min.y;
        // The slide of a lesson has its caption in place of this line.
        if (!leadsThroughLesson(scene_.state)) views();
        if (scene_.document().heads > 1) heads();
        if (scene_.place().compare_view == CompareView::pair) {
            pair();
        }
        return line_.max.y - top;
    }

private:
    [[nodiscard]] float gap() const { return look_.px(scene_.narrow ? 8 : 12); }

    void nextLine() {
        const float by = look_.px(kCompareBarLine + kBetweenLines);
        line_ = line_.betweenY(line_.min.y + by, line_.max.y + by);
        x_ = line_.min.x;
    }

    /// Returns the next free place to the right.
    Rect place(float width) {
        const Rect box = line_.betweenX(x_, x_ + width);
        x_ = box.max.x + gap();
        return box;
    }

    void views() {
        const Argument key = firstKey(command("compare-view"));
        std::array<std::string, kCompareViews.size()> tips;
        std::array<std::string, kCompareViews.size()> titles;
        for (std::size_t k = 0; k < kCompareViews.size(); ++k) {
            const auto& [view, name] = kCompareViews[k];
            tips[k] = scene_.said(compareViewTip(view, key));
            titles[k] = scene_.labelled(compareViewTitle(view), name);
        }
        const int now = static_cast<int>(scene_.place().compare_view);
        const Rect box = place(segmentedWidth(painter_, pointersTo(titles)));
        const int clicked =
            segmented(painter_, box.min, box.height(), pointersTo(titles), now, pointersTo(tips));
        if (clicked >= 0) {
            scene_.emit(Change(&Place::compare_view,
                               kCompareViews[static_cast<std::size_t>(clicked)].view));
        }
    }

    void heads() {
        const std::string label =
            scene_.labelled(modelTitle(scene_.document(), scene_.place().head), "head");
        const std::string tip = scene_.said(commandTooltip(command("next-head")));
        const ButtonOptions options{.tooltip = tip, .menu = true};
        const Rect box = place(buttonWidth(painter_, label, options));
        if (button(painter_, box, label.c_str(), options)) ImGui::OpenPopup("##heads");
        if (!beginMenu(look_, "##heads", box, false)) return;
        for (Index head = 0; head < scene_.document().heads; ++head) {
            const std::string item = scene_.labelled(say::edit::Head{.n = Count{head + 1}},
                                                     fmt::format("head-{}", head));
            if (menuItem(look_, item, {.chosen = head == scene_.place().head})) {
                scene_.emit(Change(&Place::head, head));
            }
        }
        endMenu();
    }

    [[nodiscard]] std::string labelOf(Side side) const {
        return scene_.said(say::compare::Side{
            .side = Verbatim{side == Side::a ? "A" : "B"},
            .variant = variantTitle(scene_.document(), scene_.place().compared.of(side))});
    }
    [[nodiscard]] float widthOf(Side side) const {
        return std::min(buttonWidth(painter_, labelOf(side), {.menu = true}),
                        look_.px(kCompareBarMostWidth));
    }
    [[nodiscard]] std::string stageTitle() const {
        return scene_.said(titleOf(stageInFocus(scene_.state)));
    }
    [[nodiscard]] std::string snapshotTitle() const {
        return scene_.labelled(say::compare::Snapshot{}, "snapshot");
    }
    [[nodiscard]] std::string against() const { return scene_.said(say::compare::Against{}); }

    /// Returns the width of all parts of a pair in one line.
    [[nodiscard]] float pairWidth() const {
        return widthOf(Side::a) + widthOf(Side::b) + painter_.width(look_.fonts.text, against()) +
               stageWidth() + 3 * gap();
    }

    /// Returns the width of the buttons at the right end.
    [[nodiscard]] float stageWidth() const {
        return buttonWidth(painter_, stageTitle(), {.menu = true}) + gap() +
               buttonWidth(painter_, snapshotTitle());
    }

    /// Draws the sides, the stage and the snapshot in this line or the next; where they need more
    /// than a line, the sides below the others.
    void pair() {
        float end = line_.max.x;
        if (x_ + pairWidth() > line_.max.x && pairWidth() <= line_.width()) nextLine();
        if (x_ + pairWidth() <= line_.max.x) {
            end = stageButton().min.x - gap();
        } else {
            if (x_ + stageWidth() > line_.max.x) nextLine();
            stageButton();
            nextLine();
        }
        const float room = end - x_;
        const std::string words = against();
        const float wide = painter_.width(look_.fonts.text, words);
        const float of_b = widthOf(Side::b);
        const bool has_words = widthOf(Side::a) + wide + of_b + 2 * gap() <= room;
        sideButton(Side::a, "###a", std::max(room - gap() - of_b, (room - gap()) / 2));
        if (has_words) {
            painter_.text(look_.fonts.text, look_.colors().soft, place(wide), words);
        }
        sideButton(Side::b, "###b", end - x_);
    }

    /// Draws a button with the menu of a side below it. @param most its width at most
    void sideButton(Side side, const char* id, float most) {
        const std::string tip = scene_.said(commandTooltip(commandOf(side)));
        const ButtonOptions options{.tooltip = tip, .menu = true};
        const Rect box = place(std::min(widthOf(side), most));
        const bool is_clicked = button(painter_, box, (labelOf(side) + id).c_str(), options);
        drawVariantMenu(scene_, side, id, box, is_clicked);
    }

    /// Draws the buttons of the stage and of a snapshot at the right end. @return their place
    Rect stageButton() {
        const Command& snapshot = command("snapshot");
        const std::string tip = scene_.said(commandTooltip(snapshot));
        float right = line_.max.x;
        const auto place_at_right = [&](float width) {
            const Rect box = line_.betweenX(right - width, right);
            right = box.min.x - gap();
            return box;
        };
        const std::string title = snapshotTitle();
        const Rect keep = place_at_right(buttonWidth(painter_, title));
        if (button(painter_, keep, title.c_str(), {.tooltip = tip})) {
            scene_.emit(snapshot.action(scene_.state));
        }
        const std::string matrix_tip = scene_.said(say::compare::MatrixTip{});
        const ButtonOptions options{.tooltip = matrix_tip, .menu = true};
        const std::string label = fmt::format("{}###stage", stageTitle());
        const Rect box = place_at_right(buttonWidth(painter_, stageTitle(), options));
        if (button(painter_, box, label.c_str(), options)) ImGui::OpenPopup("##stages");
        if (beginMenu(look_, "##stages", box, false)) {
            stages(stageInFocus(scene_.state));
            endMenu();
        }
        return box;
    }

    /// Draws the menu of stages. A choice goes to the step of the stage.
    void stages(MatrixId now) {
        const std::vector<Step>& steps = scene_.steps();
        for (std::size_t at = 0; at < steps.size(); ++at) {
            for (const MatrixId id : steps[at].results) {
                const std::string label = scene_.labelled(titleOf(id), info(id).name);
                if (!menuItem(look_, label, {.chosen = id == now})) continue;
                scene_.emit(GoTo{at, scene_.shown().lastCell(steps[at])});
                scene_.emit(FocusCell{lastOf(steps[at], id)});
            }
        }
    }

    [[nodiscard]] Index lastOf(const Step& step, MatrixId id) const {
        const MatrixView values = scene_.matrix(id);
        if (values.empty()) return 0;
        return stepCellIndex(scene_.document(), step, {id, {values.rows() - 1, values.cols() - 1}});
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect line_;
    float x_;
};

}  // namespace

float drawCompareBar(const Scene& scene, const Rect& region) {
    return CompareBar(scene, region).draw();
}

}  // namespace lookback
