/// What is wrong with the layout of a frame, found in the places of its texts and items.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/app/lab_under_test.h"

namespace lookback::test {

/// Something that a person would see at once.
struct LayoutFault {
    std::string kind;   ///< "cut", "overlap", ...
    std::string what;   ///< which texts or items
    std::string where;  ///< their rectangles
};

/// Every fault of the last frame:
///   cut       a text is partly outside of what its window shows (above and below only where the
///             window does not scroll)
///   lost      a text is wholly outside of a window that does not scroll
///   overlap   two texts, or two items, stand on each other
///   crossed   a text stands half on an item that answers the pointer
///   outside   an item leaves its window sideways
///   shortened a text ends with an ellipsis
///   small     a text is set in less than 12 px
///   twin      two items have one ImGui id, so one answers for the other
[[nodiscard]] std::vector<LayoutFault> layoutFaults(const UiDriver& ui,
                                                    const std::vector<LayoutProbe::Text>& texts);
[[nodiscard]] std::vector<LayoutFault> layoutFaults(const LabUnderTest& lab);

/// Faults of many screens, each distinct one once.
class LayoutReport {
public:
    /// @param allowed_kinds faults of these kinds are not looked at.
    void add(const std::string& screen, const std::vector<LayoutFault>& faults,
             const std::vector<std::string>& allowed_kinds = {});
    [[nodiscard]] bool empty() const { return entries_.empty(); }
    [[nodiscard]] std::string text() const;

private:
    struct Entry {
        int times = 0;
        std::string first;  ///< the first screen it was seen on, and where there
    };
    std::map<std::string, Entry> entries_;  ///< by kind and what
};

}  // namespace lookback::test
