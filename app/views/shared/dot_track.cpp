#include "app/views/shared/dot_track.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/views/shared/timeline.h"

namespace lookback {
namespace {

constexpr float kLeastSlot = 16;
constexpr std::size_t kLeastDots = 4;
constexpr float kDotTrackMargin = 40;

class DotTrackDrawing {
public:
    DotTrackDrawing(const Scene& scene, Painter& painter, const Rect& region, const DotTrack& track)
        : look_(scene.look),
          painter_(painter),
          region_(region),
          track_(track),
          y_(trackHeight(scene, region)) {
        const float wide = region.width() - 2 * look_.px(kDotTrackMargin);
        const auto fitting = static_cast<std::size_t>(wide / look_.px(kLeastSlot));
        count_ = std::min(track.count, std::max(fitting, kLeastDots));
        const std::size_t last = std::min(track.focus + track.ahead, track.count - 1);
        first_ = last >= count_ ? last + 1 - count_ : 0;
        slot_ = wide / static_cast<float>(count_);
    }

    std::optional<std::size_t> draw() {
        const Theme& c = look_.colors();
        const float thick = std::max(1.0f, look_.px(2));
        const float now = dotX(track_.is_walked ? track_.focus : first_);
        painter_.fill({{dotX(first_), y_ - thick / 2}, {now, y_ + thick / 2}}, c.ink);
        painter_.fill({{now, y_ - thick / 2}, {dotX(first_ + count_ - 1), y_ + thick / 2}}, c.line);
        std::optional<std::size_t> clicked;
        for (std::size_t at = first_; at < first_ + count_; ++at) {
            if (dot(at)) clicked = at;
        }
        return clicked;
    }

private:
    [[nodiscard]] float dotX(std::size_t at) const {
        return region_.min.x + look_.px(kDotTrackMargin) +
               slot_ * (static_cast<float>(at) - static_cast<float>(first_) + 0.5f);
    }

    /// @return true where the dot is clicked
    bool dot(std::size_t at) {
        const Theme& c = look_.colors();
        const TrackDot shown = track_.dot(at);
        const ImVec2 middle{dotX(at), y_};
        const bool is_focus = at == track_.focus;
        const float size = std::min(look_.px(7), slot_ / 2 - 1);
        if (is_focus) {
            painter_.disc(middle, size * 1.35f, c.ink);
            painter_.disc(middle, size, c.highlight);
        } else {
            painter_.disc(middle, size, shown.is_filled ? c.ink : c.line);
            if (!shown.is_filled) painter_.disc(middle, size * 0.78f, c.panel);
        }
        name(shown.names, middle, is_focus);
        if (!shown.answers) return false;
        ImGui::SetCursorScreenPos({middle.x - slot_ / 2, y_ - look_.px(11)});
        const std::string label = fmt::format("{}{}", track_.id, at + 1);
        const bool is_clicked = ImGui::InvisibleButton(label.c_str(), {slot_, look_.px(22)});
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        return is_clicked;
    }

    void name(const std::vector<std::string>& names, ImVec2 middle, bool is_focus) {
        ImFont* const font = is_focus ? look_.fonts.strong_small : look_.fonts.small_text;
        const float room = slot_ - look_.px(4);
        const auto fits = std::find_if(names.begin(), names.end(), [&](const std::string& name) {
            return painter_.width(font, name) <= room;
        });
        if (fits == names.end()) return;
        const Theme& c = look_.colors();
        painter_.text(
            font, is_focus ? c.ink : c.soft,
            {{middle.x - slot_ / 2, y_ + look_.px(12)}, {middle.x + slot_ / 2, y_ + look_.px(32)}},
            *fits, Align::center);
    }

    const Look& look_;
    Painter& painter_;
    Rect region_;
    const DotTrack& track_;
    float y_;
    std::size_t count_ = 1;
    std::size_t first_ = 0;
    float slot_ = 1;
};

}  // namespace

std::optional<std::size_t> drawDotTrack(const Scene& scene, Painter& painter, const Rect& region,
                                        const DotTrack& track) {
    return DotTrackDrawing(scene, painter, region, track).draw();
}

}  // namespace lookback
