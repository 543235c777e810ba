#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/platform/session.h"
#include "core/base/result.h"

namespace lookback {

/// The last session, and what the person should read about it.
struct LoadedSession {
    std::optional<Session> session;
    std::string notice;  ///< one line; empty where all is well
};

/// The session in `folder`: the document in session.lookback.json, the rest in session.json.
/// Nothing where there is none; a file that cannot be used is set aside. Where the lesson or the
/// file that it came from is gone, it is a document without either.
[[nodiscard]] LoadedSession loadSession(const std::filesystem::path& folder);

/// Writes it there. Errors: what the system says.
[[nodiscard]] Result<void> saveSession(const std::filesystem::path& folder, const Session& session);

}  // namespace lookback
