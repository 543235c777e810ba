#include <algorithm>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/lab/lab.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/formula.h"
#include "app/widgets/tooltip.h"
#include "core/engine/stages.h"
#include "core/explain/in_conventions.h"
#include "core/explain/matrix_words.h"
#include "core/words/formula_words.h"
#include "messages/stages.h"

namespace lookback {
namespace {

constexpr float kLeastThumbnail = 40;  ///< the least height with room for cells
constexpr Index kMostThumbnail = 24;  ///< rows and columns of a large matrix that a thumbnail shows

/// Returns the operation of a stage in a few signs.
std::string signOf(const Scene& scene, MatrixId id) {
    const Conventions& conventions = scene.preferences().conventions;
    const std::string sign =
        formulaIn(scene.wording(), signInConventions(scene.document(), id, conventions));
    return sign.empty() ? std::string(symbolInConventions(id, conventions)) : sign;
}

class Ribbon {
public:
    Ribbon(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          region_(region),
          has_cells_(region.height() > look_.px(kLeastThumbnail)) {
        for (const MatrixId id : scene.trace().order) {
            if (info(id).domain != Domain::allowed) stages_.push_back(id);
        }
    }

    void draw() {
        const auto count = static_cast<float>(stages_.size());
        const float least_gap = look_.px(22);
        const float width =
            std::min(look_.px(110), (region_.width() + least_gap) / count - least_gap);
        const float gap = count > 1 ? (region_.width() - count * width) / (count - 1) : 0;
        float x = region_.min.x;
        for (std::size_t k = 0; k < stages_.size(); ++k) {
            const Rect box = region_.betweenX(x, x + width);
            thumbnail(stages_[k], box);
            if (k + 1 < stages_.size()) {
                painter_.text(look_.fonts.text, look_.colors().soft,
                              box.betweenX(box.max.x, box.max.x + gap), "\u203a", Align::center);
            }
            x += width + gap;
        }
    }

private:
    [[nodiscard]] const Conventions& conventions() const {
        return scene_.preferences().conventions;
    }

    void thumbnail(MatrixId id, const Rect& box) {
        const Theme& c = look_.colors();
        const auto step = stepCovering(scene_.steps(), id);
        const std::size_t at = step.value_or(0);
        const auto focus = focusedTarget(scene_.state);
        const bool current = focus && focus->id == id;
        const bool later = at > scene_.place().step;
        ImGui::SetCursorScreenPos(box.min);
        // The matrix in the focus below has the same name, but must have another id.
        const std::string name = fmt::format("{}##ribbon", info(id).name);
        if (ImGui::InvisibleButton(name.c_str(), {box.width(), box.height()})) open(id, at);
        const bool hovered = ImGui::IsItemHovered();
        if (hovered) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            tooltip(look_,
                    scene_.said(say::stages::Line{.matrix = titleOf(id),
                                                  .line = stageLine(scene_.document(), id)}),
                    {.pale = scene_.said(whyOf(scene_.document(), scene_.steps()[at]))});
        }

        const float strength = later && !hovered ? 0.38f : 1.0f;
        const float radius = look_.px(7);
        painter_.fill(box, mix(c.ground, c.panel, later ? 0.5f : 1.0f), radius);
        painter_.outline(box, current ? c.ink : c.line, radius,
                         current ? std::max(2.0f, look_.px(2)) : std::max(1.0f, look_.scale));
        const Color color = mix(c.panel, roleColor(c, info(id).role), later ? 0.6f : 1.0f);
        label(id, box, color);
        if (!has_cells_) return;
        cells(id,
              {{box.min.x + look_.px(6), box.min.y + look_.px(scene_.compact ? 25 : 29)},
               {box.max.x - look_.px(6), box.max.y - look_.px(7)}},
              strength);
    }

    void label(MatrixId id, const Rect& box, Color color) {
        const LineFonts fonts{look_.fonts.caption, look_.fonts.caption, look_.fonts.mono_small};
        const auto width_of = [&](const TextLine& line) {
            float width = 0;
            for (const Piece& piece : line) {
                width += painter_.width(piece.raised != 0 ? fonts.raised : fonts.plain, piece.text);
            }
            return width;
        };
        TextLine line = parseSymbols(signOf(scene_, id));
        if (width_of(line) > box.width() - look_.px(6))
            line = parseSymbols(symbolInConventions(id, conventions()));
        const float width = width_of(line);
        float x = std::floor(box.min.x + (box.width() - width) / 2);
        for (const Piece& piece : line) {
            ImFont* font = piece.raised != 0 ? fonts.raised : fonts.plain;
            const float up = static_cast<float>(piece.raised) * look_.px(-4);
            x += painter_.textAt(font, color,
                                 {x, box.min.y +
                                         look_.px(!has_cells_      ? 5
                                                  : scene_.compact ? 7
                                                                   : 9) +
                                         up},
                                 piece.text);
        }
    }

    void cells(MatrixId id, const Rect& room, float strength) {
        StageGrid grid(scene_, id);
        grid.showWindow(scene_);
        grid.cut({0, 0}, std::min(grid.spec.values.rows(), kMostThumbnail),
                 std::min(grid.spec.values.cols(), kMostThumbnail));
        const auto rows = static_cast<float>(std::max<Index>(shownRows(grid.spec), 1));
        const auto cols = static_cast<float>(std::max<Index>(shownCols(grid.spec), 1));
        const float gap = rows > 8 || cols > 8 ? 1.0f : look_.px(2);
        const float most = look_.px(17);
        const float side =
            std::max(1.0f, std::floor(std::min({most, (room.width() + gap) / cols - gap,
                                                (room.height() + gap) / rows - gap})));
        grid.spec.gap = gap;
        grid.spec.cell = {side, side};
        grid.spec.interactive = false;
        grid.spec.strength = strength;
        grid.spec.dim_others = (isPointing(scene_) && !grid.lit().empty()) || mayDepend(scene_, id);
        const float width = cols * (side + gap) - gap;
        const float height = rows * (side + gap) - gap;
        grid.spec.at = {std::floor(room.min.x + (room.width() - width) / 2),
                        std::floor(room.min.y + (room.height() - height) / 2)};
        grid.draw(painter_, scene_);
    }

    void open(MatrixId id, std::size_t step) {
        const Step& target = scene_.steps()[step];
        const bool is_result =
            std::find(target.results.begin(), target.results.end(), id) != target.results.end();
        const MatrixId shown = is_result ? id : target.results.front();
        const Tensor& values = scene_.trace().tensor(shown);
        const Cell last{values.rows() - 1, values.cols() - 1};
        scene_.emit(GoTo{step, scene_.shown().lastCell(target)});
        scene_.emit(FocusCell{stepCellIndex(scene_.document(), target, {shown, last})});
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    bool has_cells_;
    std::vector<MatrixId> stages_;
};

}  // namespace

void drawRibbon(const Scene& scene, const Rect& region) { Ribbon(scene, region).draw(); }

}  // namespace lookback
