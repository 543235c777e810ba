#include "app/widgets/cell_painter.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace lookback {
namespace {

constexpr float kCorner = 11;         ///< side of the mark of a painted cell, if the cell is large
constexpr float kCornerShare = 0.4f;  ///< side of that mark over the side of a small cell
constexpr float kCrossing = 0.65f;    ///< factor of the width of stripes that cross others

constexpr float kAskedGround = 0.25f;  ///< share of the highlight in the ground of the asked cell
constexpr float kCellPainterRoundFrom = 14;
constexpr float kSignFrom = 14;  ///< pixels: the least side of a cell with a sign
constexpr float kLowCell = 18;   ///< lower cells have thin frames, which leave their digits room

/// Returns the text of a cell of a mask: a cross or a tick; where true means blocked, its number.
const char* maskText(const GridSpec& spec, bool masked) {
    if (spec.true_is_allowed) return masked ? "\u00d7" : "\u2713";
    return masked ? "1" : "0";
}

/// Returns the number of characters. @param text UTF-8
float characters(std::string_view text) {
    const auto begins = [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0u) != 0x80u;
    };
    return static_cast<float>(std::count_if(text.begin(), text.end(), begins));
}

}  // namespace

Color hatchVerdict(Painter& painter, const Rect& box, const Verdict& verdict, float strength) {
    const Theme& c = painter.colors();
    if (verdict.rules == 0) {
        const Hatching how = verdict.is_painted ? paintedHatching(c) : maskedHatching(c);
        painter.hatch(box, how, strength);
        return how.line;
    }
    Color nearest = 0;
    for (std::size_t rule = 0; rule < kVerdictBits; ++rule) {
        if ((verdict.rules & verdictBit(rule)) == 0) continue;
        Hatching how = ruleHatching(c, rule);
        const bool is_first = nearest == 0;
        if (is_first || contrast(how.line, c.ink) < contrast(nearest, c.ink)) nearest = how.line;
        if (!is_first) {
            how.ground = 0;
            how.share *= kCrossing;
        }
        painter.hatch(box, how, strength);
    }
    return nearest;
}

void paintedCorner(Painter& painter, const Rect& box) {
    const float side = std::min(painter.look().px(kCorner),
                                std::ceil(kCornerShare * std::min(box.width(), box.height())));
    const std::array corners{box.min, ImVec2{box.min.x + side, box.min.y},
                             ImVec2{box.min.x, box.min.y + side}};
    painter.polygon(corners, painter.colors().painted);
}

// Corners of small cells are not rounded: they need many triangles and cannot be seen.
CellPainter::CellPainter(Painter& painter, const GridSpec& spec)
    : painter_(painter),
      spec_(spec),
      radius_(spec.cell.y >= painter.look().px(kCellPainterRoundFrom) ? painter.look().px(3) : 0),
      changes_(painter, spec, radius_) {}

void CellPainter::beginRow(Index row) {
    lit_in_row_.clear();
    for (const CellRange& range : spec_.lit) {
        if (row >= range.row && row < range.row + range.rows) lit_in_row_.push_back(range);
    }
}

void CellPainter::draw(Cell cell) {
    const Theme& c = painter_.colors();
    const Rect box = cellRect(spec_, cell);
    const auto fill = [&](Color color) {
        const auto draw = [&] { painter_.fill(box, color, radius_); };
        radius_ > 0 ? painter_.print(filled_, box.min, color, draw) : draw();
    };
    if (isHidden(spec_, cell)) return hidden(box, cell);
    if (isBlank(spec_, cell)) {
        fill(c.blank);
        return;
    }
    const bool newest = (spec_.arriving ? spec_.arriving : spec_.newest_cell) == cell;
    const bool lit = !spec_.dim_others || isLit(cell);
    const bool masked = spec_.mask && (*spec_.mask)(cell) == 0;
    const double value = spec_.values(cell);
    const float strength = spec_.strength * stepped(lit, 0.45f) * (newest ? spec_.newest : 1.0f);
    const bool is_leak = leaks(cell, value, masked);
    Color ground = c.panel;
    const float share = hatchedShare(cell, masked);
    if (share < 1 && (share > 0 || masked)) {
        ground = wiped(box, cell, share, is_leak, strength);
    } else if (share > 0 || is_leak) {
        ground = hatched(box, cell, is_leak, lit);
    } else {
        ground = mix(c.panel, cellColor(c, spec_.domain, value, spec_.bound), strength);
        fill(ground);
    }
    if (!spec_.verdicts.empty() && spec_.verdicts[placeInRows(cell)].is_painted) {
        paintedCorner(painter_, box);
    }
    if (!masked) changes_.glow(cell, box, value);
    if (spec_.font != nullptr) {
        digits(box, {value, masked, is_leak, lit, newest}, ground);
        changes_.difference(cell, box, value, masked, ground);
    } else if (spec_.has_signs && std::min(spec_.cell.x, spec_.cell.y) >= kSignFrom) {
        sign(box, masked, readable(c, lit ? c.ink : c.soft, ground));
    }
}

void CellPainter::hidden(const Rect& box, Cell cell) {
    const Theme& c = painter_.colors();
    if (spec_.asked == cell) {
        painter_.fill(box, mix(c.panel, c.highlight, kAskedGround), radius_);
        painter_.outline(box, c.highlight, radius_, std::max(1.0f, painter_.look().px(2)));
        ImFont* const font =
            spec_.font != nullptr ? spec_.font : painter_.look().fonts.strong_small;
        if (font->FontSize <= box.height()) {
            painter_.text(font, c.ink, box, "?", Align::center);
        }
        return;
    }
    painter_.print(dotted_, box.min, [&] {
        painter_.fill(box, mix(c.panel, c.blank, spec_.strength), radius_);
        painter_.dotted(box, faded(c.soft, spec_.strength));
    });
}

void CellPainter::frames() {
    const Theme& c = painter_.colors();
    const bool is_low = spec_.cell.y < painter_.look().px(kLowCell);
    const float thick = std::max(is_low ? 1.5f : 2.0f, painter_.look().px(is_low ? 1.5f : 2.5f));
    if (spec_.hovered && spec_.hovered != spec_.focus) {
        painter_.outline(cellRect(spec_, *spec_.hovered), c.ink, painter_.look().px(3),
                         std::max(1.0f, thick / 2));
    }
    if (spec_.pinned) painter_.pin(cellRect(spec_, *spec_.pinned));
    if (spec_.focus) {
        painter_.outline(cellRect(spec_, *spec_.focus).grown(1), c.highlight, painter_.look().px(3),
                         thick);
    }
}

float CellPainter::hatchedShare(Cell cell, bool masked) const {
    if (!spec_.hatched.empty()) return spec_.hatched[placeInRows(cell)];
    return masked ? 1.0f : 0.0f;
}

bool CellPainter::isLit(Cell cell) const {
    return std::any_of(lit_in_row_.begin(), lit_in_row_.end(),
                       [cell](const CellRange& range) { return range.contains(cell); });
}

CellPainter::Hatched& CellPainter::hatchedAs(Cell cell, bool leaks, bool lit) {
    if (leaks || spec_.verdicts.empty()) return hatched_[(leaks ? 2 : 0) + (lit ? 1 : 0)];
    const Verdict& verdict = spec_.verdicts[placeInRows(cell)];
    return blocked_[{verdict.rules, verdict.is_painted, lit}];
}

Color CellPainter::hatched(const Rect& box, Cell cell, bool leaks, bool lit) {
    Hatched& drawn = hatchedAs(cell, leaks, lit);
    painter_.print(drawn.stamp, box.min, [&] {
        drawn.ground = hatch(box, cell, leaks, spec_.strength * stepped(lit, 0.6f));
    });
    return drawn.ground;
}

Color CellPainter::wiped(const Rect& box, Cell cell, float share, bool leaks, float strength) {
    const Theme& c = painter_.colors();
    const bool is_lifted = leaks && isLifted(cell);
    const auto value = static_cast<double>(spec_.uncovered[placeInRows(cell)]);
    Color ground = mix(c.panel, cellColor(c, spec_.domain, value, spec_.bound), strength);
    if (is_lifted) {
        ground = hatch(box, cell, true, strength);
        leaks = false;
    } else {
        painter_.fill(box, ground, painter_.look().px(3));
    }
    if (share == 0) return ground;
    const Rect covered = box.left(box.width() * share);
    const Color over = hatch(covered, cell, leaks, strength);
    return share < 0.5f ? ground : over;
}

Color CellPainter::hatch(const Rect& box, Cell cell, bool leaks, float strength) {
    if (!leaks && !spec_.verdicts.empty()) {
        return hatchVerdict(painter_, box, spec_.verdicts[placeInRows(cell)], strength);
    }
    const Theme& c = painter_.colors();
    const Hatching how = leaks ? leakHatching(c) : maskedHatching(c);
    painter_.hatch(box, how, strength);
    return how.line;
}

CellPainter::Measured CellPainter::measured(std::string text) const {
    const float width = painter_.width(spec_.font, text);
    return {std::move(text), width};
}

CellPainter::Measured CellPainter::number(double value, bool masked, float room) const {
    // All characters of a number are as wide as a digit.
    const float advance = spec_.font->GetCharAdvance('0');
    const auto written = [&](int decimals) {
        std::string text = cellText(value, masked, decimals);
        const float width = advance * characters(text);
        return Measured{std::move(text), width};
    };
    Measured number = written(spec_.decimals);
    for (int decimals = spec_.decimals - 1; decimals >= 0 && number.width > room; --decimals) {
        number = written(decimals);
    }
    return number;
}

void CellPainter::digits(const Rect& box, const CellLook& cell, Color ground) {
    const Theme& c = painter_.colors();
    const auto [value, masked, is_leak, lit, newest] = cell;
    const float room = box.width() - 1 - (masked ? 1 : spec_.pad);
    const Measured shown = spec_.domain == Domain::allowed ? measured(maskText(spec_, masked))
                                                           : number(value, masked, room);
    Color ink = inkOn(c, ground);
    if (masked || is_leak) ink = readable(c, is_leak ? c.bad : c.soft, ground);
    if (!lit && !masked && !is_leak)
        ink = readable(c, mix(ink, ground, 0.5f * spec_.dimming), ground);
    if (newest) ink = faded(ink, spec_.newest);
    const bool centered = masked || spec_.domain == Domain::allowed;
    const Rect place = box.betweenX(box.min.x + 1, box.max.x - (centered ? 1 : spec_.pad));
    const Align align = centered ? Align::center : Align::right;
    if (shown.width <= place.width()) {
        painter_.aligned(spec_.font, ink, place, shown.text, shown.width, align);
    } else {
        painter_.textFitted(spec_.font, ink, place, shown.text, align);
    }
}

void CellPainter::sign(const Rect& box, bool masked, Color ink) {
    const float r = std::min(box.width(), box.height()) * 0.22f;
    const float thick = std::max(1.0f, r * 0.3f);
    const ImVec2 at = box.center();
    if (masked) {
        painter_.line({at.x - r, at.y - r}, {at.x + r, at.y + r}, ink, thick);
        painter_.line({at.x - r, at.y + r}, {at.x + r, at.y - r}, ink, thick);
    } else {
        painter_.line({at.x - r, at.y}, {at.x - r / 4, at.y + r}, ink, thick);
        painter_.line({at.x - r / 4, at.y + r}, {at.x + r, at.y - r}, ink, thick);
    }
}

}  // namespace lookback
