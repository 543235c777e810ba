#include "app/platform/kept_file.h"

#include <system_error>

#include <fmt/format.h>

#include "app/platform/folder_files.h"
#include "core/base/text.h"
#include "core/io/file.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxKeptBytes = std::size_t{1} << 20;

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

std::string reasonOf(const Error& fault) {
    return oneLine(fault.where + (fault.where.empty() ? "" : " ") + fault.message);
}

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
    if (!json->is_object()) {
        return tl::unexpected(Error{"", "is " + described(*json) + ", expected an object"});
    }
    const auto version = json->find(std::string(version_field));
    if (version == json->end() || *version != 1) {
        return tl::unexpected(
            Error{std::string(version_field),
                  fmt::format("is {}, expected version 1",
                              version == json->end() ? "missing" : described(*version))});
    }
    return *std::move(json);
}

Result<void> writeKept(const fs::path& path, std::string_view bytes) {
    if (const Result<std::string> old = readFile(path.string()); old && *old == bytes) return {};
    if (const std::error_code error = makeFolder(path.parent_path())) {
        return tl::unexpected(
            Error{path.parent_path().string(), "this folder cannot be made: " + error.message()});
    }
    return writeFileAtomically(path.string(), bytes);
}

std::string setAside(const fs::path& path, const Error& fault) {
    const std::string reason = reasonOf(fault);
    const std::string name = path.filename().string();
    const fs::path aside = freeNameFor(path);
    std::error_code error;
    fs::rename(path, aside, error);
    return error ? fmt::format("{} is of no use ({}) and stands in the way: {}", name, reason,
                               error.message())
                 : fmt::format("{} was of no use ({}); it is now {}", name, reason,
                               aside.filename().string());
}

std::string copyAside(const fs::path& path, const Error& fault) {
    const fs::path aside = freeNameFor(path);
    std::error_code error;
    fs::copy_file(path, aside, error);
    return fmt::format("A part of {} was of no use ({}); {}", path.filename().string(),
                       reasonOf(fault),
                       error ? "it could not be copied: " + error.message()
                             : "a copy is " + aside.filename().string());
}

}  // namespace lookback
