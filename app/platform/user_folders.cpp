#include "app/platform/user_folders.h"

#include <cstdlib>
#include <string>

#include "messages/files.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

/// The absolute path in a variable of the environment; empty where there is none.
fs::path pathIn(const char* variable) {
    const char* value = std::getenv(variable);
    fs::path path = value == nullptr ? "" : value;
    return path.is_absolute() ? path : fs::path();
}

Result<fs::path> folderOf(const char* variable, const char* below_home) {
    constexpr const char* kName = "lookback";
    if (const fs::path root = pathIn(variable); !root.empty()) return root / kName;
    if (const fs::path home = pathIn("HOME"); !home.empty()) return home / below_home / kName;
    return tl::unexpected(Error{variable, say::files::NotSet{}});
}

}  // namespace

Result<fs::path> configFolder() { return folderOf("XDG_CONFIG_HOME", ".config"); }

Result<fs::path> stateFolder() { return folderOf("XDG_STATE_HOME", ".local/state"); }

Result<fs::path> dataFolder() { return folderOf("XDG_DATA_HOME", ".local/share"); }

}  // namespace lookback
