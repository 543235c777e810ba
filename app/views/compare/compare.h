#pragma once

#include <string_view>
#include <vector>

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/state/commands/commands.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Compare's centre: two variants of the document side by side, their difference, and what is to be
/// said of it; or one row under many variants.
void drawCompare(const Scene& scene, const Rect& region);

/// The line above, or two where all has no room in one: what is shown, of which head; which two,
/// which stage, and a snapshot. @return the height they take
float drawCompareBar(const Scene& scene, const Rect& region);

/// Two variants and their difference.
void drawComparedPair(const Scene& scene, const Rect& region);

/// The row of the token that is read, as the table that is chosen.
void drawComparedRow(const Scene& scene, const Rect& region);

/// A card with a sentence alone: why there is nothing else to be seen.
void drawSentenceCard(const Scene& scene, const Rect& region, std::string_view heading,
                      std::string_view why);

/// What opens the menu of a side by a key.
[[nodiscard]] const Command& commandOf(Side side);

/// The menu of a side below its button: all that can be compared. @param id of the menu. @param
/// opens the button was clicked; a key opens it, too
void drawVariantMenu(const Scene& scene, Side side, const char* id, const Rect& button, bool opens);

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
