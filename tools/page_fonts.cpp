// page_fonts OUTPUT.cpp TEXTS... -- FONT...
// Writes a C++ source with the fonts of the page (app/platform/web/page_fonts.h), reduced to Latin,
// Greek and the characters of the texts, which also name them by their numbers: \\u2699. What a
// page draws beyond them has no glyph. The last font stands in for the others: it keeps what one of
// them lacks.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <harfbuzz/hb-subset.h>

namespace {

using Characters = std::set<char32_t>;

[[noreturn]] void fail(const std::string& place, std::string_view fault) {
    std::cerr << "page_fonts: " << place << ": " << fault << '\n';
    std::exit(1);
}

std::string contentOf(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(in), {}};
    if (content.empty()) fail(file, "expected a file that is not empty");
    return content;
}

/// Latin, its first extension, Greek, and punctuation.
Characters usualCharacters() {
    constexpr std::pair<char32_t, char32_t> kBlocks[] = {
        {0x20, 0x7E}, {0xA0, 0x17F}, {0x370, 0x3FF}, {0x2010, 0x2026}};
    Characters all;
    for (const auto& [first, last] : kBlocks) {
        for (char32_t c = first; c <= last; ++c) all.insert(c);
    }
    return all;
}

/// Adds the characters of a text in UTF-8, and those that it names by their numbers.
void addCharacters(const std::string& text, Characters& all) {
    constexpr std::size_t kDigits = 4;
    for (std::size_t at = text.find("\\u"); at != std::string::npos;
         at = text.find("\\u", at + 1)) {
        const std::string digits = text.substr(at + 2, kDigits);
        char* end = nullptr;
        const unsigned long number = std::strtoul(digits.c_str(), &end, 16);
        if (digits.size() == kDigits && *end == '\0' && number >= 0x20) {
            all.insert(static_cast<char32_t>(number));
        }
    }
    for (std::size_t at = 0; at < text.size();) {
        const auto first = static_cast<unsigned char>(text[at]);
        const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (at + length > text.size()) break;
        char32_t c = length == 1 ? first : first & (0xFFU >> (length + 1));
        for (std::size_t k = 1; k < length; ++k) {
            c = c << 6U | (static_cast<unsigned char>(text[at + k]) & 0x3FU);
        }
        if (c >= 0x20) all.insert(c);
        at += length;
    }
}

struct Font {
    std::string file;
    std::string content;
    hb_face_t* face = nullptr;
};

Font openFont(const std::string& file) {
    Font font{file, contentOf(file)};
    hb_blob_t* const blob =
        hb_blob_create(font.content.data(), static_cast<unsigned>(font.content.size()),
                       HB_MEMORY_MODE_DUPLICATE, nullptr, nullptr);
    font.face = hb_face_create(blob, 0);
    hb_blob_destroy(blob);
    return font;
}

/// The characters that the font lacks.
Characters lackedBy(const Font& font, const Characters& characters) {
    hb_set_t* const had = hb_set_create();
    hb_face_collect_unicodes(font.face, had);
    Characters lacked;
    for (const char32_t c : characters) {
        if (!hb_set_has(had, c)) lacked.insert(c);
    }
    hb_set_destroy(had);
    return lacked;
}

/// The font with these characters alone, without hints and without layout: ImGui uses neither.
std::string reduced(const Font& font, const Characters& characters) {
    const std::string& file = font.file;
    hb_face_t* const face = font.face;
    hb_subset_input_t* const input = hb_subset_input_create_or_fail();
    if (input == nullptr) fail(file, "out of memory");
    hb_set_t* const kept = hb_subset_input_unicode_set(input);
    for (const char32_t c : characters) hb_set_add(kept, c);
    hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING | HB_SUBSET_FLAGS_DESUBROUTINIZE);
    hb_set_t* const dropped = hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG);
    for (const char* const table : {"GSUB", "GPOS", "GDEF", "BASE", "STAT", "DSIG"}) {
        hb_set_add(dropped, hb_tag_from_string(table, -1));
    }
    hb_face_t* const result = hb_subset_or_fail(face, input);
    if (result == nullptr) fail(file, "this font cannot be reduced");
    hb_blob_t* const bytes = hb_face_reference_blob(result);
    unsigned size = 0;
    const char* const data = hb_blob_get_data(bytes, &size);
    std::string copy(data, size);
    hb_blob_destroy(bytes);
    hb_face_destroy(result);
    hb_subset_input_destroy(input);
    return copy;
}

void writeBytes(std::ostream& out, const std::string& bytes) {
    constexpr std::size_t kInLine = 40;
    constexpr char kDigits[] = "0123456789abcdef";
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        if (at % kInLine == 0) out << (at == 0 ? "    \"" : "\"\n    \"");
        const auto byte = static_cast<unsigned char>(bytes[at]);
        out << "\\x" << kDigits[byte >> 4U] << kDigits[byte & 15U];
    }
    out << "\"";
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() < 3) fail("arguments", "expected OUTPUT.cpp TEXTS... -- FONT...");
    Characters characters = usualCharacters();
    std::size_t at = 1;
    for (; at < arguments.size() && arguments[at] != "--"; ++at) {
        addCharacters(contentOf(arguments[at]), characters);
    }
    std::ofstream out(arguments.front());
    out << "// Made by tools/page_fonts.cpp.\n#include \"app/platform/web/page_fonts.h\"\n\n"
           "namespace lookback {\nnamespace {\n\n";
    std::string rows;
    int number = 0;
    Characters lacked;
    for (++at; at < arguments.size(); ++at, ++number) {
        const Font font = openFont(arguments[at]);
        const bool is_last = at + 1 == arguments.size();
        const std::string bytes = reduced(font, is_last ? lacked : characters);
        if (!is_last) lacked.merge(lackedBy(font, characters));
        out << "constexpr char kFont" << number << "[] =\n";
        writeBytes(out, bytes);
        out << ";\n";
        rows += "        {\"" + std::filesystem::path(arguments[at]).filename().string() +
                "\", {kFont" + std::to_string(number) + ", " + std::to_string(bytes.size()) +
                "}},\n";
    }
    out << "\n}  // namespace\n\nstd::vector<PageFont> pageFonts() {\n    return {\n"
        << rows << "    };\n}\n\n}  // namespace lookback\n";
    out.flush();
    if (!out) fail(arguments.front(), "cannot be written");
}
