#pragma once

#include <string_view>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"
#include "core/explain/checks.h"

namespace lookback {

/// The panel to the right of a mode: what the numbers mean, each part where the one before has
/// ended.
class MeaningColumn {
public:
    MeaningColumn(const Scene& scene, const Rect& region);

protected:
    void heading(std::string_view text);
    /// A sentence over the width of the panel, or from `indent` on.
    void sentence(const TextLine& words, float indent = 0);
    /// A sign, and what it stands for.
    void check(CheckSign sign, std::string_view words);
    void check(bool holds, std::string_view words) {
        check(holds ? CheckSign::meant : CheckSign::not_meant, words);
    }
    /// From here to so far down, over the width of the panel.
    [[nodiscard]] Rect band(float height) const { return {{left_, y_}, {right_, y_ + height}}; }
    /// All that was drawn can be scrolled to.
    void end() const;

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    float left_;
    float right_;
    float y_;
};

}  // namespace lookback
