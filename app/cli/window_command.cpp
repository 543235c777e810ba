#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/cli/lesson_opening.h"
#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "app/platform/screen/open_window.h"
#include "app/platform/screen/window.h"
#include "app/platform/session_folder.h"
#include "app/platform/settings_file.h"
#include "app/platform/user_folders.h"
#include "app/state/model/file_task.h"
#include "app/state/model/sentences.h"
#include "app/state/update/update.h"
#include "core/io/lesson_library.h"
#include "core/words/say.h"
#include "messages/cli.h"
#include "messages/notices.h"

namespace lookback {
namespace {

struct OpenOptions {
    std::string name;
    bool only_first_frame = false;
};

Session sessionWith(const NamedDocument& input) {
    return freshSession(input.file.empty()
                            ? shippedOrigin(input.document, input.lesson)
                            : fileOrigin(input.document, fromRoot(input.file), input.fingerprint));
}

/// A session with the document of “Write a poem”.
Session firstSession() {
    const std::string& id = lessons().front().id;
    return freshSession(shippedOrigin(*openLesson(id), id));
}

/// A session in which a lesson with tasks goes on where one stood last.
Session sessionOfLesson(const NamedLesson& named, std::vector<LessonProgress> progress) {
    AppState state = stateOf(firstSession());
    state.place.lessons = std::move(progress);
    update(state, openingOf(named));
    Session session = sessionOf(state);
    // The document before the lesson is no step of undo: nobody opened it.
    KeptWork<Document>& kept = session.document;
    kept.steps.erase(kept.steps.begin(), kept.steps.end() - 1);
    kept.at = 0;
    return session;
}

Session withProgress(Session session, std::vector<LessonProgress> progress) {
    if (!session.place) {
        if (progress.empty()) return session;
        session.place.emplace();
    }
    session.place->lessons = std::move(progress);
    return session;
}

ExperimentSnapshot snapshotOf(const NamedExperiment& named) {
    return openedSnapshot(
        named.file.empty() ? shippedOrigin(named.experiment, named.id)
                           : fileOrigin(named.experiment, fromRoot(named.file), named.fingerprint));
}

/// True for a file of matrices, such as .npz or .csv. The window shows the import sheet for it.
bool holdsNumbers(const std::string& name) {
    return isNumberFile(name, SubjectKind::document) && std::filesystem::is_regular_file(name);
}

/// The session of the named document or experiment; without a name the last session, else the first
/// lesson. A file of numbers is named in the request, and waits for the window.
Checked<Session> openSession(const OpenOptions& options, SessionFolder* store,
                             OpenRequest& request) {
    if (options.name.empty()) {
        if (store == nullptr) return firstSession();
        LoadedSession last = store->openLast();
        request.notice = std::move(last.notice);
        return withProgress(last.session ? *std::move(last.session) : firstSession(),
                            std::move(last.lessons));
    }
    std::optional<NamedAny> work;
    if (holdsNumbers(options.name)) {
        request.numbers = fromRoot(options.name);
    } else {
        Checked<NamedAny> read = openAny(options.name);
        if (!read) return tl::unexpected(read.error());
        work = *std::move(read);
    }
    const NamedAny* const opened = work ? &*work : nullptr;
    NewSession begun;
    if (store && !options.only_first_frame) begun = store->openNew();
    request.notice = std::move(begun.notice);
    if (const auto* const lesson = std::get_if<NamedLesson>(opened)) {
        return sessionOfLesson(*lesson, std::move(begun.lessons));
    }
    const auto* const input = std::get_if<NamedDocument>(opened);
    Session session = input != nullptr ? sessionWith(*input) : firstSession();
    session.experiment = std::move(begun.experiment);
    if (const auto* const named = std::get_if<NamedExperiment>(opened)) {
        openIn(session, snapshotOf(*named));
    }
    return withProgress(std::move(session), std::move(begun.lessons));
}

/// Writes session and settings when the window ends.
class AtEnd {
public:
    /// @param no_store why there is no store
    AtEnd(LoadedSettings settings, SessionFolder* store, std::optional<Error> no_store)
        : settings_(std::move(settings)), store_(store), no_store_(std::move(no_store)) {}

    /// Writes session and settings. @return the parts that were not written
    std::vector<NotKept> keep(const Session& session, const Settings& settings) {
        std::vector<NotKept> faults;
        if (no_store_) faults.push_back({KeptPart::work, *no_store_});
        if (store_ != nullptr) faults = store_->close(session);
        if (settings == settings_.settings && !settings_.is_mended) return faults;
        const Result<void> kept = configFolder().and_then(
            [&](const auto& folder) { return saveSettings(folder, settings); });
        if (kept) {
            settings_ = {settings, {}};
        } else {
            faults.push_back({KeptPart::settings, kept.error()});
        }
        return faults;
    }

private:
    LoadedSettings settings_;  ///< as they are kept
    SessionFolder* store_;
    std::optional<Error> no_store_;
};

int sayFirstFrame(const Console& console, std::optional<double> seconds) {
    if (!seconds) return report(console, {{"--first-frame", say::cli::NoStartTime{}}});
    constexpr int kDecimals = 2;
    const Message said = say::cli::FirstFrameAfter{.seconds = Decimal{*seconds, kDecimals}};
    console.out << english().text(said) << '\n';
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
        request.not_kept = folder.error();
        request.notice.push_back(say::notices::NotKept{.reason = faultReason(folder.error())});
    }
    Checked<Session> session = openSession(options, store.get(), request);
    if (!session) return report(console, session.error());
    request.session = *std::move(session);
    LoadedSettings settings;
    if (const auto folder = configFolder()) settings = loadSettings(*folder);
    request.settings = settings.settings;
    request.notice.insert(request.notice.end(), settings.notice.begin(), settings.notice.end());
    AtEnd at_end(settings, store.get(), request.not_kept);
    if (!options.only_first_frame) {
        request.store = store.get();
        request.keep = [&](const Session& last, const Settings& now) {
            return at_end.keep(last, now);
        };
    }
    const Result<ClosedWindow> closed = openWindow(request, signals);
    if (!closed) return report(console, {closed.error()});
    if (options.only_first_frame) return sayFirstFrame(console, closed->first_frame);
    std::vector<Error> faults;
    for (const NotKept& part : closed->not_kept) faults.push_back(part.reason);
    const int code = faults.empty() ? done : report(console, faults);
    if (closed->left_job) {
        store.reset();
        console.out.flush();
        console.err.flush();
        std::_Exit(code);
    }
    return code;
}

}  // namespace

Job prepareWindow(CLI::App& app) {
    auto options = std::make_shared<OpenOptions>();
    const Message input = say::cli::WindowInput{.input = say::cli::WorkInput{}};
    app.add_option("FILE", options->name, english().text(input))->type_name("");
    app.add_flag("--first-frame", options->only_first_frame,
                 english().text(say::cli::FirstFrame{}));
    return [options](const Console& console) { return open(console, *options); };
}

}  // namespace lookback
