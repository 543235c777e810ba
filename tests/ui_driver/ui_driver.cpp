#include "tests/ui_driver/ui_driver.h"

#include <algorithm>

#include "app/program/pending.h"

namespace lookback::test {
namespace {

constexpr float kFrame = 1 / 60.0f;    ///< seconds
constexpr double kLongestFrame = 0.1;  ///< seconds: while nothing is done, few frames are enough

}  // namespace

UiDriver::UiDriver(std::function<void()> draw, const Options& options)
    : draw_(std::move(draw)),
      before_frame_(options.before_frame),
      outer_(ImGui::GetCurrentContext()),
      context_(ImGui::CreateContext(options.fonts)) {
    ImGuiIO& io = this->io();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;  // as the program's has
    io.DisplaySize = options.size;
    io.DeltaTime = kFrame;
    io.ConfigMacOSXBehaviors = false;
    io.ConfigInputTextCursorBlink = false;
    if (options.fonts == nullptr) {
        unsigned char* pixels = nullptr;
        int width = 0;
        int height = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    }
    io.SetClipboardTextFn = [](void* driver, const char* text) {
        static_cast<UiDriver*>(driver)->clipboard_ = text;
    };
    io.GetClipboardTextFn = [](void* driver) {
        return static_cast<UiDriver*>(driver)->clipboard_.c_str();
    };
    io.ClipboardUserData = this;
    io.UserData = this;
    context_->TestEngineHookItems = true;
    step(3);
}

UiDriver::~UiDriver() {
    ImGui::DestroyContext(context_);
    ImGui::SetCurrentContext(outer_);
}

ImGuiIO& UiDriver::io() const {
    ImGui::SetCurrentContext(context_);
    return ImGui::GetIO();
}

void UiDriver::step(int frames) {
    ImGui::SetCurrentContext(context_);
    for (; frames > 0; --frames, ++frames_) {
        items_.clear();
        last_.clear();
        if (before_frame_) before_frame_();
        newFrame();
        draw_();
        if (log_ != nullptr) ImGui::LogFinish();
        ImGui::Render();
    }
}

void UiDriver::wait(double seconds) {
    for (double rest = seconds; rest > 0; rest -= kLongestFrame) {
        io().DeltaTime = static_cast<float>(std::min(rest, kLongestFrame));
        step();
    }
    io().DeltaTime = kFrame;
}

void UiDriver::move(ImVec2 to) {
    io().AddMousePosEvent(to.x, to.y);
    step(2);
}

void UiDriver::press(int button) {
    io().AddMouseButtonEvent(button, true);
    step();
}

void UiDriver::release(int button) {
    io().AddMouseButtonEvent(button, false);
    step(2);
}

/// Two clicks of a person who means two clicks lie further apart than a double click.
void UiDriver::awaitEndOfDoubleClick() {
    const double since = context_->Time - io().MouseClickedTime[0];
    const double least = static_cast<double>(io().MouseDoubleClickTime) + 0.02;
    if (since < least) wait(least - since);
}

void UiDriver::clickAt(ImVec2 place, int button) {
    awaitEndOfDoubleClick();
    move(place);
    press(button);
    release(button);
}

void UiDriver::doubleClickAt(ImVec2 place) {
    clickAt(place);
    press();
    release();
}

void UiDriver::pointAt(const UiItem& item, std::string_view path) {
    ImRect seen = item.rect;
    seen.ClipWith(item.visible);
    // A field's rectangle may take in the label to its right.
    if (item.is_field) seen.Max.x = ImMin(seen.Max.x, seen.Min.x + 40);
    // ImGui keeps whole pixels of the pointer, and drops a move within one.
    const ImVec2 center = ImFloor(seen.GetCenter());
    // No hand rests quite still: a pointer that sleeps while keys are used wakes when it is moved.
    if (io().MousePos.x == center.x && io().MousePos.y == center.y) move({center.x + 1, center.y});
    move(center);
    const ImGuiWindow* under = context_->HoveredWindow;
    if (under == nullptr || under->Name != item.window) {
        throw UiError(std::string(path) + " is covered by the window " +
                      (under == nullptr ? "of nobody" : under->Name));
    }
}

void UiDriver::hover(std::string_view path) { pointAt(reachable(path), path); }

void UiDriver::click(std::string_view path, int button) {
    awaitEndOfDoubleClick();
    pointAt(reachable(path), path);
    press(button);
    release(button);
}

void UiDriver::doubleClick(std::string_view path) {
    click(path);
    press();
    release();
}

void UiDriver::drag(ImVec2 from, ImVec2 to, int steps) {
    awaitEndOfDoubleClick();
    move(from);
    press();
    for (int k = 1; k <= steps; ++k) {
        const float share = static_cast<float>(k) / static_cast<float>(steps);
        move({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
    }
    release();
}

void UiDriver::wheel(float lines) {
    io().AddMouseWheelEvent(0, lines);
    step(2);
}

void UiDriver::scrollTo(std::string_view path) {
    constexpr int kMostTurns = 300;
    for (int turn = 0; turn < kMostTurns; ++turn) {
        const UiItem item = find(path);
        if (item.visible.Contains(item.rect)) return;
        move(item.visible.GetCenter());
        wheel(item.rect.Max.y > item.visible.Max.y ? -1.0f : 1.0f);
    }
    throw UiError("the wheel does not bring this into sight: " + std::string(path));
}

void UiDriver::key(ImGuiKeyChord chord) {
    const auto bare = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
    hold(chord & ImGuiMod_Mask_);
    io().AddKeyEvent(bare, true);
    step(2);
    io().AddKeyEvent(bare, false);
    letGo(chord & ImGuiMod_Mask_);
    step();
}

void UiDriver::hold(ImGuiKeyChord modifiers) {
    for (const ImGuiKey one : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt, ImGuiMod_Super}) {
        if ((modifiers & one) != 0) io().AddKeyEvent(one, true);
    }
    if (modifiers != 0) step();
}

void UiDriver::letGo(ImGuiKeyChord modifiers) {
    for (const ImGuiKey one : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt, ImGuiMod_Super}) {
        if ((modifiers & one) != 0) io().AddKeyEvent(one, false);
    }
    if (modifiers != 0) step();
}

void UiDriver::type(std::string_view text) {
    io().AddInputCharactersUTF8(std::string(text).c_str());
    step(3);
}

void UiDriver::resize(ImVec2 size) {
    io().DisplaySize = size;
    step(3);
}

}  // namespace lookback::test
