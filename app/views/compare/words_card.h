#pragma once

#include <string_view>
#include <vector>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Sentences on a card of their own, each measured once.
class WordsCard {
public:
    /// @param all what there is to say: as much of it is said as has room in `most` lines, at least
    /// one sentence; it must outlive the card. @param width of the card
    WordsCard(const Scene& scene, Painter& painter, const std::vector<TextLine>& all, float width,
              std::size_t most);

    /// The same for all that has room in its lines: that other words are said moves nothing.
    [[nodiscard]] float height() const { return height_; }

    /// @param at top left corner
    void draw(ImVec2 at, std::string_view heading);

private:
    struct Said {
        const TextLine* line;
        float height;
    };

    const Scene& scene_;
    Painter& painter_;
    float width_;
    float pad_;
    std::vector<Said> said_;
    float height_ = 0;
};

}  // namespace lookback
