#include "app/platform/screen/offscreen.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <sys/mman.h>

#include "app/platform/screen/opengl.h"
#include "core/base/limits.h"
#include "core/base/matrix.h"
#include "core/words/say.h"
#include "messages/platform.h"

namespace lookback {
/// A block of memory that is set aside and released right before the graphics driver allocates.
/// The driver does not test whether an allocation fails: it would end the program with a
/// segmentation fault.
class Reserve {
public:
    Reserve() = default;
    explicit Reserve(std::size_t bytes)
        : bytes_(bytes),
          block_(mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    }
    Reserve(Reserve&& other) noexcept { swap(other); }
    Reserve& operator=(Reserve&& other) noexcept {
        swap(other);
        return *this;
    }
    Reserve(const Reserve&) = delete;
    Reserve& operator=(const Reserve&) = delete;
    ~Reserve() { release(); }

    [[nodiscard]] bool isGiven() const { return block_ != MAP_FAILED; }
    void release() {
        if (isGiven()) munmap(block_, bytes_);
        block_ = MAP_FAILED;
    }

private:
    void swap(Reserve& other) {
        std::swap(bytes_, other.bytes_);
        std::swap(block_, other.block_);
    }

    std::size_t bytes_ = 0;
    void* block_ = MAP_FAILED;
};

namespace {

constexpr int kLargestSide = 16384;

// Bytes of addresses that Mesa takes (22.3 with LLVM 15, x86-64), with a third more.
constexpr std::size_t kDriverBytes = 340'000'000;   ///< with its first picture
constexpr std::size_t kPictureBytes = 220'000'000;  ///< of these, from its context on
constexpr std::size_t kThreadBytes = 190'000'000;   ///< of each of its threads
/// Bytes of fonts, numbers and layout, allocated while the first picture's block is set aside (130
/// million measured).
constexpr std::size_t kProgramBytes = 210'000'000;
constexpr std::size_t kPixelBytes = 18;
constexpr unsigned kMostThreads = 16;

/// Lets the driver draw without threads of its own where they have no room. @return whether there
/// is room to draw at all
bool hasRoomToDraw(std::size_t pixel_bytes) {
    const std::size_t least = kDriverBytes + pixel_bytes;
    const std::size_t threads = std::min(std::thread::hardware_concurrency(), kMostThreads);
    const std::size_t all = least + kProgramBytes + threads * kThreadBytes;
    if (!Reserve(all).isGiven()) setenv("LP_NUM_THREADS", "0", 1);
    return Reserve(least).isGiven();
}

/// EGL without a display server where Mesa offers it, else the default display.
EGLDisplay openDisplay() {
    // Mesa reports every failed attempt on standard error, also before a success.
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

struct OffscreenScreen::Graphics {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    GLuint framebuffer = 0;
    GLuint colour = 0;
    bool imgui_ready = false;
    Reserve reserve{};  ///< for the first picture

    Graphics() = default;
    Graphics(const Graphics&) = delete;
    Graphics& operator=(const Graphics&) = delete;

    ~Graphics() {
        if (imgui_ready) stopOpenGL();
        if (framebuffer) glDeleteFramebuffers(1, &framebuffer);
        if (colour) glDeleteRenderbuffers(1, &colour);
        if (context != EGL_NO_CONTEXT) {
            eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            eglDestroyContext(display, context);
        }
        if (display != EGL_NO_DISPLAY) eglTerminate(display);
    }

    /// @return the missing part; nothing where it draws.
    std::optional<Message> start(const PixelSize& size) {
        display = openDisplay();
        if (display == EGL_NO_DISPLAY) return say::platform::NoEgl{};
        context = openContext(display);
        if (context == EGL_NO_CONTEXT) return say::platform::EglWithoutOpengl{};
        if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
            return say::platform::EglNeedsWindow{};
        }
        glGenRenderbuffers(1, &colour);
        glBindRenderbuffer(GL_RENDERBUFFER, colour);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size.width, size.height);
        glGenFramebuffers(1, &framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour);
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
            return say::platform::SizeRefused{};
        }
        imgui_ready = startOpenGL();
        if (!imgui_ready) return say::platform::NoInterface{};
        return std::nullopt;
    }
};

OffscreenScreen::OffscreenScreen(std::unique_ptr<Graphics> graphics, PixelSize size, float scale)
    : graphics_(std::move(graphics)), size_(size), scale_(scale) {}

OffscreenScreen::~OffscreenScreen() = default;

Result<std::unique_ptr<OffscreenScreen>> OffscreenScreen::open(int width, int height, float scale) {
    const auto pixels = [&](int points) {
        return std::lround(static_cast<double>(points) * static_cast<double>(scale));
    };
    const long least = std::min(pixels(width), pixels(height));
    const long most = std::max(pixels(width), pixels(height));
    if (least < 1 || most > kLargestSide) {
        return tl::unexpected(Error{
            "picture", say::platform::PictureSize{.most = Verbatim{std::to_string(kLargestSide)}}});
    }
    const PixelSize size{static_cast<int>(pixels(width)), static_cast<int>(pixels(height))};
    const std::size_t pixel_bytes = asSize(Index{size.width} * size.height) * kPixelBytes;
    const auto refused = [&] {
        const double bytes = static_cast<double>(kDriverBytes + pixel_bytes);
        return tl::unexpected(
            Error{"picture", say::platform::PictureMemory{.least = Verbatim{memoryText(bytes)}}});
    };
    if (!hasRoomToDraw(pixel_bytes)) return refused();
    auto graphics = std::make_unique<Graphics>();
    if (const auto missing = graphics->start(size)) {
        return tl::unexpected(
            Error{"picture", say::platform::PictureImpossible{.reason = *missing}});
    }
    graphics->reserve = Reserve(kPictureBytes + pixel_bytes);
    if (!graphics->reserve.isGiven()) return refused();
    return std::unique_ptr<OffscreenScreen>(new OffscreenScreen(std::move(graphics), size, scale));
}

double OffscreenScreen::seconds() const {
    constexpr double kFrame = 1.0 / 60;
    return frames_ * kFrame;
}

void OffscreenScreen::takeFonts() { uploadFonts(); }

void OffscreenScreen::beginFrame() {
    ++frames_;
    frame_ = nullptr;
}

void OffscreenScreen::draw(ImDrawData& frame, const ImVec4& ground) {
    frame_ = &frame;
    ground_ = ground;
}

Image OffscreenScreen::picture() {
    assert(frame_ != nullptr);
    graphics_->reserve.release();
    glBindFramebuffer(GL_FRAMEBUFFER, graphics_->framebuffer);
    drawOpenGL(*frame_, ground_, size_.width, size_.height);
    return readPixels(size_.width, size_.height);
}

std::string OffscreenScreen::renderer() const {
    const GLubyte* name = glGetString(GL_RENDERER);
    return name ? reinterpret_cast<const char*>(name) : "";
}

}  // namespace lookback
