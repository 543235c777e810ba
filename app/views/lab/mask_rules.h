#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// The rules of the mask as a strip beside it: their names, steppers of their numbers, and what
/// hides nothing. Nothing in it moves while a number changes.
class MaskRules {
public:
    /// Empty in steps that do not show the mask. @param has_notes false: short, it says of no rule
    /// that it hides nothing
    MaskRules(const Scene& scene, Painter& painter, float width, bool has_notes = true);

    /// With the gap below it; 0 where it is empty.
    [[nodiscard]] float height() const { return height_; }

    void draw(ImVec2 at);

    /// Draws it in the middle of one line. @return false: it is empty, or takes more than one
    bool drawInLine(const Rect& line);

private:
    /// A place in the strip.
    struct Spot {
        std::size_t line = 0;
        float x = 0;
    };
    /// A rule, a further number of the rule before it, or what is painted by hand.
    struct Entry {
        std::optional<std::size_t> rule{};
        std::size_t which = 0;  ///< of the rule's numbers
        bool ends_rule = true;  ///< no further number of it comes after
        std::string name{};     ///< empty for a further number
        std::string tip{};
        std::string_view note{};  ///< beside it
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
    void drawNumber(const Entry& entry, ImVec2 at);

    const Scene& scene_;
    Painter& painter_;
    std::vector<Entry> entries_;
    std::vector<Line> lines_;
    float height_ = 0;
};

}  // namespace lookback
