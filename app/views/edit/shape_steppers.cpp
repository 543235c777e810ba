#include "app/views/edit/shape_steppers.h"

#include <algorithm>
#include <array>
#include <string>

#include "app/widgets/fields.h"
#include "core/words/say.h"
#include "messages/edit.h"
#include "messages/mask.h"

namespace lookback {
namespace {

struct ShapeRow {
    Index DocumentShape::*field;
    std::string label;
};

}  // namespace

std::optional<DocumentShape> shapeSteppers(const Scene& scene, const DocumentShape& shape,
                                           float width) {
    const Look& look = scene.look;
    const std::array rows{ShapeRow{&DocumentShape::d_model, "d_model"},
                          ShapeRow{&DocumentShape::d_k, "d_k"},
                          ShapeRow{&DocumentShape::d_v, "d_v"},
                          ShapeRow{&DocumentShape::heads, scene.said(say::edit::ShapeHeads{})}};
    const std::string less = scene.said(say::mask::NumberLessTip{});
    const std::string more = scene.said(say::mask::NumberMoreTip{});
    float widest = 0;
    for (const ShapeRow& row : rows) widest = std::max(widest, stepperWidth(look, row.label));
    const ImVec2 begin = ImGui::GetCursorScreenPos();
    const float pitch = widest + look.px(24);
    const int across = std::clamp(static_cast<int>((width + look.px(24)) / pitch), 1,
                                  static_cast<int>(rows.size()));
    std::optional<DocumentShape> changed;
    float bottom = begin.y;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        const auto col = static_cast<float>(k % static_cast<std::size_t>(across));
        if (k > 0 && col == 0) bottom = ImGui::GetCursorScreenPos().y;
        ImGui::SetCursorScreenPos({begin.x + col * pitch, bottom});
        const auto field = rows[k].field;
        const auto number =
            stepper(look, rows[k].label, shape.*field, std::min(kLeastShape.*field, shape.*field),
                    std::max(kMostShape.*field, shape.*field), {less, more});
        if (!number || *number == shape.*field) continue;
        changed = shape;
        (*changed).*field = *number;
    }
    return changed;
}

Message shapeLimits() {
    return say::edit::ShapeLimits{.model_least = Count{kLeastShape.d_model},
                                  .model_most = Count{kMostShape.d_model},
                                  .least = Count{kLeastShape.d_k},
                                  .most = Count{kMostShape.d_k},
                                  .heads = Count{kMostShape.heads}};
}

}  // namespace lookback
