#pragma once

#include <string_view>
#include <vector>

#include "app/look/painter.h"
#include "app/look/rect.h"
#include "app/state/commands/commands.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Draws Compare's centre: two variants of the document side by side, their difference and words
/// about it; or one row under many variants.
void drawCompare(const Scene& scene, const Rect& region);

/// Draws the bar with the choices of Compare: view, head, variants A and B, stage, snapshot; in
/// two lines where one is too narrow. @return the height taken
float drawCompareBar(const Scene& scene, const Rect& region);

/// Draws two variants and their difference.
void drawComparedPair(const Scene& scene, const Rect& region);

/// Draws the row of the token that is read, as the chosen table.
void drawComparedRow(const Scene& scene, const Rect& region);

/// Draws a card with a sentence alone: the reason why nothing else can be shown.
void drawReasonCard(const Scene& scene, const Rect& region, std::string_view heading,
                    std::string_view why);

/// Returns the command whose key opens the menu of a side.
[[nodiscard]] const Command& commandOf(Side side);

/// Draws the menu of a side below its button: all variants that can be compared. @param id of the
/// menu. @param opens the button was clicked; a key opens the menu, too
void drawVariantMenu(const Scene& scene, Side side, const char* id, const Rect& button, bool opens);

/// Sentences on a card of their own, each measured once.
class WordsCard {
public:
    /// @param all sentences, the most important first; as many of them are shown as fit into `most`
    /// lines, at least one. The vector must outlive the card. @param width of the card
    WordsCard(const Scene& scene, Painter& painter, const std::vector<TextLine>& all, float width,
              std::size_t most);

    /// The height of the card, the same for all sentences that fit into `most` lines, so that a
    /// change of the words moves nothing.
    [[nodiscard]] float height() const { return height_; }

    /// @param at top left corner
    void draw(ImVec2 at, std::string_view heading);
    /// Draws the sentences alone, on a card that was drawn before.
    void drawWords(ImVec2 at, std::string_view heading);

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
