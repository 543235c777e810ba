#include "app/platform/offscreen.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>

#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include "app/platform/pixels.h"

namespace lookback {
namespace {

constexpr int kLargestSide = 16384;

/// EGL without any display server where Mesa offers it, otherwise whatever the machine has.
EGLDisplay openDisplay() {
    // Mesa tells every failed attempt on standard error, also those that are followed by a success.
    setenv("EGL_LOG_LEVEL", "fatal", 0);
    const auto get_platform_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
        eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (get_platform_display) {
        const EGLDisplay display = get_platform_display(
            EGL_PLATFORM_SURFACELESS_MESA, reinterpret_cast<void*>(EGL_DEFAULT_DISPLAY), nullptr);
        if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
    }
    const EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
    return EGL_NO_DISPLAY;
}

EGLContext openContext(EGLDisplay display) {
    if (!eglBindAPI(EGL_OPENGL_API)) return EGL_NO_CONTEXT;
    const EGLint config_wishes[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                    EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = EGL_NO_CONFIG_KHR;
    EGLint count = 0;
    if (!eglChooseConfig(display, config_wishes, &config, 1, &count) || count == 0) {
        config = EGL_NO_CONFIG_KHR;
    }
    const EGLint context_wishes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                     3,
                                     EGL_CONTEXT_MINOR_VERSION,
                                     2,
                                     EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                     EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                     EGL_NONE};
    return eglCreateContext(display, config, EGL_NO_CONTEXT, context_wishes);
}

}  // namespace

struct OffscreenScreen::State {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    int width = 0;   ///< pixels
    int height = 0;  ///< pixels
    GLuint framebuffer = 0;
    GLuint colour = 0;
    bool imgui_ready = false;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    ~State() {
        if (imgui_ready) ImGui_ImplOpenGL3_Shutdown();
        if (framebuffer) glDeleteFramebuffers(1, &framebuffer);
        if (colour) glDeleteRenderbuffers(1, &colour);
        if (context != EGL_NO_CONTEXT) {
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            eglDestroyContext(display, context);
        }
        if (display != EGL_NO_DISPLAY) eglTerminate(display);
    }

    /// @return an empty text, or what is missing.
    std::string start() {
        display = openDisplay();
        if (display == EGL_NO_DISPLAY) return "there is no EGL driver (package libgl1-mesa-dri)";
        context = openContext(display);
        if (context == EGL_NO_CONTEXT) return "the EGL driver has no OpenGL 3.2";
        if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
            return "the EGL driver cannot draw without a window";
        }
        glGenRenderbuffers(1, &colour);
        glBindRenderbuffer(GL_RENDERBUFFER, colour);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
        glGenFramebuffers(1, &framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour);
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
            return "the graphics driver refuses a picture of this size";
        }
        imgui_ready = ImGui_ImplOpenGL3_Init("#version 150");
        return imgui_ready ? "" : "the graphics driver cannot draw the user interface";
    }
};

OffscreenScreen::OffscreenScreen(std::unique_ptr<State> state) : state_(std::move(state)) {}
OffscreenScreen::OffscreenScreen(OffscreenScreen&&) noexcept = default;
OffscreenScreen& OffscreenScreen::operator=(OffscreenScreen&&) noexcept = default;
OffscreenScreen::~OffscreenScreen() = default;

Result<OffscreenScreen> OffscreenScreen::open(int width, int height, float scale) {
    const auto pixels = [&](int points) {
        return std::lround(static_cast<double>(points) * static_cast<double>(scale));
    };
    const long least = std::min(pixels(width), pixels(height));
    const long most = std::max(pixels(width), pixels(height));
    if (least < 1 || most > kLargestSide) {
        return tl::unexpected(
            Error{"picture",
                  "a picture has 1 to " + std::to_string(kLargestSide) + " pixels on each side"});
    }
    auto state = std::make_unique<State>();
    state->width = static_cast<int>(pixels(width));
    state->height = static_cast<int>(pixels(height));
    if (const std::string missing = state->start(); !missing.empty()) {
        return tl::unexpected(Error{"picture", "cannot be drawn on this machine: " + missing});
    }
    return OffscreenScreen(std::move(state));
}

Image OffscreenScreen::render(const std::function<void()>& frame, int frames) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(state_->width), static_cast<float>(state_->height)};
    io.DisplayFramebufferScale = {1, 1};
    for (int i = 0; i < std::max(frames, 1); ++i) {
        io.DeltaTime = 1.0F / 60;
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        frame();
        ImGui::Render();
    }
    glBindFramebuffer(GL_FRAMEBUFFER, state_->framebuffer);
    glViewport(0, 0, state_->width, state_->height);
    const ImVec4 ground = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
    glClearColor(ground.x, ground.y, ground.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    return readPixels(state_->width, state_->height);
}

void OffscreenScreen::uploadFonts() {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

std::string OffscreenScreen::renderer() const {
    const GLubyte* name = glGetString(GL_RENDERER);
    return name ? reinterpret_cast<const char*>(name) : "";
}

}  // namespace lookback
