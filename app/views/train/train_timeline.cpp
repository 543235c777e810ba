#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/state/commands.h"
#include "app/views/train/train_views.h"
#include "app/widgets/button.h"

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
          steps_(scene.state.workshop.experiment().steps),
          step_(std::min(scene.state.workshop.place.step, steps_)) {}

    void draw() {
        const Theme& c = look_.colors();
        painter_.fill(region_, c.panel);
        if (!scene_.place().presenting) {
            painter_.hairline(region_.min, {region_.max.x, region_.min.y}, c.line);
            buttons();
        }
        track();
    }

private:
    void buttons() {
        const float top = region_.min.y + look_.px(scene_.compact ? 9 : 15);
        const float height = look_.px(scene_.compact ? 30 : 33);
        x_ = region_.min.x + look_.px(22);
        line_ = {{region_.min.x, top}, {region_.max.x, top + height}};
        command("train-first", "\u25C0\u25C0##first");
        command("train-back", "\u25C0 Back##back");
        command("train-on", "Next \u25B6##next");
        command("train-play", scene_.place().playing ? "Pause##play" : "\u25B6 Play##play");
        speed();
        words();
    }

    void command(std::string_view name, const char* label) {
        const Command& row = lookback::command(name);
        const std::string tip = tooltipOf(row);
        const ButtonOptions options{
            .kind = name == "train-on" ? ButtonKind::strong : ButtonKind::plain,
            .enabled = row.enabled(scene_.state),
            .tooltip = tip};
        const Rect box = next(buttonWidth(painter_, label));
        if (button(painter_, box, label, options)) scene_.emit(row.action(scene_.state));
    }

    void speed() {
        TrainPlace place = scene_.state.workshop.place;
        const int now = kTrainSpeeds[static_cast<std::size_t>(place.speed)];
        const std::string label = fmt::format("{} / s##speed", now);
        const float width = painter_.width(look_.fonts.text, "200 / s") + look_.px(22);
        if (!button(
                painter_, next(width), label.c_str(),
                {.tooltip = "Steps of training a second while it plays ([ slower, ] faster)"})) {
            return;
        }
        place.speed = (place.speed + 1) % static_cast<int>(kTrainSpeeds.size());
        scene_.emit(SetTrainPlace{place});
    }

    void words() {
        const Theme& c = look_.colors();
        const std::string text = fmt::format("Step {} of {}", step_, steps_);
        x_ += look_.px(6);
        const float wide =
            painter_.text(look_.fonts.strong, c.ink, {{x_, line_.min.y}, line_.max}, text);
        const ShownTraining& training = scene_.state.workshop.training;
        const bool is_whole = training.isCurrent() && training.report()->run.isFinished();
        if (is_whole) return;
        const Index reached = training.isCurrent() ? training.report()->run.steps() : 0;
        painter_.text(look_.fonts.text, c.soft,
                      {{x_ + wide + look_.px(14), line_.min.y}, line_.max},
                      fmt::format("training, {} %", reached * 100 / std::max<Index>(steps_, 1)));
    }

    Rect next(float width) {
        const Rect box{{x_, line_.min.y}, {x_ + width, line_.max.y}};
        x_ = box.max.x + look_.px(10);
        return box;
    }

    [[nodiscard]] float trackX(Index step) const {
        const float left = region_.min.x + look_.px(60);
        const float right = region_.max.x - look_.px(60);
        return left + (right - left) * static_cast<float>(step) /
                          static_cast<float>(std::max<Index>(steps_, 1));
    }

    void track() {
        const Theme& c = look_.colors();
        const bool presents = scene_.place().presenting;
        const float y = region_.min.y + look_.px(presents ? 20 : scene_.compact ? 56 : 70);
        const float half = look_.px(3);
        painter_.fill({{trackX(0), y - half}, {trackX(steps_), y + half}}, c.line, half);
        painter_.fill({{trackX(0), y - half}, {trackX(step_), y + half}}, c.ink, half);
        painter_.list().AddCircleFilled({trackX(step_), y}, look_.px(9.5f), c.ink);
        painter_.list().AddCircleFilled({trackX(step_), y}, look_.px(7), c.highlight);
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
        if (!ImGui::IsItemActive()) return;
        const float share =
            (ImGui::GetMousePos().x - trackX(0)) / std::max(trackX(steps_) - trackX(0), 1.0f);
        const auto wished = static_cast<Index>(
            std::lround(std::clamp(share, 0.0f, 1.0f) * static_cast<float>(steps_)));
        if (wished != step_) scene_.emit(GoToTraining{wished});
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    Index steps_;
    Index step_;
    Rect line_;
    float x_ = 0;
};

}  // namespace

void drawTrainTimeline(const Scene& scene, const Rect& region) {
    TrainTimeline(scene, region).draw();
}

}  // namespace lookback
