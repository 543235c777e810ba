#include "app/platform/font_files.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "app/look/font_data.h"
#include "app/state/model/sentences.h"
#include "core/base/limits.h"
#include "core/words/say.h"
#include "messages/platform.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

struct FontInfo {
    FontBytes FontFiles::*field;  ///< for this font
    std::string_view stem;        ///< its file's name without extension
    std::string_view folder;      ///< Debian's folder for it, below a font folder
    std::string_view package;     ///< Debian's package with it
};

constexpr std::array kFonts{
    FontInfo{&FontFiles::regular, "Inter-Regular", "opentype/inter", "fonts-inter"},
    FontInfo{&FontFiles::semibold, "Inter-SemiBold", "opentype/inter", "fonts-inter"},
    FontInfo{&FontFiles::bold, "Inter-Bold", "opentype/inter", "fonts-inter"},
    FontInfo{&FontFiles::mono, "JetBrainsMono-Regular", "truetype/jetbrains-mono",
             "fonts-jetbrains-mono"},
    FontInfo{&FontFiles::mono_bold, "JetBrainsMono-Bold", "truetype/jetbrains-mono",
             "fonts-jetbrains-mono"},
    FontInfo{&FontFiles::symbols, "DejaVuSans", "truetype/dejavu", "fonts-dejavu-core"},
};

constexpr std::uintmax_t kMostFontBytes = std::uintmax_t{256} << 20;

constexpr std::array<std::string_view, 3> kExtensions{".otf", ".ttf", ".ttc"};

/// Stems and Debian folders of fonts for other scripts, in the order of the search.
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
    // The fonts that came along with the program, as in the archive of tools/package.sh.
    std::error_code unknown;
    if (const fs::path program = fs::read_symlink("/proc/self/exe", unknown); !unknown) {
        folders.push_back(program.parent_path().parent_path() / "share/lookback/fonts");
    }
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

/// All files of that stem at the likely places only: the font folders, and Debian's places below
/// them.
std::vector<fs::path> atUsualPlaces(std::string_view stem, std::string_view folder) {
    std::vector<fs::path> found;
    for (const fs::path& root : fontFolders()) {
        for (const fs::path& place : {root / folder, root}) {
            if (fs::path path = fontIn(place, stem); !path.empty()) {
                found.push_back(std::move(path));
            }
        }
    }
    return found;
}

/// All other files of that stem below the font folders: other systems have other folders.
std::vector<fs::path> elsewhere(std::string_view stem, const std::vector<fs::path>& known) {
    std::vector<fs::path> found;
    for (const fs::path& root : fontFolders()) {
        std::error_code error;
        fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied,
                                               error);
        for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
            if (entry->path().stem() != stem) continue;
            fs::path path = fontIn(entry->path().parent_path(), stem);
            const bool is_known = std::find(known.begin(), known.end(), path) != known.end();
            if (!path.empty() && !is_known) found.push_back(std::move(path));
        }
    }
    return found;
}

/// The first of these files that is a whole font; faults of files before it are reported.
std::optional<FontBytes> firstWhole(const std::vector<fs::path>& paths) {
    for (const fs::path& path : paths) {
        Result<FontBytes> font = loadFontFile(path);
        if (font) return *std::move(font);
        std::cerr << english().text(say::platform::FontSkipped{.reason = faultReason(font.error())})
                  << "\n";
    }
    return std::nullopt;
}

}  // namespace

Result<FontFiles> loadFontFiles() {
    FontFiles fonts;
    for (const FontInfo& font : kFonts) {
        const std::vector<fs::path> usual = atUsualPlaces(font.stem, font.folder);
        std::optional<FontBytes> bytes = firstWhole(usual);
        if (!bytes) bytes = firstWhole(elsewhere(font.stem, usual));
        if (!bytes) {
            return tl::unexpected(
                Error{"fonts",
                      say::platform::FontMissing{.font = Verbatim{std::string(font.stem)},
                                                 .package = Verbatim{std::string(font.package)}}});
        }
        fonts.*font.field = *std::move(bytes);
    }
    return fonts;
}

std::vector<FontBytes> loadFallbackFonts() {
    std::vector<FontBytes> fonts;
    for (const auto& [stem, folder] : kFallbacks) {
        std::optional<FontBytes> font = firstWhole(atUsualPlaces(stem, folder));
        if (font) fonts.push_back(*std::move(font));
    }
    return fonts;
}

Result<FontBytes> loadFontFile(const fs::path& path) {
    const auto refused = [&](const Message& why) {
        return tl::unexpected(Error{path.string(), why});
    };
    std::error_code unknown;
    const std::uintmax_t size = fs::file_size(path, unknown);
    if (unknown) return refused(say::platform::FontNotRead{});
    if (size > kMostFontBytes) {
        return refused(say::platform::FontTooLarge{.most = Verbatim{memoryText(kMostFontBytes)}});
    }
    std::ifstream file(path, std::ios::binary);
    FontBytes font{path.filename().string(), std::vector<unsigned char>(size), 0};
    file.read(reinterpret_cast<char*>(font.data.data()), static_cast<std::streamsize>(size));
    if (!file || size == 0) return refused(say::platform::FontNotRead{});
    if (const auto fault = fontFault(font)) return refused(*fault);
    return font;
}

}  // namespace lookback
