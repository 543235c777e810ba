#include "app/program/svg_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "app/program/page_type.h"
#include "core/base/base64.h"
#include "core/io/html_page.h"
#include "core/io/picture_text.h"

namespace lookback {
namespace {

constexpr std::array kRoundCorners{std::pair{ImDrawFlags_RoundCornersTopLeft, 0},
                                   std::pair{ImDrawFlags_RoundCornersTopRight, 1},
                                   std::pair{ImDrawFlags_RoundCornersBottomRight, 2},
                                   std::pair{ImDrawFlags_RoundCornersBottomLeft, 3}};

/// A number with at most two decimals, as short as it can be written.
std::string shortNumber(float value) {
    std::string text = fmt::format("{:.2f}", static_cast<double>(value));
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string pointText(ImVec2 at) { return shortNumber(at.x) + " " + shortNumber(at.y); }

std::string colorText(Color color) {
    return fmt::format("#{:02x}{:02x}{:02x}", color >> IM_COL32_R_SHIFT & 0xFF,
                       color >> IM_COL32_G_SHIFT & 0xFF, color >> IM_COL32_B_SHIFT & 0xFF);
}

float opacityOf(Color color) { return static_cast<float>(color >> IM_COL32_A_SHIFT & 0xFF) / 255; }

std::string ink(std::string_view attribute, Color color) {
    std::string text = fmt::format(" {}=\"{}\"", attribute, colorText(color));
    const float opacity = opacityOf(color);
    if (opacity < 1) text += fmt::format(" {}-opacity=\"{}\"", attribute, shortNumber(opacity));
    return text;
}

/// The attributes of a shape's colour and line.
std::string inkAttributes(const VectorShape& shape) {
    if (shape.thickness == 0) return ink("fill", shape.color);
    std::string text = " fill=\"none\"" + ink("stroke", shape.color);
    if (shape.thickness != 1) {
        text += fmt::format(" stroke-width=\"{}\"", shortNumber(shape.thickness));
    }
    return text;
}

std::string boxText(const Rect& box) {
    return fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", shortNumber(box.min.x),
                       shortNumber(box.min.y), shortNumber(box.width()), shortNumber(box.height()));
}

bool overlaps(const Rect& a, const Rect& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

bool isWithin(const Rect& inner, const Rect& outer) {
    return inner.min.x >= outer.min.x && inner.max.x <= outer.max.x && inner.min.y >= outer.min.y &&
           inner.max.y <= outer.max.y;
}

class SvgWriter {
public:
    explicit SvgWriter(const VectorPage& page) : page_(page) {
        for (const VectorShape& shape : page.shapes) write(shape);
        clipTo({});
    }

    [[nodiscard]] std::string file(const std::string& title, const std::string& carried,
                                   SvgFonts fonts) const {
        const ImVec2 size = page_.size;
        std::string text = fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
            "viewBox=\"0 0 {} {}\" xml:space=\"preserve\" text-rendering=\"geometricPrecision\" "
            "stroke-linejoin=\"round\"><title>{}</title>\n",
            shortNumber(size.x / page_.density), shortNumber(size.y / page_.density),
            shortNumber(size.x), shortNumber(size.y), htmlEscaped(title));
        if (!carried.empty()) text += svgMetadata(carried) + "\n";
        text += "<style>\n" + style(fonts) + "</style>\n";
        if (!definitions_.empty()) text += "<defs>\n" + definitions_ + "</defs>\n";
        return text +
               fmt::format("<rect width=\"{}\" height=\"{}\"{}/>\n", shortNumber(size.x),
                           shortNumber(size.y), ink("fill", page_.ground)) +
               body_ + "</svg>\n";
    }

private:
    void write(const VectorShape& shape) {
        std::visit([&](const auto& form) { draw(shape, form); }, shape.form);
    }

    /// Opens the group of a shape. @param bounds of the shape @return false: nothing of it is seen
    bool begin(const VectorShape& shape, const Rect& bounds) {
        const Rect seen = bounds.grown(shape.thickness / 2);
        if (!overlaps(seen, shape.clip)) return false;
        clipTo(isWithin(seen, shape.clip) ? Rect{} : shape.clip);
        return true;
    }

    /// @param clip empty: nothing is cut
    void clipTo(const Rect& clip) {
        const std::tuple key{clip.min.x, clip.min.y, clip.max.x, clip.max.y};
        if (key == clip_) return;
        if (clip_ != kNoClip) body_ += "</g>\n";
        clip_ = key;
        if (clip_ == kNoClip) return;
        const auto [found, is_new] = clips_.emplace(key, clips_.size());
        if (is_new) {
            definitions_ += fmt::format("<clipPath id=\"c{}\"><rect {}/></clipPath>\n",
                                        found->second, boxText(clip));
        }
        body_ += fmt::format("<g clip-path=\"url(#c{})\">\n", found->second);
    }

    void draw(const VectorShape& shape, const DrawnText& text) {
        const std::vector<TypeRun> runs = type_.runs(text);
        if (runs.empty()) return;
        const ImVec2 corner{runs.back().end, text.at.y + text.font->FontSize};
        if (!begin(shape, {text.at, corner})) return;
        for (const TypeRun& run : runs) put(run, shape.color);
    }

    /// Views draw a line word by word. Runs that follow each other on a line become one text, which
    /// is found and copied as a whole.
    void put(const TypeRun& run, Color color) {
        const bool follows = body_.size() == line_.written &&
                             std::abs(line_.end.x - run.at.x) < kBetweenRuns &&
                             std::abs(line_.end.y - run.at.y) < run.size / 2;
        if (follows) {
            body_.resize(body_.size() - kTextEnd.size());
            body_ +=
                fmt::format("<tspan{}{}>{}</tspan>", placeOf(run),
                            color == line_.color ? "" : ink("fill", color), htmlEscaped(run.text));
        } else {
            line_.color = color;
            body_ += fmt::format("<text{}{}>{}", placeOf(run), ink("fill", color),
                                 htmlEscaped(run.text));
        }
        body_ += kTextEnd;
        line_.written = body_.size();
        line_.end = {run.end, run.at.y};
    }

    /// The attributes of a run's face and place.
    std::string placeOf(const TypeRun& run) {
        return fmt::format(" class=\"t{}\" x=\"{}\" y=\"{}\"", classOf(run), shortNumber(run.at.x),
                           shortNumber(run.at.y));
    }

    std::size_t classOf(const TypeRun& run) {
        return classes_.emplace(std::pair{run.face, run.size}, classes_.size()).first->second;
    }

    void draw(const VectorShape& shape, const DrawnBox& box) {
        const Rect& b = box.box;
        if (!begin(shape, b)) return;
        const float radius = std::min({box.radius, b.width() / 2, b.height() / 2});
        const bool is_whole =
            (box.corners & ImDrawFlags_RoundCornersMask_) == 0 ||
            (box.corners & ImDrawFlags_RoundCornersAll) == ImDrawFlags_RoundCornersAll;
        if (!is_whole) {
            body_ +=
                fmt::format("<path d=\"{}\"{}/>\n", roundedPath(box, radius), inkAttributes(shape));
            return;
        }
        const std::string round = radius > 0 ? fmt::format(" rx=\"{}\"", shortNumber(radius)) : "";
        body_ += fmt::format("<rect {}{}{}/>\n", boxText(b), round, inkAttributes(shape));
    }

    /// The outline of a box of which only some corners are round.
    static std::string roundedPath(const DrawnBox& box, float radius) {
        const Rect& b = box.box;
        const std::array<ImVec2, 4> corners{b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}};
        constexpr std::array<ImVec2, 4> kAlong{ImVec2{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        std::string path;
        for (const auto& [flag, at] : kRoundCorners) {
            const auto k = static_cast<std::size_t>(at);
            const float r = (box.corners & flag) != 0 ? radius : 0;
            const ImVec2 in = kAlong[(k + 3) % 4];
            const ImVec2 out = kAlong[k];
            const ImVec2 from{corners[k].x - in.x * r, corners[k].y - in.y * r};
            const ImVec2 to{corners[k].x + out.x * r, corners[k].y + out.y * r};
            path += (path.empty() ? "M" : "L") + pointText(from);
            if (r > 0) {
                path +=
                    fmt::format("A{} {} 0 0 1 {}", shortNumber(r), shortNumber(r), pointText(to));
            }
        }
        return path + "Z";
    }

    void draw(const VectorShape& shape, const DrawnPath& path) {
        Rect bounds{path.points.front(), path.points.front()};
        for (const ImVec2 point : path.points) {
            bounds.min = {std::min(bounds.min.x, point.x), std::min(bounds.min.y, point.y)};
            bounds.max = {std::max(bounds.max.x, point.x), std::max(bounds.max.y, point.y)};
        }
        if (!begin(shape, bounds)) return;
        std::string data;
        std::size_t at = 0;
        for (const std::size_t end : path.ends) {
            for (const std::size_t first = at; at < end; ++at) {
                data += (at == first ? "M" : "L") + pointText(path.points[at]);
            }
            if (shape.thickness == 0) data += "Z";
        }
        body_ += fmt::format("<path d=\"{}\"{}/>\n", data, inkAttributes(shape));
    }

    void draw(const VectorShape& shape, const DrawnFade& fade) {
        if (!begin(shape, fade.box)) return;
        definitions_ +=
            fmt::format("<linearGradient id=\"f{}\" x2=\"0\" y2=\"1\">{}{}</linearGradient>\n",
                        fades_, stop(0, shape.color), stop(1, fade.below));
        body_ += fmt::format("<rect {} fill=\"url(#f{})\"/>\n", boxText(fade.box), fades_++);
    }

    static std::string stop(int offset, Color color) {
        return fmt::format("<stop offset=\"{}\" stop-color=\"{}\" stop-opacity=\"{}\"/>", offset,
                           colorText(color), shortNumber(opacityOf(color)));
    }

    [[nodiscard]] std::string style(SvgFonts fonts) const {
        std::string text;
        for (const TypeFace& face : type_.faces()) {
            if (fonts == SvgFonts::named) break;
            const std::string file = PageType::reduced(face);
            if (file.empty()) continue;
            text += fmt::format(
                "@font-face{{font-family:\"{}\";font-weight:{};"
                "src:url(data:font/sfnt;base64,{})}}\n",
                face.family, face.weight, base64(file));
        }
        // Texts are in visual order.
        text +=
            "text{white-space:pre;font-kerning:none;font-variant-ligatures:none}\n"
            "text,tspan{unicode-bidi:bidi-override}\n";
        for (const auto& [key, number] : classes_) {
            const TypeFace& face = type_.faces()[key.first];
            text += fmt::format(".t{}{{font-family:\"{}\";font-weight:{};font-size:{}px}}\n",
                                number, face.family, face.weight, shortNumber(key.second));
        }
        return text;
    }

    static constexpr std::tuple<float, float, float, float> kNoClip{0, 0, 0, 0};
    static constexpr std::string_view kTextEnd = "</text>\n";
    static constexpr float kBetweenRuns = 1.5f;  ///< pixels: texts begin at whole ones

    /// The text that was written last.
    struct Line {
        std::size_t written = 0;  ///< length of `body_` with it
        ImVec2 end;               ///< of its baseline
        Color color = 0;          ///< of its first run
    };

    const VectorPage& page_;
    PageType type_;
    std::string body_;
    std::string definitions_;
    Line line_;
    std::tuple<float, float, float, float> clip_ = kNoClip;
    std::map<std::tuple<float, float, float, float>, std::size_t> clips_;
    std::map<std::pair<std::size_t, float>, std::size_t> classes_;  ///< of face and size
    std::size_t fades_ = 0;
};

}  // namespace

std::string svgPage(const VectorPage& page, const std::string& title, const std::string& carried,
                    SvgFonts fonts) {
    return SvgWriter(page).file(title, carried, fonts);
}

}  // namespace lookback
