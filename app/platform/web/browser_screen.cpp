#include "app/platform/web/browser_screen.h"

#include <algorithm>
#include <cmath>

#include <emscripten/emscripten.h>
#include <emscripten/html5.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/platform/screen/opengl.h"
#include "app/platform/web/browser.h"

namespace lookback {
namespace {

constexpr double kMilliseconds = 1000;
/// CSS pixels: the least width of the Lab, as app/views/modes.cpp has it.
constexpr double kLeastLabWidth = 460;
constexpr double kLeastPhoneShare = 0.75;  ///< of the usual size of everything
constexpr double kPhoneShareSteps = 50;    ///< each draws the fonts again

/// Shows the pointer as ImGui wishes it.
void showPointer() {
    switch (ImGui::GetMouseCursor()) {
        case ImGuiMouseCursor_TextInput: return browser::setCursor("text");
        case ImGuiMouseCursor_ResizeAll: return browser::setCursor("move");
        case ImGuiMouseCursor_ResizeNS: return browser::setCursor("ns-resize");
        case ImGuiMouseCursor_ResizeEW: return browser::setCursor("ew-resize");
        case ImGuiMouseCursor_ResizeNESW: return browser::setCursor("nesw-resize");
        case ImGuiMouseCursor_ResizeNWSE: return browser::setCursor("nwse-resize");
        case ImGuiMouseCursor_Hand: return browser::setCursor("pointer");
        case ImGuiMouseCursor_NotAllowed: return browser::setCursor("not-allowed");
        case ImGuiMouseCursor_None: return browser::setCursor("none");
        default: return browser::setCursor("default");
    }
}

/// Lets the keyboard of the page follow the text that is edited in the program.
void followText() {
    const bool is_editing = ImGui::GetIO().WantTextInput;
    const ImGuiPlatformImeData& cursor = ImGui::GetCurrentContext()->PlatformImeData;
    const auto css = static_cast<float>(1 / emscripten_get_device_pixel_ratio());
    browser::editText(is_editing, cursor.InputPos.x * css, cursor.InputPos.y * css,
                      std::max(cursor.InputLineHeight * css, 1.0F));
}

}  // namespace

bool BrowserScreen::open(const Options& options) {
    options_ = options;
    EmscriptenWebGLContextAttributes wishes;
    emscripten_webgl_init_context_attributes(&wishes);
    wishes.majorVersion = 2;
    wishes.alpha = false;
    wishes.antialias = false;
    wishes.depth = false;
    wishes.stencil = false;
    // A picture of the frame is read after it was drawn, and the next frame may be far away.
    wishes.preserveDrawingBuffer = true;
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context =
        emscripten_webgl_create_context(browser::kCanvas, &wishes);
    if (context <= 0) return false;
    emscripten_webgl_make_context_current(context);
    resize();
    is_ready_ = startOpenGL();
    return is_ready_;
}

BrowserScreen::~BrowserScreen() {
    if (is_ready_) stopOpenGL();
}

void BrowserScreen::resize() {
    double width = 0;
    double height = 0;
    emscripten_get_element_css_size(browser::kCanvas, &width, &height);
    const double density = emscripten_get_device_pixel_ratio();
    const PixelSize size{std::max(static_cast<int>(std::lround(width * density)), 1),
                         std::max(static_cast<int>(std::lround(height * density)), 1)};
    if (size == pixels_) return;  // to set the size of a canvas clears it, also to the same size
    pixels_ = size;
    emscripten_set_canvas_element_size(browser::kCanvas, pixels_.width, pixels_.height);
}

PixelSize BrowserScreen::pixels() const { return pixels_; }

float BrowserScreen::contentScale() const {
    // A phone shows the figure whole, all of it a little smaller.
    const double density = emscripten_get_device_pixel_ratio();
    const double share =
        std::floor(pixels_.width / density / kLeastLabWidth * kPhoneShareSteps) / kPhoneShareSteps;
    return static_cast<float>(density * std::clamp(share, kLeastPhoneShare, 1.0));
}

void BrowserScreen::setFullScreen(bool full) {
    is_full_ = full;
    if (!options_.fills_screen) return;
    browser::fillScreen(full);
}

void BrowserScreen::setTitle(const std::string& title) { browser::setTitle(title); }

double BrowserScreen::seconds() const { return emscripten_get_now() / kMilliseconds; }

void BrowserScreen::setClipboard(const std::string& text) {
    clipboard_ = text;
    browser::copyText(text);
}

void BrowserScreen::takeFonts() { uploadFonts(); }

void BrowserScreen::draw(ImDrawData& frame, const ImVec4& ground) {
    drawOpenGL(frame, ground, pixels_.width, pixels_.height);
}

Image BrowserScreen::picture() { return readPixels(pixels_.width, pixels_.height); }

void BrowserScreen::show() {
    showPointer();
    followText();
}

}  // namespace lookback
