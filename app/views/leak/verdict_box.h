#pragma once

#include "app/look/painter.h"
#include "app/state/model/leak_report.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// The verdict of one side in words, on the colour of what it says, with a button that opens the
/// example of a leak.
class VerdictBox {
public:
    /// @param answer without a verdict: it is still being found. @param is_current else it is one
    /// of a moment ago
    VerdictBox(const Scene& scene, Painter& painter, Side side, const LeakAnswer& answer,
               bool is_current);

    /// As high as its words need at this width, and as most verdicts do. @param brief without the
    /// names of all words that are seen
    [[nodiscard]] float height(float width, bool brief);

    void draw(const Rect& box, bool brief);

private:
    [[nodiscard]] float pad() const;
    void exampleButton(const Rect& line);

    const Scene& scene_;
    Painter& painter_;
    Side side_;
    const LeakAnswer& answer_;
    bool is_current_;
    bool is_good_ = true;
    std::string headline_;
    TextLine words_;
    TextLine brief_;
};

}  // namespace lookback
