#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/views/shared/scene.h"
#include "core/document/verdict.h"

namespace lookback {

/// The rules of the mask as a strip beside it, the key to its cells: their colours and names,
/// steppers of their numbers, and what hides nothing. Nothing in it moves while a number changes.
class MaskRules {
public:
    /// How much it says: also of which rule hides nothing; no notes; or names alone, with nothing
    /// to change.
    enum class Detail : std::uint8_t { notes, steppers, names };

    /// Empty in steps that do not show the mask.
    MaskRules(const Scene& scene, Painter& painter, float width, Detail detail = Detail::notes);

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
        std::string_view note{};          ///< beside it
        std::optional<Verdict> swatch{};  ///< before its name: what its cells look like
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
