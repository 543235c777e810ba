#include "core/io/path.h"

#include <filesystem>

namespace lookback {

namespace fs = std::filesystem;

namespace {

int hexDigit(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

}  // namespace

std::string joinedPath(const std::string& folder, const std::string& name) {
    const fs::path path(name);
    const bool begins_at_home = !path.empty() && *path.begin() == "~";
    return begins_at_home ? name : (fs::path(folder) / path).string();
}

std::string lastName(const std::string& path) { return fs::path(path).filename().string(); }

std::string folderOf(const std::string& path) { return fs::path(path).parent_path().string(); }

std::string pathOfUri(std::string_view uri) {
    std::string_view rest = uri;
    for (const std::string_view beginning : {"file://localhost/", "file:///"}) {
        if (uri.starts_with(beginning)) rest = uri.substr(beginning.size() - 1);
    }
    if (rest == uri) return std::string(uri);
    std::string path;
    for (std::size_t k = 0; k < rest.size(); ++k) {
        if (rest[k] != '%') {
            path += rest[k];
            continue;
        }
        const int high = k + 2 < rest.size() ? hexDigit(rest[k + 1]) : -1;
        const int low = k + 2 < rest.size() ? hexDigit(rest[k + 2]) : -1;
        const int byte = high * 16 + low;
        if (high < 0 || low < 0 || byte == 0) return std::string(uri);
        path += static_cast<char>(byte);
        k += 2;
    }
    return path;
}

bool isUri(const std::string& path) {
    return !isFromRoot(path) && path.find("://") != std::string::npos;
}

bool isFromRoot(const std::string& path) { return fs::path(path).is_absolute(); }

bool isRootFolder(const std::string& folder) {
    const fs::path path(folder);
    return path.has_root_directory() && !path.has_relative_path();
}

bool namesFolder(const std::string& name) {
    return !name.empty() && !fs::path(name).has_filename();
}

}  // namespace lookback
