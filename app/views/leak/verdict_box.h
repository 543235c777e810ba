#pragma once

#include <cstdint>
#include <string>

#include "app/look/painter.h"
#include "app/state/model/leak_report.h"
#include "app/views/shared/scene.h"
#include "app/widgets/formula.h"

namespace lookback {

/// Amounts of the words of a verdict.
enum class VerdictWords : std::uint8_t {
    all,
    brief,  ///< without the names of all pairs of tokens
    folded  ///< in small type the first sentence beside the headline; the tooltip has the others
};

/// The verdict of one side in words, on the colour of the verdict, with a button that opens the
/// example of a leak.
class VerdictBox {
public:
    /// @param answer without a verdict: the search goes on. @param is_current false: the answer is
    /// that of a moment ago
    VerdictBox(const Scene& scene, Painter& painter, Side side, const LeakAnswer& answer,
               bool is_current);

    /// Returns the height for its words at this width, at least that of most verdicts.
    [[nodiscard]] float height(float width, VerdictWords words);
    /// True if all words take few lines at this width, so that both verdicts fill their boxes.
    [[nodiscard]] bool areFew(float width);

    void draw(const Rect& box, VerdictWords words);

private:
    [[nodiscard]] float pad() const;
    [[nodiscard]] float foldedPad() const { return scene_.look.px(6); }
    [[nodiscard]] std::string exampleLabel() const;
    [[nodiscard]] bool hasExample() const;
    [[nodiscard]] bool isPending() const { return !answer_.fault && !answer_.verdict; }
    /// True if the answer is that of a moment ago.
    [[nodiscard]] bool isOld() const { return !is_current_ && !isPending(); }
    [[nodiscard]] float oldWidth() const;
    void drawOld(const Rect& line, Color ground);
    [[nodiscard]] float headlineWidth() const;
    /// Returns the width between the headline and the button. The first sentence begins there and
    /// goes on below the headline.
    [[nodiscard]] float foldedWidth(float width) const;
    [[nodiscard]] float foldedHeight(float width) const;
    void drawFolded(const Rect& inside, Color ground, Color tone);
    void exampleButton(const Rect& line);

    const Scene& scene_;
    Painter& painter_;
    Side side_;
    const LeakAnswer& answer_;
    bool is_current_;
    Color Theme::*tone_ = &Theme::soft;  ///< of a verdict that is still searched
    std::string headline_;
    TextLine words_;
    TextLine brief_;
    TextLine first_;  ///< the first sentence of the brief words
};

}  // namespace lookback
