#include "tests/app/menus.h"

#include <cfloat>
#include <utility>

namespace lookback::test {
namespace {

constexpr double kMenusForHover = 0.5;  ///< seconds

}  // namespace

int openMenus() { return ImGui::GetCurrentContext()->OpenPopupStack.Size; }

void checkKeysLive(LabUnderTest& lab) {
    const auto at = [&] { return std::pair(lab.place().step, lab.place().cell); };
    const auto before = at();
    lab.ui.key(ImGuiKey_RightArrow);
    CHECK(at() > before);
    lab.ui.key(ImGuiKey_LeftArrow);
    CHECK(lab.place().step == before.first);
}

void openMaskMenu(LabUnderTest& lab) {
    lab.ui.click("Top/##mask");
    lab.ui.step(3);
    REQUIRE(openMenus() == 1);
}

void checkWhole(LabUnderTest& lab) {
    const ImRect screen({0, 0}, ImGui::GetIO().DisplaySize);
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if ((window->Flags & ImGuiWindowFlags_Popup) == 0 || !window->Active) continue;
        CAPTURE(window->Name);
        CAPTURE(window->Pos.x);
        CAPTURE(window->Size.x);
        CHECK(screen.Contains(window->Rect()));
        CHECK(window->ScrollMax.x <= 0);
        const auto glyphs = lab.ui.glyphsOf(window->Name);
        CHECK(glyphs.size() > 10);
        const bool scrolls = window->ScrollMax.y > 0;
        for (const UiDriver::Glyph& glyph : glyphs) {
            ImRect seen = glyph.clip;
            if (scrolls) {
                seen.Min.y = -FLT_MAX;
                seen.Max.y = FLT_MAX;
            }
            seen.Expand(1);
            const bool is_seen = seen.Contains(glyph.box);
            CAPTURE(glyph.box.Min.x);
            CAPTURE(glyph.box.Max.x);
            REQUIRE(is_seen);
        }
    }
}

void closeAll(LabUnderTest& lab) {
    for (int k = 0; k < 4 && openMenus() > 0; ++k) lab.ui.key(ImGuiKey_Escape);
    REQUIRE(openMenus() == 0);
}

std::string markedLabel(const LabUnderTest& lab) {
    const ImGuiID marked = ImGui::GetCurrentContext()->NavId;
    for (const UiItem& item : lab.ui.items()) {
        if (item.id == marked && item.window.starts_with("##Popup_")) return item.label;
    }
    return "";
}

void walkTo(LabUnderTest& lab, std::string_view end, ImGuiKey arrow) {
    constexpr int kMostRows = 40;
    for (int k = 0; k < kMostRows && !markedLabel(lab).ends_with(end); ++k) lab.ui.key(arrow);
    REQUIRE(markedLabel(lab).ends_with(end));
}

void openSubmenu(LabUnderTest& lab, const std::string& row) {
    lab.ui.scrollTo(row);
    const int before = openMenus();
    lab.ui.hover(row);
    lab.ui.wait(kMenusForHover);
    if (openMenus() == before) lab.ui.click(row);
    lab.ui.step(3);
}

}  // namespace lookback::test
