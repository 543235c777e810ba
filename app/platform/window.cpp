#include "app/platform/window.h"

#include <algorithm>
#include <utility>

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include "app/platform/monitor.h"
#include "app/platform/pending.h"
#include "app/platform/pixels.h"

namespace lookback {
namespace {

/// ImGui answers some input one or two frames late: hovering, sizes, focus.
constexpr int kFramesAfterInput = 3;
/// Seconds between frames while a text is edited, so that its cursor blinks.
constexpr double kBlinkInterval = 0.2;

std::string lastGlfwError() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text ? text : "no reason given";
}

}  // namespace

struct Window::State {
    GLFWwindow* window = nullptr;
    bool glfw_ready = false;
    bool glfw_backend_ready = false;
    bool opengl_backend_ready = false;
    Rectangle windowed;       ///< where the window was before it filled the screen
    bool disturbed = false;   ///< an event came that ImGui does not know of
    double last_swap = 0;     ///< seconds
    double least_period = 0;  ///< seconds between two frames: a little less than the screen needs
    std::vector<std::string> dropped;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    ~State() {
        if (opengl_backend_ready) ImGui_ImplOpenGL3_Shutdown();
        if (glfw_backend_ready) ImGui_ImplGlfw_Shutdown();
        if (window) glfwDestroyWindow(window);
        if (glfw_ready) glfwTerminate();
    }

    static State& of(GLFWwindow* window) {
        return *static_cast<State*>(glfwGetWindowUserPointer(window));
    }

    /// @return an empty text, or why there is no window.
    std::string start(const WindowOptions& options) {
        glfw_ready = glfwInit() == GLFW_TRUE;
        if (!glfw_ready) return "there is no display (" + lastGlfwError() + ")";
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
        glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
        glfwWindowHintString(GLFW_X11_CLASS_NAME, "lookback");
        glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "lookback");
        window = glfwCreateWindow(640, 480, options.title.c_str(), nullptr, nullptr);
        if (!window) return "the graphics driver has no OpenGL 3.2 (" + lastGlfwError() + ")";
        glfwSetWindowUserPointer(window, this);
        placeWindow(window, options.width, options.height);
        least_period = 0.9 / refreshRate(window);
        glfwShowWindow(window);

        glfwMakeContextCurrent(window);
        glfwSwapInterval(1);
        listen();
        glfw_backend_ready = ImGui_ImplGlfw_InitForOpenGL(window, true);
        // Replaces the backend's: ImGui counts in pixels of the framebuffer, GLFW in points.
        glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
            const ImVec2 scale = pixelsPerUnit(w);
            ImGui_ImplGlfw_CursorPosCallback(w, x * static_cast<double>(scale.x),
                                             y * static_cast<double>(scale.y));
        });
        opengl_backend_ready = ImGui_ImplOpenGL3_Init("#version 150");
        if (!opengl_backend_ready) return "the graphics driver cannot draw the user interface";
        return "";
    }

    /// Events that need a frame but are no input for ImGui.
    void listen() {
        glfwSetFramebufferSizeCallback(window,
                                       [](GLFWwindow* w, int, int) { of(w).disturbed = true; });
        glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { of(w).disturbed = true; });
        glfwSetWindowContentScaleCallback(
            window, [](GLFWwindow* w, float, float) { of(w).disturbed = true; });
        glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
            of(w).dropped.insert(of(w).dropped.end(), paths, paths + count);
        });
    }

    void draw(const WindowLoop& loop) {
        if (loop.before_frame && loop.before_frame()) {
            ImGui_ImplOpenGL3_DestroyFontsTexture();
            ImGui_ImplOpenGL3_CreateFontsTexture();
        }
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        int width = 0;
        int height = 0;
        glfwGetFramebufferSize(window, &width, &height);
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
        io.DisplayFramebufferScale = {1, 1};
        ImGui::NewFrame();
        if (loop.frame) loop.frame();
        ImGui::Render();
        const ImVec4 ground = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
        glViewport(0, 0, width, height);
        glClearColor(ground.x, ground.y, ground.z, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
        if (loop.wants_picture && loop.wants_picture()) loop.taken(readPixels(width, height));
        glfwSwapBuffers(window);
        last_swap = glfwGetTime();
    }

    /// Lets events in, without waiting longer than until the screen can show another frame: not
    /// every driver waits for that by itself.
    void pollEvents() const {
        glfwPollEvents();
        for (;;) {
            const double rest = last_swap + least_period - glfwGetTime();
            if (rest <= 0) break;
            glfwWaitEventsTimeout(rest);
        }
    }

    /// Sleeps until there is a reason for another frame.
    void awaitEvents() {
        if (ImGui::GetIO().WantTextInput) {
            glfwWaitEventsTimeout(kBlinkInterval);
        } else {
            glfwWaitEvents();
            disturbed = true;
        }
    }

    /// True where the person pressed the close button and nothing keeps the window open.
    bool closed(const WindowLoop& loop) {
        if (!glfwWindowShouldClose(window)) return false;
        if (!loop.may_close || loop.may_close()) return true;
        glfwSetWindowShouldClose(window, GLFW_FALSE);
        disturbed = true;
        return false;
    }
};

Window::Window(std::unique_ptr<State> state) : state_(std::move(state)) {}
Window::Window(Window&&) noexcept = default;
Window& Window::operator=(Window&&) noexcept = default;
Window::~Window() = default;

Result<Window> Window::open(const WindowOptions& options) {
    auto state = std::make_unique<State>();
    if (const std::string reason = state->start(options); !reason.empty()) {
        return tl::unexpected(Error{"window", "no window can be opened: " + reason});
    }
    return Window(std::move(state));
}

void Window::run(const WindowLoop& loop) {
    State& state = *state_;
    int owed = kFramesAfterInput;
    while (!state.closed(loop)) {
        const bool visible = glfwGetWindowAttrib(state.window, GLFW_ICONIFIED) == 0;
        if (visible) state.draw(loop);
        if (loop.wants_close && loop.wants_close()) break;
        const bool moving = (loop.animating && loop.animating()) || tooltipPending() ||
                            inputPending() || ImGui::IsAnyMouseDown();
        if (visible && (owed > 0 || moving)) {
            state.pollEvents();
            owed = std::max(owed - 1, 0);
        } else {
            state.awaitEvents();
        }
        if (!state.dropped.empty()) {
            state.disturbed = true;
            std::vector<std::string> paths = std::exchange(state.dropped, {});
            if (loop.dropped_files) loop.dropped_files(std::move(paths));
        }
        if (inputPending() || std::exchange(state.disturbed, false)) owed = kFramesAfterInput;
    }
}

float Window::contentScale() const {
    float scale = 1;
    glfwGetWindowContentScale(state_->window, &scale, nullptr);
    return scale;
}

int Window::pixelsHigh() const {
    int height = 0;
    glfwGetFramebufferSize(state_->window, nullptr, &height);
    return height;
}

WindowSize Window::size() const {
    const Rectangle place = isFullScreen() ? state_->windowed : windowRectangle(state_->window);
    const Rectangle points = inPoints(state_->window, place);
    return {points.width, points.height};
}

void Window::setTitle(const std::string& title) {
    glfwSetWindowTitle(state_->window, title.c_str());
}

void Window::setIcon(const Image& icon) {
    Image copy = icon;  // GLFW's type wants bytes that it may change
    const GLFWimage image{copy.width, copy.height, copy.rgba.data()};
    glfwSetWindowIcon(state_->window, 1, &image);
}

void Window::setFullScreen(bool full) {
    if (full == isFullScreen()) return;
    GLFWwindow* window = state_->window;
    Rectangle& back = state_->windowed;
    if (full) {
        back = windowRectangle(window);
        GLFWmonitor* monitor = monitorBelow(back);
        const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
        if (!mode) return;
        glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    } else {
        glfwSetWindowMonitor(window, nullptr, back.x, back.y, back.width, back.height,
                             GLFW_DONT_CARE);
    }
    glfwSwapInterval(1);  // some drivers forget it with the change
    state_->disturbed = true;
}

bool Window::isFullScreen() const { return glfwGetWindowMonitor(state_->window) != nullptr; }

void Window::wake() { glfwPostEmptyEvent(); }

}  // namespace lookback
