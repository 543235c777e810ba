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
#include "core/words/say.h"
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
        for (int settled = 0; settled < kFramesToSettle; ++settled) {
            program.frame();
            if (isWaiting(program.state())) settled = 0;
        }
        if (const auto taken = take(picture, (*screen)->picture(), program.state()); !taken)
            return taken;
    }
    return {};
}

Result<void> drawPicture(const Picture& picture, const std::string& file) {
    return drawPictures({picture}, [&](const Picture&, const Image& image, const AppState& state) {
        return writePng(file, image, picture.request.is_plain ? "" : carriedWork(state));
    });
}

}  // namespace lookback
