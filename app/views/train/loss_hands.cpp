#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/views/train/loss_chart.h"
#include "app/views/train/train_views.h"
#include "app/widgets/tooltip.h"

namespace lookback {
namespace {

constexpr double kLeastShare = 0.02;  ///< of the training that is on the chart

}  // namespace

/// Clicking and dragging go to a step; the wheel zooms, and with Shift the chart is dragged.
void LossChart::takePointer() {
    ImGui::SetCursorScreenPos(plot_.min);
    ImGui::InvisibleButton("losses", {plot_.width(), plot_.height()});
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto step = static_cast<Index>(std::lround(std::max(stepAt(mouse.x), 0.0)));
    if (ImGui::IsItemActive()) {
        if (ImGui::GetIO().KeyShift) {
            const double steps = static_cast<double>(run_.experiment().steps);
            TrainPlace place = scene_.state.workshop.place;
            const double span = place.chart.to - place.chart.from;
            const double moved = (stepAt(0) - stepAt(ImGui::GetIO().MouseDelta.x)) / steps;
            place.chart.from = std::clamp(place.chart.from + moved, 0.0, 1 - span);
            place.chart.to = place.chart.from + span;
            if (moved != 0) scene_.emit(SetTrainPlace{place});
        } else if (step != scene_.state.workshop.place.step) {
            scene_.emit(GoToTraining{step});
        }
    }
    if (!ImGui::IsItemHovered()) return;
    if (ImGui::GetIO().MouseWheel != 0) zoom(ImGui::GetIO().MouseWheel);
    const auto at = static_cast<std::size_t>(step);
    if (ImGui::IsItemActive() || !wantsTooltip()) return;
    std::string words = fmt::format("Step {}", step);
    for (std::size_t twin = 0; twin < run_.twins(); ++twin) {
        const std::vector<double>& loss = run_.losses(twin);
        if (at >= loss.size()) continue;
        words += fmt::format("\n{} over its batch {:.6f}", twinLetter(twin), loss[at]);
    }
    showTooltip(look_, {{mouse.x - look_.px(4), plot_.min.y}, {mouse.x + look_.px(4), plot_.max.y}},
                words,
                {.pale = "Click or drag to go there; the wheel zooms, Shift and drag moves."});
}

void LossChart::zoom(float wheel) {
    TrainPlace place = scene_.state.workshop.place;
    const double steps = static_cast<double>(run_.experiment().steps);
    const double span = place.chart.to - place.chart.from;
    const double wished = std::clamp(span * std::pow(0.8, wheel), kLeastShare, 1.0);
    const double here = stepAt(ImGui::GetIO().MousePos.x) / steps;
    const double share = (here - place.chart.from) / span;
    place.chart.from = std::clamp(here - share * wished, 0.0, 1 - wished);
    place.chart.to = place.chart.from + wished;
    scene_.emit(SetTrainPlace{place});
}

}  // namespace lookback
