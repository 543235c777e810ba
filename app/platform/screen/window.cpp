#include "app/platform/screen/window.h"

#include <cmath>
#include <utility>

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>

#include "app/platform/screen/opengl.h"
#include "core/words/say.h"
#include "messages/platform.h"

#ifdef LOOKBACK_GLFW_X11
// Declared here: <GLFW/glfw3native.h> brings all macros of Xlib along.
extern "C" unsigned long glfwGetX11Window(GLFWwindow* window);
#endif

namespace lookback {
namespace {

/// Returns the words of GLFW's last error, which are English.
Argument lastGlfwError() {
    const char* text = nullptr;
    glfwGetError(&text);
    if (text == nullptr) return Message(say::platform::NoReason{});
    return Verbatim{text};
}

}  // namespace

Result<std::unique_ptr<Window>> Window::open(const WindowOptions& options) {
    std::unique_ptr<Window> window(new Window);
    if (const auto reason = window->start(options)) {
        return tl::unexpected(Error{"window", say::platform::WindowImpossible{.reason = *reason}});
    }
    return window;
}

Window::~Window() {
    if (opengl_ready_) stopOpenGL();
    if (glfw_backend_ready_) ImGui_ImplGlfw_Shutdown();
    if (window_) glfwDestroyWindow(window_);
    if (glfw_ready_) glfwTerminate();
}

Window& Window::of(GLFWwindow* window) {
    return *static_cast<Window*>(glfwGetWindowUserPointer(window));
}

/// @return the reason why no window is open; nothing for an open one.
std::optional<Message> Window::start(const WindowOptions& options) {
    glfw_ready_ = glfwInit() == GLFW_TRUE;
    if (!glfw_ready_) return say::platform::NoDisplay{.system = lastGlfwError()};
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "lookback");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "lookback");
    window_ = glfwCreateWindow(640, 480, options.title.c_str(), nullptr, nullptr);
    if (!window_) return say::platform::NoOpengl{.system = lastGlfwError()};
    glfwSetWindowUserPointer(window_, this);
    placeWindow(window_, options.size.width, options.size.height);
    least_period_ = 0.9 / refreshRate(window_);
    glfwShowWindow(window_);

    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
    listen();
    glfw_backend_ready_ = ImGui_ImplGlfw_InitForOpenGL(window_, true);
    // Replaces the backend's: ImGui counts in pixels of the framebuffer, GLFW in points.
    glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
        const ImVec2 scale = pixelsPerUnit(w);
        ImGui_ImplGlfw_CursorPosCallback(w, x * static_cast<double>(scale.x),
                                         y * static_cast<double>(scale.y));
    });
    opengl_ready_ = startOpenGL();
    if (!opengl_ready_) return say::platform::NoInterface{};
    return std::nullopt;
}

/// Events that need a frame but are no input for ImGui.
void Window::listen() {
    glfwSetFramebufferSizeCallback(window_,
                                   [](GLFWwindow* w, int, int) { of(w).disturbed_ = true; });
    glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { of(w).disturbed_ = true; });
    glfwSetWindowContentScaleCallback(window_,
                                      [](GLFWwindow* w, float, float) { of(w).disturbed_ = true; });
    glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
        of(w).dropped_.insert(of(w).dropped_.end(), paths, paths + count);
    });
}

PixelSize Window::pixels() const {
    PixelSize size;
    glfwGetFramebufferSize(window_, &size.width, &size.height);
    return size;
}

float Window::contentScale() const {
    float scale = 1;
    glfwGetWindowContentScale(window_, &scale, nullptr);
    return scale;
}

bool Window::isFullScreen() const { return glfwGetWindowMonitor(window_) != nullptr; }

void Window::setFullScreen(bool full) {
    if (full == isFullScreen()) return;
    if (full) {
        windowed_ = windowRectangle(window_);
        GLFWmonitor* monitor = monitorBelow(windowed_);
        const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
        if (!mode) return;
        glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    } else {
        glfwSetWindowMonitor(window_, nullptr, windowed_.x, windowed_.y, windowed_.width,
                             windowed_.height, GLFW_DONT_CARE);
    }
    glfwSwapInterval(1);  // some drivers forget it with the change
}

void Window::setTitle(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }

double Window::seconds() const { return glfwGetTime(); }

std::string Window::clipboard() {
    const char* const text = glfwGetClipboardString(window_);
    return text ? text : "";
}

void Window::setClipboard(const std::string& text) {
    glfwSetClipboardString(window_, text.c_str());
}

void Window::takeFonts() { uploadFonts(); }

void Window::beginFrame() { ImGui_ImplGlfw_NewFrame(); }

void Window::draw(ImDrawData& frame, const ImVec4& ground) {
    const PixelSize size = pixels();
    drawOpenGL(frame, ground, size.width, size.height);
}

Image Window::picture() {
    const PixelSize size = pixels();
    return readPixels(size.width, size.height);
}

void Window::show() {
    glfwSwapBuffers(window_);
    last_shown_ = glfwGetTime();
}

WindowSize Window::size() const {
    const Rectangle place = isFullScreen() ? windowed_ : windowRectangle(window_);
    const Rectangle points = inPoints(window_, place);
    return {points.width, points.height};
}

unsigned long Window::x11Id() const {
#ifdef LOOKBACK_GLFW_X11
    return glfwGetX11Window(window_);
#else
    return 0;
#endif
}

bool Window::isVisible() const { return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) == 0; }

bool Window::takeCloseWish() {
    const bool wishes = glfwWindowShouldClose(window_) != 0;
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
    return wishes;
}

void Window::awaitEvents(double seconds) {
    if (seconds <= 0) {
        pollEvents();
    } else if (std::isinf(seconds)) {
        glfwWaitEvents();
        disturbed_ = true;
    } else {
        glfwWaitEventsTimeout(seconds);
    }
}

/// Takes events; waits until the screen can show another frame, as not every driver does by itself.
void Window::pollEvents() const {
    glfwPollEvents();
    for (;;) {
        const double rest = last_shown_ + least_period_ - glfwGetTime();
        if (rest <= 0) break;
        glfwWaitEventsTimeout(rest);
    }
}

bool Window::takeDisturbance() { return std::exchange(disturbed_, false); }

std::vector<std::string> Window::takeDroppedFiles() { return std::exchange(dropped_, {}); }

void Window::wake() { glfwPostEmptyEvent(); }

}  // namespace lookback
