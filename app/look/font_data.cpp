#include "app/look/font_data.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "messages/platform.h"

namespace lookback {
namespace {

using Bytes = std::span<const unsigned char>;

constexpr std::size_t kDirectory = 12;  ///< bytes before the list of tables
constexpr std::size_t kEntry = 16;      ///< bytes of an entry of that list
constexpr std::uint32_t kHeadMagic = 0x5F0F3CF5;

/// Reads 0 beyond the end of the bytes; every check that depends on such a number refuses 0.
std::uint32_t number16(Bytes bytes, std::size_t at) {
    if (bytes.size() < 2 || at > bytes.size() - 2) return 0;
    return static_cast<std::uint32_t>(bytes[at] << 8 | bytes[at + 1]);
}

std::uint32_t number32(Bytes bytes, std::size_t at) {
    return number16(bytes, at) << 16 | number16(bytes, at + 2);
}

std::uint32_t checksumOf(Bytes table) {
    std::uint32_t sum = 0;
    std::size_t at = 0;
    for (; at + 4 <= table.size(); at += 4) {
        sum += static_cast<std::uint32_t>(table[at]) << 24 |
               static_cast<std::uint32_t>(table[at + 1]) << 16 |
               static_cast<std::uint32_t>(table[at + 2]) << 8 | table[at + 3];
    }
    for (unsigned shift = 24; at < table.size(); ++at, shift -= 8) {
        sum += static_cast<std::uint32_t>(table[at]) << shift;
    }
    return sum;
}

class FontChecker {
public:
    explicit FontChecker(const FontBytes& font) : file_(font.data), face_(font.face) {}

    [[nodiscard]] std::optional<Message> fault() {
        const auto start = directory();
        if (!start) return say::platform::FontOtherKind{};
        if (auto fault = readTables(*start)) return fault;
        const bool has_glyphs = has("glyf");
        const bool has_outlines = has_glyphs ? has("loca") : has("CFF ");
        for (const char* name : {"cmap", "head", "hhea", "hmtx", "maxp"}) {
            if (!has(name)) return say::platform::FontNoTable{.table = Verbatim{name}};
        }
        if (!has_outlines) return say::platform::FontNoOutlines{};
        if (!isHeadSound()) return isDamaged("head");
        if (!areWidthsSound()) return isDamaged("hmtx");
        if (has_glyphs && !areGlyphsSound()) return isDamaged("loca");
        constexpr std::string_view kCompact = "CFF ";
        if (!has_glyphs && number16(tables_[kCompact], 0) == 0) return isDamaged(kCompact);
        if (!isMapSound()) return say::platform::FontNoCharacters{};
        return std::nullopt;
    }

private:
    [[nodiscard]] bool has(std::string_view name) const { return tables_.count(name) != 0; }

    [[nodiscard]] static Message isDamaged(std::string_view table) {
        return say::platform::FontDamaged{.table = Verbatim{std::string(table)}};
    }

    /// Returns the offset of the face's list of tables.
    [[nodiscard]] std::optional<std::size_t> directory() const {
        std::size_t start = 0;
        if (number32(file_, 0) == 0x74746366) {  // "ttcf"
            const std::uint32_t version = number32(file_, 4);
            const auto face = static_cast<std::uint32_t>(face_);
            if (version != 0x10000 && version != 0x20000) return std::nullopt;
            if (face >= number32(file_, 8)) return std::nullopt;
            start = number32(file_, 12 + std::size_t{4} * face);
        }
        constexpr std::array<std::uint32_t, 4> kKinds{0x00010000, 0x4F54544F, 0x74727565,
                                                      0x31000000};
        for (const std::uint32_t kind : kKinds) {
            if (number32(file_, start) == kind) return start;
        }
        return std::nullopt;
    }

    /// Finds the tables that the rasteriser reads; of several with one name the first.
    std::optional<Message> readTables(std::size_t start) {
        const std::size_t count = number16(file_, start + 4);
        if (start + kDirectory + count * kEntry > file_.size()) return say::platform::FontCut{};
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t at = start + kDirectory + k * kEntry;
            const std::string_view name(reinterpret_cast<const char*>(&file_[at]), 4);
            const std::size_t offset = number32(file_, at + 8);
            const std::size_t length = number32(file_, at + 12);
            if (offset > file_.size() || length > file_.size() - offset)
                return say::platform::FontCut{};
            if (!isDrawnFrom(name) || has(name)) continue;
            const Bytes table = file_.subspan(offset, length);
            // "head" is not checked: it holds the checksum of the file, which some programs get
            // wrong.
            if (name != "head" && checksumOf(table) != number32(file_, at + 4)) {
                return isDamaged(name);
            }
            tables_.emplace(name, table);
        }
        return std::nullopt;
    }

    [[nodiscard]] static bool isDrawnFrom(std::string_view name) {
        constexpr std::array<std::string_view, 8> kFontCheckNames{"cmap", "loca", "head", "glyf",
                                                                  "hhea", "hmtx", "maxp", "CFF "};
        for (const std::string_view drawn : kFontCheckNames) {
            if (name == drawn) return true;
        }
        return false;
    }

    [[nodiscard]] std::size_t glyphs() { return number16(tables_["maxp"], 4); }

    [[nodiscard]] bool isHeadSound() {
        const Bytes head = tables_["head"];
        const std::uint32_t units = number16(head, 18);
        return head.size() >= 54 && number32(head, 12) == kHeadMagic && units >= 16 &&
               units <= 16384 && number16(head, 50) <= 1;
    }

    [[nodiscard]] bool areWidthsSound() {
        const Bytes hhea = tables_["hhea"];
        const auto ascent = static_cast<std::int16_t>(number16(hhea, 4));
        const auto descent = static_cast<std::int16_t>(number16(hhea, 6));
        const std::size_t metrics = number16(hhea, 34);
        if (ascent <= descent || metrics == 0 || metrics > glyphs()) return false;
        return tables_["hmtx"].size() >= 4 * metrics + 2 * (glyphs() - metrics);
    }

    /// True if the offsets of the outlines rise and lie within their table.
    [[nodiscard]] bool areGlyphsSound() {
        const bool is_long = number16(tables_["head"], 50) == 1;
        const Bytes loca = tables_["loca"];
        if (loca.size() < (glyphs() + 1) * (is_long ? 4 : 2)) return false;
        std::size_t before = 0;
        for (std::size_t k = 0; k <= glyphs(); ++k) {
            const std::size_t at =
                is_long ? number32(loca, 4 * k) : std::size_t{2} * number16(loca, 2 * k);
            if (at < before || at > tables_["glyf"].size()) return false;
            before = at;
        }
        return true;
    }

    /// Checks the last map of Unicode characters, which is the one that the rasteriser reads.
    [[nodiscard]] bool isMapSound() {
        const Bytes cmap = tables_["cmap"];
        std::size_t list = 0;
        for (std::size_t k = 0; k < number16(cmap, 2); ++k) {
            const std::uint32_t platform = number16(cmap, 4 + 8 * k);
            const std::uint32_t encoding = number16(cmap, 6 + 8 * k);
            const bool is_windows = platform == 3 && (encoding == 1 || encoding == 10);
            if (platform == 0 || is_windows) list = number32(cmap, 8 + 8 * k);
        }
        if (list == 0 || list + 8 > cmap.size()) return false;
        const std::uint32_t format = number16(cmap, list);
        const std::size_t room = cmap.size() - list;
        switch (format) {
            case 0:
            case 4:
            case 6: return number16(cmap, list + 2) <= room;
            case 12:
            case 13: return number32(cmap, list + 4) <= room;
            default: return false;
        }
    }

    Bytes file_;
    int face_;
    std::map<std::string_view, Bytes> tables_;
};

}  // namespace

std::optional<Message> fontFault(const FontBytes& font) { return FontChecker(font).fault(); }

}  // namespace lookback
