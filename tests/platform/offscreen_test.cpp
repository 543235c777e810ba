#include "app/platform/offscreen.h"

#include <array>

#include <doctest/doctest.h>
#include <imgui.h>

namespace lookback {
namespace {

using Pixel = std::array<int, 4>;

constexpr Pixel kRed{255, 0, 0, 255};
constexpr Pixel kBlue{0, 0, 255, 255};

/// An ImGui context that lives as long as the test.
class Imgui {
public:
    Imgui() { ImGui::GetIO().IniFilename = nullptr; }
    ~Imgui() { ImGui::DestroyContext(context_); }
    Imgui(const Imgui&) = delete;
    Imgui& operator=(const Imgui&) = delete;

private:
    ImGuiContext* context_ = ImGui::CreateContext();
};

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

TEST_CASE("what is drawn arrives in the picture, the right way up") {
    const Imgui imgui;
    auto screen = OffscreenScreen::open(100, 60);
    REQUIRE_MESSAGE(screen, screen.error().message);
    CHECK_FALSE(screen->renderer().empty());
    int frames = 0;
    const Image image = screen->render(
        [&] {
            ++frames;
            drawCorner();
        },
        3);
    CHECK(frames == 3);
    CHECK(image.width == 100);
    CHECK(image.height == 60);
    CHECK(pixelAt(image, 2, 2) == kRed);
    CHECK(pixelAt(image, 29, 19) == kRed);
    CHECK(pixelAt(image, 31, 21) == kBlue);
    CHECK(pixelAt(image, 2, 58) == kBlue);
}

TEST_CASE("a scale makes the picture larger, and a pixel stays ImGui's unit") {
    const Imgui imgui;
    auto screen = OffscreenScreen::open(100, 60, 1.5F);
    REQUIRE_MESSAGE(screen, screen.error().message);
    const Image image = screen->render(drawCorner);
    CHECK(image.width == 150);
    CHECK(image.height == 90);
    CHECK(pixelAt(image, 29, 19) == kRed);
    CHECK(pixelAt(image, 149, 89) == kBlue);
}

TEST_CASE("a screen can be moved, and fonts can change between two renderings") {
    const Imgui imgui;
    auto opened = OffscreenScreen::open(100, 60);
    REQUIRE_MESSAGE(opened, opened.error().message);
    OffscreenScreen screen = std::move(*opened);
    const auto draw_text = [] {
        ImGui::GetForegroundDrawList()->AddText({5, 5}, IM_COL32(255, 255, 255, 255), "Lookback");
    };
    const Image small = screen.render(draw_text);
    ImFontConfig larger;
    larger.SizePixels = 26;
    ImGui::GetIO().Fonts->Clear();
    ImGui::GetIO().Fonts->AddFontDefault(&larger);
    screen.uploadFonts();
    CHECK(screen.render(draw_text).rgba != small.rgba);
}

TEST_CASE("a picture of no size or of an absurd size is refused") {
    const Imgui imgui;
    for (const auto& [width, height] : {std::pair{0, 10}, {10, -1}, {100'000, 10}}) {
        const auto screen = OffscreenScreen::open(width, height);
        REQUIRE_FALSE(screen);
        CHECK(screen.error().message == "a picture has 1 to 16384 pixels on each side");
    }
}

}  // namespace
}  // namespace lookback
