/// Work that the browser keeps between visits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/program/host.h"
#include "app/state/kept/session_text.h"

namespace lookback {

/// The sessions of all tabs and the drafts, in the browser's storage. A tab that is loaded again
/// goes on with its own session; a new one, with a copy of the latest.
class BrowserStore final : public SessionStore {
public:
    BrowserStore();

    /// The session to go on with. @param is_new the tab opens something else: only its own session,
    /// after it was loaded again
    [[nodiscard]] std::optional<Session> open(bool is_new);

    /// The progress in lessons of all tabs.
    [[nodiscard]] const std::vector<LessonProgress>& lessons() const { return lessons_; }

    /// Writes the session that `keep` has received, if it is not written yet.
    void flush();

    void keep(Session session, bool is_edited) override;
    [[nodiscard]] Result<std::string> putAside(const Session& session) override;
    [[nodiscard]] Checked<Session> draft(const std::string& id) override;
    void dropDraft(const std::string& id) override;
    void remember(const std::string&, const std::string&) override {}
    void forget(const std::string&) override {}
    [[nodiscard]] std::optional<Error> trouble() override;
    [[nodiscard]] std::vector<RecentDocument> recents() override;
    [[nodiscard]] std::vector<Message> takeNews() override;

private:
    std::string name_;  ///< of this tab's session in the storage
    std::optional<Session> kept_;
    SessionWriter writer_;
    std::vector<LessonProgress> lessons_;  ///< as they were merged last
    bool has_failed_ = false;
    std::vector<Message> news_;
};

}  // namespace lookback
