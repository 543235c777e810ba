#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/look/painter.h"
#include "app/views/lab/narration.h"
#include "app/views/shared/scene.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/formula.h"
#include "core/explain/explain.h"

namespace lookback {

/// What stands below the focus: the row without its mask, what is told of the step, and, where
/// there is room for it, what the lesson said of its own numbers. All are set once, for measuring
/// and for drawing.
class Asides {
public:
    Asides(const Scene& scene, float width);

    /// The height that is to be left for them; 0 where they have to take what the focus leaves.
    [[nodiscard]] float wanted() const;

    void draw(const Rect& region);

private:
    /// A row of weights as it would be without the mask, or as it was, in a card.
    struct FreeRow {
        StageGrid grid;  ///< relative to the card's corner
        std::string heading{};
        std::string label{};
        std::vector<std::string> keys{};  ///< above the columns
        TextLine finding{};
        float beside = 0;  ///< of the label
        float top = 0;     ///< of the heading
        float height = 0;  ///< of the card
    };
    /// @param other document that has the row
    void setFreeRow(const Variant& other);
    void tellChange(TextLine words);
    [[nodiscard]] std::string headingOf() const;
    [[nodiscard]] LineFonts findingFonts() const;
    [[nodiscard]] float wordsBegin() const;
    void drawFreeRow(ImVec2 at);
    [[nodiscard]] float gap() const;
    [[nodiscard]] bool givesWay() const;

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    float width_;
    std::optional<FreeRow> row_;
    bool is_row_shown_ = false;         ///< else only its place is kept
    bool is_row_before_ = false;        ///< it is the row before the latest act
    std::optional<Narration> words_;    ///< none where they stand in the header
    std::optional<Narration> earlier_;  ///< the lesson's, once its numbers were changed
};

}  // namespace lookback
