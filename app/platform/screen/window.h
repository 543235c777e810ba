/// The window on the screen.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/platform/screen/monitor.h"
#include "app/program/host.h"

struct GLFWwindow;

namespace lookback {

/// The inner size of a window.
struct WindowSize {
    int width = 0;   ///< points
    int height = 0;  ///< points

    bool operator==(const WindowSize&) const = default;
};

/// Options of a new window.
struct WindowOptions {
    std::string title = "Lookback";
    WindowSize size{1600, 1000};  ///< limited by the screen
};

/// A window with ImGui inside. There can be one at a time. ImGui's unit is one pixel of the
/// framebuffer, on every system: the caller scales fonts and sizes by
/// `contentScale()`.
class Window final : public Screen {
public:
    /// @return the window, or the reason in one line (no display, no OpenGL 3.2).
    [[nodiscard]] static Result<std::unique_ptr<Window>> open(const WindowOptions& options = {});

    ~Window() override;

    [[nodiscard]] PixelSize pixels() const override;
    [[nodiscard]] float contentScale() const override;
    [[nodiscard]] bool isFullScreen() const override;
    void setFullScreen(bool full) override;
    void setTitle(const std::string& title) override;
    [[nodiscard]] double seconds() const override;
    [[nodiscard]] std::string clipboard() override;
    void setClipboard(const std::string& text) override;
    void takeFonts() override;
    void beginFrame() override;
    void draw(ImDrawData& frame, const ImVec4& ground) override;
    [[nodiscard]] Image picture() override;
    void show() override;

    /// Its size; in full screen, the size before.
    [[nodiscard]] WindowSize size() const;

    /// The id of its X11 window, for dialogs that stay before it; 0: unknown.
    [[nodiscard]] unsigned long x11Id() const;

    /// False while it is minimized.
    [[nodiscard]] bool isVisible() const;

    /// True where its close button was pressed since the last call.
    [[nodiscard]] bool takeCloseWish();

    /// Waits for events and takes them: at most `seconds` (infinity: without limit), and at least
    /// until the screen can show another frame.
    void awaitEvents(double seconds);

    /// True where, since the last call, an event came that ImGui does not know of.
    [[nodiscard]] bool takeDisturbance();

    /// The paths of files that were dropped onto the window since the last call.
    [[nodiscard]] std::vector<std::string> takeDroppedFiles();

    /// Ends the wait of `awaitEvents`. May be called from any thread.
    static void wake();

private:
    Window() = default;

    static Window& of(GLFWwindow* window);
    [[nodiscard]] std::optional<Message> start(const WindowOptions& options);
    void listen();
    void pollEvents() const;

    GLFWwindow* window_ = nullptr;
    bool glfw_ready_ = false;
    bool glfw_backend_ready_ = false;
    bool opengl_ready_ = false;
    Rectangle windowed_;       ///< its place before full screen
    bool disturbed_ = false;   ///< an event came that ImGui does not know of
    double last_shown_ = 0;    ///< seconds
    double least_period_ = 0;  ///< seconds between two frames: a little less than the screen needs
    std::vector<std::string> dropped_;
};

}  // namespace lookback
