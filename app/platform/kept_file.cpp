#include "app/platform/kept_file.h"

#include <system_error>

#include <fmt/format.h>

#include "app/platform/folder_files.h"
#include "app/state/model/sentences.h"
#include "core/base/text.h"
#include "core/io/file.h"
#include "core/io/system_file.h"
#include "messages/files.h"
#include "messages/notices.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxKeptBytes = std::size_t{16} << 20;

/// The first free name beside the file.
fs::path freeNameFor(const fs::path& path) {
    fs::path name = path;
    name += ".broken";
    std::error_code ignored;
    for (int k = 2; fs::exists(fs::symlink_status(name, ignored)); ++k) {
        name = path;
        name += fmt::format(".broken-{}", k);
    }
    return name;
}

/// Returns the fault of a file with foreign text, on one line.
Argument reasonOf(const Error& fault) { return faultReason({oneLine(fault.where), fault.message}); }

Argument nameOf(const fs::path& path) { return Verbatim{path.filename().string()}; }

}  // namespace

Result<std::optional<std::string>> readKept(const fs::path& path) {
    std::error_code ignored;
    if (fs::status(path, ignored).type() == fs::file_type::not_found) return std::nullopt;
    Result<std::string> text = readFile(path.string(), kMaxKeptBytes);
    if (!text) return tl::unexpected(Error{"", text.error().message});
    return *std::move(text);
}

Result<Json> keptJson(std::string_view text, std::string_view version_field) {
    Checked<Json> json = parseJson(text);
    if (!json) return tl::unexpected(json.error().front());
    if (auto fault = versionFault(*json, version_field, 1))
        return tl::unexpected(*std::move(fault));
    return *std::move(json);
}

Result<void> writeKept(const fs::path& path, std::string_view bytes) {
    if (const Result<std::string> old = readFile(path.string()); old && *old == bytes) return {};
    if (const std::error_code error = makeFolder(path.parent_path())) {
        return folderNotMade(path.parent_path(), error);
    }
    return writeFileAtomically(path.string(), bytes);
}

tl::unexpected<Error> folderNotMade(const fs::path& folder, const std::error_code& reason) {
    return tl::unexpected(
        Error{folder.string(), say::files::FolderNotMade{.reason = Verbatim{reason.message()}}});
}

Message setAside(const fs::path& path, const Error& fault) {
    const fs::path aside = freeNameFor(path);
    if (const std::error_code error = renameFile(path, aside)) {
        return say::notices::NotSetAside{
            .file = nameOf(path), .reason = reasonOf(fault), .system = Verbatim{error.message()}};
    }
    return say::notices::SetAside{
        .file = nameOf(path), .reason = reasonOf(fault), .aside = nameOf(aside)};
}

Message copyAside(const fs::path& path, const Error& fault) {
    const fs::path aside = freeNameFor(path);
    std::error_code error;
    fs::copy_file(path, aside, error);
    if (error) {
        return say::notices::NotCopied{
            .file = nameOf(path), .reason = reasonOf(fault), .system = Verbatim{error.message()}};
    }
    return say::notices::CopiedAside{
        .file = nameOf(path), .reason = reasonOf(fault), .aside = nameOf(aside)};
}

}  // namespace lookback
