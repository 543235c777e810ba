/// The window on the screen.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/platform/screen/monitor.h"
#include "app/program/host.h"

struct GLFWwindow;

namespace lookback {

/// How large a window is inside.
struct WindowSize {
    int width = 0;   ///< points
    int height = 0;  ///< points

    bool operator==(const WindowSize&) const = default;
};

/// How a window opens.
struct WindowOptions {
    std::string title = "Lookback";
    WindowSize size{1600, 1000};  ///< no side becomes larger than the screen
};

/// A window with ImGui inside. There can be one at a time. ImGui's unit is one pixel of the
/// framebuffer, on every system: whoever draws makes fonts and sizes `contentScale()` times as
/// large.
class Window final : public Screen {
public:
    /// @return the window, or one line that says why there is none (no display, no OpenGL 3.2).
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

    /// Its size; that which it comes back to while it fills the screen.
    [[nodiscard]] WindowSize size() const;

    /// False while it is an icon only: then there is nothing to draw on.
    [[nodiscard]] bool isVisible() const;

    /// True where the person pressed its close button.
    [[nodiscard]] bool isClosed() const;

    /// Lets events in. Sleeps until there is one, but no longer than so many seconds (infinity: as
    /// long as it takes), and at least until the screen can show another frame.
    void awaitEvents(double seconds);

    /// True where, since it was asked last, something came that ImGui does not know of.
    [[nodiscard]] bool takeDisturbance();

    /// The paths of files that were dropped onto the window since it was asked last.
    [[nodiscard]] std::vector<std::string> takeDroppedFiles();

    /// Ends the sleep of `awaitEvents`. May be called from any thread.
    static void wake();

private:
    Window() = default;

    static Window& of(GLFWwindow* window);
    [[nodiscard]] std::string start(const WindowOptions& options);
    void listen();
    void pollEvents() const;

    GLFWwindow* window_ = nullptr;
    bool glfw_ready_ = false;
    bool glfw_backend_ready_ = false;
    bool opengl_ready_ = false;
    Rectangle windowed_;       ///< where it was before it filled the screen
    bool disturbed_ = false;   ///< an event came that ImGui does not know of
    double last_shown_ = 0;    ///< seconds
    double least_period_ = 0;  ///< seconds between two frames: a little less than the screen needs
    std::vector<std::string> dropped_;
};

}  // namespace lookback
