/// Small files of the program itself: settings, lists.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/io/json_fields.h"

namespace lookback {

/// The text of a file; nothing where there is none. Errors: of the system; more than 16 megabytes.
[[nodiscard]] Result<std::optional<std::string>> readKept(const std::filesystem::path& path);

/// The text as a JSON object with the version `version_field: 1`. Errors: the JSON; another
/// version.
[[nodiscard]] Result<Json> keptJson(std::string_view text, std::string_view version_field);

/// Writes a file whole or not at all; a file with these bytes already is not written. Missing
/// folders are created, readable by this user alone. Errors: of the system.
[[nodiscard]] Result<void> writeKept(const std::filesystem::path& path, std::string_view bytes);

/// The fault of a folder that cannot be made.
[[nodiscard]] tl::unexpected<Error> folderNotMade(const std::filesystem::path& folder,
                                                  const std::error_code& reason);

/// Renames a faulty file to `NAME.broken`, or `NAME.broken-2` and so on where that exists, so that
/// nothing is lost. @return a notice for the user: the fault, and the new name of the file
[[nodiscard]] Message setAside(const std::filesystem::path& path, const Error& fault);

/// Copies a partly faulty file to a name as in `setAside`; the file stays. @return as `setAside`
[[nodiscard]] Message copyAside(const std::filesystem::path& path, const Error& fault);

}  // namespace lookback
