#include "app/program/pdf_page.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include <cairo/cairo-ft.h>
#include <cairo/cairo-pdf.h>

#include "app/program/page_type.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr double kInch = 72.0 / 96;  ///< points of PDF in a point of the window
constexpr double kQuarter = 1.5707963267948966;

/// The library of the faces. It is never closed: Cairo keeps faces until the program ends.
FT_Library fontLibrary() {
    static const FT_Library library = [] {
        FT_Library opened = nullptr;
        return FT_Init_FreeType(&opened) == 0 ? opened : nullptr;
    }();
    return library;
}

using CairoFace = std::unique_ptr<cairo_font_face_t, decltype(&cairo_font_face_destroy)>;

/// @return null where FreeType cannot read the face
CairoFace cairoFaceOf(const TypeFace& face) {
    CairoFace none(nullptr, cairo_font_face_destroy);
    FT_Face opened = nullptr;
    if (fontLibrary() == nullptr ||
        FT_New_Memory_Face(fontLibrary(), face.file.data(), static_cast<FT_Long>(face.file.size()),
                           face.number, &opened) != 0) {
        return none;
    }
    CairoFace made(cairo_ft_font_face_create_for_ft_face(opened, FT_LOAD_NO_HINTING),
                   cairo_font_face_destroy);
    // Cairo closes the face with the last use of it.
    static const cairo_user_data_key_t face_key{};
    const auto close = [](void* held) { FT_Done_Face(static_cast<FT_Face>(held)); };
    if (cairo_font_face_set_user_data(made.get(), &face_key, opened, close) !=
        CAIRO_STATUS_SUCCESS) {
        FT_Done_Face(opened);
        return none;
    }
    return made;
}

class PdfWriter {
public:
    PdfWriter(const VectorPage& page, const std::string& title)
        : scale_(kInch / static_cast<double>(page.density)),
          surface_(cairo_pdf_surface_create_for_stream(append, &bytes_,
                                                       static_cast<double>(page.size.x) * scale_,
                                                       static_cast<double>(page.size.y) * scale_),
                   cairo_surface_destroy),
          cairo_(cairo_create(surface_.get()), cairo_destroy) {
        cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
        cairo_scale(cairo_.get(), scale_, scale_);
        cairo_set_line_join(cairo_.get(), CAIRO_LINE_JOIN_ROUND);
        ink(page.ground);
        cairo_paint(cairo_.get());
        for (const VectorShape& shape : page.shapes) {
            if (shape.clip.width() <= 0 || shape.clip.height() <= 0) continue;
            cairo_save(cairo_.get());
            box(shape.clip);
            cairo_clip(cairo_.get());
            ink(shape.color);
            std::visit([&](const auto& form) { draw(shape, form); }, shape.form);
            cairo_restore(cairo_.get());
        }
    }

    [[nodiscard]] Result<std::string> file() {
        const cairo_status_t drawn = cairo_status(cairo_.get());
        cairo_surface_finish(surface_.get());
        const cairo_status_t status =
            drawn != CAIRO_STATUS_SUCCESS ? drawn : cairo_surface_status(surface_.get());
        if (status == CAIRO_STATUS_SUCCESS) return std::move(bytes_);
        return tl::unexpected(
            Error{"", say::faults::PdfFailed{.reason = Verbatim{cairo_status_to_string(status)}}});
    }

private:
    static cairo_status_t append(void* bytes, const unsigned char* data, unsigned length) {
        static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
        return CAIRO_STATUS_SUCCESS;
    }

    static std::array<double, 4> channels(Color color) {
        const auto channel = [color](int shift) {
            return static_cast<double>(color >> shift & 0xFFu) / 255;
        };
        return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT),
                channel(IM_COL32_A_SHIFT)};
    }

    void ink(Color color) {
        const auto [red, green, blue, alpha] = channels(color);
        cairo_set_source_rgba(cairo_.get(), red, green, blue, alpha);
    }

    void box(const Rect& box) {
        cairo_rectangle(cairo_.get(), static_cast<double>(box.min.x),
                        static_cast<double>(box.min.y), static_cast<double>(box.width()),
                        static_cast<double>(box.height()));
    }

    void paint(const VectorShape& shape) {
        if (shape.thickness == 0) return cairo_fill(cairo_.get());
        cairo_set_line_width(cairo_.get(), static_cast<double>(shape.thickness));
        cairo_stroke(cairo_.get());
    }

    void draw(const VectorShape&, const DrawnText& text) {
        for (const TypeRun& run : type_.runs(text)) {
            cairo_font_face_t* const face = faceOf(run.face);
            if (face == nullptr) continue;
            cairo_set_font_face(cairo_.get(), face);
            cairo_set_font_size(cairo_.get(), static_cast<double>(run.size));
            std::vector<cairo_glyph_t> glyphs;
            std::vector<cairo_text_cluster_t> clusters;
            for (const PlacedGlyph& glyph : run.glyphs) {
                glyphs.push_back(
                    {glyph.index, static_cast<double>(glyph.x), static_cast<double>(run.at.y)});
                clusters.push_back({static_cast<int>(glyph.bytes), 1});
            }
            cairo_show_text_glyphs(cairo_.get(), run.text.data(), static_cast<int>(run.text.size()),
                                   glyphs.data(), static_cast<int>(glyphs.size()), clusters.data(),
                                   static_cast<int>(clusters.size()),
                                   static_cast<cairo_text_cluster_flags_t>(0));
        }
    }

    void draw(const VectorShape& shape, const DrawnBox& drawn) {
        const Rect& b = drawn.box;
        const float most = std::min(b.width(), b.height()) / 2;
        const auto radius = static_cast<double>(std::min(drawn.radius, most));
        const auto corner = [&](ImDrawFlags flag, float x, float y, int quarter) {
            const bool is_round = (drawn.corners & flag) != 0 && radius > 0;
            const double r = is_round ? radius : 0;
            const double inward_x = x == b.min.x ? r : -r;
            const double inward_y = y == b.min.y ? r : -r;
            cairo_arc(cairo_.get(), static_cast<double>(x) + inward_x,
                      static_cast<double>(y) + inward_y, r, quarter * kQuarter,
                      (quarter + 1) * kQuarter);
        };
        cairo_new_sub_path(cairo_.get());
        corner(ImDrawFlags_RoundCornersTopLeft, b.min.x, b.min.y, 2);
        corner(ImDrawFlags_RoundCornersTopRight, b.max.x, b.min.y, 3);
        corner(ImDrawFlags_RoundCornersBottomRight, b.max.x, b.max.y, 0);
        corner(ImDrawFlags_RoundCornersBottomLeft, b.min.x, b.max.y, 1);
        cairo_close_path(cairo_.get());
        paint(shape);
    }

    void draw(const VectorShape& shape, const DrawnPath& path) {
        std::size_t at = 0;
        for (const std::size_t end : path.ends) {
            cairo_new_sub_path(cairo_.get());
            for (; at < end; ++at) {
                cairo_line_to(cairo_.get(), static_cast<double>(path.points[at].x),
                              static_cast<double>(path.points[at].y));
            }
            if (shape.thickness == 0) cairo_close_path(cairo_.get());
        }
        paint(shape);
    }

    void draw(const VectorShape& shape, const DrawnFade& fade) {
        const std::unique_ptr<cairo_pattern_t, decltype(&cairo_pattern_destroy)> colors(
            cairo_pattern_create_linear(0, static_cast<double>(fade.box.min.y), 0,
                                        static_cast<double>(fade.box.max.y)),
            cairo_pattern_destroy);
        const auto stop = [&](double at, Color color) {
            const auto [red, green, blue, alpha] = channels(color);
            cairo_pattern_add_color_stop_rgba(colors.get(), at, red, green, blue, alpha);
        };
        stop(0, shape.color);
        stop(1, fade.below);
        cairo_set_source(cairo_.get(), colors.get());
        box(fade.box);
        cairo_fill(cairo_.get());
    }

    cairo_font_face_t* faceOf(std::size_t face) {
        while (faces_.size() <= face) faces_.push_back(cairoFaceOf(type_.faces()[faces_.size()]));
        return faces_[face].get();
    }

    std::string bytes_;
    double scale_;
    PageType type_;
    std::vector<CairoFace> faces_;
    std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface_;
    std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cairo_;
};

}  // namespace

Result<std::string> pdfPage(const VectorPage& page, const std::string& title) {
    return PdfWriter(page, title).file();
}

}  // namespace lookback
