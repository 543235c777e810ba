/// The type of a page of vectors: which face draws which part of a text, and where.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "app/look/vector_drawing.h"

struct hb_face_t;
struct hb_font_t;

namespace lookback {

struct PlacedGlyph {
    unsigned index = 0;     ///< in its face
    float x = 0;            ///< pixels of the page
    std::size_t bytes = 1;  ///< of its character in the run's text
};

/// The part of a line that one face draws.
struct TypeRun {
    std::size_t face = 0;  ///< of `PageType::faces`
    float size = 0;        ///< em, pixels
    ImVec2 at;             ///< left end of the baseline
    float end = 0;         ///< of the baseline, on the right
    std::string text;      ///< UTF-8, without control characters
    std::vector<PlacedGlyph> glyphs;
};

/// A face that a page uses.
struct TypeFace {
    std::span<const unsigned char> file;
    int number = 0;  ///< of the face in its file
    std::string family;
    int weight = 400;               ///< 400 regular, 700 bold
    std::set<char32_t> characters;  ///< drawn with it
    std::shared_ptr<hb_face_t> face{};
    std::shared_ptr<hb_font_t> font{};
    float units = 1;   ///< of an em
    float height = 1;  ///< units from descender to ascender, by which ImGui measures sizes
};

class PageType {
public:
    /// Splits a text by the faces that ImGui's atlas took its glyphs from. Collects the faces and
    /// their characters.
    [[nodiscard]] std::vector<TypeRun> runs(const DrawnText& text);

    /// In the order of their first use.
    [[nodiscard]] const std::vector<TypeFace>& faces() const { return faces_; }

    /// The file of a font with only the characters that the face has drawn, and without kerning
    /// and ligatures: ImGui places glyphs by their widths alone. Empty where the font cannot be
    /// reduced.
    [[nodiscard]] static std::string reduced(const TypeFace& face);

private:
    struct Found;

    std::size_t faceOf(const ImFontConfig& config);
    [[nodiscard]] std::optional<Found> find(const ImFont& font, const ImFontGlyph& drawn);

    std::vector<TypeFace> faces_;
};

}  // namespace lookback
