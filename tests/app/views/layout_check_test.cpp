// A check that finds nothing might be one that cannot find anything: each fault must be found.
#include <algorithm>

#include "app/look/painter.h"
#include "tests/app/layout_check.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Drawing = void (*)(Painter& painter, const Fonts& fonts);

void button(const char* label, ImVec2 at, ImVec2 size = {60, 30}) {
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton(label, size);
}

/// The kinds of faults of a window of 300 x 200 px that is drawn so, sorted, each once.
std::vector<std::string> faultsOf(Drawing draw) {
    LayoutProbe probe;
    Look look;
    look.fonts = TestFonts::at().fonts;
    look.probe = &probe;
    UiDriver ui(
        [&] {
            probe.clear();
            ImGui::SetNextWindowPos({0, 0});
            ImGui::SetNextWindowSize({300, 200});
            ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration);
            Painter painter(look);
            draw(painter, look.fonts);
            ImGui::End();
        },
        {.size = {400, 300}, .fonts = &TestFonts::at().atlas});
    ui.step();
    std::vector<std::string> kinds;
    for (const LayoutFault& fault : layoutFaults(ui, probe.texts())) kinds.push_back(fault.kind);
    std::sort(kinds.begin(), kinds.end());
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    return kinds;
}

using Kinds = std::vector<std::string>;

}  // namespace

TEST_CASE("the layout checks find every fault, and none where there is none") {
    CHECK(faultsOf([](Painter& p, const Fonts& f) {
              p.textAt(f.text, p.colors().ink, {20, 20}, "one");
              p.textAt(f.text, p.colors().ink, {20, 40}, "below");
              button("a button##1", {20, 80}, {120, 30});
              p.textAt(f.text, p.colors().ink, {30, 84}, "a button");
          }) == Kinds{});
    CHECK(faultsOf([](Painter& p, const Fonts& f) {
              p.textAt(f.text, p.colors().ink, {20, 20}, "one");
              p.textAt(f.text, p.colors().ink, {30, 24}, "other");
          }) == Kinds{"overlap"});
    CHECK(faultsOf([](Painter& p, const Fonts& f) {
              p.textAt(f.text, p.colors().ink, {270, 20}, "too long for this");
          }) == Kinds{"cut"});
    CHECK(faultsOf([](Painter& p, const Fonts& f) {
              p.textAt(f.text, p.colors().ink, {20, 191}, "half below");
          }) == Kinds{"cut"});
    CHECK(faultsOf([](Painter& p, const Fonts& f) {
              p.textAt(f.text, p.colors().ink, {20, 240}, "far below");
          }) == Kinds{"lost"});
    CHECK(faultsOf([](Painter& p, const Fonts& f) {
              p.textFitted(f.text, p.colors().ink, {{20, 20}, {60, 40}}, "does not fit");
          }) == Kinds{"shortened"});
    CHECK(faultsOf([](Painter& p, const Fonts& f) {
              button("a button", {20, 20});
              p.textAt(f.text, p.colors().ink, {60, 24}, "half on it");
          }) == Kinds{"crossed"});
    CHECK(faultsOf([](Painter&, const Fonts&) {
              button("one", {20, 20});
              button("other", {40, 30});
          }) == Kinds{"overlap"});
    CHECK(faultsOf([](Painter&, const Fonts&) {
              button("wide", {250, 20}, {90, 30});
          }) == Kinds{"outside"});
    CHECK(faultsOf([](Painter&, const Fonts&) {
              button("same", {20, 20});
              button("same", {120, 20});
          }) == Kinds{"twin"});
}

TEST_CASE("the layout checks find type that is too small") {
    LayoutProbe probe;
    probe.add("tiny", {{10, 10}, {40, 22}}, {{0, 0}, {100, 100}});
    UiDriver ui([] {}, {.fonts = &TestFonts::at().atlas});
    const auto found = layoutFaults(ui, probe.texts());
    REQUIRE(found.size() == 1);
    CHECK(found.front().kind == "small");
}
