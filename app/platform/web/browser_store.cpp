#include "app/platform/web/browser_store.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <utility>

#include <emscripten/emscripten.h>

#include "app/platform/folder_files.h"
#include "app/platform/web/browser.h"
#include "app/state/kept/progress_text.h"
#include "messages/notices.h"
#include "messages/platform.h"

namespace lookback {
namespace {

constexpr const char* kSessions = "lookback.session.";
constexpr const char* kDrafts = "lookback.draft.";
constexpr const char* kProgress = "lookback.progress";
constexpr std::size_t kMostSessions = 8;
constexpr std::size_t kMostDrafts = 20;
constexpr int kDelay = 200;  // milliseconds

/// A kept text and the time of its last change.
struct DatedText {
    std::string name;
    std::time_t time = 0;
    std::string text;
};

/// The first line of a kept text is the time, in seconds since 1970.
std::optional<DatedText> datedText(const std::string& name) {
    const std::optional<std::string> kept = browser::stored(name);
    const std::size_t end = kept ? kept->find('\n') : std::string::npos;
    if (end == std::string::npos) return std::nullopt;
    return DatedText{name, static_cast<std::time_t>(std::strtoll(kept->c_str(), nullptr, 10)),
                     kept->substr(end + 1)};
}

bool keepDated(const std::string& name, const std::string& text) {
    return browser::store(name, std::to_string(std::time(nullptr)) + "\n" + text);
}

/// All texts whose names begin so, the latest first.
std::vector<DatedText> datedTexts(const std::string& beginning) {
    std::vector<DatedText> all;
    for (const std::string& name : browser::storedNames(beginning)) {
        if (auto text = datedText(name)) all.push_back(*std::move(text));
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const DatedText& a, const DatedText& b) { return a.time > b.time; });
    return all;
}

void dropOldDrafts() {
    const std::vector<DatedText> all = datedTexts(kDrafts);
    for (std::size_t k = kMostDrafts; k < all.size(); ++k) browser::forget(all[k].name);
}

std::string idOf(const DatedText& draft) {
    return draft.name.substr(std::string_view(kDrafts).size());
}

/// Ends the oldest sessions; unsaved work in them becomes a draft.
void dropOldSessions(const std::string& own) {
    const std::vector<DatedText> all = datedTexts(kSessions);
    for (std::size_t k = kMostSessions; k < all.size(); ++k) {
        if (all[k].name == own) continue;
        const Result<SessionHead> head = readSessionHead(all[k].text);
        const std::string id = head && !head->draft.empty() ? head->draft : newName();
        const bool must_stay = head && head->is_unsaved;
        if (!must_stay || keepDated(kDrafts + id, all[k].text)) browser::forget(all[k].name);
    }
    dropOldDrafts();
}

/// The progress of all tabs; where none is kept yet, that in the sessions of older versions.
std::vector<LessonProgress> keptProgress() {
    if (const std::optional<std::string> text = browser::stored(kProgress)) {
        return readProgress(*text).value_or(std::vector<LessonProgress>());
    }
    std::vector<std::vector<LessonProgress>> all;
    for (const DatedText& session : datedTexts(kSessions)) {
        Result<SessionHead> head = readSessionHead(session.text);
        if (head) all.push_back(std::move(head->lessons));
    }
    return progressOfSessions(all);
}

}  // namespace

BrowserStore::BrowserStore() : name_(kSessions + browser::tabName()), lessons_(keptProgress()) {
    dropOldSessions(name_);
}

std::optional<Session> BrowserStore::open(bool is_new) {
    std::optional<DatedText> text = datedText(name_);
    if (!text && !is_new) {
        std::vector<DatedText> all = datedTexts(kSessions);
        if (!all.empty()) text = std::move(all.front());
    }
    if (!text) return std::nullopt;
    Checked<Session> session = readSession(text->text);
    return session ? std::optional(*std::move(session)) : std::nullopt;
}

void BrowserStore::keep(Session session, bool) {
    const bool is_waiting = kept_.has_value();
    kept_ = std::move(session);
    if (is_waiting) return;
    emscripten_async_call([](void* self) { static_cast<BrowserStore*>(self)->flush(); }, this,
                          kDelay);
}

void BrowserStore::flush() {
    if (!kept_) return;
    const Session session = *std::exchange(kept_, std::nullopt);
    bool is_kept = keepDated(name_, writer_.write(session));
    if (session.place && session.place->lessons != lessons_) {
        const auto all = mergedProgress(keptProgress(), lessons_, session.place->lessons);
        const bool is_merged = browser::store(kProgress, writeProgress(all));
        if (is_merged) lessons_ = session.place->lessons;
        is_kept = is_kept && is_merged;
    }
    if (!is_kept && !has_failed_) {
        news_.push_back(say::notices::NotKept{.reason = Message(say::platform::NoStorage{})});
    }
    has_failed_ = !is_kept;
}

Result<std::string> BrowserStore::putAside(const Session& session) {
    const std::string& known = session.draft();
    const std::string id = known.empty() ? newName() : known;
    if (!keepDated(kDrafts + id, SessionWriter().write(session))) {
        return tl::unexpected(Error{"", say::platform::NoStorage{}});
    }
    dropOldDrafts();
    return id;
}

Checked<Session> BrowserStore::draft(const std::string& id) {
    const std::optional<DatedText> text = datedText(kDrafts + id);
    if (!text) return tl::unexpected(std::vector{Error{"", say::platform::NotGiven{}}});
    return readSession(text->text);
}

void BrowserStore::dropDraft(const std::string& id) { browser::forget(kDrafts + id); }

std::vector<RecentDocument> BrowserStore::recents() {
    std::vector<RecentDocument> recents;
    for (const DatedText& draft : datedTexts(kDrafts)) {
        const Result<SessionHead> head = readSessionHead(draft.text);
        if (!head) continue;
        recents.push_back({.id = idOf(draft), .title = head->title, .when = inWords(draft.time)});
    }
    return recents;
}

std::optional<Error> BrowserStore::trouble() {
    if (!has_failed_) return std::nullopt;
    return Error{"", say::platform::NoStorage{}};
}

std::vector<Message> BrowserStore::takeNews() { return std::exchange(news_, {}); }

}  // namespace lookback
