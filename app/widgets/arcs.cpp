#include "app/widgets/arcs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/look/colormap.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr int kSegments = 32;
constexpr float kPi = 3.14159265f;
constexpr float kReach = 8;        ///< so far from an arc one still points at it
constexpr float kArcsDash = 0.5f;  ///< of the way from one to the next
constexpr float kDashes = 9;       ///< from one dash to the next
constexpr float kLeastWord = 44;   ///< so much of a long word says which one it is

class ArcPainter {
public:
    ArcPainter(Painter& painter, const Rect& region, std::size_t words)
        : painter_(painter), look_(painter.look()), region_(region) {
        spread_ = region.width() / static_cast<float>(std::max<std::size_t>(words, 1));
        base_ = region.max.y - look_.px(24);
    }

    [[nodiscard]] float spread() const { return spread_; }
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
        path(query, key, most, 0, arc.drawn);
        painter_.list().PathStroke(color, 0, width);
    }

    /// True where every word has room below its place.
    [[nodiscard]] bool haveRoom(std::span<const std::string> words, ImFont* font) const {
        return std::all_of(words.begin(), words.end(), [&](const std::string& word) {
            return painter_.width(font, word) <= spread_ - look_.px(3);
        });
    }

    /// @param most width; what is longer keeps its beginning.
    void word(Index token, std::string_view text, ImFont* font, Color color, float most) {
        const float wide = std::min(painter_.width(font, text), most);
        const float x = std::clamp(center(token) - wide / 2, region_.min.x, region_.max.x - wide);
        painter_.textFitted(
            font, color, {{x, region_.max.y - look_.px(20)}, {x + wide + 1, region_.max.y}}, text);
    }

    /// The word at a place below the arcs.
    [[nodiscard]] std::optional<Index> wordAt(ImVec2 place, Index count) const {
        if (place.y <= base_) return std::nullopt;
        const auto at = static_cast<Index>((place.x - region_.min.x) / spread_);
        return std::clamp<Index>(at, 0, count - 1);
    }

    /// How far a place is from an arc.
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

    /// Where a word has no room, its place is marked.
    void tick(Index token, Color color) {
        painter_.list().AddCircleFilled({center(token), region_.max.y - look_.px(10)}, look_.px(2),
                                        color);
    }

private:
    /// A point of the arc at t from 0 (query) to 1 (key); a token's look at itself is a loop.
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

    void path(Index query, Index key, Index most, float from, float to) {
        for (int k = 0; k <= kSegments; ++k) {
            const float t = from + (to - from) * static_cast<float>(k) / kSegments;
            painter_.list().PathLineTo(point(query, key, most, t));
        }
    }

    struct Dashes {
        float until = 1;  ///< so much of the way
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
            painter_.list().AddLine(point(query, key, most, from), point(query, key, most, to),
                                    how.color, how.width);
        }
    }

    Painter& painter_;
    const Look& look_;
    Rect region_;
    float spread_ = 0;
    float base_ = 0;
};

/// The nearest arc, or the word below.
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

}  // namespace

ArcEvents drawArcs(Painter& painter, const Rect& region, std::span<const std::string> words,
                   Index query, std::span<const Arc> arcs) {
    ArcPainter arc_painter(painter, region, words.size());
    const auto count = static_cast<Index>(words.size());
    const Index most = std::max(query, count - 1 - query);
    const ArcEvents events = takePointer(arc_painter, painter.look(), region, query, count, most);
    for (Index key = 0; key < count; ++key) {
        arc_painter.arc(query, key, most, arcs[static_cast<std::size_t>(key)]);
    }
    const Look& look = painter.look();
    const Theme& c = painter.colors();
    const bool large = arc_painter.haveRoom(words, look.fonts.strong);
    const bool are_shortened = arc_painter.spread() >= look.px(kLeastWord);
    const bool small =
        large || are_shortened || arc_painter.haveRoom(words, look.fonts.strong_small);
    const float room = small ? arc_painter.spread() - look.px(3) : region.width();
    const auto pointed =
        std::find_if(arcs.begin(), arcs.end(), [](const Arc& a) { return a.pointed; });
    const Index named = pointed == arcs.end() ? query : pointed - arcs.begin();
    for (Index token = 0; token < count; ++token) {
        const bool masked = arcs[static_cast<std::size_t>(token)].masked;
        const Color color = token == query ? c.query : masked ? c.soft : c.ink;
        ImFont* const plain = large ? look.fonts.text : look.fonts.small_text;
        ImFont* const strong = large ? look.fonts.strong : look.fonts.strong_small;
        if (small || token == named) {
            arc_painter.word(token, words[static_cast<std::size_t>(token)],
                             token == query ? strong : plain, color, room);
        } else if (static_cast<float>(std::abs(token - named)) * arc_painter.spread() >
                   look.px(40)) {
            arc_painter.tick(token, color);
        }
    }
    return events;
}

}  // namespace lookback
