#include "app/program.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/platform/effects.h"
#include "app/platform/end_signals.h"
#include "app/platform/font_files.h"
#include "app/platform/offscreen.h"
#include "app/platform/process_age.h"
#include "app/platform/window.h"
#include "app/state/update.h"
#include "app/views/shared/frame.h"
#include "app/wardrobe.h"

namespace lookback {
namespace {

constexpr double kLongestFrame = 0.1;    ///< motion never jumps further, even after a rest
constexpr double kTooltipSeconds = 0.6;  ///< frames go on so long after the pointer rests

/// ImGui's context lives as long as this object.
class ImGuiSession {
public:
    ImGuiSession() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.ConfigInputTextCursorBlink = false;
    }
    ~ImGuiSession() { ImGui::DestroyContext(); }
    ImGuiSession(const ImGuiSession&) = delete;
    ImGuiSession& operator=(const ImGuiSession&) = delete;
};

AppState openedState(const OpenRequest& request) {
    AppState state = stateOf(request.session);
    apply(request.settings, state.view);
    state.view.notice = request.notice;
    return state;
}

/// The window's size is kept where the person changed it: a smaller screen is no such wish.
Settings settingsAtEnd(const AppState& state, const Settings& before, WindowSize opened,
                       WindowSize size) {
    Settings settings = settingsOf(state.view);
    const bool is_resized = size != opened;
    settings.window_width = is_resized ? size.width : before.window_width;
    settings.window_height = is_resized ? size.height : before.window_height;
    return settings;
}

void goToRequested(AppState& state, const PictureRequest& request) {
    state.view.theme = request.theme;
    state.view.presenting = request.presenting;
    update(state, SetHead{request.head});
    const MatrixId id = request.step.value_or(state.steps.front().results.front());
    const auto step = stepOf(state.steps, id);
    if (!step) return;
    const Step& shown = state.steps[*step];
    const bool is_result =
        std::find(shown.results.begin(), shown.results.end(), id) != shown.results.end();
    const MatrixId matrix = is_result ? id : shown.results.back();
    const Tensor& values = state.trace().tensor(matrix);
    const Cell last{values.rows() - 1, values.cols() - 1};
    update(state,
           GoTo{*step, indexOf(state.trace(), shown, {matrix, request.cell.value_or(last)})});
    state.view.motion = 1;
}

}  // namespace

Result<void> drawPictures(const std::vector<Picture>& pictures,
                          const std::function<Result<void>(const Picture&, const Image&)>& take) {
    if (pictures.empty()) return {};
    Result<FontFiles> files = loadFontFiles();
    if (!files) return tl::unexpected(files.error());
    const ImGuiSession session;
    const PictureRequest& first = pictures.front().request;
    Wardrobe wardrobe(std::move(*files), first.scale);
    Result<OffscreenScreen> screen = OffscreenScreen::open(first.width, first.height, first.scale);
    if (!screen) return tl::unexpected(screen.error());
    for (const Picture& picture : pictures) {
        AppState state(picture.document, picture.request.lesson);
        goToRequested(state, picture.request);
        wardrobe.wear(state.view.theme);
        const float height = first.scale * static_cast<float>(first.height);
        const bool is_resized = wardrobe.resize(state, height);
        if (wardrobe.learn(state) || is_resized) screen->uploadFonts();
        const Image image = screen->render([&] { drawFrame(state, wardrobe.look(), 0); });
        if (const auto taken = take(picture, image); !taken) return taken;
    }
    return {};
}

Result<void> drawPicture(const Picture& picture) {
    return drawPictures({picture}, [](const Picture& drawn, const Image& image) {
        return writePng(drawn.request.out, image);
    });
}

Result<ClosedWindow> openWindow(const OpenRequest& request) {
    EndSignals signals;
    Result<FontFiles> files = loadFontFiles();
    if (!files) return tl::unexpected(files.error());
    const ImGuiSession session;
    Result<Window> window = Window::open({.title = "Lookback",
                                          .width = request.settings.window_width,
                                          .height = request.settings.window_height});
    if (!window) return tl::unexpected(window.error());
    Wardrobe wardrobe(std::move(*files), window->contentScale());
    AppState state = openedState(request);
    const WindowSize opened_size = window->size();
    double pointer_moved = 0;
    std::optional<std::string> picture_path;  // where the next frame is to be written
    const auto carry_out_effects = [&] {
        for (const Effect& effect : std::exchange(state.effects, {})) {
            if (const auto answer = carryOut(state, effect)) {
                update(state, *answer);
            } else {
                picture_path = std::get<WriteExport>(effect).path;
            }
        }
    };
    KeptFrame kept;
    WindowLoop loop;
    loop.before_frame = [&] {
        carry_out_effects();
        if (window->isFullScreen() != state.view.presenting) {
            window->setFullScreen(state.view.presenting);
        }
        const bool resized = wardrobe.resize(state, static_cast<float>(window->pixelsHigh()));
        return wardrobe.learn(state) || resized;
    };
    loop.frame = [&] {
        const ImGuiIO& io = ImGui::GetIO();
        if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) pointer_moved = ImGui::GetTime();
        wardrobe.wear(state.view.theme);
        drawFrame(state, wardrobe.look(), std::min<double>(io.DeltaTime, kLongestFrame), &kept);
    };
    loop.animating = [&] {
        return isMoving(state) || !state.effects.empty() || picture_path ||
               ImGui::GetTime() - pointer_moved < kTooltipSeconds;
    };
    loop.wants_picture = [&] { return picture_path.has_value(); };
    loop.taken = [&](const Image& image) {
        const std::string path = *std::exchange(picture_path, std::nullopt);
        update(state, writePicture(path, image));
    };
    loop.dropped_files = [&](const std::vector<std::string>& paths) {
        update(state, OpenFile{paths.front()});
    };
    std::optional<double> first_frame;
    loop.wants_close = [&] {
        if (!first_frame) first_frame = processAge();
        return state.view.quitting || signals.came() || request.only_first_frame;
    };
    signals.listen(Window::wake);
    window->run(loop);
    signals.stop();
    const Settings settings = settingsAtEnd(state, request.settings, opened_size, window->size());
    return ClosedWindow{sessionOf(state), settings, first_frame};
}

}  // namespace lookback
