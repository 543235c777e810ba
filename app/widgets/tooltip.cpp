#include "app/widgets/tooltip.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "app/look/characters.h"
#include "app/look/painter.h"
#include "core/base/text.h"
#include "imgui_internal.h"

namespace lookback {
namespace {

constexpr float kTooltipMostWidth = 290;  ///< of its words
constexpr ImVec2 kTooltipPad{10, 7};
constexpr float kTooltipGap = 6;  ///< to the item, and to the end of the screen
/// Costs of a covered pixel: of the item and of other parts of its panel, where that of the areas
/// that a person reads is 1.
constexpr float kItemCost = 8;
constexpr float kPanelCost = 0.25f;
constexpr float kFarCost = 0.01f;  ///< of a pixel of distance to the item
constexpr float kTries = 5;        ///< tried places, by width and height of the tooltip

float mostWidth(const Look& look) {
    return std::min(look.px(kTooltipMostWidth),
                    ImGui::GetIO().DisplaySize.x - 2 * look.px(kTooltipPad.x + kTooltipGap));
}

/// Moves the end of a line that lies inside a number, as in "0.|3079", to the space before it.
const char* beforeNumber(const char* line, const char* stop, const char* end) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (stop - line < 2 || stop == end || !is_digit(*stop)) return stop;
    if (!is_digit(stop[-1]) && stop[-1] != '.' && stop[-1] != ',') return stop;
    const std::string_view before(line, static_cast<std::size_t>(stop - line));
    const std::size_t space = before.rfind(' ');
    return space == std::string_view::npos ? stop : line + space;
}

/// Returns words for ImGui, which breaks lines after a point, also inside a number, and draws every
/// script from left to right. A line that would end inside a number is broken before it here; text
/// from right to left is broken into lines, and each line is put into its visual order.
std::string linesOf(const Look& look, std::string_view words) {
    std::string whole;
    if (mayCompose(words)) words = whole = composed(words);
    const bool is_reordered = hasRightToLeft(words);
    ImFont* const font = look.fonts.small_text;
    std::string lines;
    const char* at = words.data();
    const char* const end = at + words.size();
    while (at < end) {
        const char* const wrapped =
            std::max(at + 1, font->CalcWordWrapPositionA(1, at, end, mostWidth(look)));
        const char* const stop = beforeNumber(at, wrapped, end);
        const std::string_view line(at, static_cast<std::size_t>(stop - at));
        lines += is_reordered ? visualOrder(line) : std::string(line);
        at = stop;
        while (at < end && (*at == ' ' || *at == '\n')) ++at;
        if (at == end) break;
        if (is_reordered || stop != wrapped) {
            lines += '\n';
        } else {
            lines.append(stop, at);
        }
    }
    return lines;
}

/// Returns the size of words that are broken into lines.
ImVec2 sizeOf(const Look& look, std::string_view words) {
    ImFont* const font = look.fonts.small_text;
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, mostWidth(look), words.data(),
                               words.data() + words.size());
}

bool isInMenu() { return (ImGui::GetCurrentWindow()->Flags & ImGuiWindowFlags_Popup) != 0; }

Rect panelRect() {
    const ImRect panel = ImGui::GetCurrentWindow()->Rect();
    return {panel.Min, panel.Max};
}

/// Chooses the place of a tooltip.
class Placing {
public:
    Placing(const Look& look, const Rect& item, ImVec2 size, const TooltipOptions& options)
        : look_(look),
          item_(item),
          size_(size),
          options_(options),
          screen_(ImGui::GetIO().DisplaySize),
          gap_(look.px(kTooltipGap)) {}

    [[nodiscard]] ImVec2 choose() {
        if (isInMenu()) {
            tryAt({item_.max.x + gap_, item_.min.y});
            tryAt({item_.min.x - gap_ - size_.x, item_.min.y});
        } else {
            if (options_.place == TooltipPlace::beside_panel) tryBesidePanel();
            const float above = item_.min.y - gap_ - size_.y;
            tryAt({item_.min.x, item_.max.y + gap_});
            tryAt({item_.min.x, above});
            tryAt({item_.max.x - size_.x, item_.max.y + gap_});
            tryAt({item_.max.x - size_.x, above});
            tryAt({item_.max.x + gap_, item_.min.y});
            tryAt({item_.min.x - gap_ - size_.x, item_.min.y});
            tryBeyondAreas(item_.min.x);
            tryEverywhere();
        }
        return best_;
    }

private:
    /// Tries places at the height of the item, then above and below the areas that are read.
    void tryBesidePanel() {
        const Rect panel = panelRect();
        const bool is_left = panel.center().x < screen_.x / 2;
        const float x = is_left ? panel.max.x + gap_ : panel.min.x - gap_ - size_.x;
        if (x <= 0 || x + size_.x >= screen_.x) return;
        tryAt({x, item_.min.y});
        tryBeyondAreas(x);
    }

    /// Tries places directly above and below the areas that are read, for this x.
    void tryBeyondAreas(float x) {
        for (const Rect& area : *look_.read_areas) {
            tryAt({x, area.min.y - gap_ - size_.y});
            tryAt({x, area.max.y + gap_});
        }
    }

    /// Tries places all over the screen; of those that cover as little, the nearest.
    void tryEverywhere() {
        const ImVec2 step{std::max(size_.x / kTries, gap_), std::max(size_.y / kTries, gap_)};
        for (float y = gap_; y + size_.y < screen_.y; y += step.y) {
            for (float x = gap_; x + size_.x < screen_.x; x += step.x) {
                const ImVec2 from = item_.center();
                const ImVec2 to = Rect::at({x, y}, size_).center();
                tryAt({x, y}, kFarCost * std::hypot(to.x - from.x, to.y - from.y));
            }
        }
    }

    /// @param more cost of the place itself
    void tryAt(ImVec2 corner, float more = 0) {
        if (least_ == 0) return;
        const ImVec2 at{kept(corner.x, size_.x, screen_.x), kept(corner.y, size_.y, screen_.y)};
        const Rect box = Rect::at(at, size_);
        const float cost = costOf(box) + more;
        if (cost >= least_) return;
        least_ = cost;
        best_ = at;
    }

    /// Returns the coordinate, moved onto the screen and to a whole pixel.
    [[nodiscard]] float kept(float at, float length, float screen) const {
        return std::floor(std::max(gap_, std::min(at, screen - gap_ - length)));
    }

    [[nodiscard]] float costOf(const Rect& box) const {
        float cost = kItemCost * box.overlap(item_);
        if (isInMenu()) return cost;
        for (const Rect& area : options_.in_sight) cost += box.overlap(area);
        for (const Rect& area : *look_.read_areas) cost += box.overlap(area);
        const bool spares_panel = options_.place == TooltipPlace::beside_panel;
        return spares_panel ? cost + kPanelCost * box.overlap(panelRect()) : cost;
    }

    const Look& look_;
    Rect item_;
    ImVec2 size_;
    const TooltipOptions& options_;
    ImVec2 screen_;
    float gap_;
    ImVec2 best_;
    float least_ = std::numeric_limits<float>::max();  ///< cost of the best
};

void drawWords(const Look& look, ImVec2 at, const std::string& words, const std::string& pale) {
    ImGui::SetNextWindowPos(at);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        {look.px(kTooltipPad.x), look.px(kTooltipPad.y)});
    const bool is_open = ImGui::BeginTooltip();
    ImGui::PopStyleVar();
    if (!is_open) return;
    ImGui::PushFont(look.fonts.small_text);
    ImGui::PushTextWrapPos(look.px(kTooltipPad.x) + mostWidth(look));
    ImGui::TextUnformatted(words.data(), words.data() + words.size());
    if (!pale.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, look.colors().soft);
        ImGui::TextUnformatted(pale.data(), pale.data() + pale.size());
        ImGui::PopStyleColor();
    }
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    ImGui::EndTooltip();
}

}  // namespace

void keepInSight(const Look& look, const Rect& area) {
    const ImRect seen = ImGui::GetCurrentWindow()->ClipRect;
    const Rect part{ImMax(area.min, seen.Min), ImMin(area.max, seen.Max)};
    if (part.width() > 0 && part.height() > 0) look.read_areas->push_back(part);
}

bool wantsTooltip() {
    return ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled | ImGuiHoveredFlags_DelayShort |
                                ImGuiHoveredFlags_Stationary);
}

void showTooltip(const Look& look, const Rect& item, std::string_view words,
                 const TooltipOptions& options) {
    if (look.probe != nullptr) {
        look.probe->setTooltip({std::string(words), std::string(options.pale)});
    }
    const std::string lines = linesOf(look, words);
    const std::string pale = linesOf(look, options.pale);
    const ImVec2 first = sizeOf(look, lines);
    const ImVec2 second = pale.empty() ? ImVec2{0, 0} : sizeOf(look, pale);
    const float between = pale.empty() ? 0 : ImGui::GetStyle().ItemSpacing.y;
    const ImVec2 size{std::max(first.x, second.x) + 2 * look.px(kTooltipPad.x),
                      first.y + between + second.y + 2 * look.px(kTooltipPad.y)};
    drawWords(look, Placing(look, item, size, options).choose(), lines, pale);
}

void tooltip(const Look& look, std::string_view words, const TooltipOptions& options) {
    if (words.empty() || !wantsTooltip()) return;
    const ImVec2 min = ImGui::GetItemRectMin();
    showTooltip(look, {min, ImGui::GetItemRectMax()}, words, options);
}

void tooltipOver(const Look& look, const Rect& area, std::string_view words) {
    ImGui::SetCursorScreenPos(area.min);
    ImGui::Dummy({area.width(), area.height()});
    tooltip(look, words);
}

}  // namespace lookback
