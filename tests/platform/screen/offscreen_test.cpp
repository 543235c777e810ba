#include "app/platform/screen/offscreen.h"

#include <array>
#include <memory>
#include <utility>

#include <doctest/doctest.h>
#include <imgui.h>

#include "app/program/imgui_session.h"
#include "tests/core/said.h"

namespace lookback {
namespace {

using Pixel = std::array<int, 4>;

constexpr Pixel kRed{255, 0, 0, 255};
constexpr Pixel kBlue{0, 0, 255, 255};

Pixel pixelAt(const Image& image, int x, int y) {
    const auto at = static_cast<std::size_t>(y * image.width + x) * 4;
    return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
}

/// A blue ground whose upper left corner, 30 x 20 pixels, is red.
void drawCorner() {
    ImDrawList* list = ImGui::GetBackgroundDrawList();
    list->AddRectFilled({0, 0}, ImGui::GetIO().DisplaySize, IM_COL32(0, 0, 255, 255));
    list->AddRectFilled({0, 0}, {30, 20}, IM_COL32(255, 0, 0, 255));
}

/// A frame that `draw` draws.
template <class Draw>
void drawOne(OffscreenScreen& screen, Draw draw) {
    screen.beginFrame();
    const PixelSize size = screen.pixels();
    ImGui::GetIO().DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
    ImGui::NewFrame();
    draw();
    ImGui::Render();
    screen.draw(*ImGui::GetDrawData(), {0, 0, 0, 1});
}

std::unique_ptr<OffscreenScreen> opened(int width, int height, float scale = 1) {
    auto screen = OffscreenScreen::open(width, height, scale);
    REQUIRE_MESSAGE(screen, test::said(screen.error()));
    (*screen)->takeFonts();
    return std::move(*screen);
}

TEST_CASE("what is drawn arrives in the picture, the right way up") {
    const ImGuiSession imgui;
    const auto screen = opened(100, 60);
    CHECK_FALSE(screen->renderer().empty());
    drawOne(*screen, drawCorner);
    const Image image = screen->picture();
    CHECK(image.width == 100);
    CHECK(image.height == 60);
    CHECK(pixelAt(image, 2, 2) == kRed);
    CHECK(pixelAt(image, 29, 19) == kRed);
    CHECK(pixelAt(image, 31, 21) == kBlue);
    CHECK(pixelAt(image, 2, 58) == kBlue);
}

TEST_CASE("what a frame leaves free has the colour of the ground") {
    const ImGuiSession imgui;
    const auto screen = opened(100, 60);
    drawOne(*screen, [] {});
    CHECK(pixelAt(screen->picture(), 50, 30) == Pixel{0, 0, 0, 255});
}

TEST_CASE("a scale makes the picture larger, and a pixel stays ImGui's unit") {
    const ImGuiSession imgui;
    const auto screen = opened(100, 60, 1.5F);
    CHECK(screen->contentScale() == 1.5F);
    drawOne(*screen, drawCorner);
    const Image image = screen->picture();
    CHECK(image.width == 150);
    CHECK(image.height == 90);
    CHECK(pixelAt(image, 29, 19) == kRed);
    CHECK(pixelAt(image, 149, 89) == kBlue);
}

TEST_CASE("fonts can change between two frames") {
    const ImGuiSession imgui;
    const auto screen = opened(100, 60);
    const auto draw_text = [] {
        ImGui::GetForegroundDrawList()->AddText({5, 5}, IM_COL32(255, 255, 255, 255), "Lookback");
    };
    ImGui::GetIO().Fonts->AddFontDefault();
    screen->takeFonts();
    drawOne(*screen, draw_text);
    const Image small = screen->picture();
    ImFontConfig larger;
    larger.SizePixels = 26;
    ImGui::GetIO().Fonts->Clear();
    ImGui::GetIO().Fonts->AddFontDefault(&larger);
    screen->takeFonts();
    drawOne(*screen, draw_text);
    CHECK(screen->picture().rgba != small.rgba);
}

TEST_CASE("its clock tells of nothing but frames") {
    const ImGuiSession imgui;
    const auto screen = opened(100, 60);
    const double before = screen->seconds();
    CHECK(screen->seconds() == before);
    drawOne(*screen, [] {});
    CHECK(screen->seconds() - before == doctest::Approx(1.0 / 60));
}

TEST_CASE("a picture of no size or of an absurd size is refused") {
    const ImGuiSession imgui;
    for (const auto& [width, height] : {std::pair{0, 10}, {10, -1}, {100'000, 10}}) {
        const auto screen = OffscreenScreen::open(width, height);
        REQUIRE_FALSE(screen);
        CHECK(test::said(screen.error()) ==
              "the size is out of range, expected 1 to 16384 pixels on each side");
    }
}

}  // namespace
}  // namespace lookback
