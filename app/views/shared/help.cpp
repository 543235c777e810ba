#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/ranges.h>

#include "app/look/painter.h"
#include "app/state/commands.h"
#include "app/views/shared/overlay.h"
#include "app/views/shared/regions.h"

namespace lookback {
namespace {

constexpr std::size_t kMostColumns = 3;
constexpr float kColumn = 330;  ///< the least width of one with all of its words
constexpr float kLine = 24;
constexpr float kLeastLine = 18;
constexpr float kHead = 58;  ///< of the sheet, above the groups

struct Hand {
    std::string_view what;
    std::string_view how;
};

/// What the mouse does; the keys come from the table of commands.
constexpr std::array kHands{
    Hand{"Change a number", "drag it; Shift finer, Ctrl coarser"},
    Hand{"Type a number", "double-click; 1/3, sqrt(2); Tab, Esc"},
    Hand{"Read a token's row", "click its chip"},
    Hand{"Rename a token", "double-click its chip"},
    Hand{"Move a token", "drag its chip"},
    Hand{"Paint the mask", "drag over it in the step Mask"},
    Hand{"Mark padding, documents", "click a token\u2019s flag, number"},
    Hand{"See where a number comes from, or goes", "point at it; a click locks"},
    Hand{"Go through the steps", "click or drag the timeline"},
    Hand{"Large matrices", "wheel, Shift and Ctrl with it"},
    Hand{"Open a file", "drop it onto the window"},
    Hand{"A spot of light, presented", "hold the button on empty ground"},
};

std::string keysOf(const Command& command) {
    return fmt::format("{}", fmt::join(keyNames(command), ", "));
}

/// A group of the sheet: a heading and its rows.
struct KeyGroup {
    std::string_view heading;
    std::vector<std::pair<std::string_view, std::string>> rows;
};

std::vector<KeyGroup> makeGroups() {
    std::vector<KeyGroup> groups{{"With the mouse", {}}};
    for (const Hand& hand : kHands) groups[0].rows.emplace_back(hand.what, hand.how);
    for (const std::string_view group : kCommandGroups) groups.push_back({group, {}});
    for (const Command& row : commands()) {
        groups[static_cast<std::size_t>(row.group) + 1].rows.emplace_back(row.label, keysOf(row));
    }
    return groups;
}

/// Rows that a group takes, with its heading and the space behind it.
std::size_t height(const KeyGroup& group) { return group.rows.size() + 2; }

/// Columns in which the groups stand one below the other, each of at most so many rows.
std::size_t columnCount(const std::vector<KeyGroup>& groups, std::size_t most) {
    std::size_t columns = 1;
    std::size_t used = 0;
    for (const KeyGroup& group : groups) {
        if (used + height(group) > most) {
            ++columns;
            used = 0;
        }
        used += height(group);
    }
    return columns;
}

/// The least rows with which the groups fit so many columns.
std::size_t columnHeight(const std::vector<KeyGroup>& groups, std::size_t columns) {
    std::size_t most = 0;
    for (const KeyGroup& group : groups) most = std::max(most, height(group));
    while (columnCount(groups, most) > columns) ++most;
    return most;
}

class HelpSheetView {
public:
    explicit HelpSheetView(const Scene& scene)
        : look_(scene.look), size_(ImGui::GetIO().DisplaySize) {}

    /// @return true where it is clicked away
    bool draw() {
        const std::vector<KeyGroup> groups = makeGroups();
        const float width = std::min(look_.px(1360), size_.x - look_.px(32));
        const float room = size_.y - look_.px(32);
        const float inner = width - look_.px(56);
        const auto fitting = static_cast<std::size_t>((inner + look_.px(28)) / look_.px(kColumn));
        const std::size_t columns = std::clamp<std::size_t>(fitting, 1, kMostColumns);
        const std::size_t most = columnHeight(groups, columns);
        const float rows = static_cast<float>(most);
        const float line =
            std::clamp((room - look_.px(kHead + 14)) / rows, look_.px(kLeastLine), look_.px(kLine));
        const float whole = rows * line + look_.px(kHead + 14);
        const float tall = std::min(whole, room);
        const ImVec2 at{std::floor((size_.x - width) / 2), std::floor((size_.y - tall) / 2)};
        Painter(look_).card({at, {at.x + width, at.y + tall}});
        ImGui::SetCursorScreenPos(at);
        bool is_clicked = false;
        if (ImGui::BeginChild("keys", {width, tall}, ImGuiChildFlags_None,
                              ImGuiWindowFlags_NoNav)) {
            const float top = at.y - ImGui::GetScrollY();
            drawGroups(groups, {at.x + look_.px(28), top}, inner, columns, most, line);
            ImGui::SetCursorScreenPos({at.x, top});
            is_clicked =
                ImGui::InvisibleButton("close keys", {ImGui::GetContentRegionAvail().x, whole});
        }
        ImGui::EndChild();
        return is_clicked;
    }

private:
    void drawGroups(const std::vector<KeyGroup>& groups, ImVec2 at, float width,
                    std::size_t columns, std::size_t most, float line) const {
        Painter painter(look_);
        painter.textAt(look_.fonts.title, look_.colors().ink, {at.x, at.y + look_.px(18)},
                       "Keys and hands");
        const float column = (width + look_.px(28)) / static_cast<float>(columns);
        const float top = at.y + look_.px(kHead);
        ImVec2 pen{at.x, top};
        std::size_t used = 0;
        for (const KeyGroup& group : groups) {
            if (used + height(group) > most) {
                pen = {pen.x + column, top};
                used = 0;
            }
            drawGroup(painter, group, pen, column - look_.px(28), line);
            pen.y += static_cast<float>(height(group)) * line;
            used += height(group);
        }
    }

    void drawGroup(Painter& painter, const KeyGroup& group, ImVec2 at, float width,
                   float line) const {
        const Theme& c = look_.colors();
        ImFont* const font = look_.fonts.small_text;
        painter.text(look_.fonts.strong, c.ink, {at, {at.x + width, at.y + line}}, group.heading);
        for (const auto& [what, how] : group.rows) {
            at.y += line;
            const Rect row{at, {at.x + width, at.y + line}};
            const float room = width - painter.width(font, how) - look_.px(12);
            painter.text(font, c.soft, row, how, Align::right);
            painter.textFitted(font, c.ink, {at, {at.x + room, row.max.y}}, what);
        }
    }

    const Look& look_;
    ImVec2 size_;
};

}  // namespace

void drawHelp(const Scene& scene) {
    drawOverlay(scene, "Help", [&] {
        bool is_clicked = HelpSheetView(scene).draw();
        ImGui::SetCursorScreenPos({0, 0});
        is_clicked |= ImGui::InvisibleButton("close help", ImGui::GetIO().DisplaySize);
        if (is_clicked) scene.emit(ShowHelp{false});
    });
}

}  // namespace lookback
