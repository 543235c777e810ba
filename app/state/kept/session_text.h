/// A session as a file: a line of JSON about the window, one for each origin of its documents, one
/// for each step of its history; then those of the experiment (experiment_work_text.h), if it was
/// changed. The fields of each line: session_fields.h.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "app/state/kept/session.h"
#include "core/base/limits.h"
#include "core/base/result.h"

namespace lookback {

inline constexpr int kSessionVersion = 2;
inline constexpr std::size_t kMostSessionBytes = std::size_t{8} << 20;

/// The facts about a session that a list of sessions shows; the first line holds them.
struct SessionHead {
    std::string title;
    bool is_unsaved = false;
    bool is_closed = false;
    std::string draft;  ///< id of the draft that was saved of the work on screen; empty: none
    bool has_unsaved_experiment = false;
    std::vector<LessonProgress> lessons{};  ///< of those that were begun
};

/// Writes one session again and again. The lines of steps and origins that did not change since the
/// last call are kept as text.
class SessionWriter {
public:
    /// @param most bytes of the part of the document, and of that of the experiment: beyond them
    /// the steps that are farthest from the one on screen are left out, first those that were
    /// undone, then the oldest. The step on screen is always written.
    [[nodiscard]] std::string write(const Session& session, std::size_t most = kMostSessionBytes);

private:
    const std::string& lineOf(const History<Snapshot>::Step& step);
    const std::string& lineOf(const std::shared_ptr<const Origin<Document>>& origin);
    void forgetOthers();

    std::map<History<Snapshot>::Step, std::string> steps_;
    std::map<std::shared_ptr<const Origin<Document>>, std::string> origins_;
};

/// Reads the first line of a session. Errors: as `readSession`.
[[nodiscard]] Result<SessionHead> readSessionHead(std::string_view text);

/// Reads a session, all or nothing. An origin whose lesson no longer exists has no id. A fault in
/// the part of the experiment is no error: `Session::experiment_fault` holds it. Errors: `where` is
/// the line and the path in it.
/// @param allowed bytes of memory that each document may take; independent of the memory that is
/// free now, so that every start reads the same
[[nodiscard]] Checked<Session> readSession(std::string_view text, double allowed = kMaxMemory);

}  // namespace lookback
