/// Small files that the program writes for itself and finds again: settings, lists.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/json_fields.h"

namespace lookback {

/// The text of a file; nothing where there is none. Errors: what the system says; more than a
/// megabyte.
[[nodiscard]] Result<std::optional<std::string>> readKept(const std::filesystem::path& path);

/// The text as a JSON object with the version `version_field: 1`. Errors: the JSON; another
/// version.
[[nodiscard]] Result<Json> keptJson(std::string_view text, std::string_view version_field);

/// Writes a file whole or not at all; one that already holds the bytes is left alone. Folders that
/// are missing are made, for this person alone. Errors: what the system says.
[[nodiscard]] Result<void> writeKept(const std::filesystem::path& path, std::string_view bytes);

/// Renames a file that is of no use to `NAME.broken`, or `NAME.broken-2` and so on where that is
/// taken: nothing is lost. @return one line for the person: what was wrong, where the file is now
[[nodiscard]] std::string setAside(const std::filesystem::path& path, const Error& fault);

/// The same for a file of which only a part is of no use: it stays, and a copy gets that name.
[[nodiscard]] std::string copyAside(const std::filesystem::path& path, const Error& fault);

}  // namespace lookback
