#include "app/platform/screen/draw_pictures.h"

#include <memory>
#include <utility>

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
    [[nodiscard]] static Result<std::unique_ptr<Screen>> open(const PictureRequest& request) {
        return std::make_unique<PaperScreen>(PixelSize{request.width, request.height});
    }

    explicit PaperScreen(PixelSize size) : size_(size) {
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

}  // namespace

Result<void> drawPictures(
    const std::vector<Picture>& pictures,
    const std::function<Result<void>(const Picture&, const Image&, const AppState&)>& take) {
    if (pictures.empty()) return {};
    Result<FontFiles> fonts = loadFontFiles();
    if (!fonts) return tl::unexpected(fonts.error());
    const ImGuiSession session;
    const auto screen = openScreen(pictures.front().request);
    if (!screen) return tl::unexpected(screen.error());
    Disk disk;
    Program program({**screen, disk}, std::move(*fonts), pictureState(pictures.front()));
    for (const Picture& picture : pictures) {
        if (&picture != &pictures.front()) program.show(pictureState(picture));
        settleFrames(program);
        if (const auto taken = take(picture, (*screen)->picture(), program.state()); !taken)
            return taken;
    }
    return {};
}

Result<std::string> exportedPicture(const Picture& picture, DrawnFormat format) {
    const PictureRequest& request = picture.request;
    const bool is_walk = format == DrawnFormat::gif;
    AppState shown = pictureState(picture);
    if (is_walk && !walksSteps(shown.place.mode)) {
        const Verbatim mode{std::string(info(shown.place.mode).name)};
        return tl::unexpected(Error{"--mode", say::cli::ModeWithoutSteps{.mode = mode}});
    }
    Result<FontFiles> fonts = loadFontFiles();
    if (!fonts) return tl::unexpected(fonts.error());
    const ImGuiSession session;
    const auto screen = is_walk ? openScreen(request) : PaperScreen::open(request);
    if (!screen) return tl::unexpected(screen.error());
    Disk disk;
    Program program({**screen, disk}, std::move(*fonts), std::move(shown));
    settleFrames(program);
    const std::string carried = request.is_plain ? "" : carriedWork(program.state());
    if (is_walk) return program.walk(request.step, carried);
    VectorPage page;
    program.frame(&page);
    return vectorBytes(format, page, program.state(), carried);
}

Result<void> drawPicture(const Picture& picture, const std::string& file) {
    return drawPictures({picture}, [&](const Picture&, const Image& image, const AppState& state) {
        return writePng(file, image, picture.request.is_plain ? "" : carriedWork(state));
    });
}

}  // namespace lookback
