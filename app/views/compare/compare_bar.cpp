#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "app/state/commands.h"
#include "app/views/compare/compare.h"
#include "app/widgets/button.h"
#include "app/widgets/menu.h"
#include "core/compare/difference.h"

namespace lookback {
namespace {

constexpr float kMostWidth = 230;  ///< of a variant's button

class CompareBar {
public:
    CompareBar(const Scene& scene, const Rect& line)
        : scene_(scene), look_(scene.look), painter_(scene.look), line_(line), x_(line.min.x) {}

    void draw() {
        const Rect stage = stageButton();
        sideButton(Side::a, "A", "##a", stage.min.x);
        word("against");
        sideButton(Side::b, "B", "##b", stage.min.x);
    }

private:
    [[nodiscard]] float gap() const { return look_.px(scene_.narrow ? 8 : 12); }

    void word(std::string_view text) {
        const float width = painter_.width(look_.fonts.text, text);
        painter_.text(look_.fonts.text, look_.colors().soft,
                      {{x_, line_.min.y}, {x_ + width, line_.max.y}}, text);
        x_ += width + gap();
    }

    /// A button with a menu below it. @param end where it ends at most
    void sideButton(Side side, std::string_view name, const char* id, float end) {
        const std::string title = titleOf(scene_.document(), scene_.place().compared.of(side));
        const ButtonOptions options{.tooltip = "What is compared on this side.", .menu = true};
        std::string label = fmt::format("{}  {}", name, title);
        const float most = std::min(look_.px(kMostWidth), (end - line_.min.x) / 2 - look_.px(50));
        const float width = std::min(buttonWidth(painter_, label, options), most);
        const Rect box{{x_, line_.min.y}, {x_ + width, line_.max.y}};
        label += id;
        if (button(painter_, box, label.c_str(), options)) ImGui::OpenPopup(id);
        x_ += width + gap();
        if (!beginMenu(look_, id, box, false)) return;
        variantItems(scene_, side);
        endMenu();
    }

    /// To the right: the stage, and a snapshot of the document. @return its place
    Rect stageButton() {
        const Command& snapshot = command("snapshot");
        const std::string tip = tooltipOf(snapshot);
        float right = line_.max.x;
        const auto place = [&](float width) {
            const Rect box{{right - width, line_.min.y}, {right, line_.max.y}};
            right = box.min.x - gap();
            return box;
        };
        const Rect keep = place(buttonWidth(painter_, "Snapshot"));
        if (button(painter_, keep, "Snapshot##snapshot", {.tooltip = tip})) {
            scene_.emit(snapshot.action(scene_.state));
        }
        const ButtonOptions options{.tooltip = "The stage that is compared.", .menu = true};
        const MatrixId now = stageInFocus(scene_.state);
        const std::string label = fmt::format("{}##stage", info(now).title);
        const Rect box = place(buttonWidth(painter_, info(now).title, options));
        if (button(painter_, box, label.c_str(), options)) ImGui::OpenPopup("##stages");
        if (beginMenu(look_, "##stages", box, false)) {
            stages(now);
            endMenu();
        }
        return box;
    }

    /// To choose a stage is to go to its step.
    void stages(MatrixId now) {
        const std::vector<Step>& steps = scene_.state.steps();
        for (std::size_t at = 0; at < steps.size(); ++at) {
            for (const MatrixId id : steps[at].results) {
                if (!menuItem(look_, std::string(info(id).title), {.chosen = id == now})) continue;
                scene_.emit(GoTo{at, scene_.shown().lastCell(steps[at])});
                scene_.emit(FocusCell{lastOf(steps[at], id)});
            }
        }
    }

    [[nodiscard]] Index lastOf(const Step& step, MatrixId id) const {
        const MatrixView values = scene_.matrix(id);
        if (values.empty()) return 0;
        return indexOf(scene_.trace(), step, {id, {values.rows() - 1, values.cols() - 1}});
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect line_;
    float x_;
};

}  // namespace

void drawCompareBar(const Scene& scene, const Rect& line) { CompareBar(scene, line).draw(); }

}  // namespace lookback
