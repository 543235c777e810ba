#include "app/widgets/slider.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

bool takesKey(ImGuiKey key, ImGuiID id) {
    ImGui::SetKeyOwner(key, id);
    return ImGui::IsKeyPressed(key, id, ImGuiInputFlags_Repeat);
}

constexpr float kSliderTrack = 5;
constexpr double kGrains = 100;

constexpr float kStopSliderTrack = 24;   ///< height of the part in which the knob moves
constexpr float kStopSliderLabels = 18;  ///< of the names of the stops
constexpr float kStopSliderSide = 12;    ///< from the ends of the box to those of the track
constexpr float kApart = 6;              ///< between two names
constexpr double kSnap = 0.09;  ///< distance within which a stop is taken, over that of two stops
constexpr double kExact = 1e-9;

/// Share of the way from the last number to −∞. Numbers beyond the last have positions before it;
/// a position before it stands for the last number, a position after it for −∞.
constexpr double kTurn = 0.5;

double shareBetween(double from, double to, double value) {
    if (std::isinf(to)) {
        if (std::isinf(value)) return 1;
        const double greatest = std::numeric_limits<double>::max();
        return kTurn * std::log(value / from) / std::log(greatest / -from);
    }
    return from == 0 ? value / to : std::log(value / from) / std::log(to / from);
}

double interpolated(double from, double to, double share) {
    if (std::isinf(to)) return share < kTurn ? from : to;
    const double exact = from == 0 ? share * to : from * std::pow(to / from, share);
    return std::strtod(fmt::format("{:.1e}", exact).c_str(), nullptr);
}

/// Returns the next stop to the right (1) or to the left (-1).
double neighbour(const StopSlider& slider, int by) {
    const double place = placeAmong(slider.stops, slider.value);
    const double last = static_cast<double>(slider.stops.size()) - 1;
    const double next = by > 0 ? std::floor(place + kExact) + 1 : std::ceil(place - kExact) - 1;
    return slider.stops[static_cast<std::size_t>(std::clamp(next, 0.0, last))];
}

class Drawing {
public:
    Drawing(Painter& painter, const Rect& box, const StopSlider& slider)
        : painter_(painter),
          look_(painter.look()),
          slider_(slider),
          box_(box),
          left_(box.min.x + look_.px(kStopSliderSide)),
          right_(box.max.x - look_.px(kStopSliderSide)) {}

    [[nodiscard]] float xOf(double place) const {
        const double share = place / (static_cast<double>(slider_.stops.size()) - 1);
        return left_ + (right_ - left_) * static_cast<float>(share);
    }

    [[nodiscard]] double placeAt(float x) const {
        const float share = std::clamp((x - left_) / std::max(1.0f, right_ - left_), 0.0f, 1.0f);
        return static_cast<double>(share) * (static_cast<double>(slider_.stops.size()) - 1);
    }

    void track(bool is_marked) {
        const Theme& c = look_.colors();
        const float y = box_.min.y + look_.px(kStopSliderTrack) / 2;
        const float half = look_.px(2.5f);
        painter_.fill({{left_ - half, y - half}, {right_ + half, y + half}}, c.line, half);
        for (std::size_t k = 0; k < slider_.stops.size(); ++k) {
            const float x = xOf(static_cast<double>(k));
            painter_.fill({{x - half, y - half}, {x + half, y + half}}, mix(c.line, c.soft, 0.6f),
                          half);
        }
        const ImVec2 at{xOf(placeAmong(slider_.stops, slider_.value)), y};
        sliderKnob(painter_, at, is_marked);
    }

    /// Draws the names that fit: that of the chosen stop first, then those of both ends.
    void names() {
        const std::size_t last = slider_.stops.size() - 1;
        for (std::size_t k = 0; k <= last; ++k) {
            if (slider_.stops[k] == slider_.value) name(k, true);
        }
        name(0, false);
        name(last, false);
        for (std::size_t k = 1; k < last; ++k) name(k, false);
    }

private:
    void name(std::size_t stop, bool is_chosen) {
        ImFont* const font = is_chosen ? look_.fonts.mono_bold : look_.fonts.mono;
        const std::string text = formatShort(slider_.stops[stop]);
        const float wide = painter_.width(font, text);
        const float x = std::clamp(xOf(static_cast<double>(stop)) - wide / 2, box_.min.x,
                                   std::max(box_.min.x, box_.max.x - wide));
        const float apart = look_.px(kApart);
        for (const Rect& other : named_) {
            if (x < other.max.x + apart && other.min.x < x + wide + apart) return;
        }
        const float y = box_.min.y + look_.px(kStopSliderTrack);
        named_.push_back(Rect::at({x, y}, {wide, look_.px(kStopSliderLabels)}));
        painter_.text(font, is_chosen ? look_.colors().ink : look_.colors().soft, named_.back(),
                      text);
    }

    Painter& painter_;
    const Look& look_;
    const StopSlider& slider_;
    Rect box_;
    float left_;
    float right_;
    std::vector<Rect> named_;
};

}  // namespace

int sliderSteps() {
    const ImGuiID id = ImGui::GetItemID();
    return static_cast<int>(takesKey(ImGuiKey_RightArrow, id)) -
           static_cast<int>(takesKey(ImGuiKey_LeftArrow, id));
}

void sliderKnob(Painter& painter, ImVec2 at, bool is_marked) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    if (is_marked) {
        painter.disc(at, look.px(kSliderKnob + 3), c.query);
        painter.disc(at, look.px(kSliderKnob + 1.5f), c.panel);
    }
    painter.disc(at, look.px(kSliderKnob), c.ink);
}

SliderEvents slider(Painter& painter, const Rect& box, const Slider& shown) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    SliderEvents events;
    ImGui::SetCursorScreenPos(box.min);
    ImGui::InvisibleButton(shown.label, {box.width(), box.height()});
    const bool is_focused = ImGui::IsItemFocused();
    events.held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    markDragged(look);
    const float left = box.min.x + look.px(kSliderKnob);
    const float wide = std::max(1.0f, box.width() - 2 * look.px(kSliderKnob));
    const auto bounded = [&](double value) { return std::clamp(value, shown.least, shown.most); };
    if (events.held) {
        const double share = static_cast<double>((ImGui::GetIO().MousePos.x - left) / wide);
        const double grain = shown.step / kGrains;
        const double wished = shown.least + share * (shown.most - shown.least);
        const double value = bounded(std::round(wished / grain) * grain);
        if (value != shown.value) events.dragged = value;
    } else if (is_focused) {
        const int by = sliderSteps();
        if (by != 0) events.stepped = bounded(shown.value + by * shown.step);
    }
    tooltip(look, events.held ? "" : shown.tooltip);
    const float half = look.px(kSliderTrack) / 2;
    const float y = box.center().y;
    painter.fill({{left, y - half}, {left + wide, y + half}}, c.line, half);
    const auto marks =
        static_cast<int>(shown.mark > 0 ? std::round((shown.most - shown.least) / shown.mark) : -1);
    for (int k = 0; k <= marks; ++k) {
        const float x = left + wide * static_cast<float>(k) / static_cast<float>(marks);
        painter.fill({{x - half, y - half}, {x + half, y + half}}, mix(c.line, c.soft, 0.6f), half);
    }
    const double share = (bounded(shown.value) - shown.least) / (shown.most - shown.least);
    sliderKnob(painter, {left + wide * static_cast<float>(share), y},
               is_focused && !ImGui::GetCurrentContext()->NavDisableHighlight);
    return events;
}

double placeAmong(std::span<const double> stops, double value) {
    const bool falls = stops.back() < stops.front();
    const auto stands_behind = [&](double stop) { return falls ? value < stop : value > stop; };
    if (!stands_behind(stops.front())) return 0;
    for (std::size_t k = 1; k < stops.size(); ++k) {
        if (stands_behind(stops[k])) continue;
        const double before = static_cast<double>(k) - 1;
        return before + std::clamp(shareBetween(stops[k - 1], stops[k], value), 0.0, 1.0);
    }
    return static_cast<double>(stops.size()) - 1;
}

double valueAt(std::span<const double> stops, double place) {
    const double last = static_cast<double>(stops.size()) - 1;
    const double nearest = std::clamp(std::round(place), 0.0, last);
    if (std::abs(place - nearest) <= kSnap) return stops[static_cast<std::size_t>(nearest)];
    const double before = std::floor(place);
    const auto at = static_cast<std::size_t>(before);
    return interpolated(stops[at], stops[at + 1], place - before);
}

float stopSliderHeight(const Look& look) {
    return look.px(kStopSliderTrack) + look.px(kStopSliderLabels);
}

StopSliderEvents stopSlider(Painter& painter, const Rect& box, const StopSlider& slider) {
    StopSliderEvents events;
    ImGui::SetCursorScreenPos(box.min);
    ImGui::InvisibleButton(slider.label, {box.width(), box.height()});
    const bool is_focused = ImGui::IsItemFocused();
    Drawing drawing(painter, box, slider);
    events.held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    markDragged(painter.look());
    if (events.held) {
        const double value = valueAt(slider.stops, drawing.placeAt(ImGui::GetIO().MousePos.x));
        if (value != slider.value) events.dragged = value;
    } else if (is_focused) {
        const int by = sliderSteps();
        if (by != 0 && neighbour(slider, by) != slider.value) {
            events.stepped = neighbour(slider, by);
        }
    }
    tooltip(painter.look(), events.held ? "" : slider.tooltip);
    drawing.track(is_focused && !ImGui::GetCurrentContext()->NavDisableHighlight);
    drawing.names();
    return events;
}

}  // namespace lookback
