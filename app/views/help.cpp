#include <array>

#include "app/state/commands.h"
#include "app/views/panels.h"

namespace lookback {
namespace {

struct Hand {
    std::string_view what;
    std::string_view how;
};

/// What the mouse does; the keys come from the table of commands.
constexpr std::array kHands{
    Hand{"Change a number", "drag it sideways; Shift finer, Ctrl coarser"},
    Hand{"Type a number", "double-click; 1/3 and sqrt(2) too; Enter, Tab, Esc"},
    Hand{"Read a token's row", "click its chip"},
    Hand{"Rename, move a token", "double-click its chip, drag it"},
    Hand{"Paint the mask", "click or drag over its cells in the step Mask"},
    Hand{"See where a number comes from", "point at it; a click locks it"},
    Hand{"Go through the steps", "click or drag the timeline"},
};

std::string keysOf(const Command& command) {
    std::string keys;
    for (const ImGuiKeyChord chord : command.keys) {
        if (chord == 0) continue;
        keys += (keys.empty() ? "" : ", ") + keyName(chord);
    }
    return keys;
}

class HelpSheet {
public:
    explicit HelpSheet(const Scene& scene)
        : look_(scene.look), painter_(scene.look), size_(ImGui::GetIO().DisplaySize) {}

    void draw() {
        const Theme& c = look_.colors();
        painter_.fill({{0, 0}, size_}, faded(rgb(0x000000), 0.45f));
        const auto rows = static_cast<float>(commands().size() + kHands.size());
        const float line = std::min(look_.px(25), (size_.y - look_.px(150)) / rows);
        const float width = std::min(look_.px(720), size_.x - look_.px(40));
        const float height = rows * line + look_.px(110);
        const ImVec2 at{std::floor((size_.x - width) / 2),
                        std::floor(std::max(look_.px(10), (size_.y - height) / 2))};
        painter_.card({at, {at.x + width, at.y + height}});
        const float left = at.x + look_.px(28);
        const float middle = left + width * 0.46f;
        float y = at.y + look_.px(20);
        painter_.textAt(look_.fonts.title, c.ink, {left, y}, "Keys and hands");
        y += look_.px(44);
        const auto row = [&](std::string_view what, std::string_view how, ImFont* font) {
            painter_.textFitted(look_.fonts.small_text, c.ink,
                                {{left, y}, {middle - look_.px(8), y + line}}, what);
            painter_.textFitted(font, c.soft,
                                {{middle, y}, {at.x + width - look_.px(20), y + line}}, how);
            y += line;
        };
        for (const Hand& hand : kHands) row(hand.what, hand.how, look_.fonts.small_text);
        y += look_.px(12);
        for (const Command& command : commands())
            row(command.label, keysOf(command), look_.fonts.mono);
    }

private:
    const Look& look_;
    Painter painter_;
    ImVec2 size_;
};

}  // namespace

void drawHelp(const Scene& scene) {
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::SetNextWindowFocus();
    ImGui::PushStyleColor(ImGuiCol_WindowBg, rgb(0x000000, 0));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav;
    if (ImGui::Begin("Help", nullptr, flags)) {
        HelpSheet(scene).draw();
        ImGui::SetCursorScreenPos({0, 0});
        if (ImGui::InvisibleButton("close help", ImGui::GetIO().DisplaySize)) {
            scene.emit(ShowHelp{false});
        }
    }
    ImGui::End();
    ImGui::PopStyleColor();
}

}  // namespace lookback
