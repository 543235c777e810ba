#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/look/fonts.h"
#include "app/state/model/app_state.h"
#include "app/state/model/sentences.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/compare/compare.h"
#include "app/views/shared/card.h"
#include "app/views/shared/gestures.h"
#include "app/views/shared/grid_part.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/explain/explain.h"
#include "core/explain/in_conventions.h"
#include "core/explain/matrix_words.h"
#include "core/words/say.h"
#include "messages/common.h"
#include "messages/compare.h"
#include "messages/stages.h"

namespace lookback {
namespace {

/// One stage of A and of B with one colour scale, and their difference with its own, side by side.
class CompareFigure {
public:
    /// @param pair without a fault, @param id without `comparisonFault`
    CompareFigure(const Scene& scene, Painter& painter, const ComparedPair& pair, MatrixId id);

    /// Shows only a part of each matrix, around the cell in focus: so many rows and columns of the
    /// screen. Dots mark the sides where the rest is left out.
    void showAround(Index down, Index across);
    /// Return the rows and columns of the screen that the whole matrices have.
    [[nodiscard]] Index wholeDown() const { return shownRows(parts_.front().whole.spec); }
    [[nodiscard]] Index wholeAcross() const { return shownCols(parts_.front().whole.spec); }

    /// Gives every matrix its place for this size of cells. @return the size of the figure
    ImVec2 arrange(const CellFit& fit);

    /// Draws the arranged matrices, spread over this width. @param at top left corner @param lower
    /// width of the lower line, where there is one
    void draw(ImVec2 at, float width, float lower);

    /// Returns the size of the difference with its title and labels.
    [[nodiscard]] ImVec2 sizeOfDifference() const { return parts_.back().size; }

    /// Draws the scale of both sides at the left and that of the difference at the right. @param at
    /// top left corner of their line
    void drawLegends(ImVec2 at, float width);

    [[nodiscard]] bool isCut() const { return parts_.front().grid.isCut(); }

private:
    struct Part {
        StageGrid whole;
        StageGrid grid;  ///< the shown part of `whole`
        std::string title;
        const char* name;                 ///< of its ImGui items
        std::vector<std::string> labels;  ///< of the tokens
        bool is_brief = false;            ///< its rows continue those with labels at the left
        ImVec2 size{};                    ///< with the title and the labels

        [[nodiscard]] std::span<const std::string> shownLabels(AxisRange shown) const {
            return std::span(labels).subspan(static_cast<std::size_t>(shown.first),
                                             static_cast<std::size_t>(shown.count));
        }
    };

    [[nodiscard]] std::string sideTitle(Side side) const;
    void add(const Variant& variant, Side side);
    void addDifference(const StageDifference& difference);
    [[nodiscard]] PartDots dotsOf(const Part& part) const {
        return partDots(scene_.look, part.whole, part.grid);
    }
    [[nodiscard]] float labelsAbove(const Part& part) const;
    [[nodiscard]] float labelsBeside(const Part& part) const;
    [[nodiscard]] std::vector<std::span<Part>> lines();
    void drawPart(Part& part, float x, float y);
    void drawLabels(const Part& part);
    void nameCell(const Part& part, Cell shown, const Target& target);
    [[nodiscard]] std::string cellNumber(const MatrixView& values, Cell cell) const;

    const Scene& scene_;
    Painter& painter_;
    const ComparedPair& pair_;
    MatrixId id_;
    const StageDifference& difference_;
    std::vector<Part> parts_;  ///< A, B, difference
    bool is_stacked_ = false;  ///< the difference stands below A and B
    float label_width_ = 0;    ///< of the labels beside the rows; 0: none
    float widest_label_ = 0;   ///< above the columns
};

constexpr float kCompareFigureTitle = 26;
constexpr float kCompareFigureBetween = 26;  ///< two of the three
constexpr float kBetweenComparedLines = 10;

bool hasTokenRows(MatrixId id) { return info(id).rows == Axis::token; }
bool hasTokenColumns(MatrixId id) { return info(id).cols == Axis::token; }

/// Return the tokens beside a grid, and those above it. Where columns are queries, keys stand
/// beside the grid.
AxisRange shownRowTokens(const StageGrid& grid) {
    return {grid.spec.transposed ? grid.first().col : grid.first().row, shownRows(grid.spec)};
}
AxisRange shownColumnTokens(const StageGrid& grid) {
    return {grid.spec.transposed ? grid.first().row : grid.first().col, shownCols(grid.spec)};
}

/// Returns the labels of the difference: “Cat”, or “a/Cat” where the tokens differ.
std::vector<std::string> labelsOfBoth(const ComparedPair& pair) {
    std::vector<std::string> labels = pair.a->labels();
    const std::vector<std::string>& others = pair.b->labels();
    for (std::size_t k = 0; k < std::min(labels.size(), others.size()); ++k) {
        if (labels[k] != others[k]) labels[k] += "/" + others[k];
    }
    return labels;
}

CompareFigure::CompareFigure(const Scene& scene, Painter& painter, const ComparedPair& pair,
                             MatrixId id)
    : scene_(scene),
      painter_(painter),
      pair_(pair),
      id_(id),
      difference_(scene.state.comparison.difference(pair, id)) {
    add(*pair.a, Side::a);
    add(*pair.b, Side::b);
    addDifference(difference_);
    for (const Part& part : parts_) {
        if (hasTokenRows(id)) {
            const auto labels = part.shownLabels(shownRowTokens(part.grid));
            const float needed = std::ceil(widestLabel(painter, labels)) + 1;
            label_width_ =
                std::max(label_width_, std::min(needed, scene.look.px(kLongestRowLabel)));
        }
        if (hasTokenColumns(id)) {
            const auto labels = part.shownLabels(shownColumnTokens(part.grid));
            widest_label_ = std::max(widest_label_, widestLabel(painter, labels));
        }
    }
}

/// Returns the title of a side: its variant, or for a stage other than that in focus the stage.
std::string CompareFigure::sideTitle(Side side) const {
    const Verbatim name{side == Side::a ? "A" : "B"};
    if (id_ != stageInFocus(scene_.state)) {
        return scene_.said(say::stages::OfSide{.matrix = titleOf(id_), .side = name});
    }
    return scene_.said(say::compare::Side{
        .side = name,
        .variant = variantTitle(scene_.document(), scene_.place().compared.of(side))});
}

/// Adds a side. Both have the colours, and the room for digits, of the side that needs more.
void CompareFigure::add(const Variant& variant, Side side) {
    StageGrid grid(scene_, id_);
    grid.showHeadOnly(scene_);
    grid.showWindow(scene_);
    const MaskedDigits a = pair_.a->maskedDigits(id_);
    const MaskedDigits b = pair_.b->maskedDigits(id_);
    const DigitRoom room{info(id_).domain, std::max(pair_.a->bound(id_), pair_.b->bound(id_)),
                         std::max(a.largest, b.largest), std::max(a.characters, b.characters)};
    std::optional<MatrixView> mask;
    if (variant.isHatched(id_)) mask = variant.trace().view(MatrixId::mask);
    grid.showInstead(variant.matrix(id_, scene_.place().head), mask, room);
    parts_.push_back({grid, grid, sideTitle(side), side == Side::a ? "A" : "B", variant.labels()});
}

void CompareFigure::addDifference(const StageDifference& difference) {
    StageGrid grid(scene_, id_);
    grid.showHeadOnly(scene_);
    grid.showWindow(scene_);
    const Index head = info(id_).per_head ? scene_.place().head : 0;
    grid.showInstead(difference.values.view(head), std::nullopt,
                     {Domain::signed_numbers, difference.bound});
    parts_.push_back(
        {grid, grid, scene_.said(say::compare::Difference{}), "difference", labelsOfBoth(pair_)});
}

void CompareFigure::showAround(Index down, Index across) {
    const auto focus = focusedTarget(scene_.state);
    const Cell around = focus && focus->id == id_ ? focus->cell : Cell{scene_.token(), 0};
    for (Part& part : parts_) {
        const bool is_turned = part.whole.spec.transposed;
        const MatrixView& values = part.whole.spec.values;
        const Cell first = part.whole.first();
        const AxisRange rows =
            partAround(around.row - first.row, is_turned ? across : down, values.rows());
        const AxisRange cols =
            partAround(around.col - first.col, is_turned ? down : across, values.cols());
        part.grid = part.whole;
        part.grid.cut({rows.first, cols.first}, rows.count, cols.count);
    }
}

float CompareFigure::labelsBeside(const Part& part) const {
    return label_width_ > 0 && !part.is_brief ? label_width_ + scene_.look.px(8) : 0;
}

float CompareFigure::labelsAbove(const Part& part) const {
    if (!hasTokenColumns(id_)) return 0;
    return columnLabelsHeight(scene_.look, part.grid.spec, widest_label_);
}

ImVec2 CompareFigure::arrange(const CellFit& fit) {
    const Look& look = scene_.look;
    float above = 0;
    for (Part& part : parts_) {
        part.grid.resize(&part == &parts_.back() ? fit : fit.ofOperands());
        part.grid.spec.cell.y = fit.height;
        part.is_brief = fit.is_brief && !fit.is_stacked && &part != &parts_.front();
        // Where digits do not fit in all three, only the difference has them.
        if (fit.operand > 0 && &part != &parts_.back()) {
            part.grid.spec.font = nullptr;
            part.grid.spec.cell.x = fit.operand;
        }
        above = std::max(above, labelsAbove(part));
    }
    is_stacked_ = fit.is_stacked;
    for (Part& part : parts_) {
        part.grid.spec.at = {0, 0};
        const Rect cells = gridRect(part.grid.spec);
        const float title = painter_.width(look.fonts.strong, part.title);
        const float beside = labelsBeside(part);
        const PartDots dots = dotsOf(part);
        part.size = {beside + std::max(cells.width() + 2 * dots.across, title),
                     look.px(kCompareFigureTitle) + above + cells.height() + 2 * dots.down};
        part.grid.spec.at = {beside + dots.across,
                             look.px(kCompareFigureTitle) + above + dots.down};
    }
    ImVec2 size{0, 0};
    for (const std::span<Part> line : lines()) {
        ImVec2 of_line{0, 0};
        for (const Part& part : line) {
            of_line.x += part.size.x + (of_line.x > 0 ? look.px(kCompareFigureBetween) : 0);
            of_line.y = std::max(of_line.y, part.size.y);
        }
        size.x = std::max(size.x, of_line.x);
        size.y += of_line.y + (size.y > 0 ? look.px(kBetweenComparedLines) : 0);
    }
    return size;
}

/// Returns the parts that stand side by side, from the upper line on.
std::vector<std::span<CompareFigure::Part>> CompareFigure::lines() {
    const std::span<Part> all(parts_);
    if (!is_stacked_) return {all};
    return {all.first(all.size() - 1), all.last(1)};
}

void CompareFigure::draw(ImVec2 at, float width, float lower) {
    float y = at.y;
    for (const std::span<Part> line : lines()) {
        if (line.size() == 1) width = lower;
        float used = 0;
        for (const Part& part : line) used += part.size.x;
        const float gap = std::floor((width - used) / static_cast<float>(line.size()));
        float x = at.x + std::floor(gap / 2);
        for (Part& part : line) {
            drawPart(part, x, y);
            x += part.size.x + gap;
        }
        y += line.front().size.y + scene_.look.px(kBetweenComparedLines);
    }
}

void CompareFigure::drawPart(Part& part, float x, float y) {
    const Look& look = scene_.look;
    GridSpec& spec = part.grid.spec;
    spec.at = {spec.at.x + x, spec.at.y + y};
    const auto focus = focusedTarget(scene_.state);
    if (focus && focus->id == id_) {
        const Cell first = part.grid.first();
        spec.focus = Cell{focus->cell.row - first.row, focus->cell.col - first.col};
    }
    spec.lit = part.grid.lit();
    const Rect cells = gridRect(spec);
    const float title = painter_.width(look.fonts.strong, part.title);
    const float left = std::floor(cells.center().x - title / 2);
    painter_.textAt(look.fonts.strong, look.colors().ink, {std::max(left, x), y}, part.title);
    ImGui::PushID(part.name);
    const GridEvents events = matrixGrid(painter_, spec);
    ImGui::PopID();
    drawLabels(part);
    drawPartDots(painter_, spec, dotsOf(part));
    if (events.hovered) {
        const Target pointed = part.grid.target(scene_, *events.hovered);
        scene_.hands.hovered_next = pointed;
        if (events.wants_tooltip) nameCell(part, *events.hovered, pointed);
    }
    if (events.clicked) {
        const Target chosen = part.grid.target(scene_, *events.clicked);
        scene_.emit(
            FocusCell{stepCellIndex(scene_.document(), scene_.step(), {chosen.id, chosen.cell})});
    }
}

void CompareFigure::drawLabels(const Part& part) {
    StageGrid grid = part.grid;
    const ImVec2 cells = grid.spec.at;
    const PartDots dots = dotsOf(part);
    const bool is_turned = grid.spec.transposed;
    const auto target = explainedTarget(scene_.state);
    std::optional<Index> asked;
    if (target && hasTokenColumns(target->id)) asked = target->cell.col - grid.first().col;
    const std::optional<Index> query = scene_.token() - grid.first().row;
    if (hasTokenRows(id_) && !part.is_brief) {
        grid.spec.at = {cells.x - dots.across, cells.y};
        rowLabels(painter_, grid.spec, part.shownLabels(shownRowTokens(grid)), label_width_,
                  is_turned ? asked : query, {}, is_turned ? Asks::key : Asks::query);
    }
    if (!hasTokenColumns(id_)) return;
    grid.spec.at = {cells.x, cells.y - dots.down};
    columnLabels(painter_, grid.spec, part.shownLabels(shownColumnTokens(grid)),
                 is_turned ? query : asked, {}, is_turned ? Asks::query : Asks::key);
}

std::string CompareFigure::cellNumber(const MatrixView& values, Cell cell) const {
    if (info(id_).domain != Domain::allowed) return shortestDigits(values(cell), values.kind());
    using Is = say::compare::PairIs::Is;
    return scene_.said(say::compare::PairIs{.is = values(cell) != 0 ? Is::allowed : Is::other});
}

/// Shows a tooltip with the numbers of one cell in all three.
void CompareFigure::nameCell(const Part& part, Cell shown, const Target& target) {
    if (!scene_.hands.isIdle()) return;
    const std::vector<std::string>& labels = scene_.shown().wholeLabels();
    const Index head = scene_.place().head;
    std::string words = withSigns(cellName(scene_.document(), labels, target.id, target.head,
                                           target.cell, scene_.preferences().conventions));
    if (!isShown(scene_.state, {.id = id_, .row = target.cell.row, .col = target.cell.col})) {
        const std::string hidden = scene_.said(say::common::Hidden{});
        return showTooltip(scene_.look, cellRect(part.grid.spec, shown), words, {.pale = hidden});
    }
    words += fmt::format("\nA: {}\nB: {}", cellNumber(pair_.a->matrix(id_, head), target.cell),
                         cellNumber(pair_.b->matrix(id_, head), target.cell));
    const MatrixView difference = difference_.values.view(info(id_).per_head ? head : 0);
    words +=
        fmt::format("\nB \u2212 A: {}", shortestDigits(difference(target.cell), difference.kind()));
    std::string masked;
    for (const Side side : {Side::a, Side::b}) {
        const Variant& variant = pair_.of(side);
        if (!variant.isHatched(id_)) continue;
        const std::string words_of_side =
            maskWords(scene_.wording(), variant, target.cell, labels, side);
        if (!masked.empty() && !words_of_side.empty()) masked += '\n';
        masked += words_of_side;
    }
    const Rect one = cellRect(part.grid.spec, shown);
    const Rect all = gridRect(part.grid.spec);
    const std::array in_sight{one.betweenX(all.min.x - labelsBeside(part), all.max.x)};
    showTooltip(scene_.look, one, words, {.pale = masked, .in_sight = in_sight});
}

void CompareFigure::drawLegends(ImVec2 at, float width) {
    const StageGrid& both = parts_.front().grid;
    drawLegend(painter_, {at.x + std::floor(width / 2), at.y}, both.spec.domain, both.range());
    drawLegend(painter_, {at.x + width, at.y}, Domain::signed_numbers, parts_.back().grid.range());
}

constexpr float kLegend = 28;          ///< height of the legend and the gap above it
constexpr std::size_t kMostWords = 4;  ///< lines of words about the difference, ...
constexpr std::size_t kFewWords = 3;   ///< ... in a low window
// Sizes of type of presented digits, in pixels of the design:
constexpr float kLargeDigits = 17;   ///< below, fewer decimals are tried
constexpr float kLeastLegible = 12;  ///< of the difference
constexpr float kLeastOfSides = 9;   ///< of A and B
constexpr float kLeastWords = 380;   ///< width of words beside the difference
constexpr float kSideType = 0.7f;    ///< their type, of that of the difference
constexpr std::array kHeightsOfLegible{1.35f, 1.05f, 0.88f};  ///< of cells, in heights of the type
constexpr std::array kHeightsOfTwoLines{1.35f, 1.05f, 0.88f, 0.78f};
constexpr Index kMostComparedWithDigits = 32;  ///< rows: with more, cells are colour alone
constexpr Index kLeastComparedPart = 2;        ///< rows and columns of a part
constexpr int kLeastComparedDecimals = 2;

class PairPage {
public:
    PairPage(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          rest_(region),
          pair_(scene.state.comparison.of(scene.shown(), scene.place().compared)),
          id_(stageInFocus(scene.state)) {}

    void draw() {
        if (const auto fault = this->fault()) {
            return drawReasonCard(scene_, rest_, scene_.said(say::compare::Cannot{}),
                                  scene_.said(*fault));
        }
        const std::vector<TextLine> told =
            isShown(scene_.state, {.id = id_})
                ? scene_.wording().lines(facts())
                : std::vector<TextLine>{scene_.wording().line(say::common::Hidden{})};
        WordsCard words(scene_, painter_, told, rest_.width(),
                        scene_.compact ? kFewWords : kMostWords);
        CompareFigure figure(scene_, painter_, pair_, id_);
        std::optional<CompareFigure> output = outputFigure();
        const float pads = 2 * cardPad(scene_) + look_.px(kLegend);
        const ImVec2 room{inside(), rest_.height() - words.height() - cardGap(scene_) - pads};
        const auto sizes = sizesOf();
        auto fit = firstFit(figure, sizes, sizes.begin(), room);
        const bool is_legible = fit->font != nullptr && fit->operand == 0 && fit->is_brief;
        if (scene_.place().presenting && !is_legible) {
            const auto in_one_line = [&](const CellFit& tried) {
                return hasRoom(figure, tried, room);
            };
            if (drawInTwoLines(figure, told, in_one_line)) return;
            fit = firstFit(figure, sizes, sizes.begin(), room);
        }
        ImVec2 beside_output = room;
        float output_height = 0;
        if (output) {
            output_height = arrangeOutput(*output, fit->decimals);
            beside_output.y -= output_height + cardGap(scene_);
            const auto smaller = firstFit(figure, sizes, fit, beside_output);
            // The stage in focus keeps its digits: the result is shown only if that costs none.
            if (hasSameDigits(*fit, *smaller) && hasRoom(figure, *smaller, beside_output)) {
                fit = smaller;
            } else {
                output.reset();
            }
        }
        drawFigure(figure, *fit, output ? beside_output : room);
        words.draw(rest_.min, scene_.said(say::compare::Differences{}));
        rest_.min.y += words.height() + cardGap(scene_);
        if (output) drawOutput(*output, output_height);
        turnWheel(scene_, figure.isCut());
    }

private:
    using Sizes = std::vector<CellFit>;
    using Fits = std::function<bool(const CellFit&)>;

    [[nodiscard]] float inside() const { return rest_.width() - 2 * cardSide(scene_); }

    /// Returns why there is nothing to compare; nothing where there is.
    [[nodiscard]] std::optional<Message> fault() const {
        if (pair_.fault) return pair_.fault;
        const auto found = comparisonFault(pair_.a->document(), pair_.b->document(), id_);
        if (!found) return std::nullopt;
        return faultSentence(*found);
    }

    [[nodiscard]] const std::vector<Message>& facts() const {
        const Index head = info(id_).per_head ? scene_.place().head : 0;
        const Preferences& as = scene_.preferences();
        return scene_.state.comparison.told(pair_, id_, head, as.decimals, as.conventions);
    }

    [[nodiscard]] Sizes sizesOf() const {
        const int least = std::min(scene_.decimals, kLeastComparedDecimals);
        Sizes sizes = cellFits(look_, look_.fonts.digits, scene_.decimals,
                               {.roomy = true, .least_decimals = least});
        if (!scene_.place().presenting) return sizes;
        // Digits that are legible from the last row of a room go before all others.
        const Sizes legible = legibleSizes(kHeightsOfLegible);
        sizes.insert(sizes.begin(), legible.begin(), legible.end());
        return sizes;
    }

    /// Returns the sizes with digits that are legible from the last row of a room in all matrices,
    /// the best first. @param heights of cells, in heights of the type
    [[nodiscard]] Sizes legibleSizes(std::span<const float> heights) const {
        Sizes sizes;
        addLegible(sizes, heights, kMostDigits, kLargeDigits);
        addLegible(sizes, heights, kLargeDigits, kLeastLegible);
        return sizes;
    }

    /// Adds sizes with digits in all matrices. Digits of the difference are larger than those of A
    /// and B. @param from,to bounds of the type of the difference, in pixels of the design
    void addLegible(Sizes& sizes, std::span<const float> heights, float from, float to) const {
        const auto is_in = [&](const ImFont* font, float least, float most) {
            return font->FontSize > look_.px(least) * kMonoLine - 0.5f &&
                   font->FontSize < look_.px(most) * kMonoLine + 0.5f;
        };
        const std::vector<ImFont*>& fonts = look_.fonts.digits;
        const int wish = scene_.decimals;
        for (int decimals = wish; decimals >= std::min(wish, kLeastComparedDecimals); --decimals) {
            for (ImFont* const font : fonts) {
                if (!is_in(font, to, from)) continue;
                const float side = font->FontSize * kSideType / kMonoLine / look_.scale;
                const auto of_sides = std::find_if(fonts.rbegin(), fonts.rend(), [&](ImFont* one) {
                    return is_in(one, std::max(side, kLeastOfSides), kMostDigits);
                });
                for (const float height : heights) {
                    sizes.push_back({.font = font,
                                     .decimals = decimals,
                                     .height = std::floor(font->FontSize * height),
                                     .operand_font = of_sides == fonts.rend() ? font : *of_sides,
                                     .is_brief = true,
                                     .pad = 0.3f});
                }
            }
        }
    }

    /// Shows the part with the most cells around the cell in focus for which the last of these
    /// sizes fits. @return its cells; 0 where no part fits
    [[nodiscard]] static Index showLargestPart(CompareFigure& figure, const Sizes& sizes,
                                               const Fits& fits) {
        if (sizes.empty()) return 0;
        const Index most_down = figure.wholeDown();
        const Index most_across = figure.wholeAcross();
        if (std::max(most_down, most_across) > kMostComparedWithDigits) return 0;
        Index down = 0;
        Index across = 0;
        const Index least_across = std::min(kLeastComparedPart, most_across);
        // The fewer rows a part has, the more columns fit.
        Index tried = least_across;
        for (Index rows = most_down; rows >= std::min(kLeastComparedPart, most_down); --rows) {
            const auto has_room = [&](Index cols) {
                figure.showAround(rows, cols);
                return fits(sizes.back());
            };
            if (!has_room(tried)) continue;
            while (tried < most_across && has_room(tried + 1)) ++tried;
            if (rows * tried > down * across) {
                down = rows;
                across = tried;
            }
        }
        figure.showAround(down > 0 ? down : most_down, down > 0 ? across : most_across);
        return down * across;
    }

    /// Returns the first size from `from` on that fits; the last where none does.
    [[nodiscard]] static Sizes::const_iterator firstFit(CompareFigure& figure, const Sizes& sizes,
                                                        Sizes::const_iterator from, ImVec2 room) {
        const auto found = std::find_if(
            from, sizes.end(), [&](const CellFit& fit) { return hasRoom(figure, fit, room); });
        return found == sizes.end() ? std::prev(sizes.end()) : found;
    }

    [[nodiscard]] static bool hasSameDigits(const CellFit& a, const CellFit& b) {
        return a.font == b.font && a.operand == b.operand && a.decimals == b.decimals;
    }

    [[nodiscard]] static bool hasRoom(CompareFigure& figure, const CellFit& fit, ImVec2 room) {
        const ImVec2 size = figure.arrange(fit);
        return size.x <= room.x && size.y <= room.y;
    }

    void drawFigure(CompareFigure& figure, CellFit fit, ImVec2 room) {
        growCells(look_, fit, [&](const CellFit& tried) { return hasRoom(figure, tried, room); });
        noteFigureDecimals(scene_, fit);
        const ImVec2 size = figure.arrange(fit);
        const float height = size.y + 2 * cardPad(scene_) + look_.px(kLegend);
        const Rect card = rest_.takeTop(height, cardGap(scene_));
        drawPageCard(scene_, painter_, card);
        const ImVec2 at = card.inset(cardSide(scene_), cardPad(scene_)).min;
        figure.draw(at, inside(), inside());
        const float legend = at.y + size.y + look_.px(kLegend - 12);
        figure.drawLegends({at.x, legend}, inside());
    }

    /// Returns the figure of the result, if another stage is in focus and both results can be
    /// compared.
    [[nodiscard]] std::optional<CompareFigure> outputFigure() {
        const MatrixId result = scene_.trace().result();
        const Document& a = pair_.a->document();
        const Document& b = pair_.b->document();
        if (result == id_ || comparisonFault(a, b, result)) return std::nullopt;
        if (!isShown(scene_.state, {.id = result})) return std::nullopt;
        return std::optional<CompareFigure>(std::in_place, scene_, painter_, pair_, result);
    }

    /// @param decimals of the figure above it @return the height of its card
    [[nodiscard]] float arrangeOutput(CompareFigure& output, int decimals) const {
        const std::array fonts{look_.fonts.mono, look_.fonts.mono_small};
        const ImVec2 room{inside(), rest_.height()};
        const CellFit fit = bestFit(cellFits(look_, fonts, decimals), [&](const CellFit& tried) {
            return hasRoom(output, tried, room);
        });
        noteFigureDecimals(scene_, fit);
        return output.arrange(fit).y + 2 * cardPad(scene_);
    }

    void drawOutput(CompareFigure& output, float height) {
        drawPageCard(scene_, painter_, rest_.top(height));
        output.draw({rest_.min.x + cardSide(scene_), rest_.min.y + cardPad(scene_)}, inside(),
                    inside());
    }

    /// Draws a presented figure in two lines, with the words beside the difference. Where its
    /// digits have no room, the figure shows its largest part, and this draws it if two lines have
    /// room for more cells than one. @param in_one_line true where one line has room for a size
    /// @return false where one line has room for more, or neither for any
    bool drawInTwoLines(CompareFigure& figure, const std::vector<TextLine>& told,
                        const Fits& in_one_line) {
        Sizes sizes = legibleSizes(kHeightsOfTwoLines);
        for (CellFit& fit : sizes) {
            fit.is_stacked = true;
            fit.operand_font = nullptr;
        }
        const float legend = look_.px(kLegend);
        const float least = look_.px(kLeastWords);
        const ImVec2 room{inside(), rest_.height() - 2 * cardPad(scene_) - legend};
        const auto fits = [&](const CellFit& tried) {
            return hasRoom(figure, tried, room) && figure.sizeOfDifference().x + least <= room.x;
        };
        auto found = std::find_if(sizes.begin(), sizes.end(), fits);
        if (found == sizes.end()) {
            const Sizes of_one_line = legibleSizes(kHeightsOfLegible);
            const Index of_two = showLargestPart(figure, sizes, fits);
            if (showLargestPart(figure, of_one_line, in_one_line) >= of_two) return false;
            (void)showLargestPart(figure, sizes, fits);
            found = std::find_if(sizes.begin(), sizes.end(), fits);
        }
        CellFit fit = *found;
        growCells(look_, fit, fits);
        noteFigureDecimals(scene_, fit);
        const ImVec2 size = figure.arrange(fit);
        const ImVec2 at = rest_.inset(cardSide(scene_), cardPad(scene_)).min;
        const float lower = std::min(std::floor(inside() / 2), inside() - least);
        const float wide = std::max(lower, figure.sizeOfDifference().x);
        figure.draw(at, inside(), wide);
        figure.drawLegends({at.x, at.y + size.y + look_.px(kLegend - 12)}, wide);
        WordsCard words(scene_, painter_, told, inside() - wide, kMostWords);
        words.draw({at.x + wide, at.y + size.y - figure.sizeOfDifference().y},
                   scene_.said(say::compare::Differences{}));
        turnWheel(scene_, figure.isCut());
        return true;
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect rest_;  ///< the part of the region that is still empty
    ComparedPair pair_;
    MatrixId id_;
};

}  // namespace

void drawComparedPair(const Scene& scene, const Rect& region) { PairPage(scene, region).draw(); }

}  // namespace lookback
