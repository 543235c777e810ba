#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/edit/cell_editing.h"
#include "app/views/lab/figure_part.h"
#include "app/views/lab/lab.h"
#include "app/views/shared/grid_part.h"
#include "app/views/shared/hidden_box.h"
#include "app/views/shared/panel_column.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "app/widgets/formula.h"
#include "app/widgets/grid_labels.h"
#include "app/widgets/tooltip.h"
#include "core/document/edit.h"
#include "core/io/redraw.h"
#include "core/lesson/lesson.h"
#include "core/words/say.h"
#include "messages/explain.h"
#include "messages/lab.h"
#include "messages/player.h"

namespace lookback {
namespace {

constexpr Index kWideMatrix = 6;  ///< columns, whose digits need room beside the labels
constexpr float kLongLabel = 86;
constexpr float kShortLabel = 38;
constexpr int kLeastPanelDecimals = 2;
constexpr float kCompactHeight = 1.25f;  ///< of cells in a low window, in heights of the type
constexpr float kLeastHeading = 80;      ///< room for a matrix's symbol and size

say::lab::Given::Matrix given(MatrixId id) {
    using Matrix = say::lab::Given::Matrix;
    switch (id) {
        case MatrixId::positions: return Matrix::positions;
        case MatrixId::w_query: return Matrix::query;
        case MatrixId::w_key: return Matrix::key;
        case MatrixId::w_value: return Matrix::value;
        case MatrixId::w_output: return Matrix::output;
        case MatrixId::b_query: return Matrix::query_bias;
        case MatrixId::b_key: return Matrix::key_bias;
        case MatrixId::b_value: return Matrix::value_bias;
        case MatrixId::b_output: return Matrix::output_bias;
        default: return Matrix::other;
    }
}

class EditPanel : PanelColumn {
public:
    EditPanel(const Scene& scene, const Rect& region)
        : PanelColumn(scene, region, scene.look.px(scene.compact ? 14 : 18),
                      scene.look.px(scene.compact ? 12 : 18)),
          bottom_(region.max.y) {}

    /// Returns the decimals with which every matrix has digits.
    [[nodiscard]] int decimals() const {
        const int wish = scene_.preferences().decimals;
        int most = wish;
        for (const MatrixId id : kEditableMatrices) {
            if (!isEditable(scene_.document(), id)) continue;
            const CellFit fit = fitOf(gridOf(id), wish);
            if (fit.font != nullptr) most = std::min(most, fit.decimals);
        }
        return std::max(most, std::min(wish, kLeastPanelDecimals));
    }

    void draw() {
        decimals_ = decimals();
        drawTitle(scene_, painter_, take(look_.px(23), look_.px(2)));
        drawSentenceHeading(scene_, painter_, take(look_.px(23), look_.px(4)));
        y_ += drawSentence(scene_, painter_, band(0));
        sayWhatNumbersMean();
        y_ += look_.px(14);
        if (scene_.document().n() == 0) words(scene_.said(say::explain::HowToBegin{}));
        if (!look_.missing_characters.empty()) {
            words(scene_.said(say::lab::NoFont{.characters = Verbatim{look_.missing_characters}}));
        }
        if (look_.characters_left_out > 0) {
            words(
                scene_.said(say::lab::LeftOut{.n = static_cast<Index>(look_.characters_left_out)}));
        }
        for (const MatrixId id : kEditableMatrices) {
            if (isEditable(scene_.document(), id)) matrix(id);
        }
        endRow();
        origin();
        howToEdit();
        aboutLesson();
        inviteDrag();
        end();
    }

private:
    /// Draws, while new tokens are typed, where their numbers come from.
    void sayWhatNumbersMean() {
        const auto* naming = scene_.hands.doing<TokenNaming>();
        const bool is_new = naming != nullptr && naming->is_new;
        if (!is_new && scene_.hands.doing<SentenceTyping>() == nullptr) return;
        y_ += look_.px(8);
        hint(scene_.said(say::lab::NumbersFromLetters{}));
    }

    /// Draws a remark about the sentence.
    void words(const std::string& text) {
        hint(text);
        y_ += look_.px(scene_.compact ? 12 : 18);
    }

    [[nodiscard]] StageGrid gridOf(MatrixId id) const {
        StageGrid grid(scene_, id);
        grid.showWindow(scene_);
        return grid;
    }

    [[nodiscard]] float besideOf(MatrixId id) const {
        return info(id).rows == Axis::token ? labelWidth() + look_.px(8) : 0;
    }

    [[nodiscard]] static float widthOf(const StageGrid& grid, const CellFit& fit) {
        return static_cast<float>(grid.spec.values.cols()) * (fit.width(grid.room()) + fit.gap);
    }

    /// Returns the largest cells of a matrix that fit. Two decimals matter more than large digits;
    /// where they have no room in all columns, as many columns are shown as have.
    [[nodiscard]] CellFit fitOf(const StageGrid& grid, int decimals) const {
        const std::array fonts{scene_.compact ? look_.fonts.mono_small : look_.fonts.mono,
                               look_.fonts.mono_small};
        const float room = width() - besideOf(grid.id());
        const int least = std::min(decimals, kLeastPanelDecimals);
        const auto fits = [&](const CellFit& size) { return widthOf(grid, size) <= room; };
        const std::vector<CellFit> sizes =
            cellFits(look_, fonts, decimals, {.least_decimals = least});
        CellFit fit = bestFit(sizes, fits);
        // A window on a large document shows more rows and columns than can have digits.
        if (fit.font == nullptr && !grid.isCut()) fit = smallestWithDigits(sizes);
        if (scene_.compact && fit.font != nullptr) {
            fit.height = std::floor(fit.font->FontSize * kCompactHeight);
        }
        return fit;
    }

    /// Shows the columns of a matrix that have room: around the explained cell or the number
    /// that is typed once it changes, else where the wheel or a click on the dots has left them.
    /// @return the dots beside the cells
    PartDots showColumns(const StageGrid& whole, StageGrid& grid, const CellFit& fit) {
        const Index total = whole.spec.values.cols();
        const Index most = columnsWithRoom(look_, whole, fit, width() - besideOf(whole.id()));
        if (fit.font == nullptr || most == total) return {};
        ImGui::PushID(whole.spec.name);
        ImGuiStorage& kept = *ImGui::GetStateStorage();
        const ImGuiID first_id = ImGui::GetID("first_column");
        const ImGuiID followed_id = ImGui::GetID("followed");
        ImGui::PopID();
        int first = kept.GetInt(first_id);
        const int wanted = columnInUse(whole.id());
        const bool is_outside = wanted < first || wanted >= first + most;
        if (wanted != kept.GetInt(followed_id, -1) && wanted >= 0 && is_outside) {
            first = static_cast<int>(partAround(wanted, most, total).first);
        }
        first = std::clamp(first, 0, static_cast<int>(total - most));
        kept.SetInt(first_id, first);
        kept.SetInt(followed_id, wanted);
        grid.cut({0, first}, whole.spec.values.rows(), most);
        return partDots(look_, whole, grid);
    }

    /// Returns the column of the number that is typed, or else of the explained cell or of its
    /// inputs; -1: none.
    [[nodiscard]] int columnInUse(MatrixId id) const {
        const auto* const typing = scene_.hands.doing<NumberTyping>();
        if (typing != nullptr && typing->id == id) return static_cast<int>(typing->cell.col);
        const auto explained = explainedTarget(scene_.state);
        if (explained && explained->id == id) return static_cast<int>(explained->cell.col);
        for (const CellRange& range : scene_.inputs) {
            if (range.id == id && range.cols == 1) return static_cast<int>(range.col);
        }
        return -1;
    }

    /// Moves the shown columns of a matrix: by the wheel with Shift, or sideways, over its cells,
    /// or by a click on the dots beside them.
    void moveColumns(const StageGrid& whole, const StageGrid& grid, const PartDots& dots) {
        if (dots.across == 0) return;
        const Rect cells = gridRect(grid.spec);
        const Index total = whole.spec.values.cols();
        const Index most = grid.spec.values.cols();
        const Index first = grid.first().col - whole.first().col;
        const std::string tip = scene_.said(say::lab::PartOfColumns{
            .first = Count{first + 1}, .last = Count{first + most}, .of = Count{total}});
        const ImGuiIO& io = ImGui::GetIO();
        Index by = 0;
        ImGui::PushID(whole.spec.name);
        for (const bool is_right : {false, true}) {
            const float x = is_right ? cells.max.x : cells.min.x - dots.across;
            const bool leads_on = is_right ? dots.right : dots.left;
            if (!leads_on) continue;
            ImGui::SetCursorScreenPos({x, cells.min.y});
            const char* const name = is_right ? "later_columns" : "earlier_columns";
            if (ImGui::InvisibleButton(name, {dots.across, cells.height()})) {
                by += (is_right ? 1 : -1) * std::max<Index>(most / 2, 1);
            }
            if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            if (wantsTooltip()) tooltip(look_, tip);
        }
        const float notches = io.KeyShift ? io.MouseWheel : io.MouseWheelH;
        const Rect all{{cells.min.x - dots.across, cells.min.y},
                       {cells.max.x + dots.across, cells.max.y}};
        if (notches != 0 && !io.KeyCtrl && ImGui::IsWindowHovered() &&
            all.contains(ImGui::GetMousePos())) {
            by += notches > 0 ? -1 : 1;
        }
        int& kept = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("first_column"));
        kept = static_cast<int>(std::clamp<Index>(kept + by, 0, total - most));
        ImGui::PopID();
    }

    /// Draws a matrix, in a low window beside the previous matrix if there is room.
    void matrix(MatrixId id) {
        const MatrixInfo& matrix = info(id);
        const StageGrid whole = gridOf(id);
        StageGrid grid = whole;
        const bool has_labels = matrix.rows == Axis::token;
        const float beside = besideOf(id);
        const CellFit fit = fitOf(whole, decimals_);
        const PartDots dots = showColumns(whole, grid, fit);
        const float wide =
            std::max(beside + widthOf(grid, fit) + 2 * dots.across, look_.px(kLeastHeading));
        if (!scene_.compact || x_ + wide > right_) endRow();
        grid.resize(fit);
        grid.spec.decimals = std::min(fit.decimals, shownDecimals(scene_));
        const bool alone = !scene_.compact || 2 * wide + look_.px(16) > width();
        heading(matrix, x_, alone ? right_ : x_ + wide, alone);
        grid.spec.at = {x_ + beside + dots.across, y_ + headingHeight()};
        grid.spec.items_per_cell = true;
        grid.spec.dim_others = isPointing(scene_) && !grid.lit().empty();
        if (const auto clicked = editableGrid(painter_, scene_, grid)) {
            toggleLock(scene_, grid.target(scene_, *clicked));
        }
        if (has_labels) {
            const Index first = grid.first().row;
            GridSpec beside_labels = grid.spec;
            beside_labels.at.x -= dots.across;
            rowLabels(painter_, beside_labels, scene_.labels({first, grid.spec.values.rows()}),
                      labelWidth(), scene_.token() - first);
        }
        if (grid.spec.values.cols() < whole.spec.values.cols()) {
            drawPartDots(painter_, grid.spec, dots);
            moveColumns(whole, grid, dots);
        }
        row_end_ = std::max(row_end_, gridRect(grid.spec).max.y);
        const bool is_first = id == kEditableMatrices.front() && !grid.spec.values.empty();
        const bool is_open = !scene_.state.lesson.locks(partOf(id));
        const bool invites =
            scene_.preferences().invites_drag && scene_.hands.doing<NumberTyping>() == nullptr;
        if (is_first && is_open && invites) {
            invited_ = cellRect(grid.spec, {0, 0});
            beside_invited_ = {{gridRect(grid.spec).max.x, invited_->min.y},
                               {right_, invited_->max.y}};
        }
        x_ = alone ? right_ : x_ + wide + look_.px(16);
    }

    /// Draws a glow around the first number and asks for a drag beside its row; where that has no
    /// room, before the size of the matrix above it.
    void inviteDrag() {
        if (!invited_) return;
        const Theme& c = look_.colors();
        const Rect& cell = *invited_;
        constexpr int kRings = 5;
        for (int ring = kRings; ring > 0; --ring) {
            const float share = 1 - static_cast<float>(ring - 1) / kRings;
            painter_.outline(cell.grown(look_.px(1.5f) * static_cast<float>(ring)),
                             faded(c.highlight, share), look_.px(2 + static_cast<float>(ring)),
                             look_.px(2));
        }
        const std::string words = scene_.said(say::lab::DragMe{});
        const float wide = painter_.width(look_.fonts.strong_small, words) + look_.px(16);
        const float high = look_.px(22);
        const Rect& beside = beside_invited_;
        const bool has_room = beside.width() >= wide + look_.px(10);
        const ImVec2 at =
            has_room ? ImVec2{beside.min.x + look_.px(10), cell.center().y - high / 2}
                     : ImVec2{right_ - wide - look_.px(60), cell.min.y - high - look_.px(1)};
        const Rect chip = Rect::at(at, {wide, high});
        painter_.fill(chip, c.highlight, look_.px(7));
        painter_.text(look_.fonts.strong_small, c.on_highlight, chip, words, Align::center);
    }

    /// Ends a row of matrices: the next matrix begins below all of them.
    void endRow() {
        if (row_end_ > y_) y_ = row_end_ + look_.px(scene_.compact ? 12 : 16);
        x_ = left_;
    }

    [[nodiscard]] float headingHeight() const { return look_.px(scene_.compact ? 20 : 22); }

    void heading(const MatrixInfo& matrix, float left, float right, bool in_words) {
        const Color color = roleColor(look_.colors(), matrix.role);
        const std::string title =
            in_words ? scene_.said(say::lab::Given{.matrix = given(matrix.id)}) : "";
        const float height = look_.fonts.caption->FontSize;
        const LineFonts fonts{look_.fonts.caption, look_.fonts.caption, look_.fonts.mono_small};
        const float wide = painter_.textAt(look_.fonts.caption, color, {left, y_}, title);
        TextLine symbol = parseSymbols(matrix.symbol, inkOf(matrix.role));
        const ImVec2 beside{left + wide + (in_words ? look_.px(5) : 0),
                            y_ + (height - lineHeight(fonts)) / 2};
        const float end = beside.x + setLine(painter_, fonts, beside, right - left, symbol).width;
        if (scene_.state.lesson.locks(partOf(matrix.id))) {
            drawLock(painter_, {{end, y_}, {end + look_.px(24), y_ + height}}, look_.colors().soft);
        }
        const MatrixView values = scene_.matrix(matrix.id);
        painter_.text(look_.fonts.caption, color, {{left, y_}, {right, y_ + height}},
                      isBias(matrix.id) ? std::to_string(values.cols())
                                        : fmt::format("{} \u00d7 {}", values.rows(), values.cols()),
                      Align::right);
        explainTitle(scene_, matrix.id, false, {{left, y_}, {right, y_ + height}});
    }

    [[nodiscard]] float labelWidth() const {
        const float widest = widestLabel(painter_, scene_.labels(scene_.shownTokens()));
        const bool is_wide = scene_.document().dIn() >= kWideMatrix;
        return std::min(std::ceil(widest) + 1, look_.px(is_wide ? kShortLabel : kLongLabel));
    }

    /// Draws the origin of the numbers, library and seed, as a button that draws them again.
    void origin() {
        const Theme& c = look_.colors();
        panelHeading(painter_, at(), scene_.said(say::lab::DrawnBy{}), c.soft);
        y_ += look_.px(20);
        const auto text_of = [&](const Document& document) {
            const auto& draw = document.draw;
            return scene_.said(
                draw ? Message(say::lab::DrawnWith{.library = Verbatim{libraryName(*draw)},
                                                   .seed = Verbatim{draw->seed}})
                     : Message(say::lab::ByHand{}));
        };
        const Command& row = command("draw");
        const std::string tip = scene_.said(commandTooltip(row));
        const std::string label = text_of(scene_.document()) + "###draw";
        const bool is_locked = scene_.state.lesson.locks(DocumentPart::draw);
        const std::string locked =
            is_locked ? scene_.said(lockedSentence(scene_.state, DocumentPart::draw)) : "";
        const ButtonOptions options{
            .enabled = !is_locked, .tooltip = is_locked ? locked : tip, .menu = true};
        // The button has the same size once the numbers are "by hand".
        const float usual =
            std::max(buttonWidth(painter_, label, options),
                     buttonWidth(painter_, text_of(*scene_.state.origin().opened), options));
        const float wide = std::min(usual, width());
        const float height = look_.px(scene_.compact ? 28 : 33);
        if (button(painter_, Rect::at(at(), {wide, height}), label.c_str(), options)) {
            scene_.emit(row.action(scene_.state));
        }
        y_ += height + look_.px(scene_.compact ? 10 : 16);
    }

    [[nodiscard]] float hintHeight(const std::string& words) const {
        ImFont* const font = look_.fonts.small_text;
        return measuredLine(painter_, {font, font, font}, width(), {{words, Ink::soft}}).height;
    }

    void howToEdit() {
        const bool is_locked = scene_.state.lesson.awaitsAnswer();
        const std::string words = scene_.said(is_locked ? Message(say::player::NumbersLocked{})
                                                        : Message(say::lab::HowToEdit{}));
        if (y_ + hintHeight(words) + look_.px(8) <= bottom_) hint(words);
    }

    /// Draws the summary and the source of the lesson, if the panel has room for both; the page of
    /// lessons has them, too.
    void aboutLesson() {
        const auto& lesson = scene_.document().lesson;
        if (!lesson || lesson->summary.empty()) return;
        const std::string summary = scene_.said(lesson->summary);
        const std::string source = scene_.said(lesson->source);
        const float between = look_.px(8);
        const float above = look_.px(14);
        const float heading = look_.px(20);
        const float height =
            above + heading + hintHeight(summary) + between + hintHeight(source) + between;
        if (y_ + height > bottom_) return;
        y_ += above;
        panelHeading(painter_, at(), scene_.said(say::lab::AboutLesson{}), look_.colors().soft);
        y_ += heading;
        hint(summary);
        y_ += between;
        hint(source);
    }

    int decimals_ = 4;  ///< for which all matrices have room
    float bottom_;
    std::optional<Rect> invited_{};  ///< the number that glows
    Rect beside_invited_{};          ///< between its matrix and the right edge
    float x_ = left_;
    float row_end_ = y_;  ///< lower edge of the matrices in the row
};

}  // namespace

int decimalsOfPanel(const Scene& scene, const Rect& region) {
    return EditPanel(scene, region).decimals();
}

void drawEditPanel(const Scene& scene, const Rect& region) {
    if (scene.state.lesson.hiding.things.has(LessonPanel::edit)) {
        Painter painter(scene.look);
        const float side = scene.look.px(18);
        drawHiddenBox(scene, painter, {region.min.x + side, region.min.y + side},
                      region.width() - 2 * side, hiddenByLesson(scene.state));
        return;
    }
    EditPanel(scene, region).draw();
}

}  // namespace lookback
