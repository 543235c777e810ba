#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/look/rect.h"

namespace lookback {

/// Keeps every text of a frame with its place and the place it had, and its tooltip: tests look for
/// cut and overlapping texts.
class LayoutProbe {
public:
    struct Text {
        std::string text;
        Rect drawn;  ///< what the glyphs cover
        Rect clip;   ///< outside of it nothing is seen
    };

    void clear() {
        texts_.clear();
        tooltip_.clear();
    }
    void add(std::string text, Rect drawn, Rect clip) {
        texts_.push_back({std::move(text), drawn, clip});
    }
    [[nodiscard]] const std::vector<Text>& texts() const { return texts_; }
    /// The texts from `first` on are seen elsewhere: where `place` takes their corners.
    template <class Place>
    void move(std::size_t first, Place place) {
        for (std::size_t k = first; k < texts_.size(); ++k) {
            Rect& drawn = texts_[k].drawn;
            drawn = {place(drawn.min), place(drawn.max)};
        }
    }

    /// The paragraphs of the tooltip; none where none is shown.
    void setTooltip(std::vector<std::string> paragraphs) { tooltip_ = std::move(paragraphs); }
    [[nodiscard]] const std::vector<std::string>& tooltip() const { return tooltip_; }

private:
    std::vector<Text> texts_;
    std::vector<std::string> tooltip_;
};

}  // namespace lookback
