/// The window on the screen.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/platform/png.h"
#include "core/base/result.h"

namespace lookback {

/// How a window opens.
struct WindowOptions {
    std::string title = "Lookback";
    int width = 1600;   ///< points: more pixels where the content scale is larger than 1
    int height = 1000;  ///< points; no side becomes larger than the screen
};

/// How large a window is inside.
struct WindowSize {
    int width = 0;   ///< points
    int height = 0;  ///< points

    bool operator==(const WindowSize&) const = default;
};

/// What a window asks while it runs. Any of them may be empty.
struct WindowLoop {
    /// Draws one frame, called between ImGui's NewFrame and Render.
    std::function<void()> frame = {};
    /// Asked after each frame: true where something moves by itself, so that the next frame follows
    /// at once. Otherwise frames come with events only: input, resizing, `Window::wake`.
    std::function<bool()> animating = {};
    /// Called between frames, the only time when the font atlas may be rebuilt.
    /// @return true where it was: it is sent to the graphics card again.
    std::function<bool()> before_frame = {};
    /// Asked after each frame: true ends the loop.
    std::function<bool()> wants_close = {};
    /// Asked after each frame: true hands what was drawn to `taken`.
    std::function<bool()> wants_picture = {};
    std::function<void(Image)> taken = {};
    /// Asked when the person presses the window's close button; false keeps the window open.
    std::function<bool()> may_close = {};
    /// Files dropped onto the window, by their paths. Called between frames.
    std::function<void(std::vector<std::string>)> dropped_files = {};
};

/// A window with ImGui inside. There can be one at a time.
///
/// It belongs to the ImGui context that is current when it opens, and must be destroyed before that
/// context is. ImGui's unit is one pixel of the framebuffer, on every system: whoever draws makes
/// fonts and sizes `contentScale()` times as large.
///
/// `io.DeltaTime` is the true time since the last frame, also after a long rest, because ImGui
/// tells a double click by it. Motion should therefore cap the time that it adds in one frame.
class Window {
public:
    /// @return the window, or one line that says why there is none (no display, no OpenGL 3.2).
    [[nodiscard]] static Result<Window> open(const WindowOptions& options = {});

    Window(Window&&) noexcept;
    Window& operator=(Window&&) noexcept;
    ~Window();

    /// Draws frames until the window is closed. Without input and motion it sleeps.
    void run(const WindowLoop& loop);

    /// Pixels a point: 1 on an ordinary screen, 2 on one with twice the density. It may change
    /// while the window runs, when it is moved to another screen.
    [[nodiscard]] float contentScale() const;

    /// Its size; that which it comes back to while it fills the screen.
    [[nodiscard]] WindowSize size() const;

    /// Height in pixels of what is drawn, as it is just now.
    [[nodiscard]] int pixelsHigh() const;

    void setTitle(const std::string& title);
    void setIcon(const Image& icon);
    void setFullScreen(bool full);
    [[nodiscard]] bool isFullScreen() const;

    /// Has a frame drawn soon even though no input came. May be called from any thread.
    static void wake();

private:
    struct State;
    explicit Window(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace lookback
