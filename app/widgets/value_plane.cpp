#include "app/widgets/value_plane.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/look/colormap.h"

namespace lookback {
namespace {

constexpr float kValuePlaneDot = 4.5f;
constexpr float kOutput = 6.5f;
constexpr double kMostSteps = 8;

/// What an axis shows: whole steps, and 0 among them.
struct Extent {
    double step = 1;
    double least = 0;
    double most = 0;

    void hold(double value) {
        if (!(std::abs(value) < step * kMostSteps)) return;
        least = std::min(least, std::floor(value / step) * step);
        most = std::max(most, std::ceil(value / step) * step);
    }
    [[nodiscard]] double length() const { return std::max(most - least, step); }
    [[nodiscard]] double middle() const { return (least + most) / 2; }
};

class Plane {
public:
    /// Shows the values, the output and the point 0, in steps of a quarter of the bound: a drag
    /// rescales the plane at its edges only.
    Plane(Painter& painter, const Rect& region, std::span<const PlanePoint> values, ImVec2 output,
          double bound)
        : painter_(painter), look_(painter.look()), region_(region) {
        const double step = std::isfinite(bound * kMostSteps) && bound > 0 ? bound / 4 : 1;
        Extent across{step};
        Extent up{step};
        for (const PlanePoint& value : values) {
            across.hold(value.x);
            up.hold(value.y);
        }
        across.hold(static_cast<double>(output.x));
        up.hold(static_cast<double>(output.y));
        const float pad = look_.px(12);
        scale_ = std::min(static_cast<double>(region.width() - 2 * pad) / across.length(),
                          static_cast<double>(region.height() - 2 * pad) / up.length());
        const ImVec2 middle = region.center();
        zero_ = {std::floor(middle.x - static_cast<float>(across.middle() * scale_)),
                 std::floor(middle.y + static_cast<float>(up.middle() * scale_))};
    }

    void ground() {
        const Theme& c = painter_.colors();
        painter_.fill(region_, c.inset, look_.px(7));
        painter_.outline(region_, c.line, look_.px(7), std::max(1.0f, look_.scale));
        painter_.hairline({region_.min.x, zero_.y}, {region_.max.x, zero_.y}, c.line);
        painter_.hairline({zero_.x, region_.min.y}, {zero_.x, region_.max.y}, c.line);
    }

    /// Where a vector lies; what is beyond all bounds is drawn at the edge.
    [[nodiscard]] ImVec2 place(double x, double y) const {
        const float pad = look_.px(8);
        return {static_cast<float>(std::clamp(static_cast<double>(zero_.x) + x * scale_,
                                              static_cast<double>(region_.min.x + pad),
                                              static_cast<double>(region_.max.x - pad))),
                static_cast<float>(std::clamp(static_cast<double>(zero_.y) - y * scale_,
                                              static_cast<double>(region_.min.y + pad),
                                              static_cast<double>(region_.max.y - pad)))};
    }

    void pull(const PlanePoint& value, ImVec2 output) {
        const Theme& c = painter_.colors();
        const double weight = std::isnan(value.weight) ? 0 : std::clamp(value.weight, 0.0, 1.0);
        if (weight == 0) return;
        const float strength = 0.3f + 0.6f * static_cast<float>(weight);
        painter_.list().AddLine(place(value.x, value.y), output, mix(c.inset, c.weights, strength),
                                look_.px(1) + look_.px(6) * static_cast<float>(weight));
    }

    void dot(const PlanePoint& value) {
        const Theme& c = painter_.colors();
        const ImVec2 at = place(value.x, value.y);
        const bool hollow = value.masked && !(value.weight > 0);
        const float radius = look_.px(value.pointed ? kValuePlaneDot + 2 : kValuePlaneDot);
        painter_.list().AddCircleFilled(at, radius, hollow ? c.soft : c.value);
        if (hollow) painter_.list().AddCircleFilled(at, radius - look_.px(1.5f), c.inset);
    }

    /// A label beside its dot, where no other one stands.
    void label(const PlanePoint& value) {
        const Theme& c = painter_.colors();
        ImFont* const font = value.pointed ? look_.fonts.strong_small : look_.fonts.small_text;
        const std::string label = shortened(painter_, font, value.label, region_.width() / 3);
        const float width = painter_.width(font, label);
        const ImVec2 at = place(value.x, value.y);
        const float gap = look_.px(kValuePlaneDot + 3);
        const float y = at.y - font->FontSize / 2;
        for (const float x : {at.x + gap, at.x - gap - width}) {
            const Rect box{{x, y}, {x + width, y + font->FontSize}};
            const bool is_free = std::none_of(taken_.begin(), taken_.end(), [&](const Rect& other) {
                return box.min.x < other.max.x && other.min.x < box.max.x &&
                       box.min.y < other.max.y && other.min.y < box.max.y;
            });
            const bool is_inside = box.min.x > region_.min.x && box.max.x < region_.max.x &&
                                   box.min.y > region_.min.y && box.max.y < region_.max.y;
            if (!is_free || !is_inside) continue;
            painter_.textAt(font, value.masked ? c.soft : c.value, box.min, label);
            taken_.push_back(box);
            return;
        }
    }

    void output(ImVec2 at) {
        const Theme& c = painter_.colors();
        painter_.list().AddCircleFilled(at, look_.px(kOutput), c.ink);
        painter_.list().AddCircleFilled(at, look_.px(kOutput - 2), c.highlight);
        const float reach = look_.px(kOutput);
        taken_.push_back({{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}});
    }

private:
    Painter& painter_;
    const Look& look_;
    Rect region_;
    ImVec2 zero_;
    double scale_ = 1;         ///< pixels a unit
    std::vector<Rect> taken_;  ///< where words and the output stand
};

}  // namespace

void drawValuePlane(Painter& painter, const Rect& region, std::span<const PlanePoint> values,
                    ImVec2 output, double bound) {
    const auto is_number = [](const PlanePoint& point) {
        return !std::isnan(point.x) && !std::isnan(point.y);
    };
    Plane plane(painter, region, values, output, bound);
    plane.ground();
    const bool has_output = !std::isnan(output.x) && !std::isnan(output.y);
    const ImVec2 at = plane.place(static_cast<double>(output.x), static_cast<double>(output.y));
    for (const PlanePoint& value : values) {
        if (is_number(value) && has_output) plane.pull(value, at);
    }
    for (const PlanePoint& value : values) {
        if (is_number(value)) plane.dot(value);
    }
    if (has_output) plane.output(at);
    for (const PlanePoint& value : values) {
        if (is_number(value)) plane.label(value);
    }
}

}  // namespace lookback
