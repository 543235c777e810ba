#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/look/painter.h"
#include "app/state/update/action.h"
#include "app/views/shared/help_lines.h"
#include "app/views/shared/sheets.h"

namespace lookback {
namespace {

constexpr std::size_t kMostColumns = 3;
constexpr float kColumn = 330;  ///< the least width of a column with all of its words
constexpr float kHelpLine = 24;
constexpr float kHelpLeastLine = 18;
constexpr float kHelpHead = 58;  ///< of the sheet, above the groups

/// A line of the sheet: a heading, an act and its key or gesture, or nothing.
struct SheetLine {
    std::string_view heading{};
    std::string_view what{};
    std::string how{};
};
using HelpColumn = std::vector<SheetLine>;

/// Returns all groups of a mode in their order, each with a heading before and an empty line after
/// it.
HelpColumn helpLines(Mode mode, std::span<const Command> own) {
    std::vector<HelpGroup> groups = keyGroups({own, modeCommands(), sharedCommands()});
    groups.insert(groups.begin(), mouseUses(info(mode).subject));
    HelpColumn lines;
    for (HelpGroup& group : groups) {
        lines.push_back({.heading = group.heading});
        for (HelpLine& line : group.lines) {
            lines.push_back({.what = line.what, .how = std::move(line.how)});
        }
        lines.emplace_back();
    }
    lines.pop_back();
    return lines;
}

/// Distributes lines over columns of at most `most` lines: none begins with an empty line or ends
/// with a heading.
std::vector<HelpColumn> inColumns(const HelpColumn& lines, std::size_t most) {
    std::vector<HelpColumn> columns(1);
    for (const SheetLine& line : lines) {
        const bool is_heading = !line.heading.empty();
        if (columns.back().size() + (is_heading ? 2 : 1) > most) columns.emplace_back();
        const bool is_empty = !is_heading && line.what.empty();
        if (!is_empty || !columns.back().empty()) columns.back().push_back(line);
    }
    return columns;
}

/// Distributes lines over at most `count` columns, which are as low as possible.
std::vector<HelpColumn> lowColumns(const HelpColumn& lines, std::size_t count) {
    std::size_t most = std::max<std::size_t>((lines.size() + count - 1) / count, 2);
    std::vector<HelpColumn> columns = inColumns(lines, most);
    while (columns.size() > count) columns = inColumns(lines, ++most);
    return columns;
}

class HelpSheetView {
public:
    HelpSheetView(const Scene& scene, std::span<const Command> own)
        : look_(scene.look), lines_(helpLines(scene.place().mode, own)) {}

    /// @return true where it is clicked away
    bool draw() {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const float width = std::min(look_.px(1360), screen.x - look_.px(32));
        const float room = screen.y - look_.px(32);
        const float inner = width - look_.px(56);
        const auto fitting = static_cast<std::size_t>((inner + look_.px(28)) / look_.px(kColumn));
        const std::size_t count = std::clamp<std::size_t>(fitting, 1, kMostColumns);
        const std::vector<HelpColumn> columns = lowColumns(lines_, count);
        std::size_t most = 0;
        for (const HelpColumn& column : columns) most = std::max(most, column.size());
        const float rows = static_cast<float>(most + 1);
        const float line = std::clamp((room - look_.px(kHelpHead + 14)) / rows,
                                      look_.px(kHelpLeastLine), look_.px(kHelpLine));
        const float whole = rows * line + look_.px(kHelpHead + 14);
        const float tall = std::min(whole, room);
        Painter painter(look_);
        const ImVec2 at = drawSheetCard(painter, {width, tall}).min;
        ImGui::SetCursorScreenPos(at);
        bool is_clicked = false;
        if (ImGui::BeginChild("keys", {width, tall}, ImGuiChildFlags_None,
                              ImGuiWindowFlags_NoNav)) {
            const float top = at.y - ImGui::GetScrollY();
            drawColumns(columns, {at.x + look_.px(28), top}, inner, count, line);
            ImGui::SetCursorScreenPos({at.x, top});
            is_clicked =
                ImGui::InvisibleButton("close keys", {ImGui::GetContentRegionAvail().x, whole});
        }
        ImGui::EndChild();
        return is_clicked;
    }

private:
    void drawColumns(const std::vector<HelpColumn>& columns, ImVec2 at, float width,
                     std::size_t count, float line) const {
        Painter painter(look_);
        painter.textAt(look_.fonts.title, look_.colors().ink, {at.x, at.y + look_.px(18)},
                       "Keys and hands");
        const float wide = (width + look_.px(28)) / static_cast<float>(count);
        at.y += look_.px(kHelpHead);
        for (const HelpColumn& column : columns) {
            drawColumn(painter, column, at, wide - look_.px(28), line);
            at.x += wide;
        }
    }

    void drawColumn(Painter& painter, const HelpColumn& column, ImVec2 at, float width,
                    float line) const {
        const Theme& c = look_.colors();
        ImFont* const font = look_.fonts.small_text;
        for (const SheetLine& shown : column) {
            const Rect row = Rect::at(at, {width, line});
            at.y += line;
            if (!shown.heading.empty()) {
                painter.text(look_.fonts.strong, c.ink, row, shown.heading);
            } else if (!shown.what.empty()) {
                const float room = width - painter.width(font, shown.how) - look_.px(12);
                painter.text(font, c.soft, row, shown.how, Align::right);
                painter.textFitted(font, c.ink, row.left(room), shown.what);
            }
        }
    }

    const Look& look_;
    HelpColumn lines_;
};

}  // namespace

void drawHelp(const Scene& scene, std::span<const Command> own) {
    drawOverlay(scene, "Help", [&] {
        bool is_clicked = HelpSheetView(scene, own).draw();
        ImGui::SetCursorScreenPos({0, 0});
        is_clicked |= ImGui::InvisibleButton("close help", ImGui::GetIO().DisplaySize);
        if (is_clicked) scene.emit(Change(&Hands::sheet, {}));
    });
}

}  // namespace lookback
