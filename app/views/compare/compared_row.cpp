#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/model/app_state.h"
#include "app/state/model/compare_views.h"
#include "app/state/model/comparison.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/compare/compare.h"
#include "app/views/shared/card.h"
#include "app/views/shared/gestures.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/cell_fit.h"
#include "app/widgets/formula.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/line_breaks.h"
#include "app/widgets/slider.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/compare/row_finding.h"
#include "core/explain/checks.h"
#include "core/explain/in_conventions.h"
#include "core/words/say.h"
#include "messages/common.h"
#include "messages/compare.h"
#include "messages/mask.h"

namespace lookback {
namespace {

/// A table of Compare: a line for each variant with the weight of each key, the weight of blocked
/// keys and the sum. A click on a line makes its variant B.
class RowTableView {
public:
    /// @param table of the token that is read
    RowTableView(const Scene& scene, Painter& painter, const RowTable& table);

    /// Chooses the largest cells that fit. @param room that the table may take
    void fitInto(ImVec2 room);

    [[nodiscard]] ImVec2 size() const { return size_; }
    /// True if a long sentence has columns that are not on screen.
    [[nodiscard]] bool isCut() const { return grid_.isCut(); }

    /// @param at top left corner. @param width over which it is centred
    void draw(ImVec2 at, float width);

private:
    [[nodiscard]] std::string labelOf(const RowTableLine& line) const {
        return scene_.said(line.label);
    }
    static constexpr float kMark = 14;     ///< width of the mark of the document's own line
    static constexpr float kLetters = 26;  ///< width of the letters of the sides that a line shows
    static constexpr float kNameGap = 10;  ///< from the names to the cells
    static constexpr float kBetween = 14;  ///< two columns of numbers
    static constexpr float kRefusal = 18;  ///< height of a line of the reason why there is no row

    /// Numbers beside the cells.
    struct Column {
        const char* id;
        std::string title;
        Message tip;
        float width = 0;
    };

    void addColumns();
    [[nodiscard]] float widthBeside() const;
    void arrange(const CellFit& fit);
    void widenCells();
    [[nodiscard]] float leastLine() const;
    [[nodiscard]] float lineHeight(const RowTableLine& line) const;
    [[nodiscard]] std::vector<std::string> refusalLines(const RowTableLine& line) const;
    void drawTitles(float x, float y);
    void drawLine(std::size_t at, float x, float y);
    void drawName(const RowTableLine& line, const Rect& box);
    void drawCells(const RowTableLine& line, const Rect& box);
    void drawNumbers(const RowTableLine& line, const Rect& box);
    void nameCell(const RowTableLine& line, Index shown, const Rect& row);
    void choose(const RowTableLine& line);
    [[nodiscard]] std::string sideLetters(const RowTableLine& line) const;
    [[nodiscard]] std::string small(double weight) const;

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    const RowTable& table_;
    StageGrid grid_;  ///< of one line
    std::vector<std::string> labels_;
    std::vector<Column> columns_;
    float name_width_ = 0;
    float widest_label_ = 0;
    float above_ = 0;        ///< the labels of the columns
    float cells_ = 0;        ///< their width, ...
    float least_cells_ = 0;  ///< ... and the least one
    float height_ = 0;       ///< of a line
    ImVec2 size_;
};

constexpr float kRowTableLayoutLeastLine = 24;
constexpr float kLowLine = 20;      ///< in a low window
constexpr float kWidestCell = 150;  ///< of a presented table
constexpr float kLeastCells = 220;  ///< the least width of the reason why there is no row

constexpr int kEnoughDecimals = 3;

RowTableView::RowTableView(const Scene& scene, Painter& painter, const RowTable& table)
    : scene_(scene),
      look_(scene.look),
      painter_(painter),
      table_(table),
      grid_(scene, MatrixId::attention_weights) {
    grid_.showRowOnly(scene.token());
    grid_.showWindow(scene);
    grid_.spec.before = {};
    grid_.spec.glows = false;
    grid_.spec.transposed = false;  // a line of the table is horizontal under every convention
    const auto labels = scene.labels({grid_.first().col, grid_.spec.values.cols()});
    labels_.assign(labels.begin(), labels.end());
    widest_label_ = widestLabel(painter, labels_);
    for (const RowTableLine& line : table.lines) {
        name_width_ = std::max(name_width_, painter.width(look_.fonts.strong, labelOf(line)));
    }
    addColumns();
}

/// Adds the columns beside the cells, as wide as their widest possible number, so that nothing
/// moves.
void RowTableView::addColumns() {
    const auto add = [&](const char* id, const Message& heading, const Message& tip,
                         std::string_view widest) {
        const std::string title = scene_.said(heading);
        const float width = std::max(painter_.width(look_.fonts.mono, widest),
                                     painter_.width(look_.fonts.small_text, title));
        columns_.push_back({id, title, tip, std::ceil(width)});
    };
    const std::string weight = formatNumber(0, std::max(scene_.preferences().decimals, 3));
    add("###blocked", say::compare::ColumnBlocked{}, say::compare::ColumnBlockedTip{}, weight);
    add("###sum", say::compare::ColumnSum{}, say::compare::ColumnSumTip{}, weight);
    if (!table_.has_enough) return;
    add("###enough", say::compare::ColumnEnough{}, say::compare::ColumnEnoughTip{},
        "\u22120000.000");
}

std::vector<std::string> RowTableView::refusalLines(const RowTableLine& line) const {
    std::vector<std::string> lines;
    const std::string words = scene_.said(*line.refusal);
    for (const std::string_view part : brokenLines(look_.fonts.small_text, words, cells_)) {
        lines.emplace_back(part);
    }
    return lines;
}

float RowTableView::lineHeight(const RowTableLine& line) const {
    if (line.row) return height_;
    return std::max(height_, static_cast<float>(refusalLines(line).size()) * look_.px(kRefusal));
}

float RowTableView::leastLine() const {
    return look_.px(scene_.compact ? kLowLine : kRowTableLayoutLeastLine);
}

/// Returns the width of all that stands beside the cells.
float RowTableView::widthBeside() const {
    float width = look_.px(kMark + kLetters + kNameGap) + name_width_;
    for (const Column& column : columns_) width += look_.px(kBetween) + column.width;
    return width;
}

void RowTableView::arrange(const CellFit& fit) {
    grid_.resize(fit);
    GridSpec& spec = grid_.spec;
    spec.cell.y = height_ = std::max(spec.cell.y, leastLine());
    spec.at = {0, 0};
    cells_ = gridRect(spec).width();
    const bool refuses = std::any_of(table_.lines.begin(), table_.lines.end(),
                                     [](const RowTableLine& line) { return !line.row; });
    if (cells_ < least_cells_) widenCells();
    if (refuses) cells_ = std::max(cells_, look_.px(kLeastCells));
    above_ = columnLabelsHeight(look_, spec, widest_label_);
    size_ = {widthBeside() + cells_, above_};
    for (const RowTableLine& line : table_.lines) size_.y += lineHeight(line) + spec.gap;
}

/// Widens the cells to their least width, with the digits in their middle.
void RowTableView::widenCells() {
    GridSpec& spec = grid_.spec;
    const auto n = static_cast<float>(spec.values.cols());
    const float width = std::floor((least_cells_ + spec.gap) / n - spec.gap);
    if (spec.font != nullptr) spec.pad += std::floor((width - spec.cell.x) / 2);
    spec.cell.x = width;
    cells_ = gridRect(spec).width();
}

void RowTableView::fitInto(ImVec2 room) {
    if (scene_.place().presenting) {
        // A table of few tokens takes its room, too.
        const auto n = static_cast<float>(grid_.spec.values.cols());
        least_cells_ = std::min(room.x - widthBeside(), n * look_.px(kWidestCell));
    }
    const auto fits = [&](const CellFit& tried) {
        arrange(tried);
        // Smaller cells make no line lower than its name.
        return size_.x <= room.x && (size_.y <= room.y || height_ <= leastLine());
    };
    CellFit fit = bestFit(
        cellFits(look_, look_.fonts.digits, scene_.decimals, {.roomy = true, .least_decimals = 1}),
        fits);
    growCells(look_, fit, fits);
    noteFigureDecimals(scene_, fit);
    arrange(fit);
}

void RowTableView::draw(ImVec2 at, float width) {
    const float x = at.x + std::floor(std::max(0.0f, width - size_.x) / 2);
    float y = at.y + above_;
    drawTitles(x, y);
    for (std::size_t line = 0; line < table_.lines.size(); ++line) {
        drawLine(line, x, y);
        y += lineHeight(table_.lines[line]) + grid_.spec.gap;
    }
}

void RowTableView::drawTitles(float x, float y) {
    GridSpec& spec = grid_.spec;
    spec.at = {x + look_.px(kMark + kLetters + kNameGap) + name_width_, y};
    const auto target = explainedTarget(scene_.state);
    std::optional<Index> asked;
    if (target && info(target->id).cols == Axis::token) {
        asked = target->cell.col - grid_.first().col;
    }
    columnLabels(painter_, spec, labels_, asked);
    float right = spec.at.x + cells_;
    for (const Column& column : columns_) {
        right += look_.px(kBetween) + column.width;
        const Rect box{{right - column.width, y - look_.px(20)}, {right, y}};
        painter_.text(look_.fonts.small_text, look_.colors().soft, box, column.title, Align::right);
        ImGui::SetCursorScreenPos(box.min);
        ImGui::InvisibleButton(column.id, {box.width(), box.height()});
        tooltip(look_, scene_.said(column.tip));
    }
}

void RowTableView::drawLine(std::size_t at, float x, float y) {
    const RowTableLine& line = table_.lines[at];
    const float bottom = y + lineHeight(line);
    const float cells = x + look_.px(kMark + kLetters + kNameGap) + name_width_;
    ImGui::PushID(static_cast<int>(at));
    drawName(line, {{x, y}, {cells - look_.px(kNameGap / 2), bottom}});
    const Rect box{{cells, y}, {cells + cells_, bottom}};
    if (line.row) {
        drawCells(line, box);
    } else {
        float top = y;
        for (const std::string& words : refusalLines(line)) {
            painter_.text(look_.fonts.small_text, look_.colors().soft,
                          Rect::at({cells, top}, {cells_, look_.px(kRefusal)}), words);
            top += look_.px(kRefusal);
        }
    }
    ImGui::PopID();
    drawNumbers(line, box);
}

/// Returns the letters of the sides of Compare that show the variant of a line.
std::string RowTableView::sideLetters(const RowTableLine& line) const {
    std::string letters;
    for (const Side side : {Side::a, Side::b}) {
        const VariantChoice& shown = scene_.place().compared.of(side);
        const bool is_document = shown.kind == VariantKind::document && line.is_own;
        if (is_document || shown == line.choice) letters += side == Side::a ? "A" : "B";
    }
    return letters;
}

void RowTableView::drawName(const RowTableLine& line, const Rect& box) {
    const Theme& c = look_.colors();
    bool is_hovered = false;
    if (line.row) {
        ImGui::SetCursorScreenPos(box.min);
        if (ImGui::InvisibleButton(scene_.labelled(line.label, "line").c_str(),
                                   {box.width(), box.height()})) {
            choose(line);
        }
        is_hovered = ImGui::IsItemHovered();
        if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(look_, scene_.said(line.is_own ? Message(say::compare::RowChooseOwnTip{})
                                               : Message(say::compare::RowChooseTip{})));
    }
    if (is_hovered) painter_.fill(box, c.hover, look_.px(5));
    if (line.is_own) {
        painter_.disc({box.min.x + look_.px(kMark / 2), box.center().y}, look_.px(3.5f), c.query);
    }
    const float letters = box.min.x + look_.px(kMark);
    const float name = letters + look_.px(kLetters);
    painter_.text(look_.fonts.strong_small, c.soft, box.betweenX(letters, name), sideLetters(line));
    painter_.text(line.is_own ? look_.fonts.strong : look_.fonts.text, line.row ? c.ink : c.soft,
                  box.fromX(name), labelOf(line));
}

void RowTableView::drawCells(const RowTableLine& line, const Rect& box) {
    GridSpec& spec = grid_.spec;
    const std::vector<double>& weights = line.row->weights;
    const auto n = static_cast<Index>(weights.size());
    spec.at = box.min;
    spec.values = MatrixView(weights.data(), ScalarKind::float64, 1, n, n)
                      .columns(grid_.first().col, spec.values.cols());
    const GridEvents events = matrixGrid(painter_, spec);
    if (events.hovered) {
        scene_.hands.hovered_next = grid_.target(scene_, *events.hovered);
        if (events.wants_tooltip) nameCell(line, events.hovered->col, box);
    }
    if (events.clicked) choose(line);
}

/// Formats a weight; where decimals would hide that it is not 0, with one digit: `3e−9`.
std::string RowTableView::small(double weight) const {
    const int decimals = scene_.preferences().decimals;
    const bool is_hidden = weight != 0 && std::abs(weight) < 0.5 * std::pow(10, -decimals);
    if (!is_hidden) return formatNumber(weight, decimals);
    return roughNumber(weight, 1);
}

void RowTableView::drawNumbers(const RowTableLine& line, const Rect& box) {
    const Theme& c = look_.colors();
    float right = box.max.x;
    auto column = columns_.begin();
    const auto number = [&](const std::string& text, Color color, ImFont* font) {
        right += look_.px(kBetween) + column->width;
        painter_.text(font, color, box.betweenX(right - column->width, right), text, Align::right);
        ++column;
    };
    ImFont* const plain = look_.fonts.mono;
    ImFont* const bold = look_.fonts.mono_bold;
    if (line.row) {
        const bool leaks = !(line.row->blocked == 0);
        number(leaks ? small(line.row->blocked) : "0", leaks ? c.key : c.soft,
               leaks ? bold : plain);
        const DType dtype =
            line.choice.kind == VariantKind::dtype ? line.choice.dtype : scene_.document().dtype;
        const bool is_one = std::abs(line.row->sum - 1) <= sumTolerance(dtype);
        number(is_one ? "1" : formatNumber(line.row->sum, scene_.preferences().decimals),
               is_one ? c.soft : c.bad, is_one ? plain : bold);
    } else {
        for (int k = 0; k < 2; ++k) number("\u2013", c.soft, plain);
    }
    if (!table_.has_enough) return;
    number(line.enough ? enoughText(*line.enough, line.choice.dtype, kEnoughDecimals) : "\u2013",
           c.ink, plain);
}

void RowTableView::nameCell(const RowTableLine& line, Index shown, const Rect& row) {
    if (!scene_.hands.isIdle()) return;
    const std::vector<std::string>& labels = scene_.shown().wholeLabels();
    const Index query = scene_.token();
    const Index key = grid_.first().col + shown;
    const DType dtype =
        line.choice.kind == VariantKind::dtype ? line.choice.dtype : scene_.document().dtype;
    const double weight = line.row->weights[static_cast<std::size_t>(key)];
    const std::string words = scene_.said(
        say::compare::RowCell{.variant = line.label,
                              .query = TokenLabel{labels[static_cast<std::size_t>(query)]},
                              .key = TokenLabel{labels[static_cast<std::size_t>(key)]},
                              .weight = Verbatim{shortestDigits(weight, info(dtype).kind)}});
    std::string masked;
    if (scene_.shown().isHatched(MatrixId::attention_weights)) {
        if (const auto reason = blockedReason(scene_.document().mask, {query, key}, labels)) {
            masked = scene_.said(say::mask::Blocked{.reason = *reason});
        }
    }
    const std::array in_sight{row};
    showTooltip(look_, cellRect(grid_.spec, {0, shown}), words,
                {.pale = masked, .in_sight = in_sight});
}

void RowTableView::choose(const RowTableLine& line) {
    scene_.emit(SetVariant{Side::b, line.choice});
    scene_.emit(Change(&Place::compare_view, CompareView::pair));
}

constexpr float kComparedRowTitle = 8;  ///< between the title and the table

/// Returns the lines of words below the table; a table of few lines has room for more.
std::size_t linesOfWords(const Scene& scene) {
    if (scene.place().compare_view == CompareView::precisions) {
        return scene.narrow ? 9 : scene.place().presenting ? 6 : 7;
    }
    return scene.compact ? 3 : 5;
}

/// Returns the heading: "Weights of a in head 2 under every masking method".
TextLine rowHeading(const Scene& scene) {
    using Said = say::compare::RowTitle;
    const CompareView view = scene.place().compare_view;
    const std::string& token = scene.labels()[static_cast<std::size_t>(scene.token())];
    TextLine title = scene.wording().line(
        Said{.token = Verbatim{token},
             .head = scene.document().heads > 1 ? scene.place().head + 1 : 0,
             .under = view == CompareView::methods      ? Said::Under::methods
                      : view == CompareView::precisions ? Said::Under::precisions
                                                        : Said::Under::other});
    for (Piece& piece : title) {
        if (piece.bold) piece.ink = Ink::query;
    }
    return title;
}

/// Draws how many times the scores are as large as the document's, and the slider that changes it.
void growthRow(const Scene& scene, Painter& painter, const Rect& row) {
    const Look& look = scene.look;
    const double times = scene.place().score_growth;
    const std::string words =
        scene.said(say::compare::GrowScores{.times = Verbatim{formatShort(times)}});
    const std::string widest = scene.said(say::compare::GrowScores{.times = Verbatim{"9.9e+10"}});
    const float beside = std::ceil(painter.width(look.fonts.text, widest)) + look.px(12);
    painter.text(look.fonts.text, look.colors().ink, row.top(look.px(24)), words);
    const std::string tip = scene.said(say::compare::GrowScoresTip{});
    const Rect box =
        row.fromX(row.min.x + beside).left(std::min(look.px(420), row.width() - beside));
    const StopSliderEvents events = stopSlider(
        painter, box,
        {.label = "##grow-scores", .stops = kScoreGrowths, .value = times, .tooltip = tip});
    if (events.dragged) scene.emit(Change(&Place::score_growth, *events.dragged));
    if (events.stepped) scene.emit(Change(&Place::score_growth, *events.stepped));
}

}  // namespace

void drawComparedRow(const Scene& scene, const Rect& region) {
    if (scene.document().n() == 0) {
        return drawReasonCard(scene, region, scene.said(say::compare::NoTokensYet{}),
                              scene.said(say::compare::NoTokensWhy{}));
    }
    if (!hasRowTable(scene.state)) {
        return drawReasonCard(scene, region, scene.said(say::compare::NoTable{}),
                              scene.said(say::compare::NoTableWhy{}));
    }
    if (!isShown(scene.state, {.id = MatrixId::attention_weights, .row = scene.token()})) {
        return drawReasonCard(
            scene, region, withSigns(rowHeading(scene)) + ".",
            scene.said(whyHidden(
                scene.state, Quantity{.id = MatrixId::attention_weights, .row = scene.token()})));
    }
    const RowTable& table = shownRowTable(scene.state);
    const std::vector<TextLine> told = scene.wording().lines(table.told);
    Painter painter(scene.look);
    const float pad = cardPad(scene);
    const float inside = region.width() - 2 * cardSide(scene);
    WordsCard words(scene, painter, told, region.width(), linesOfWords(scene));
    const LineFonts fonts = sentenceFonts(scene.look);
    const TextLine title = rowHeading(scene);
    const float above =
        measuredLine(painter, fonts, inside, title).height + scene.look.px(kComparedRowTitle);
    const bool grows = scene.place().compare_view == CompareView::precisions;
    const float growth = grows ? stopSliderHeight(scene.look) : 0;
    const float heading = above + growth + (grows ? scene.look.px(kComparedRowTitle) : 0);
    RowTableView view(scene, painter, table);
    view.fitInto({inside, region.height() - words.height() - cardGap(scene) - 2 * pad - heading});
    const float bottom = region.min.y + 2 * pad + heading + view.size().y;
    drawPageCard(scene, painter, region.untilY(bottom));
    const ImVec2 at{region.min.x + cardSide(scene), region.min.y + pad};
    setLine(painter, fonts, at, inside, title);
    if (grows) growthRow(scene, painter, Rect::at({at.x, at.y + above}, {inside, growth}));
    view.draw({at.x, at.y + heading}, inside);
    words.draw({region.min.x, bottom + cardGap(scene)}, scene.said(say::compare::Findings{}));
    turnWheel(scene, view.isCut());
}

}  // namespace lookback
