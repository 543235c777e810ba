#pragma once

#include <functional>
#include <span>
#include <string>

#include "app/views/shared/panel_column.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// Draws a sheet over the top of the centre, which scrolls where it has no room.
/// @param name of its window @param height of the content in the frame before, updated
/// @param draw called with the box of the sheet; returns the y at which the content ends
void drawCentreSheet(const Scene& scene, const Rect& centre, const char* name, float& height,
                     const std::function<float(const Rect&)>& draw);

/// The rows of a sheet in which numbers are drawn: a name to the left, controls to the right.
class SheetRows : protected PanelColumn {
protected:
    SheetRows(const Scene& scene, const Rect& box);

    [[nodiscard]] float fieldLeft() const;
    void heading(const Message& words);
    /// Draws the name of the next row, without taking its height.
    void name(const Message& label, float height);
    /// Draws the libraries as choices, in a row of their own. @return true where `library`, as
    /// files spell it, has become another
    bool libraries(const Message& label, std::string& library);
    /// A button of the last row, which is filled from the right.
    struct RowButton {
        std::string label;  ///< with its id
        Message tip;
        bool is_strong = false;
    };
    [[nodiscard]] float widthOf(std::span<const RowButton> row) const;
    /// Draws the last row. @return index of the clicked button, or -1
    int buttons(std::span<const RowButton> row);
    void fault(const std::string& text);
    void words(const std::string& text, Color color);

private:
    int listed(std::span<const char* const> labels, int chosen);
};

}  // namespace lookback
