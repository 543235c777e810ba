#include "app/widgets/charts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "app/look/theme.h"
#include "app/widgets/plane_labels.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr int kSegments = 32;
constexpr float kPi = 3.14159265f;
constexpr float kReach = 8;        ///< the largest distance from which the pointer hits an arc
constexpr float kArcsDash = 0.5f;  ///< length of a dash over the distance of two dashes
constexpr float kDashes = 9;       ///< from the beginning of a dash to that of the next
constexpr float kLeastWord = 44;   ///< the least width of a long word, which still identifies it
constexpr float kBetweenWords = 3;
constexpr float kTick = 2;  ///< radius of the mark of a word without room
constexpr float kWordLine = 18;
constexpr float kTwoLinesFrom = 80;  ///< heights of arcs with room for two lines of words

/// Left and right edge of a word.
struct WordPlace {
    float from = 0;
    float to = 0;

    [[nodiscard]] float width() const { return to - from; }
};

class ArcPainter {
public:
    ArcPainter(Painter& painter, const Rect& region, std::span<const std::string> words)
        : painter_(painter), look_(painter.look()), region_(region) {
        spread_ = region.width() / static_cast<float>(std::max<std::size_t>(words.size(), 1));
        const bool is_narrow = spread_ < look_.px(kLeastWord);
        const bool is_high = region.height() >= look_.px(kTwoLinesFrom);
        if (is_narrow && is_high && !haveRoom(words, look_.fonts.strong_small)) lines_ = 2;
        base_ = region.max.y - look_.px(24) - static_cast<float>(lines_ - 1) * look_.px(kWordLine);
    }

    [[nodiscard]] float center(Index token) const {
        return region_.min.x + (static_cast<float>(token) + 0.5f) * spread_;
    }

    void arc(Index query, Index key, Index most, const Arc& arc) {
        const Theme& c = painter_.colors();
        const double weight = std::isnan(arc.weight) ? 0 : std::clamp(arc.weight, 0.0, 1.0);
        if (arc.dashed > 0) {
            const Color soft = mix(c.line, c.soft, 0.35f);
            dashes(query, key, most, {arc.dashed, soft, std::max(1.0f, look_.px(1.5f))});
        }
        if (arc.drawn <= 0) return;
        const float width = look_.px(1) + look_.px(11) * static_cast<float>(weight);
        Color color = mix(c.panel, c.full_weight, 0.35f + 0.55f * static_cast<float>(weight));
        if (arc.leaks) color = c.bad;
        if (arc.pointed) color = c.weights;
        if (arc.leaks) return dashes(query, key, most, {arc.drawn, color, width});
        std::array<ImVec2, kSegments + 1> points;
        for (std::size_t k = 0; k < points.size(); ++k) {
            points[k] = point(query, key, most, arc.drawn * static_cast<float>(k) / kSegments);
        }
        painter_.polyline(points, color, width);
    }

    /// True if every word fits below its place.
    [[nodiscard]] bool haveRoom(std::span<const std::string> words, ImFont* font) const {
        return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
            return painter_.width(font, word) <= slot();
        });
    }

    /// Returns the place of each word below its token; an empty place where there is no room. The
    /// named word comes first, then shorter words before longer ones. @param font the widest one
    [[nodiscard]] std::vector<WordPlace> places(std::span<const std::string> words, Index named,
                                                ImFont* font) const {
        std::vector<float> widths;
        for (const std::string& word : words) widths.push_back(painter_.width(font, word));
        const bool are_cut = static_cast<float>(lines_) * spread_ >= look_.px(kLeastWord);
        std::vector<WordPlace> places(words.size());
        std::vector<Index> order(words.size());
        std::iota(order.begin(), order.end(), Index{0});
        std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
            if ((a == named) != (b == named)) return a == named;
            return widths[static_cast<std::size_t>(a)] < widths[static_cast<std::size_t>(b)];
        });
        for (const Index token : order) {
            const auto at = static_cast<std::size_t>(token);
            const float wide = std::min(widths[at], are_cut ? slot() : region_.width());
            const float x =
                std::clamp(center(token) - wide / 2, region_.min.x, region_.max.x - wide);
            const WordPlace place{x, x + wide};
            const bool covers_neighbour = place.from < tickPlace(token - lines_).to ||
                                          tickPlace(token + lines_).from < place.to;
            if (token == named || (isFree(places, token, place) && !covers_neighbour)) {
                places[at] = place;
            }
        }
        return places;
    }

    /// True if no placed word on the token's line touches this place.
    [[nodiscard]] bool isFree(std::span<const WordPlace> places, Index token,
                              const WordPlace& place) const {
        const float gap = look_.px(kBetweenWords);
        for (auto at = static_cast<std::size_t>(token % lines_); at < places.size();
             at += static_cast<std::size_t>(lines_)) {
            const WordPlace& other = places[at];
            if (other.width() > 0 && place.from < other.to + gap && other.from < place.to + gap) {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] WordPlace tickPlace(Index token) const {
        return {center(token) - look_.px(kTick), center(token) + look_.px(kTick)};
    }

    /// Draws a word; one that is longer than its place is cut at its end.
    void word(Index token, const WordPlace& place, std::string_view text, ImFont* font,
              Color color) {
        const float foot = footOf(token);
        painter_.textFitted(font, color, {{place.from, foot - look_.px(20)}, {place.to + 1, foot}},
                            text, Align::center);
    }

    /// Returns the word at a position below the arcs.
    [[nodiscard]] std::optional<Index> wordAt(ImVec2 place, Index count) const {
        if (place.y <= base_) return std::nullopt;
        const bool is_lower = place.y > region_.max.y - look_.px(kWordLine);
        const Index line = is_lower ? lines_ - 1 : 0;
        const auto lines = static_cast<float>(lines_);
        const float along = (place.x - region_.min.x) / spread_ - static_cast<float>(line) - 0.5f;
        const auto at = line + lines_ * static_cast<Index>(std::round(along / lines));
        return std::clamp<Index>(at, 0, count - 1);
    }

    /// Returns the distance of a position from an arc.
    [[nodiscard]] float distance(Index query, Index key, Index most, ImVec2 place) const {
        float least = std::numeric_limits<float>::max();
        ImVec2 from = point(query, key, most, 0);
        for (int k = 1; k <= kSegments; ++k) {
            const ImVec2 to = point(query, key, most, static_cast<float>(k) / kSegments);
            const ImVec2 near = ImLineClosestPoint(from, to, place);
            least = std::min(least, std::hypot(near.x - place.x, near.y - place.y));
            from = to;
        }
        return least;
    }

    /// Draws a mark at the place of a word that does not fit.
    void tick(Index token, Color color) {
        painter_.disc({center(token), footOf(token) - look_.px(10)}, look_.px(kTick), color);
    }

private:
    /// Returns the width of a word that leaves its neighbours on its line their places.
    [[nodiscard]] float slot() const {
        return static_cast<float>(lines_) * spread_ - look_.px(kBetweenWords);
    }

    /// Returns the lower edge of a word.
    [[nodiscard]] float footOf(Index token) const {
        return region_.max.y -
               static_cast<float>(lines_ - 1 - token % lines_) * look_.px(kWordLine);
    }

    /// Returns a point of the arc at t from 0 (query) to 1 (key); from a token to itself the arc is
    /// a loop.
    [[nodiscard]] ImVec2 point(Index query, Index key, Index most, float t) const {
        const float room = base_ - region_.min.y - look_.px(8);
        if (query == key) {
            const float radius = std::min(look_.px(12), room / 2);
            const float angle = kPi * (0.75f + 1.5f * t);
            return {center(query) + radius * std::cos(angle),
                    base_ - radius * 1.15f + radius * std::sin(angle)};
        }
        const auto distance = static_cast<float>(std::abs(query - key));
        const float height =
            room * (0.45f + 0.5f * distance / static_cast<float>(std::max<Index>(most, 1)));
        const float middle = (center(query) + center(key)) / 2;
        const float half = (center(key) - center(query)) / 2;
        const float angle = kPi * (1 - t);
        return {middle + half * std::cos(angle), base_ - height * std::sin(angle)};
    }

    struct Dashes {
        float until = 1;  ///< share of the arc that is drawn, from the query on
        Color color = 0;
        float width = 1;
    };

    void dashes(Index query, Index key, Index most, const Dashes& how) {
        const float length = kPi * std::abs(center(query) - center(key)) / 2 + look_.px(20);
        const int count = std::max(6, static_cast<int>(length / look_.px(kDashes)));
        for (int k = 0; k < count; ++k) {
            const float from = static_cast<float>(k) / static_cast<float>(count);
            const float to = std::min(from + kArcsDash / static_cast<float>(count), how.until);
            if (from >= how.until) return;
            painter_.line(point(query, key, most, from), point(query, key, most, to), how.color,
                          how.width);
        }
    }

    Painter& painter_;
    const Look& look_;
    Rect region_;
    Index lines_ = 1;  ///< of words below the arcs; neighbours stand on different ones
    float spread_ = 0;
    float base_ = 0;
};

/// Returns the arc that is nearest to the pointer, or the word under it.
ArcEvents takePointer(const ArcPainter& arcs, const Look& look, const Rect& region, Index query,
                      Index count, Index most) {
    ImGui::SetCursorScreenPos(region.min);
    ImGui::InvisibleButton("arcs", {region.width(), region.height()});
    if (count == 0 || !ImGui::IsItemHovered()) return {};
    const ImVec2 place = ImGui::GetMousePos();
    ArcEvents events{.word = arcs.wordAt(place, count),
                     .is_clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left)};
    if (events.word) return events;
    float least = look.px(kReach);
    for (Index key = 0; key < count; ++key) {
        const float distance = arcs.distance(query, key, most, place);
        if (distance >= least) continue;
        least = distance;
        events.arc = key;
    }
    return events;
}

constexpr float kValuePlaneDot = 4.5f;
constexpr float kOutput = 6.5f;
constexpr double kMostSteps = 8;

/// Range of an axis in whole steps, with 0 in it.
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
    /// Fits the axes to the values, the output and the origin, in steps of a quarter of the bound,
    /// so that a drag rescales the plane only when a point passes an edge.
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

    /// Returns the position of a vector; one beyond all bounds is drawn at the edge.
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
        painter_.line(place(value.x, value.y), output, mix(c.inset, c.weights, strength),
                      look_.px(1) + look_.px(6) * static_cast<float>(weight));
    }

    void dot(const PlanePoint& value) {
        const Theme& c = painter_.colors();
        const ImVec2 at = place(value.x, value.y);
        const bool hollow = value.masked && !(value.weight > 0);
        const float radius = look_.px(value.pointed ? kValuePlaneDot + 2 : kValuePlaneDot);
        painter_.disc(at, radius, hollow ? c.soft : c.value);
        if (hollow) painter_.disc(at, radius - look_.px(1.5f), c.inset);
    }

    /// Draws the labels of the dots, those of the first values first.
    void labels(const std::vector<PlanePoint>& values) {
        const Theme& c = painter_.colors();
        std::vector<ImVec2> dots;
        std::vector<ImVec2> sizes;
        std::vector<std::string> texts;
        for (const PlanePoint& value : values) {
            ImFont* const font = fontOf(value);
            texts.push_back(shortened(painter_, font, value.label, region_.width() / 3));
            dots.push_back(place(value.x, value.y));
            sizes.push_back({painter_.width(font, texts.back()), font->FontSize});
        }
        const auto placed = placeLabels(dots, sizes, region_, taken_, look_.px(kValuePlaneDot + 3));
        for (std::size_t k = 0; k < values.size(); ++k) {
            if (!placed[k]) continue;
            const Rect& box = placed[k]->box;
            const Color color = values[k].masked ? c.soft : c.value;
            if (placed[k]->has_leader) {
                painter_.line(dots[k], nearestIn(box, dots[k]), color, look_.px(1));
            }
            painter_.textAt(fontOf(values[k]), color, box.min, texts[k]);
        }
    }

    void output(ImVec2 at) {
        const Theme& c = painter_.colors();
        painter_.disc(at, look_.px(kOutput), c.ink);
        painter_.disc(at, look_.px(kOutput - 2), c.highlight);
        const float reach = look_.px(kOutput);
        taken_.push_back({{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}});
    }

private:
    [[nodiscard]] ImFont* fontOf(const PlanePoint& value) const {
        return value.pointed ? look_.fonts.strong_small : look_.fonts.small_text;
    }

    Painter& painter_;
    const Look& look_;
    Rect region_;
    ImVec2 zero_;
    double scale_ = 1;         ///< pixels per unit
    std::vector<Rect> taken_;  ///< the box of the output
};

constexpr float kChanceBarsLongestName = 110;

}  // namespace

ArcEvents drawArcs(Painter& painter, const Rect& region, std::span<const std::string> words,
                   Index query, std::span<const Arc> arcs) {
    ArcPainter arc_painter(painter, region, words);
    const auto count = static_cast<Index>(words.size());
    const Index most = std::max(query, count - 1 - query);
    const ArcEvents events = takePointer(arc_painter, painter.look(), region, query, count, most);
    for (Index key = 0; key < count; ++key) {
        arc_painter.arc(query, key, most, arcs[static_cast<std::size_t>(key)]);
    }
    const Look& look = painter.look();
    const Theme& c = painter.colors();
    const bool large = arc_painter.haveRoom(words, look.fonts.strong);
    ImFont* const plain = large ? look.fonts.text : look.fonts.small_text;
    ImFont* const strong = large ? look.fonts.strong : look.fonts.strong_small;
    const auto pointed =
        std::find_if(arcs.begin(), arcs.end(), [](const Arc& a) { return a.pointed; });
    const Index named = pointed == arcs.end() ? query : pointed - arcs.begin();
    const std::vector<WordPlace> places = arc_painter.places(words, named, strong);
    for (Index token = 0; token < count; ++token) {
        const auto at = static_cast<std::size_t>(token);
        const Color color = token == query ? c.query : arcs[at].masked ? c.soft : c.ink;
        if (places[at].width() > 0) {
            arc_painter.word(token, places[at], words[at], token == query ? strong : plain, color);
        } else if (arc_painter.isFree(places, token, arc_painter.tickPlace(token))) {
            arc_painter.tick(token, color);
        }
    }
    return events;
}

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
    std::vector<PlanePoint> named;
    std::copy_if(values.begin(), values.end(), std::back_inserter(named), is_number);
    plane.labels(named);
}

float chanceBarsNames(const Painter& painter, std::span<const ChanceBar> bars) {
    const Look& look = painter.look();
    float names = 0;
    for (const ChanceBar& bar : bars) {
        names = std::max(names, painter.width(look.fonts.strong, bar.name));
    }
    return std::min(std::ceil(names), look.px(kChanceBarsLongestName));
}

void drawChanceBars(Painter& painter, const Rect& area, std::span<const ChanceBar> bars,
                    Color color, float row, float names) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    float numbers = painter.width(look.fonts.mono, "100.0%");
    for (const ChanceBar& bar : bars) {
        numbers = std::max(numbers, painter.width(look.fonts.mono, bar.number));
    }
    names = std::max(names, chanceBarsNames(painter, bars));
    const float start = area.min.x + names + look.px(10);
    const float room = area.max.x - start - look.px(8) - std::ceil(numbers);
    float y = area.min.y;
    for (const ChanceBar& bar : bars) {
        const Rect line = area.betweenY(y, y + row);
        painter.textFitted(bar.is_chosen ? look.fonts.strong : look.fonts.text, c.ink,
                           line.untilX(area.min.x + names + 1), bar.name, Align::right);
        const double share = std::isnan(bar.share) ? 0 : std::clamp(bar.share, 0.0, 1.0);
        const float wide = std::max(look.px(2), std::floor(room * static_cast<float>(share)));
        const float inset = std::floor(row * 0.16f);
        const Rect box{{start, y + inset}, {start + wide, line.max.y - inset}};
        painter.fill(box, mix(c.panel, color, 0.8f), look.px(4));
        painter.text(look.fonts.mono, c.ink, {{box.max.x + look.px(8), y}, line.max}, bar.number);
        y = line.max.y;
    }
}

}  // namespace lookback
