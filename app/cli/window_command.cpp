#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/subcommands.h"
#include "app/platform/screen/open_window.h"
#include "app/platform/session_file.h"
#include "app/platform/settings_file.h"
#include "app/platform/user_folders.h"
#include "core/io/lesson_library.h"

namespace lookback {
namespace {

/// Adds a line to what the person should read.
void addNotice(std::string& notice, const std::string& line) {
    notice += notice.empty() || line.empty() ? line : "; " + line;
}

Checked<Session> openSession(const std::string& name) {
    return openInput(name).map([](const OpenedInput& input) {
        return freshSession(input.document, input.lesson, input.file);
    });
}

/// What was open last, else the first lesson.
Checked<Session> lastSession(std::string& notice) {
    if (const auto folder = stateFolder()) {
        LoadedSession last = loadSession(*folder);
        addNotice(notice, last.notice);
        if (last.session) return *std::move(last.session);
    }
    return openSession(lessons().front().id);
}

/// Keeps what the next start needs. What cannot be kept is told, but the window did its work.
void keep(const Console& console, const ClosedWindow& window, const Settings& before) {
    const auto tell = [&](const Error& error) { static_cast<void>(report(console, {error})); };
    if (window.settings != before) {
        const Result<void> kept = configFolder().and_then(
            [&](const auto& folder) { return saveSettings(folder, window.settings); });
        if (!kept) tell(kept.error());
    }
    const Result<void> kept = stateFolder().and_then(
        [&](const auto& folder) { return saveSession(folder, window.session); });
    if (!kept) tell(kept.error());
}

int sayFirstFrame(const Console& console, std::optional<double> seconds) {
    if (!seconds) return report(console, {{"--first-frame", "the system does not tell the time"}});
    console.out << fmt::format("first frame after {:.2f} s\n", *seconds);
    return done;
}

struct OpenOptions {
    std::string name;
    bool only_first_frame = false;
};

int open(const Console& console, const OpenOptions& options) {
    OpenRequest request;
    request.only_first_frame = options.only_first_frame;
    Checked<Session> session =
        options.name.empty() ? lastSession(request.notice) : openSession(options.name);
    if (!session) return report(console, session.error());
    request.session = *std::move(session);
    if (const auto folder = configFolder()) {
        const LoadedSettings loaded = loadSettings(*folder);
        request.settings = loaded.settings;
        addNotice(request.notice, loaded.notice);
    }
    const Result<ClosedWindow> closed = openWindow(request);
    if (!closed) return report(console, {closed.error()});
    if (options.only_first_frame) return sayFirstFrame(console, closed->first_frame);
    keep(console, *closed, request.settings);
    return done;
}

}  // namespace

Job prepareWindow(CLI::App& app) {
    auto options = std::make_shared<OpenOptions>();
    app.add_option("FILE", options->name,
                   std::string(kInputHelp) + "; nothing: what was open last, else the first lesson")
        ->type_name("");
    app.add_flag("--first-frame", options->only_first_frame,
                 "Open the window, draw it once, say how long that took since the start, and quit");
    return [options](const Console& console) { return open(console, *options); };
}

}  // namespace lookback
