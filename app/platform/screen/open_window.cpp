#include "app/platform/screen/open_window.h"

#include <limits>
#include <memory>
#include <utility>

#include "app/platform/disk.h"
#include "app/platform/file_dialogs.h"
#include "app/platform/font_files.h"
#include "app/platform/process_age.h"
#include "app/platform/screen/window.h"
#include "app/program/imgui_session.h"
#include "app/program/program.h"
#include "app/program/worker.h"

namespace lookback {
namespace {

AppState openedState(const OpenRequest& request) {
    AppState state = stateOf(request.session);
    if (request.store == nullptr && request.not_kept) state.not_kept = request.not_kept;
    state.preferences = request.settings.preferences;
    state.notice = request.notice;
    return state;
}

/// The settings with the window's size, where the user changed it; a smaller screen is not a
/// change.
Settings settingsAtEnd(const AppState& state, const Settings& before, WindowSize opened,
                       WindowSize size) {
    const bool is_resized = size != opened;
    return {.preferences = state.preferences,
            .window = is_resized ? WindowSides{size.width, size.height} : before.window};
}

/// Passes events of the window to the program.
void tellNews(Window& window, Program& program) {
    if (window.takeDisturbance()) program.wake();
    const std::vector<std::string> dropped = window.takeDroppedFiles();
    if (!dropped.empty()) program.openFiles(dropped);
}

/// Draws frames until the window is closed; waits while there is no input and no motion.
/// @param keep writes session and settings to the disk, and returns the parts that were not written
/// @return time of the first frame on the screen
template <class Keep>
std::optional<double> run(Window& window, Program& program, const EndSignals& signals,
                          bool only_first_frame, Keep keep) {
    std::optional<double> first_frame;
    while (true) {
        if (window.takeCloseWish()) program.askToClose();
        const bool is_visible = window.isVisible();
        if (is_visible) program.frame();
        if (!first_frame) first_frame = processAge();
        if (signals.came() || only_first_frame) break;
        if (program.wantsToClose() && program.mayClose(keep())) break;
        window.awaitEvents(is_visible ? program.untilNextFrame()
                                      : std::numeric_limits<double>::infinity());
        tellNews(window, program);
    }
    return first_frame;
}

}  // namespace

Result<ClosedWindow> openWindow(const OpenRequest& request, EndSignals& signals) {
    Result<FontFiles> fonts = loadFontFiles();
    if (!fonts) return tl::unexpected(fonts.error());
    const ImGuiSession session;
    const Settings& before = request.settings;
    const auto opened = Window::open({.size = {before.window.width, before.window.height}});
    if (!opened) return tl::unexpected(opened.error());
    Window& window = **opened;
    const WindowSize size = window.size();
    Disk disk;
    Worker worker(Window::wake);
    Worker passes(Window::wake);
    Worker reads(Window::wake);
    SystemDialogs dialogs(window.x11Id(), Window::wake);
    Program program({window, disk, request.store, &worker, &passes, &reads, &dialogs},
                    std::move(*fonts), openedState(request));
    if (!request.numbers.empty()) program.openFile(request.numbers);
    signals.listen(Window::wake);
    const auto keep = [&] {
        if (!request.keep) return std::vector<NotKept>();
        return request.keep(sessionOf(program.state()),
                            settingsAtEnd(program.state(), before, size, window.size()));
    };
    const auto first_frame = run(window, program, signals, request.only_first_frame, keep);
    signals.hush();
    const bool left_job = !worker.stop();
    const bool left_pass = !passes.stop();
    const bool left_read = !reads.stop();
    const bool left_dialog = !dialogs.stop();
    return ClosedWindow{keep(), first_frame, left_job || left_pass || left_read || left_dialog};
}

}  // namespace lookback
