#include "app/platform/session_folder.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

#include "app/platform/folder_files.h"
#include "app/platform/kept_file.h"
#include "app/platform/progress_file.h"
#include "app/platform/recent_files.h"
#include "app/state/kept/progress_text.h"
#include "app/state/kept/session_text.h"
#include "app/state/model/sentences.h"
#include "core/base/result.h"
#include "core/io/file.h"
#include "core/io/system_file.h"
#include "messages/notices.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".jsonl";
constexpr std::string_view kLockEnding = ".lock";
constexpr std::string_view kTakenEnding = ".taken";
constexpr std::size_t kMostDrafts = 20;
constexpr std::size_t kMostBytes = 4 * kMaxFileBytes;

fs::path lockOf(fs::path file) { return file += kLockEnding; }

Checked<Session> readSessionFile(const fs::path& file) {
    const Result<std::string> text = readFile(file.string(), kMostBytes);
    if (!text) return tl::unexpected(std::vector{Error{"", text.error().message}});
    return readSession(*text);
}

/// Reads the first line alone, which is enough for lists of drafts.
std::optional<SessionHead> headOf(const fs::path& file) {
    std::error_code fault;
    if (fs::file_size(file, fault) > kMostBytes || fault) return std::nullopt;
    std::ifstream in(file);
    std::string line;
    if (!std::getline(in, line)) return std::nullopt;
    const Result<SessionHead> head = readSessionHead(line + "\n");
    return head ? std::optional(*head) : std::nullopt;
}

/// Copies a file whole or not at all. @return false: it was not copied
bool copyWhole(const fs::path& from, const fs::path& to) {
    const Result<std::string> bytes = readFile(from.string(), kMostBytes);
    return bytes && writeKept(to, *bytes);
}

}  // namespace

SessionFolder::SessionFolder(fs::path folder, std::function<void()> tell)
    : folder_(std::move(folder)), tell_(std::move(tell)) {
    for (const fs::path& place : {folder_, sessions(), drafts()}) {
        removeLeftovers(place);
        makeFolder(place);
    }
    std::set<fs::path> folders;
    for (const RecentFile& recent : recentFiles(folder_)) {
        folders.insert(fs::path(recent.file).parent_path());
    }
    for (const fs::path& place : folders) removeLeftovers(place);
    findTaken();
    removeEmptyLocks();
}

/// Gives sessions back their names that a window took and did not come to write.
void SessionFolder::findTaken() const {
    for (const DatedFile& found : filesIn(sessions(), kTakenEnding)) {
        fs::path file = found.path;
        file.replace_extension();
        const auto lock = FileLock::take(lockOf(file));
        std::error_code ignored;
        if (lock && !fs::exists(file, ignored)) {
            static_cast<void>(renameFile(found.path, file));
        } else if (lock) {
            fs::remove(found.path, ignored);
        }
    }
}

/// The progress of all windows. At first that of the sessions of older versions is taken over.
std::vector<LessonProgress> SessionFolder::progress(std::vector<Message>& notice) const {
    if (auto kept = loadProgress(folder_, notice)) return *std::move(kept);
    std::vector<std::vector<LessonProgress>> all;
    for (const DatedFile& found : filesIn(sessions(), kEnding)) {
        if (auto head = headOf(found.path)) all.push_back(std::move(head->lessons));
    }
    std::vector<LessonProgress> lessons = progressOfSessions(all);
    if (const Result<void> kept = addProgress(folder_, {}, lessons); !kept) {
        notice.push_back(say::notices::NotKept{.reason = faultReason(kept.error())});
    }
    return lessons;
}

SessionFolder::~SessionFolder() {
    journal_.reset();
    std::error_code ignored;
    if (lock_ && !fs::exists(file_, ignored)) lock_->remove();
}

/// Removes the locks of windows that ended before they saved anything.
void SessionFolder::removeEmptyLocks() const {
    for (const DatedFile& found : filesIn(sessions(), kLockEnding)) {
        fs::path file = found.path;
        std::error_code ignored;
        if (fs::exists(file.replace_extension(), ignored)) continue;
        if (auto lock = FileLock::take(found.path)) lock->remove();
    }
}

LoadedSession SessionFolder::openLast() {
    LoadedSession loaded;
    loaded.lessons = progress(loaded.notice);
    for (FreeSession& free : freeSessions()) {
        Checked<Session> session = readSessionFile(free.file);
        if (session) {
            if (!session->is_closed) {
                loaded.notice.push_back(
                    say::notices::EndedUnclosed{.when = Verbatim{inWords(free.time)}});
            }
            if (session->experiment_fault) {
                loaded.notice.push_back(copyAside(free.file, *session->experiment_fault));
            }
            loaded.session = *std::move(session);
            begin(free.file, std::move(free.lock), loaded.lessons);
            return loaded;
        }
        loaded.notice.push_back(setAside(free.file, session.error().front()));
        free.lock.remove();
    }
    beginNew(loaded.lessons);
    return loaded;
}

NewSession SessionFolder::openNew() {
    NewSession begun;
    begun.lessons = progress(begun.notice);
    fs::path taken;
    for (FreeSession& free : freeSessions()) {
        const std::optional<SessionHead> head = headOf(free.file);
        if (!head) continue;  // set aside when it is to be opened
        if (head->has_unsaved_experiment) {
            if (begun.experiment) continue;  // only one fits: the other stays for a later window
            Checked<Session> left = readSessionFile(free.file);
            if (!left || !left->experiment) continue;
            fs::path copy = free.file;
            copy += kTakenEnding;
            // Where it cannot be copied it stays, for a later window.
            if (!copyWhole(free.file, copy)) continue;
            begun.experiment = std::move(left->experiment);
            taken = std::move(copy);
        }
        std::error_code fault;
        if (head->is_unsaved) {
            const std::string id = head->draft.empty() ? free.file.stem().string() : head->draft;
            fault = renameFile(free.file, drafts() / (id + std::string(kEnding)));
            if (!fault) begun.notice.push_back(keptAsDraft(head->title));
        } else {
            fs::remove(free.file, fault);
        }
        if (!fault) free.lock.remove();
    }
    dropOldDrafts();
    beginNew(begun.lessons);
    // The taken session becomes the file of the new session until that is first written. Where it
    // cannot, the next start finds it (`findTaken`).
    if (!taken.empty()) static_cast<void>(renameFile(taken, file_));
    return begun;
}

/// The sessions that no window has, the latest first.
std::vector<SessionFolder::FreeSession> SessionFolder::freeSessions() const {
    std::vector<FreeSession> free;
    for (const DatedFile& found : filesIn(sessions(), kEnding)) {
        if (auto lock = FileLock::take(lockOf(found.path))) {
            free.push_back({found.path, *std::move(lock), found.time});
        }
    }
    return free;
}

void SessionFolder::begin(fs::path file, std::optional<FileLock> lock,
                          const std::vector<LessonProgress>& lessons) {
    file_ = std::move(file);
    lock_ = std::move(lock);
    journal_ = std::make_unique<Journal>(file_, folder_, lessons, tell_);
}

void SessionFolder::beginNew(const std::vector<LessonProgress>& lessons) {
    fs::path file = sessions() / (newName() + std::string(kEnding));
    std::optional<FileLock> lock = FileLock::take(lockOf(file));
    begin(std::move(file), std::move(lock), lessons);
}

void SessionFolder::keep(Session session, bool is_edited) {
    journal_->keep(std::move(session), is_edited);
}

std::vector<NotKept> SessionFolder::close(Session session) {
    session.is_closed = true;
    std::vector<NotKept> faults = journal_->close(session);
    if (faults.empty()) return faults;
    session.is_closed = false;
    keep(std::move(session), false);  // the window may stay
    return faults;
}

Result<std::string> SessionFolder::putAside(const Session& session) {
    const std::string& known = session.draft();
    const std::string id = known.empty() ? newName() : known;
    const fs::path file = drafts() / (id + std::string(kEnding));
    const Result<void> written = writeKept(file, SessionWriter().write(session));
    if (!written) return tl::unexpected(written.error());
    dropOldDrafts();
    return id;
}

Checked<Session> SessionFolder::draft(const std::string& id) {
    const fs::path file = drafts() / (id + std::string(kEnding));
    return readSessionFile(file).map_error(
        [&](std::vector<Error> faults) { return within(file.string(), std::move(faults)); });
}

void SessionFolder::dropDraft(const std::string& id) {
    std::error_code ignored;
    fs::remove(drafts() / (id + std::string(kEnding)), ignored);
}

void SessionFolder::dropOldDrafts() const {
    const std::vector<DatedFile> all = filesIn(drafts(), kEnding);
    std::error_code ignored;
    for (std::size_t k = kMostDrafts; k < all.size(); ++k) fs::remove(all[k].path, ignored);
}

void SessionFolder::remember(const std::string& file, const std::string& title) {
    // The journal writes into the same folder and reports its faults.
    static_cast<void>(rememberFile(folder_, file, title));
}

std::vector<RecentDocument> SessionFolder::recents() {
    std::vector<std::pair<std::time_t, RecentDocument>> dated;
    for (const DatedFile& found : filesIn(drafts(), kEnding)) {
        const std::optional<SessionHead> head = headOf(found.path);
        if (!head) continue;
        dated.emplace_back(found.time, RecentDocument{.id = found.path.stem().string(),
                                                      .title = head->title,
                                                      .when = inWords(found.time)});
    }
    for (const RecentFile& recent : recentFiles(folder_)) {
        dated.emplace_back(recent.time, RecentDocument{.file = recent.file,
                                                       .title = recent.title,
                                                       .when = inWords(recent.time)});
    }
    std::stable_sort(dated.begin(), dated.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<RecentDocument> recents;
    for (auto& [time, recent] : dated) recents.push_back(std::move(recent));
    return recents;
}

void SessionFolder::forget(const std::string& file) {
    static_cast<void>(forgetFile(folder_, file));  // as `remember`
}

std::optional<Error> SessionFolder::trouble() { return journal_->trouble(); }

std::vector<Message> SessionFolder::takeNews() {
    const auto trouble = journal_->takeTrouble();
    if (!trouble) return {};
    return {say::notices::NotKept{.reason = faultReason(*trouble)}};
}

}  // namespace lookback
