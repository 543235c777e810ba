#include "app/platform/web/browser_input.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <emscripten/html5.h>
#include <imgui.h>

#include "app/platform/web/browser.h"
#include "app/views/keys.h"

namespace lookback {
namespace {

constexpr float kPixelsOfNotch = 100;  ///< of a wheel, as browsers count it
constexpr float kLinesOfNotch = 3;
constexpr float kNowhere = -3.4e38F;  ///< coordinates of a pointer that has left

Listener& listener() {
    static Listener listener;
    return listener;
}

void wake() { listener().wake(); }

float density() { return static_cast<float>(emscripten_get_device_pixel_ratio()); }

// Keys.

struct KeyName {
    std::string_view code;  ///< of the key, as DOM has it
    ImGuiKey key;
};

constexpr std::array kKeys{
    KeyName{"Tab", ImGuiKey_Tab},
    KeyName{"ArrowLeft", ImGuiKey_LeftArrow},
    KeyName{"ArrowRight", ImGuiKey_RightArrow},
    KeyName{"ArrowUp", ImGuiKey_UpArrow},
    KeyName{"ArrowDown", ImGuiKey_DownArrow},
    KeyName{"PageUp", ImGuiKey_PageUp},
    KeyName{"PageDown", ImGuiKey_PageDown},
    KeyName{"Home", ImGuiKey_Home},
    KeyName{"End", ImGuiKey_End},
    KeyName{"Insert", ImGuiKey_Insert},
    KeyName{"Delete", ImGuiKey_Delete},
    KeyName{"Backspace", ImGuiKey_Backspace},
    KeyName{"Space", ImGuiKey_Space},
    KeyName{"Enter", ImGuiKey_Enter},
    KeyName{"Escape", ImGuiKey_Escape},
    KeyName{"NumpadEnter", ImGuiKey_KeypadEnter},
    KeyName{"NumpadAdd", ImGuiKey_KeypadAdd},
    KeyName{"NumpadSubtract", ImGuiKey_KeypadSubtract},
    KeyName{"NumpadMultiply", ImGuiKey_KeypadMultiply},
    KeyName{"NumpadDivide", ImGuiKey_KeypadDivide},
    KeyName{"NumpadDecimal", ImGuiKey_KeypadDecimal},
    KeyName{"Quote", ImGuiKey_Apostrophe},
    KeyName{"Comma", ImGuiKey_Comma},
    KeyName{"Minus", ImGuiKey_Minus},
    KeyName{"Period", ImGuiKey_Period},
    KeyName{"Slash", ImGuiKey_Slash},
    KeyName{"Semicolon", ImGuiKey_Semicolon},
    KeyName{"Equal", ImGuiKey_Equal},
    KeyName{"BracketLeft", ImGuiKey_LeftBracket},
    KeyName{"Backslash", ImGuiKey_Backslash},
    KeyName{"BracketRight", ImGuiKey_RightBracket},
    KeyName{"Backquote", ImGuiKey_GraveAccent},
    KeyName{"ShiftLeft", ImGuiKey_LeftShift},
    KeyName{"ShiftRight", ImGuiKey_RightShift},
    KeyName{"ControlLeft", ImGuiKey_LeftCtrl},
    KeyName{"ControlRight", ImGuiKey_RightCtrl},
    KeyName{"AltLeft", ImGuiKey_LeftAlt},
    KeyName{"AltRight", ImGuiKey_RightAlt},
    KeyName{"MetaLeft", ImGuiKey_LeftSuper},
    KeyName{"MetaRight", ImGuiKey_RightSuper},
    KeyName{"ContextMenu", ImGuiKey_Menu},
};

ImGuiKey after(ImGuiKey first, int count) { return static_cast<ImGuiKey>(first + count); }

/// Returns the key of an event: a letter by the character that it types, as keyboards place letters
/// differently; other keys by their place on the keyboard.
ImGuiKey keyOf(std::string_view code, std::string_view typed) {
    if (typed.size() == 1 && code.starts_with("Key")) {
        const char letter = static_cast<char>(typed.front() | 0x20);
        if (letter >= 'a' && letter <= 'z') return after(ImGuiKey_A, letter - 'a');
    }
    const auto numbered = [&](std::string_view begin, ImGuiKey first) -> std::optional<ImGuiKey> {
        if (!code.starts_with(begin) || code.size() == begin.size()) return std::nullopt;
        int number = 0;
        for (const char c : code.substr(begin.size())) {
            if (c < '0' || c > '9') return std::nullopt;
            number = 10 * number + (c - '0');
        }
        return after(first, number);
    };
    if (const auto key = numbered("Digit", ImGuiKey_0)) return *key;
    if (const auto key = numbered("Numpad", ImGuiKey_Keypad0)) return *key;
    if (const auto key = numbered("F", static_cast<ImGuiKey>(ImGuiKey_F1 - 1))) {
        return *key <= ImGuiKey_F12 ? *key : ImGuiKey_None;
    }
    if (code.size() == 4 && code.starts_with("Key")) return after(ImGuiKey_A, code[3] - 'A');
    const auto* const named =
        std::find_if(kKeys.begin(), kKeys.end(), [&](const KeyName& k) { return k.code == code; });
    return named != kKeys.end() ? named->key : ImGuiKey_None;
}

bool isModifier(ImGuiKey key) { return key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper; }

/// True for keys with Ctrl that move and change a text in a field.
bool isOfText(ImGuiKey key) {
    constexpr std::array kKeysOfText{ImGuiKey_A,          ImGuiKey_C,      ImGuiKey_X,
                                     ImGuiKey_Z,          ImGuiKey_Y,      ImGuiKey_LeftArrow,
                                     ImGuiKey_RightArrow, ImGuiKey_Home,   ImGuiKey_End,
                                     ImGuiKey_Backspace,  ImGuiKey_Delete, ImGuiKey_Enter};
    return std::find(kKeysOfText.begin(), kKeysOfText.end(), key) != kKeysOfText.end();
}

/// True for keys that the program leaves to the browser: function keys and keys with Ctrl or Alt
/// that no command has on the page; and Ctrl+V, for which the browser sends a paste event with the
/// text.
bool isOfBrowser(ImGuiKey key, const EmscriptenKeyboardEvent& event) {
    const bool is_function = key >= ImGuiKey_F1 && key <= ImGuiKey_F12;
    const bool is_control = event.ctrlKey || event.metaKey;
    if (isModifier(key) || !(is_control || event.altKey || is_function)) return false;
    if (is_control && !event.altKey && !event.shiftKey && key == ImGuiKey_V) return true;
    if (is_control && ImGui::GetIO().WantTextInput && isOfText(key)) return false;
    const KeyMods mods{.ctrl = is_control, .shift = event.shiftKey != 0, .alt = event.altKey != 0};
    return !isKeyOfCommand(key, mods, KeyPlace::page);
}

/// True for one character, not the name of a key.
bool isCharacter(std::string_view typed) {
    if (typed.empty()) return false;
    const auto first = static_cast<unsigned char>(typed.front());
    return typed.size() == 1 || first >= 0x80;
}

/// Leads the keyboard through the controls. A Tab that goes up and did not go down here has led the
/// keyboard into the page.
TabGoes tab(const EmscriptenKeyboardEvent& event, bool is_down) {
    static bool went_down = false;
    const bool enters = !is_down && !std::exchange(went_down, is_down);
    if (is_down) went_down = true;
    if (!is_down && !enters) return TabGoes::to_field;
    const TabGoes goes = listener().tab(event.shiftKey, enters);
    if (goes == TabGoes::to_control) browser::takeFocus();
    wake();
    return goes;
}

/// @return true: the browser does nothing of its own with the key
EM_BOOL onKey(int type, const EmscriptenKeyboardEvent* event, void*) {
    constexpr unsigned kComposed = 229;  // a step of an input method
    if (event->keyCode == kComposed) return EM_FALSE;
    const std::string_view typed(static_cast<const char*>(event->key));
    const ImGuiKey key = keyOf(static_cast<const char*>(event->code), typed);
    const bool is_down = type == EMSCRIPTEN_EVENT_KEYDOWN;
    if (isOfBrowser(key, *event)) return EM_FALSE;
    if (key == ImGuiKey_Tab) {
        const TabGoes goes = tab(*event, is_down);
        if (goes != TabGoes::to_field) return goes == TabGoes::to_control;
    }
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiMod_Ctrl, event->ctrlKey || event->metaKey);
    io.AddKeyEvent(ImGuiMod_Shift, event->shiftKey);
    io.AddKeyEvent(ImGuiMod_Alt, event->altKey);
    // A held key repeats in ImGui.
    if (key != ImGuiKey_None && !event->repeat) io.AddKeyEvent(key, is_down);
    const bool is_text = isCharacter(typed) && !event->ctrlKey && !event->metaKey && !event->altKey;
    // While a text is edited, the hidden field of page.html receives the characters.
    if (is_text && is_down && !io.WantTextInput) io.AddInputCharactersUTF8(event->key);
    wake();
    return !(is_text && io.WantTextInput);
}

// Mouse.

EM_BOOL onMouse(int type, const EmscriptenMouseEvent* event, void*) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMouseSourceEvent(ImGuiMouseSource_Mouse);
    io.AddMousePosEvent(static_cast<float>(event->targetX) * density(),
                        static_cast<float>(event->targetY) * density());
    if (type != EMSCRIPTEN_EVENT_MOUSEMOVE) {
        constexpr std::array kButtons{ImGuiMouseButton_Left, ImGuiMouseButton_Middle,
                                      ImGuiMouseButton_Right};
        if (event->button < kButtons.size()) {
            io.AddMouseButtonEvent(kButtons[event->button], type == EMSCRIPTEN_EVENT_MOUSEDOWN);
        }
    }
    wake();
    // A press moves the focus to the page.
    return type != EMSCRIPTEN_EVENT_MOUSEDOWN;
}

EM_BOOL onLeave(int, const EmscriptenMouseEvent*, void*) {
    ImGui::GetIO().AddMousePosEvent(kNowhere, kNowhere);
    wake();
    return EM_TRUE;
}

EM_BOOL onWheel(int, const EmscriptenWheelEvent* event, void*) {
    const float unit = event->deltaMode == DOM_DELTA_PIXEL  ? kPixelsOfNotch
                       : event->deltaMode == DOM_DELTA_LINE ? kLinesOfNotch
                                                            : 1;
    ImGui::GetIO().AddMouseWheelEvent(-static_cast<float>(event->deltaX) / unit,
                                      -static_cast<float>(event->deltaY) / unit);
    wake();
    return EM_TRUE;
}

// Fingers: one is the mouse, or scrolls where nothing is dragged; two scroll everywhere.

struct Fingers {
    int count = 0;
    float x = 0;
    float y = 0;
};

Fingers fingersOf(const EmscriptenTouchEvent& event, int type) {
    Fingers fingers;
    for (int k = 0; k < event.numTouches; ++k) {
        const EmscriptenTouchPoint& point = event.touches[k];
        const bool has_left = type == EMSCRIPTEN_EVENT_TOUCHEND && point.isChanged;
        if (has_left || !point.onTarget) continue;
        ++fingers.count;
        fingers.x += static_cast<float>(point.targetX);
        fingers.y += static_cast<float>(point.targetY);
    }
    if (fingers.count > 0) {
        fingers.x *= density() / static_cast<float>(fingers.count);
        fingers.y *= density() / static_cast<float>(fingers.count);
    }
    return fingers;
}

constexpr float kStill = 8;  ///< CSS pixels that a finger may move without a drag

/// The fingers on the canvas since they came.
struct Touch {
    Fingers last;
    float x = 0;  ///< where the first finger came down
    float y = 0;
    bool is_moved = false;  ///< by more than kStill
    bool scrolls = false;   ///< one finger, where nothing is dragged
};

/// Scrolls as far as the fingers moved: a notch of the wheel scrolls five lines in ImGui.
void scrollBy(float x, float y) {
    const float notch = 5 * ImGui::GetFontSize();
    ImGui::GetIO().AddMouseWheelEvent(x / notch, y / notch);
}

/// Takes back the press of a finger that turns out to scroll.
void cancelPress() {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(kNowhere, kNowhere);
    io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
}

void followFinger(Touch& touch, const Fingers& now) {
    ImGuiIO& io = ImGui::GetIO();
    const bool moves =
        std::hypot(now.x - touch.x, now.y - touch.y) > kStill * density() && !touch.is_moved;
    if (moves) {
        touch.is_moved = true;
        touch.scrolls = !listener().drags();
        if (touch.scrolls) cancelPress();
    }
    if (!touch.scrolls) return io.AddMousePosEvent(now.x, now.y);
    io.AddMousePosEvent(touch.x, touch.y);  // scrolls the part where the finger came down
    scrollBy(now.x - touch.last.x, now.y - touch.last.y);
}

EM_BOOL onTouch(int type, const EmscriptenTouchEvent* event, void*) {
    static Touch touch;
    const Fingers now = fingersOf(*event, type);
    ImGuiIO& io = ImGui::GetIO();
    io.AddMouseSourceEvent(ImGuiMouseSource_TouchScreen);
    const int before = touch.last.count;
    if (now.count == 1 && before == 0) {
        touch = {.x = now.x, .y = now.y};
        io.AddMousePosEvent(now.x, now.y);
        io.AddMouseButtonEvent(ImGuiMouseButton_Left, true);
    } else if (now.count == 1 && before == 1) {
        followFinger(touch, now);
    } else if (now.count == 2 && before == 2) {
        io.AddMousePosEvent(now.x, now.y);
        scrollBy(now.x - touch.last.x, now.y - touch.last.y);
    } else if (now.count != before && before == 1) {
        if (now.count > 1) cancelPress();
        if (now.count == 0 && touch.scrolls) io.AddMousePosEvent(kNowhere, kNowhere);
        if (now.count == 0) io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
    }
    touch.last = now;
    wake();
    return EM_TRUE;
}

EM_BOOL onFocus(int type, const EmscriptenFocusEvent*, void*) {
    ImGui::GetIO().AddFocusEvent(type == EMSCRIPTEN_EVENT_FOCUS);
    wake();
    return EM_FALSE;
}

EM_BOOL onResize(int, const EmscriptenUiEvent*, void*) {
    wake();
    return EM_FALSE;
}

/// The browser itself takes Esc in full screen, and tells only that it ended.
EM_BOOL onFullScreen(int, const EmscriptenFullscreenChangeEvent* event, void*) {
    if (!event->isFullscreen && listener().presents()) {
        ImGuiIO& io = ImGui::GetIO();
        io.AddKeyEvent(ImGuiKey_Escape, true);
        io.AddKeyEvent(ImGuiKey_Escape, false);
    }
    wake();
    return EM_FALSE;
}

}  // namespace

void listenToBrowser(Listener tell) {
    listener() = std::move(tell);
    const char* const window = EMSCRIPTEN_EVENT_TARGET_WINDOW;
    emscripten_set_keydown_callback(window, nullptr, false, onKey);
    emscripten_set_keyup_callback(window, nullptr, false, onKey);
    emscripten_set_mousedown_callback(browser::kCanvas, nullptr, false, onMouse);
    // Beyond the canvas, too: a drag goes on there.
    emscripten_set_mouseup_callback(window, nullptr, false, onMouse);
    emscripten_set_mousemove_callback(window, nullptr, false, onMouse);
    emscripten_set_mouseleave_callback(browser::kCanvas, nullptr, false, onLeave);
    emscripten_set_wheel_callback(browser::kCanvas, nullptr, false, onWheel);
    emscripten_set_touchstart_callback(browser::kCanvas, nullptr, false, onTouch);
    emscripten_set_touchmove_callback(browser::kCanvas, nullptr, false, onTouch);
    emscripten_set_touchend_callback(browser::kCanvas, nullptr, false, onTouch);
    emscripten_set_touchcancel_callback(browser::kCanvas, nullptr, false, onTouch);
    emscripten_set_focus_callback(window, nullptr, false, onFocus);
    emscripten_set_blur_callback(window, nullptr, false, onFocus);
    emscripten_set_resize_callback(window, nullptr, false, onResize);
    emscripten_set_fullscreenchange_callback(EMSCRIPTEN_EVENT_TARGET_DOCUMENT, nullptr, false,
                                             onFullScreen);
}

}  // namespace lookback
