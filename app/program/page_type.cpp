#include "app/program/page_type.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include <harfbuzz/hb-ot.h>
#include <harfbuzz/hb-subset.h>

#include "core/base/utf8.h"

namespace lookback {
namespace {

constexpr float kSameWidth = 0.05f;  ///< pixels
constexpr unsigned kLongestFamily = 100;

/// Reads a signed number of two bytes of a table; 0 beyond its end.
float shortAt(hb_blob_t* table, unsigned at) {
    unsigned length = 0;
    const char* const bytes = hb_blob_get_data(table, &length);
    if (at + 2 > length) return 0;
    const auto high = static_cast<unsigned char>(bytes[at]);
    const auto low = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<float>(static_cast<std::int16_t>(high << 8 | low));
}

/// Returns ascender minus descender of the table `hhea`, which scales ImGui's sizes.
float faceHeight(hb_face_t* face) {
    hb_blob_t* const table = hb_face_reference_table(face, HB_TAG('h', 'h', 'e', 'a'));
    const float height = shortAt(table, 4) - shortAt(table, 6);
    hb_blob_destroy(table);
    return height > 0 ? height : 1;
}

/// Returns the name of the family; that with all weights where the font has one.
std::string familyOf(hb_face_t* face) {
    for (const hb_ot_name_id_t id : {HB_OT_NAME_ID_TYPOGRAPHIC_FAMILY, HB_OT_NAME_ID_FONT_FAMILY}) {
        std::array<char, kLongestFamily> name{};
        auto size = static_cast<unsigned>(name.size());
        if (hb_ot_name_get_utf8(face, id, HB_LANGUAGE_INVALID, &size, name.data()) > 0) {
            return {name.data(), size};
        }
    }
    return "Lookback";
}

}  // namespace

/// A character in one of the faces of a font.
struct PageType::Found {
    std::size_t face = 0;
    unsigned glyph = 0;
    float size = 0;   ///< em, pixels
    float width = 0;  ///< pixels, as the face has it
};

std::size_t PageType::faceOf(const ImFontConfig& config) {
    const auto* const data = static_cast<const unsigned char*>(config.FontData);
    for (std::size_t k = 0; k < faces_.size(); ++k) {
        if (faces_[k].file.data() == data && faces_[k].number == config.FontNo) return k;
    }
    TypeFace face{.file = {data, static_cast<std::size_t>(config.FontDataSize)},
                  .number = config.FontNo,
                  .family = {},
                  .characters = {}};
    hb_blob_t* const blob =
        hb_blob_create(reinterpret_cast<const char*>(data), static_cast<unsigned>(face.file.size()),
                       HB_MEMORY_MODE_READONLY, nullptr, nullptr);
    face.face = {hb_face_create(blob, static_cast<unsigned>(config.FontNo)), hb_face_destroy};
    hb_blob_destroy(blob);
    face.font = {hb_font_create(face.face.get()), hb_font_destroy};
    face.family = familyOf(face.face.get());
    face.weight =
        static_cast<int>(std::lround(hb_style_get_value(face.font.get(), HB_STYLE_TAG_WEIGHT)));
    face.units = static_cast<float>(hb_face_get_upem(face.face.get()));
    face.height = faceHeight(face.face.get());
    faces_.push_back(std::move(face));
    return faces_.size() - 1;
}

// The atlas took each character from the first face that has it, but not all characters of all
// faces: the width tells which face it was.
std::optional<PageType::Found> PageType::find(const ImFont& font, const ImFontGlyph& drawn) {
    std::optional<Found> first;
    for (int k = 0; k < font.ConfigDataCount; ++k) {
        const ImFontConfig& config = font.ConfigData[k];
        Found found{.face = faceOf(config)};
        const TypeFace& face = faces_[found.face];
        if (!hb_font_get_nominal_glyph(face.font.get(), drawn.Codepoint, &found.glyph)) continue;
        found.size = config.SizePixels * face.units / face.height;
        const hb_position_t units = hb_font_get_glyph_h_advance(face.font.get(), found.glyph);
        found.width = static_cast<float>(units) * found.size / face.units;
        if (std::abs(found.width - drawn.AdvanceX) < kSameWidth) return found;
        if (!first) first = found;
    }
    return first;
}

std::vector<TypeRun> PageType::runs(const DrawnText& text) {
    std::vector<TypeRun> runs;
    const ImFont& font = *text.font;
    // ImGui draws texts from whole pixels on.
    const float baseline = std::trunc(text.at.y) + std::round(font.Ascent);
    float x = std::trunc(text.at.x);
    bool goes_on = false;  // the next glyph begins at the right end of the run
    for (std::string_view rest = text.text; !rest.empty();) {
        const Utf8Character next = firstCharacter(rest);
        rest.remove_prefix(next.bytes);
        if (next.code == U'\n' || next.code == U'\r') continue;  // ImGui draws neither
        const ImFontGlyph* const drawn = font.FindGlyph(static_cast<ImWchar>(next.code));
        if (drawn == nullptr) continue;
        if (const auto found = find(font, *drawn)) {
            if (!goes_on || runs.back().face != found->face) {
                runs.push_back({.face = found->face, .size = found->size, .at = {x, baseline}});
            }
            TypeRun& run = runs.back();
            const std::size_t before = run.text.size();
            appendUtf8(run.text, drawn->Codepoint);
            run.glyphs.push_back({found->glyph, x, run.text.size() - before});
            run.end = x + drawn->AdvanceX;
            faces_[found->face].characters.insert(drawn->Codepoint);
            goes_on = std::abs(found->width - drawn->AdvanceX) < kSameWidth;
        } else {
            goes_on = false;
        }
        x += drawn->AdvanceX;
    }
    return runs;
}

std::string PageType::reduced(const TypeFace& face) {
    const std::unique_ptr<hb_subset_input_t, decltype(&hb_subset_input_destroy)> input(
        hb_subset_input_create_or_fail(), hb_subset_input_destroy);
    if (input == nullptr) return "";
    for (const char32_t code : face.characters) {
        hb_set_add(hb_subset_input_unicode_set(input.get()), code);
    }
    hb_set_t* const dropped = hb_subset_input_set(input.get(), HB_SUBSET_SETS_DROP_TABLE_TAG);
    for (const hb_tag_t table : {HB_TAG('G', 'S', 'U', 'B'), HB_TAG('G', 'P', 'O', 'S'),
                                 HB_TAG('G', 'D', 'E', 'F'), HB_TAG('k', 'e', 'r', 'n')}) {
        hb_set_add(dropped, table);
    }
    hb_subset_input_set_flags(input.get(), HB_SUBSET_FLAGS_NO_HINTING);
    const std::unique_ptr<hb_face_t, decltype(&hb_face_destroy)> subset(
        hb_subset_or_fail(face.face.get(), input.get()), hb_face_destroy);
    if (subset == nullptr) return "";
    hb_blob_t* const file = hb_face_reference_blob(subset.get());
    unsigned length = 0;
    const char* const bytes = hb_blob_get_data(file, &length);
    std::string whole(bytes, length);
    hb_blob_destroy(file);
    return whole;
}

}  // namespace lookback
