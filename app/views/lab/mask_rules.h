#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "core/document/verdict.h"

namespace lookback {

/// The rules of the mask as a strip beside it, the key to its cells: their colours and names,
/// steppers of their numbers, and a note on rules that block no cell. A change of a number moves
/// nothing in the strip.
class MaskRules {
public:
    /// The contents of the strip: with notes on rules that block no cell; without notes; or names
    /// alone, which cannot be changed.
    enum class Detail : std::uint8_t { notes, steppers, names };

    /// Empty in steps that do not show the mask.
    MaskRules(const Scene& scene, Painter& painter, float width, Detail detail = Detail::notes);

    /// The height with the gap below the strip; 0 where it is empty.
    [[nodiscard]] float height() const { return height_; }

    /// True where the strip is one line without steppers.
    [[nodiscard]] bool isPlainLine() const;

    void draw(ImVec2 at);

    /// Draws the strip in the middle of one line. @return false where it is empty, or needs more
    /// than one line
    bool drawInLine(const Rect& line);

private:
    /// A position in the strip.
    struct Spot {
        std::size_t line = 0;
        float x = 0;
    };
    /// A rule, a further number of the rule before, or the painted cells.
    struct Entry {
        std::optional<std::size_t> rule{};
        std::size_t which = 0;  ///< index of the number of the rule
        bool ends_rule = true;  ///< the last entry of its rule
        std::string name{};     ///< empty for a further number
        std::string tip{};
        std::string note{};               ///< beside it
        std::optional<Verdict> swatch{};  ///< before the name: a sample of its cells
        float swatch_width = 0;           ///< with the gap behind it
        float name_width = 0;
        float number_width = 0;  ///< of its stepper; 0: none
        float note_room = 0;     ///< the widest that the note may become
        bool is_removable = false;
        Spot spot{};
        Spot note_spot{};
    };
    struct Line {
        float top = 0;
        float height = 0;
    };

    void addRules();
    void addPaint();
    void measure();
    void noteWhatIsIdle();
    void arrange(float width);
    [[nodiscard]] float widthOf(const Entry& entry) const;
    [[nodiscard]] Rect boxAt(const Spot& spot, float width, ImVec2 strip) const;
    void drawEntry(const Entry& entry, ImVec2 strip);
    void drawSwatch(const Verdict& verdict, const Rect& box);
    void drawNumber(const Entry& entry, ImVec2 at);

    const Scene& scene_;
    Painter& painter_;
    Detail detail_;
    std::vector<Entry> entries_;
    std::vector<Line> lines_;
    float height_ = 0;
};

}  // namespace lookback
