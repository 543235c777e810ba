// A frame that keeps what cannot have changed is the same picture as one that is drawn anew.
#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <random>

#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr int kEvents = 400;
constexpr int kFramesAfter = 4;    ///< enough for everything to be kept
constexpr int kTooltipAfter = 40;  ///< frames until a tooltip stands there and is kept, too
constexpr int kRestsEvery = 8;     ///< events after which the pointer rests for that long

using Event = std::function<void(LabUnderTest&)>;

/// Every window of the last frame as ImGui hands it to the graphics card.
struct Shown {
    std::vector<std::vector<ImDrawVert>> vertices;
    std::vector<std::vector<ImDrawIdx>> indices;
    std::vector<std::vector<ImDrawCmd>> commands;
    ImGuiMouseCursor cursor = ImGuiMouseCursor_None;
};

Shown shown(LabUnderTest& lab) {
    lab.ui.step();
    Shown all{.cursor = ImGui::GetMouseCursor()};
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
        all.vertices.emplace_back(list->VtxBuffer.begin(), list->VtxBuffer.end());
        all.indices.emplace_back(list->IdxBuffer.begin(), list->IdxBuffer.end());
        all.commands.emplace_back(list->CmdBuffer.begin(), list->CmdBuffer.end());
    }
    return all;
}

bool operator==(const Shown& a, const Shown& b) {
    const auto is_same = [](const auto& one, const auto& other) {
        return one.size() == other.size() &&
               (one.empty() ||
                std::memcmp(one.data(), other.data(), one.size() * sizeof one[0]) == 0);
    };
    const auto are_same = [&](const auto& ones, const auto& others) {
        return std::equal(ones.begin(), ones.end(), others.begin(), others.end(), is_same);
    };
    return a.cursor == b.cursor && are_same(a.vertices, b.vertices) &&
           are_same(a.indices, b.indices) && are_same(a.commands, b.commands);
}

bool hasItemsOf(const LabUnderTest& lab, std::string_view window) {
    const auto& items = lab.ui.items();
    return std::any_of(items.begin(), items.end(), [window](const UiItem& item) {
        return !item.is_window && item.window == window;
    });
}

class Hands {
public:
    explicit Hands(unsigned seed) : random_(seed) {}

    /// Something that a person may do with what this lab shows.
    Event next(const LabUnderTest& lab) {
        const auto& items = lab.ui.items();
        const ImVec2 at = items[below(items.size())].center();
        switch (below(8)) {
            case 0: return [at](LabUnderTest& l) { l.ui.clickAt(at); };
            case 1: return [at](LabUnderTest& l) { l.ui.doubleClickAt(at); };
            case 2: return [at](LabUnderTest& l) { l.ui.drag(at, {at.x + 30, at.y + 5}); };
            case 3: {
                const int key = kKeys[below(kKeys.size())];
                return [key](LabUnderTest& l) { l.ui.key(key); };
            }
            case 4: return [](LabUnderTest& l) { l.ui.type("2"); };
            case 5: return [](LabUnderTest& l) { l.ui.wheel(-2); };
            default: return [at](LabUnderTest& l) { l.ui.move(at); };
        }
    }

private:
    static constexpr std::array<int, 10> kKeys{ImGuiKey_RightArrow, ImGuiKey_DownArrow,
                                               ImGuiKey_LeftArrow,  ImGuiKey_Escape,
                                               ImGuiKey_Escape,     ImGuiKey_M,
                                               ImGuiKey_D,          ImGuiKey_H,
                                               ImGuiKey_F1,         ImGuiMod_Ctrl | ImGuiKey_Z};

    std::size_t below(std::size_t bound) { return random_() % bound; }

    std::mt19937 random_;
};

}  // namespace

TEST_CASE("what is kept is what would be drawn") {
    struct Screen {
        std::string_view lesson;
        ImVec2 size;
        int type_percent;
    };
    // In the last one the panels are longer than the window.
    for (const Screen& screen : {Screen{"write-a-poem", kUsual, 100},
                                 {"causal-two-ways", kUsual, 100},
                                 {"causal-two-ways", kLaptop, 130}}) {
        CAPTURE(screen.lesson);
        CAPTURE(screen.type_percent);
        LabUnderTest fresh(screen.lesson, screen.size);
        LabUnderTest keeping(screen.lesson, screen.size);
        keeping.keepFrames();
        for (LabUnderTest* lab : {&fresh, &keeping}) {
            lab->act(SetTypeSize{screen.type_percent});
        }
        Hands hands(20261120);
        for (int event = 0; event < kEvents; ++event) {
            CAPTURE(event);
            fresh.ui.step();
            keeping.ui.step();
            const Event happens = hands.next(fresh);
            for (LabUnderTest* lab : {&fresh, &keeping}) {
                happens(*lab);
                // Menus that would open files are not this test's.
                (void)lab->takeEffects();
            }
            const int frames = event % kRestsEvery == 0 ? kTooltipAfter : kFramesAfter;
            for (int frame = 0; frame < frames; ++frame) {
                CAPTURE(frame);
                REQUIRE(shown(fresh) == shown(keeping));
            }
        }
    }
}

TEST_CASE("nothing is drawn anew while the pointer rests, tooltip or not") {
    LabUnderTest lab;
    lab.keepFrames();
    const auto is_drawn = [&] {
        return hasItemsOf(lab, "Edit") || hasItemsOf(lab, "Centre") || hasItemsOf(lab, "Steps");
    };
    lab.ui.move(lab.center(MatrixId::w_query, {0, 0}));
    CHECK(is_drawn());
    lab.ui.step(kTooltipAfter);
    CHECK_FALSE(is_drawn());
    CHECK(ImGui::FindWindowByName("##Tooltip_00")->Active);
    CHECK(ImGui::GetMouseCursor() == ImGuiMouseCursor_ResizeEW);
    CHECK(lab.view().hovered_next == Target{MatrixId::w_query, 0, {0, 0}});
    lab.act(SetDecimals{2});
    CHECK(hasItemsOf(lab, "Centre"));
    CHECK(hasItemsOf(lab, "Steps"));
}

TEST_CASE("while the pointer moves within a cell only its region is drawn anew") {
    LabUnderTest lab;
    lab.keepFrames();
    const ImVec2 at = lab.center(MatrixId::w_query, {0, 0});
    lab.ui.move(at);
    lab.ui.step(kTooltipAfter);
    lab.ui.move({at.x + 2, at.y});
    CHECK(hasItemsOf(lab, "Edit"));
    CHECK_FALSE(hasItemsOf(lab, "Centre"));
    CHECK_FALSE(hasItemsOf(lab, "Steps"));
}

TEST_CASE("a wheel that goes on turning a panel which the pointer has left scrolls its picture") {
    LabUnderTest fresh("numpy-from-scratch", kLaptop);
    LabUnderTest keeping("numpy-from-scratch", kLaptop);
    keeping.keepFrames();
    const float edge = ImGui::FindWindowByName("Edit")->Rect().Max.x;
    for (LabUnderTest* lab : {&fresh, &keeping}) {
        lab->ui.move({edge - 2, 400});
        lab->ui.wheel(-1);
        lab->ui.move({edge + 2, 400});
        lab->ui.step(kFramesAfter);
        lab->ui.wheel(-1);
    }
    CHECK(shown(fresh) == shown(keeping));
}

TEST_CASE("a cell that is still blank is drawn anew no longer than a tooltip takes") {
    LabUnderTest lab;
    lab.ui.key(ImGuiKey_Home);
    for (int step = 0; step < 3; ++step) lab.ui.key(ImGuiKey_PageDown);
    lab.ui.wait(1);
    const ImVec2 last = lab.figureCell("Centre/scores", {2, 2}, 3, 3);
    lab.keepFrames();
    lab.ui.move(last);
    CHECK(hasItemsOf(lab, "Centre"));
    lab.ui.step(kTooltipAfter);
    CHECK_FALSE(hasItemsOf(lab, "Centre"));
}
