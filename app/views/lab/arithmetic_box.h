#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"
#include "core/explain/explain.h"

namespace lookback {

/// Returns the explanation of a step without cells: why there are none, and what can be done.
[[nodiscard]] Explanation nothingToExplain(const Document& document);

/// Returns the tooltip of the folded terms of a long sum.
[[nodiscard]] std::string unfoldTip(const Scene& scene);

/// Returns how a cell is explained: its meaning tells only numbers that are shown.
[[nodiscard]] ExplainOptions optionsAbout(const Scene& scene, const Target& target,
                                          std::size_t most_terms);

/// The making of one number: its formula with the real operands in a box, and below the box its
/// meaning.
class ArithmeticBox {
public:
    /// @param width that the box may take.
    ArithmeticBox(const Scene& scene, Painter& painter, const std::optional<Target>& target,
                  float width);
    ArithmeticBox(const ArithmeticBox&) = delete;  // its lines point into its explanation
    ArithmeticBox& operator=(const ArithmeticBox&) = delete;

    /// Height of the box and the sentence: the reserved height, so that going from cell to cell
    /// moves nothing, and more only for a long sum that is written out or in a small window.
    [[nodiscard]] float height() const {
        return std::max(box_height_ + sentence_height_, reservedHeight());
    }

    /// The height that is reserved for every cell.
    [[nodiscard]] float reservedHeight() const { return usualHeight(scene_); }
    [[nodiscard]] static float usualHeight(const Scene& scene);

    void draw(ImVec2 at);

private:
    /// A size of type, and how many terms of a sum are written out in it.
    struct Style {
        LineFonts fonts;
        std::size_t most_terms;
    };

    [[nodiscard]] static std::vector<Style> styles(const Scene& scene);
    void choose();
    void layLines(const Style& style);
    void sayWhyEmpty();
    void chooseWords();
    /// Returns how many terms of the sum a style writes out: all, or its `most_terms`.
    [[nodiscard]] std::size_t termsIn(const Style& style) const;
    [[nodiscard]] static float mostHeight(const Scene& scene);
    [[nodiscard]] float linesRoom() const;
    [[nodiscard]] float sidePad() const;
    [[nodiscard]] static float boxPad(const Scene& scene);
    [[nodiscard]] static float sentenceGap(const Scene& scene);
    [[nodiscard]] float linesWidth() const;
    [[nodiscard]] float equalsWidth() const;

    const Scene& scene_;
    Painter& painter_;
    std::optional<Target> target_;
    float width_;
    Style style_;
    LineFonts words_;  ///< of the sentence
    Explanation explanation_;
    // The laid lines below point into these three.
    TextLine subject_words_;
    std::vector<TextLine> line_words_;
    TextLine meaning_words_;
    LaidLine subject_;
    std::vector<LaidLine> lines_;
    LaidLine sentence_;
    float lines_height_ = 0;
    float box_height_ = 0;
    float sentence_height_ = 0;
};

}  // namespace lookback
