#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/shared/timeline.h"
#include "app/views/train/train_views.h"
#include "core/words/say.h"
#include "messages/train.h"

namespace lookback {
namespace {

constexpr int kMarks = 5;

class TrainTimeline {
public:
    TrainTimeline(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          region_(region),
          steps_(scene.state.experiment().steps),
          step_(std::min(scene.state.train_place.step, steps_)) {}

    void draw() {
        drawTimelineGround(scene_, region_);
        if (!scene_.place().presenting) buttons();
        track();
    }

private:
    void buttons() {
        const Rect line = buttonLine(scene_, region_);
        const float x = drawPlayButtons(scene_, painter_, line,
                                        {"train-first", "train-back", "train-on", "train-play"});
        const float width =
            painter_.width(look_.fonts.text, speedTitle(kTrainSpeeds.back())) + look_.px(22);
        if (x + width > line.max.x) return;
        speed(line.betweenX(x, x + width));
        words(line.fromX(x + width + buttonGap(scene_) + look_.px(6)));
    }

    [[nodiscard]] std::string speedTitle(int speed) const {
        return scene_.said(say::train::Speed{.n = Count{speed}});
    }

    void speed(const Rect& box) {
        const int now = scene_.state.train_place.speed;
        const std::string label =
            speedTitle(kTrainSpeeds[static_cast<std::size_t>(now)]) + "###speed";
        const std::string tip = scene_.said(say::train::SpeedTip{});
        if (!button(painter_, box, label.c_str(), {.tooltip = tip})) return;
        const int next = (now + 1) % static_cast<int>(kTrainSpeeds.size());
        scene_.emit(Change(&TrainPlace::speed, next));
    }

    void words(const Rect& room) {
        const Theme& c = look_.colors();
        const std::string text =
            scene_.said(say::train::StepOf{.step = Count{step_}, .steps = Count{steps_}});
        if (painter_.width(look_.fonts.strong, text) > room.width()) return;
        const float wide = painter_.text(look_.fonts.strong, c.ink, room, text);
        const ShownTraining& training = scene_.state.training;
        const bool is_whole = training.isCurrent() && training.report()->run.isFinished();
        if (is_whole) return;
        const Index reached = training.isCurrent() ? training.report()->run.steps() : 0;
        const std::string percent = fmt::format("{}%", reached * 100 / std::max<Index>(steps_, 1));
        painter_.textFitted(look_.fonts.text, c.soft, room.fromX(room.min.x + wide + look_.px(14)),
                            scene_.said(say::train::Progress{.percent = Verbatim{percent}}));
    }

    [[nodiscard]] float trackX(Index step) const {
        const float left = region_.min.x + look_.px(60);
        const float right = region_.max.x - look_.px(60);
        return left + (right - left) * static_cast<float>(step) /
                          static_cast<float>(std::max<Index>(steps_, 1));
    }

    void track() {
        const Theme& c = look_.colors();
        const float y = trackHeight(scene_, region_);
        const float half = look_.px(3);
        painter_.fill({{trackX(0), y - half}, {trackX(steps_), y + half}}, c.line, half);
        painter_.fill({{trackX(0), y - half}, {trackX(step_), y + half}}, c.ink, half);
        painter_.disc({trackX(step_), y}, look_.px(9.5f), c.ink);
        painter_.disc({trackX(step_), y}, look_.px(7), c.highlight);
        for (int mark = 0; mark <= kMarks; ++mark) {
            const Index step = steps_ * mark / kMarks;
            const std::string text = fmt::format("{}", step);
            const float at = trackX(step);
            const float wide = look_.px(80);
            painter_.text(look_.fonts.small_text, c.soft,
                          {{at - wide, y + look_.px(12)}, {at + wide, y + look_.px(32)}}, text,
                          Align::center);
        }
        scrub(y);
    }

    void scrub(float y) {
        const Rect box{{trackX(0) - look_.px(10), y - look_.px(14)},
                       {trackX(steps_) + look_.px(10), y + look_.px(14)}};
        ImGui::SetCursorScreenPos(box.min);
        ImGui::InvisibleButton("timeline", {box.width(), box.height()});
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        markDragged(look_);
        if (!ImGui::IsItemActive()) return;
        const float share =
            (ImGui::GetMousePos().x - trackX(0)) / std::max(trackX(steps_) - trackX(0), 1.0f);
        const auto wished = static_cast<Index>(
            std::lround(std::clamp(share, 0.0f, 1.0f) * static_cast<float>(steps_)));
        if (wished != step_) scene_.emit(Change(&TrainPlace::step, wished));
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    Index steps_;
    Index step_;
};

}  // namespace

void drawTrainTimeline(const Scene& scene, const Rect& region) {
    TrainTimeline(scene, region).draw();
}

}  // namespace lookback
