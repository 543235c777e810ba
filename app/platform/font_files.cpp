#include "app/platform/font_files.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

namespace lookback {
namespace {

namespace fs = std::filesystem;

struct FontInfo {
    FontBytes FontFiles::*field;  ///< where it goes
    std::string_view stem;        ///< its file's name without extension
    std::string_view folder;      ///< where Debian keeps it, below a font folder
    std::string_view package;     ///< what brings it
};

constexpr std::array kFonts{
    FontInfo{&FontFiles::regular, "Inter-Regular", "opentype/inter", "fonts-inter"},
    FontInfo{&FontFiles::medium, "Inter-Medium", "opentype/inter", "fonts-inter"},
    FontInfo{&FontFiles::semibold, "Inter-SemiBold", "opentype/inter", "fonts-inter"},
    FontInfo{&FontFiles::bold, "Inter-Bold", "opentype/inter", "fonts-inter"},
    FontInfo{&FontFiles::mono, "JetBrainsMono-Regular", "truetype/jetbrains-mono",
             "fonts-jetbrains-mono"},
    FontInfo{&FontFiles::mono_bold, "JetBrainsMono-Bold", "truetype/jetbrains-mono",
             "fonts-jetbrains-mono"},
    FontInfo{&FontFiles::symbols, "DejaVuSans", "truetype/dejavu", "fonts-dejavu-core"},
};

constexpr std::array<std::string_view, 3> kExtensions{".otf", ".ttf", ".ttc"};

/// Stems and Debian folders of fonts for other scripts, in the order in which they are asked.
constexpr std::array<std::array<std::string_view, 2>, 8> kFallbacks{{
    {"NotoSans-Regular", "truetype/noto"},
    {"NotoSansCJK-Regular", "opentype/noto"},
    {"wqy-microhei", "truetype/wqy"},
    {"NotoSansArabic-Regular", "truetype/noto"},
    {"NotoSansHebrew-Regular", "truetype/noto"},
    {"NotoSansDevanagari-Regular", "truetype/noto"},
    {"NotoSansThai-Regular", "truetype/noto"},
    {"NotoEmoji-Regular", "truetype/noto"},
}};

std::vector<fs::path> fontFolders() {
    std::vector<fs::path> folders;
    if (const char* own = std::getenv("LOOKBACK_FONTS"); own && *own) folders.emplace_back(own);
    if (const char* data = std::getenv("XDG_DATA_HOME"); data && *data) {
        folders.push_back(fs::path(data) / "fonts");
    }
    if (const char* home = std::getenv("HOME"); home && *home) {
        folders.push_back(fs::path(home) / ".local/share/fonts");
        folders.push_back(fs::path(home) / ".fonts");
    }
    folders.emplace_back("/usr/local/share/fonts");
    folders.emplace_back("/usr/share/fonts");
    return folders;
}

/// The file of that stem in one folder, or an empty path.
fs::path fontIn(const fs::path& folder, std::string_view stem) {
    for (const std::string_view extension : kExtensions) {
        fs::path path = folder / (std::string(stem) + std::string(extension));
        std::error_code ignored;
        if (fs::is_regular_file(path, ignored)) return path;
    }
    return {};
}

/// Looks at the likely places only: a font folder, and Debian's place below it.
fs::path findAtUsualPlace(std::string_view stem, std::string_view folder) {
    for (const fs::path& root : fontFolders()) {
        if (fs::path path = fontIn(root / folder, stem); !path.empty()) return path;
        if (fs::path path = fontIn(root, stem); !path.empty()) return path;
    }
    return {};
}

/// Looks at every file below the font folders: other systems sort their fonts differently.
fs::path findAnywhere(std::string_view stem) {
    for (const fs::path& root : fontFolders()) {
        std::error_code error;
        fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied,
                                               error);
        for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
            if (entry->path().stem() != stem) continue;
            if (fs::path path = fontIn(entry->path().parent_path(), stem); !path.empty()) {
                return path;
            }
        }
    }
    return {};
}

}  // namespace

Result<FontFiles> loadFontFiles() {
    FontFiles fonts;
    for (const FontInfo& font : kFonts) {
        fs::path path = findAtUsualPlace(font.stem, font.folder);
        if (path.empty()) path = findAnywhere(font.stem);
        if (path.empty()) {
            return tl::unexpected(
                Error{"fonts", "the font " + std::string(font.stem) + " is missing, the package " +
                                   std::string(font.package) +
                                   " brings it (or name its folder in LOOKBACK_FONTS)"});
        }
        Result<FontBytes> bytes = loadFontFile(path);
        if (!bytes) return tl::unexpected(bytes.error());
        fonts.*font.field = std::move(*bytes);
    }
    return fonts;
}

std::vector<fs::path> findFallbackFonts() {
    std::vector<fs::path> found;
    for (const auto& [stem, folder] : kFallbacks) {
        if (fs::path path = findAtUsualPlace(stem, folder); !path.empty()) {
            found.push_back(std::move(path));
        }
    }
    return found;
}

Result<FontBytes> loadFontFile(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    FontBytes font{path.filename().string(), {}, 0};
    font.data.assign(std::istreambuf_iterator<char>(file), {});
    if (!file || font.data.empty()) {
        return tl::unexpected(Error{path.string(), "this font file cannot be read"});
    }
    return font;
}

}  // namespace lookback
