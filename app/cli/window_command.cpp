#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "app/cli/subcommands.h"
#include "app/platform/screen/open_window.h"
#include "app/platform/screen/window.h"
#include "app/platform/session_folder.h"
#include "app/platform/settings_file.h"
#include "app/platform/user_folders.h"
#include "app/state/sentences.h"
#include "core/io/lesson_library.h"

namespace lookback {
namespace {

struct OpenOptions {
    std::string name;
    bool only_first_frame = false;
};

Checked<Session> openSession(const std::string& name) {
    return openInput(name).map([](const OpenedInput& input) {
        Origin origin{.document = input.document, .lesson = input.lesson};
        if (!input.file.empty()) {
            std::error_code ignored;
            origin.file = std::filesystem::absolute(input.file, ignored).string();
            origin.saved = input.document;
            origin.fingerprint = input.fingerprint;
        }
        return freshSession(std::move(origin));
    });
}

/// What is named; where nothing is, what was open last, else the first lesson.
Checked<Session> openSession(const OpenOptions& options, SessionFolder* store,
                             std::string& notice) {
    if (!options.name.empty()) {
        Checked<Session> session = openSession(options.name);
        if (session && store && !options.only_first_frame) addSentence(notice, store->openNew());
        return session;
    }
    if (store != nullptr) {
        LoadedSession last = store->openLast();
        addSentence(notice, last.notice);
        if (last.session) return *std::move(last.session);
    }
    return openSession(lessons().front().id);
}

/// Keeps what the next start needs. What cannot be kept is told, but the window did its work.
void keep(const Console& console, const ClosedWindow& window, const Settings& before,
          SessionFolder* store) {
    const auto tell = [&](const Error& error) { static_cast<void>(report(console, {error})); };
    if (window.settings != before) {
        const Result<void> kept = configFolder().and_then(
            [&](const auto& folder) { return saveSettings(folder, window.settings); });
        if (!kept) tell(kept.error());
    }
    if (store == nullptr) return;
    if (const Result<void> kept = store->close(window.session); !kept) tell(kept.error());
}

int sayFirstFrame(const Console& console, std::optional<double> seconds) {
    if (!seconds) return report(console, {{"--first-frame", "the system does not tell the time"}});
    console.out << fmt::format("first frame after {:.2f} s\n", *seconds);
    return done;
}

int open(const Console& console, const OpenOptions& options) {
    EndSignals signals;
    OpenRequest request;
    request.only_first_frame = options.only_first_frame;
    std::unique_ptr<SessionFolder> store;
    if (const auto folder = stateFolder()) {
        store = std::make_unique<SessionFolder>(*folder, Window::wake);
    } else {
        addSentence(request.notice, fmt::format("What you do is not kept: {} {}.",
                                                folder.error().where, folder.error().message));
    }
    Checked<Session> session = openSession(options, store.get(), request.notice);
    if (!session) return report(console, session.error());
    request.session = *std::move(session);
    if (const auto folder = configFolder()) {
        const LoadedSettings loaded = loadSettings(*folder);
        request.settings = loaded.settings;
        addSentence(request.notice, loaded.notice);
    }
    if (!options.only_first_frame) request.store = store.get();
    const Result<ClosedWindow> closed = openWindow(request, signals);
    if (!closed) return report(console, {closed.error()});
    if (options.only_first_frame) return sayFirstFrame(console, closed->first_frame);
    keep(console, *closed, request.settings, store.get());
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
