#include "app/platform/screen/draw_pictures.h"

#include <memory>
#include <utility>

#include <imgui_internal.h>

#include "app/platform/disk.h"
#include "app/platform/font_files.h"
#include "app/platform/picture_file.h"
#include "app/platform/screen/offscreen.h"
#include "app/program/carried_work.h"
#include "app/program/imgui_session.h"
#include "app/program/program.h"
#include "app/state/update/play.h"
#include "core/io/export_formats.h"
#include "core/words/say.h"
#include "messages/cli.h"
#include "messages/platform.h"

namespace lookback {
namespace {

constexpr int kFramesToSettle = 4;  ///< sizes take a few

/// The screen on which pictures of this size are drawn.
Result<std::unique_ptr<Screen>> openScreen([[maybe_unused]] const PictureRequest& request) {
#ifdef LOOKBACK_EGL
    return OffscreenScreen::open(request.width, request.height, request.scale);
#else
    return tl::unexpected(Error{"picture", say::platform::PictureWithoutEgl{}});
#endif
}

/// A screen of a size, whose frames are recorded and not drawn.
class PaperScreen final : public Screen {
public:
    explicit PaperScreen(const PictureRequest& request) : size_{request.width, request.height} {
        ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    }

    [[nodiscard]] PixelSize pixels() const override { return size_; }
    [[nodiscard]] float contentScale() const override { return 1; }
    [[nodiscard]] bool isFullScreen() const override { return full_screen_; }
    void setFullScreen(bool full) override { full_screen_ = full; }
    void setTitle(const std::string&) override {}
    [[nodiscard]] double seconds() const override { return frames_ / 60.0; }
    [[nodiscard]] std::string clipboard() override { return ""; }
    void setClipboard(const std::string&) override {}
    void takeFonts() override {}
    void beginFrame() override { ++frames_; }
    void draw(ImDrawData&, const ImVec4&) override {}
    [[nodiscard]] Image picture() override { return {}; }
    void show() override {}

private:
    PixelSize size_;
    bool full_screen_ = false;
    int frames_ = 0;
};

/// Draws frames until sizes and numbers no longer change.
void settleFrames(Program& program) {
    for (int settled = 0; settled < kFramesToSettle; ++settled) {
        program.frame();
        if (isWaiting(program.state())) settled = 0;
    }
}

/// A screen on which pictures of the size of one are recorded.
Result<std::unique_ptr<Screen>> openPaper(const PictureRequest& request) {
    return std::make_unique<PaperScreen>(request);
}

/// Forgets how the panels of a picture were scrolled and opened: the next one is as if drawn alone.
void forgetPanels() {
    for (ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
        window->StateStorage.Clear();
        window->Scroll = {};
    }
}

/// Shows pictures in one program, one after the other, each until it is at rest.
/// @param open the screen of the first @param take gets program and screen with each picture
Result<void> showPictures(
    const std::vector<Picture>& pictures,
    Result<std::unique_ptr<Screen>> (*open)(const PictureRequest&),
    const std::function<Result<void>(const Picture&, Program&, Screen&)>& take) {
    if (pictures.empty()) return {};
    Result<FontFiles> fonts = loadFontFiles();
    if (!fonts) return tl::unexpected(fonts.error());
    const ImGuiSession session;
    const auto screen = open(pictures.front().request);
    if (!screen) return tl::unexpected(screen.error());
    Disk disk;
    Program program({**screen, disk}, std::move(*fonts), pictureState(pictures.front()));
    for (const Picture& picture : pictures) {
        if (&picture != &pictures.front()) {
            forgetPanels();
            program.show(pictureState(picture));
        }
        settleFrames(program);
        if (const auto taken = take(picture, program, **screen); !taken) return taken;
    }
    return {};
}

}  // namespace

Result<void> drawPictures(
    const std::vector<Picture>& pictures,
    const std::function<Result<void>(const Picture&, const Image&, const AppState&)>& take) {
    return showPictures(pictures, openScreen,
                        [&](const Picture& picture, Program& program, Screen& screen) {
                            return take(picture, screen.picture(), program.state());
                        });
}

Result<void> recordPictures(
    const std::vector<Picture>& pictures,
    const std::function<Result<void>(const VectorPage&, const AppState&)>& take) {
    return showPictures(pictures, openPaper, [&](const Picture&, Program& program, Screen&) {
        VectorPage page;
        program.frame(&page);
        return take(page, program.state());
    });
}

Result<std::string> exportedPicture(const Picture& picture, DrawnFormat format) {
    const PictureRequest& request = picture.request;
    const auto carried = [&](const AppState& state) {
        return request.is_plain ? "" : carriedWork(state);
    };
    Result<std::string> bytes;
    Result<void> drawn;
    if (format == DrawnFormat::gif) {
        if (const Mode mode = pictureState(picture).place.mode; !walksSteps(mode)) {
            const Verbatim name{std::string(info(mode).name)};
            return tl::unexpected(Error{"--mode", say::cli::ModeWithoutSteps{.mode = name}});
        }
        drawn = showPictures({picture}, openScreen, [&](const Picture&, Program& program, Screen&) {
            bytes = program.walk(request.step, carried(program.state()));
            return Result<void>();
        });
    } else {
        drawn = recordPictures({picture}, [&](const VectorPage& page, const AppState& state) {
            bytes = vectorBytes(format, page, state, carried(state));
            return Result<void>();
        });
    }
    return drawn ? bytes : tl::unexpected(drawn.error());
}

Result<void> drawPicture(const Picture& picture, const std::string& file) {
    return drawPictures({picture}, [&](const Picture&, const Image& image, const AppState& state) {
        return writePng(file, image, picture.request.is_plain ? "" : carriedWork(state));
    });
}

}  // namespace lookback
