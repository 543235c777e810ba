#include "app/views/lab/figure_part.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "app/state/model/app_state.h"
#include "app/views/lab/step_figures.h"
#include "app/views/shared/layout.h"
#include "app/widgets/formula.h"
#include "app/widgets/tooltip.h"
#include "core/explain/in_conventions.h"
#include "core/explain/matrix_words.h"
#include "core/words/say.h"

namespace lookback {
namespace {

constexpr float kPushed = 90;       ///< how far down the words may be moved to get digits, ...
constexpr float kSmallDigits = 14;  ///< ... and with larger type also to get digits above this size

/// The parts that were left out for larger type so far; type is tried from the usual size up.
struct GivenWay {
    bool others = false;    ///< the figures beside the one in focus
    bool operands = false;  ///< their digits
};

class CellChooser {
public:
    CellChooser(const Scene& scene, Painter& painter, std::vector<StageFigure>& figures, float gap,
                const FigureRoom& room)
        : scene_(scene),
          painter_(painter),
          look_(scene.look),
          figures_(figures),
          gap_(gap),
          room_(room) {}

    CellFit choose() {
        GivenWay given_way;
        float most_type = std::numeric_limits<float>::max();
        if (look_.words > 1) {
            for (float words = 1; words < look_.words - kStep / 2; words += kStep) {
                (void)at(words, given_way);
            }
            GivenWay later = given_way;
            const float most_words =
                mostWords(ImGui::GetIO().DisplaySize, look_.scale / look_.words);
            for (float words = look_.words; words < most_words;) {
                words = std::min(words + kStep, most_words);
                const CellFit fit = at(words, later);
                if (fit.font != nullptr) most_type = std::min(most_type, fit.font->FontSize);
            }
        }
        const CellFit best = at(look_.words, given_way, most_type);
        if (given_way.others) figures_ = std::move(alone());
        return best;
    }

private:
    static constexpr float kStep = 0.1f;  ///< by which a person enlarges words

    /// Returns the best cells for words of this size. @param most_type largest font of digits
    CellFit at(float words, GivenWay& given_way,
               float most_type = std::numeric_limits<float>::max()) {
        const std::vector<CellFit> sizes = sizesAt(words, given_way.operands, most_type);
        ImVec2 room = room_(words);
        const auto best = [&](std::vector<StageFigure>& figures) {
            return bestIn(room, figures, sizes);
        };
        CellFit fit = given_way.others ? best(alone()) : best(figures_);
        if (!given_way.others && figures_.size() > 1 && (losesDigits(fit) || areParts(figures_))) {
            given_way.others = true;
            fit = best(alone());
        }
        // Rather than cells without digits: the part below the card is reached by scrolling.
        if (fit.font == nullptr || (words > 1 && isSmall(fit, words))) {
            room.y += look_.px(kPushed);
            const CellFit pushed = best(given_way.others ? alone() : figures_);
            const bool is_larger =
                fit.font == nullptr ||
                (pushed.font != nullptr && pushed.font->FontSize > fit.font->FontSize);
            if (is_larger) fit = pushed;
        }
        if (fit.font != nullptr && fit.operand > 0) given_way.operands = true;
        return fit;
    }

    /// Returns the best cells for a room: digits in all matrices, then digits in a part of them,
    /// then colour.
    CellFit bestIn(ImVec2 room, std::vector<StageFigure>& figures,
                   const std::vector<CellFit>& sizes) const {
        room.y = std::max(room.y, figures.front().leastHeight());
        for (StageFigure& figure : figures) figure.setRoom(room);
        const auto fits = [&](const CellFit& fit) {
            const ImVec2 size = arrangeInRow(figures, fit, gap_);
            return size.x <= room.x && size.y <= room.y;
        };
        const auto colours = std::find_if(sizes.begin(), sizes.end(), [](const CellFit& fit) {
            return fit.font == nullptr || fit.operand > 0;
        });
        const std::vector<CellFit> digits(sizes.begin(), colours);
        showWhole(figures);
        if (!digits.empty()) {
            const CellFit fit = bestFit(digits, fits);
            if (fits(fit)) return fit;
        }
        if (!digits.empty() && mayBeParts(figures)) {
            if (const auto fit = bestOfParts(figures, digits, fits)) return *fit;
            showWhole(figures);
        }
        return bestFit(std::vector<CellFit>(colours, sizes.end()), fits);
    }

    /// Returns the fit that shows the largest part of the matrices.
    static std::optional<CellFit> bestOfParts(std::vector<StageFigure>& figures,
                                              const std::vector<CellFit>& digits,
                                              const std::function<bool(const CellFit&)>& fits) {
        std::optional<CellFit> best;
        Index most = 0;
        const auto show = [&](const CellFit& fit) {
            return showLargestPart(figures, [&] { return fits(fit); });
        };
        for (const bool is_stacked : {false, true}) {
            const auto smallest =
                std::find_if(digits.rbegin(), digits.rend(), [&](const CellFit& fit) {
                    return fit.is_brief && fit.is_stacked == is_stacked && fit.longest_label == 0;
                });
            if (smallest == digits.rend()) continue;
            const Index rank = show(*smallest);
            if (rank <= most) continue;
            most = rank;
            best = *smallest;
        }
        if (best) show(*best);
        return best;
    }

    /// Returns sizes of cells for words of this size, in pixels of the present scale.
    [[nodiscard]] std::vector<CellFit> sizesAt(float words, bool operands_gave_way,
                                               float most_type) const {
        const float larger = words / look_.words;
        Look look = look_;
        look.scale *= larger;
        std::vector<ImFont*> fonts = look_.fonts.digits;
        if (words < look_.words) {
            const float most = look.px(kMostDigits) * kMonoLine;
            std::erase_if(fonts, [&](const ImFont* font) { return font->FontSize > most + 1; });
        }
        std::vector<CellFit> sizes = cellFits(
            look, fonts, scene_.decimals, {.roomy = true, .least_decimals = leastDecimals(scene_)});
        std::erase_if(sizes, [&](const CellFit& fit) {
            if (fit.font == nullptr) return false;
            return fit.font->FontSize > most_type + 0.5f || (operands_gave_way && fit.operand == 0);
        });
        for (CellFit& fit : sizes) fit.magnify(1 / larger);
        return sizes;
    }

    [[nodiscard]] bool isSmall(const CellFit& fit, float words) const {
        return fit.font->FontSize < look_.px(kSmallDigits) * words / look_.words * kMonoLine;
    }

    [[nodiscard]] bool losesDigits(const CellFit& fit) const {
        return fit.font == nullptr || fit.operand > 0 || fit.decimals < scene_.decimals;
    }

    std::vector<StageFigure>& alone() {
        if (alone_.empty()) {
            alone_.push_back(stepFigure(scene_, painter_, stageInFocus(scene_.state)));
        }
        return alone_;
    }

    const Scene& scene_;
    Painter& painter_;
    const Look& look_;
    std::vector<StageFigure>& figures_;
    float gap_;
    const FigureRoom& room_;
    std::vector<StageFigure> alone_;  ///< the figure in focus; empty: not needed so far
};

Index firstOfColumns(const StageGrid& grid) {
    return grid.spec.transposed ? grid.first().row : grid.first().col;
}

/// Returns the key of the explained cell, if it belongs to a pair of tokens.
std::optional<Index> asked(const Scene& scene) {
    const auto target = explainedTarget(scene.state);
    return target && info(target->id).cols == Axis::token ? std::optional(target->cell.col)
                                                          : std::nullopt;
}

/// True if the rows of the matrix are keys and the explained cell belongs to a pair of tokens.
bool areKeys(const Scene& scene, MatrixId id) {
    return info(id).role == Role::key && asked(scene).has_value();
}

/// Returns a token, counted from the first shown token.
std::optional<Index> within(std::optional<Index> token, Index first) {
    return token ? std::optional(*token - first) : std::nullopt;
}

}  // namespace

CellFit chooseCells(const Scene& scene, Painter& painter, std::vector<StageFigure>& figures,
                    float gap, const FigureRoom& room) {
    return CellChooser(scene, painter, figures, gap, room).choose();
}

std::string symbolOf(const Scene& scene, MatrixId id, bool transposed) {
    const Conventions& conventions = scene.preferences().conventions;
    return symbolInConventions(id, conventions, transposed != isTurned(id, conventions));
}

TextLine symbolLine(const Scene& scene, MatrixId id, bool transposed) {
    TextLine line = parseSymbols(symbolOf(scene, id, transposed), inkOf(info(id).role));
    for (Piece& piece : line) piece.bold = true;
    return line;
}

TextLine titleLine(const Scene& scene, MatrixId id, bool transposed) {
    TextLine line = symbolLine(scene, id, transposed);
    line.insert(line.begin(),
                {.text = scene.said(titleOf(id)) + " ", .ink = inkOf(info(id).role), .bold = true});
    return line;
}

void explainTitle(const Scene& scene, MatrixId id, bool transposed, const Rect& title) {
    ImGui::SetCursorScreenPos(title.min);
    ImGui::Dummy({title.width(), title.height()});
    if (!wantsTooltip()) return;
    const Conventions& conventions = scene.preferences().conventions;
    const bool is_turned = transposed != isTurned(id, conventions);
    tooltip(scene.look, scene.said(legendOf(id, conventions, is_turned)));
}

void drawTitleLine(const Scene& scene, Painter& painter, ImVec2 center, const TextLine& line) {
    const LineFonts fonts = sentenceFonts(scene.look);
    const LaidLine laid = layLine(painter, fonts, FLT_MAX, line);
    const ImVec2 at{std::floor(center.x - laid.width / 2), std::floor(center.y - laid.height / 2)};
    drawLine(painter, fonts, at, laid);
}

Index firstOfRows(const StageGrid& grid) {
    return grid.spec.transposed ? grid.first().col : grid.first().row;
}

std::span<const std::string> rowLabelsOf(const Scene& scene, const StageGrid& grid) {
    return scene.labels({firstOfRows(grid), shownRows(grid.spec)});
}

std::span<const std::string> columnLabelsOf(const Scene& scene, const StageGrid& grid) {
    return scene.labels({firstOfColumns(grid), shownCols(grid.spec)});
}

void drawRowLabels(const Scene& scene, Painter& painter, const StageGrid& grid, float width,
                   const LabelWay& way) {
    const bool are_keys = grid.spec.transposed || areKeys(scene, grid.id());
    const std::optional<Index> token = are_keys ? asked(scene) : scene.token();
    rowLabels(painter, grid.spec, rowLabelsOf(scene, grid), width, within(token, firstOfRows(grid)),
              way, are_keys ? Asks::key : Asks::query);
}

void drawColumnLabels(const Scene& scene, Painter& painter, const StageGrid& grid,
                      const LabelWay& way) {
    const bool are_queries = grid.spec.transposed && info(grid.id()).role != Role::key;
    const std::optional<Index> token = are_queries ? scene.token() : asked(scene);
    columnLabels(painter, grid.spec, columnLabelsOf(scene, grid),
                 within(token, firstOfColumns(grid)), way, are_queries ? Asks::query : Asks::key);
}

}  // namespace lookback
