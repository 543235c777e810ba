#include "app/platform/session_folder.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

#include "app/platform/folder_files.h"
#include "app/platform/kept_file.h"
#include "app/platform/recent_files.h"
#include "app/state/kept/session_text.h"
#include "app/state/model/sentences.h"
#include "core/base/result.h"
#include "core/io/file.h"
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
    removeEmptyLocks();
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
    for (FreeSession& free : freeSessions()) {
        Checked<Session> session = readSessionFile(free.file);
        if (session) {
            if (!session->is_closed) {
                loaded.notice.push_back(say::notices::EndedUnclosed{});
            }
            if (session->experiment_fault) {
                loaded.notice.push_back(copyAside(free.file, *session->experiment_fault));
            }
            loaded.session = *std::move(session);
            begin(free.file, std::move(free.lock));
            return loaded;
        }
        loaded.notice.push_back(setAside(free.file, session.error().front()));
        free.lock.remove();
    }
    beginNew();
    return loaded;
}

NewSession SessionFolder::openNew() {
    NewSession begun;
    fs::path taken;
    for (FreeSession& free : freeSessions()) {
        const std::optional<SessionHead> head = headOf(free.file);
        if (!head) continue;  // set aside when it is to be opened
        if (begun.lessons.empty()) begun.lessons = head->lessons;
        if (head->has_unsaved_experiment) {
            if (begun.experiment) continue;  // only one fits: the other stays for a later window
            Checked<Session> left = readSessionFile(free.file);
            if (!left || !left->experiment) continue;
            begun.experiment = std::move(left->experiment);
            taken = free.file;
            taken += kTakenEnding;
            std::error_code ignored;
            fs::copy_file(free.file, taken, fs::copy_options::overwrite_existing, ignored);
        }
        std::error_code fault;
        if (head->is_unsaved) {
            const std::string id = head->draft.empty() ? free.file.stem().string() : head->draft;
            fs::rename(free.file, drafts() / (id + std::string(kEnding)), fault);
            if (!fault) begun.notice.push_back(keptAsDraft(head->title));
        } else {
            fs::remove(free.file, fault);
        }
        free.lock.remove();
    }
    dropOldDrafts();
    beginNew();
    // The taken session becomes the file of the new session until that is first written.
    std::error_code ignored;
    if (!taken.empty()) fs::rename(taken, file_, ignored);
    return begun;
}

/// The sessions that no window has, the latest first.
std::vector<SessionFolder::FreeSession> SessionFolder::freeSessions() const {
    std::vector<FreeSession> free;
    for (const DatedFile& found : filesIn(sessions(), kEnding)) {
        if (auto lock = FileLock::take(lockOf(found.path))) {
            free.push_back({found.path, *std::move(lock)});
        }
    }
    return free;
}

void SessionFolder::begin(fs::path file, std::optional<FileLock> lock) {
    file_ = std::move(file);
    lock_ = std::move(lock);
    journal_ = std::make_unique<Journal>(file_, tell_);
}

void SessionFolder::beginNew() {
    fs::path file = sessions() / (newName() + std::string(kEnding));
    std::optional<FileLock> lock = FileLock::take(lockOf(file));
    begin(std::move(file), std::move(lock));
}

void SessionFolder::keep(Session session, bool is_edited) {
    journal_->keep(std::move(session), is_edited);
}

Result<void> SessionFolder::close(Session session) {
    session.is_closed = true;
    return journal_->close(session);
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

std::vector<Message> SessionFolder::takeNews() {
    const auto trouble = journal_->takeTrouble();
    if (!trouble) return {};
    return {say::notices::NotKept{.reason = faultReason(*trouble)}};
}

}  // namespace lookback
