#include "app/views/shared/help_lines.h"

#include <array>

#include <fmt/ranges.h>

namespace lookback {
namespace {

struct MouseUse {
    std::string_view what;
    std::string_view how;
};

constexpr std::array kDocumentUses{
    MouseUse{"Change a number", "drag it; Shift finer, Ctrl coarser"},
    MouseUse{"Type a number", "double-click; 1/3, sqrt(2); Tab, Esc"},
    MouseUse{"Read a token", "click its chip"},
    MouseUse{"Rename a token", "double-click its chip"},
    MouseUse{"Move a token", "drag its chip"},
    MouseUse{"Paint the mask", "drag over it in the step Mask"},
    MouseUse{"Paint a line of the mask", "drag with Shift; Shift+click: its query"},
    MouseUse{"Mark padding, documents", "click a token\u2019s flag or number"},
    MouseUse{"Explain a number", "point at it; a click locks it"},
    MouseUse{"Go through the steps", "click or drag the timeline"},
    MouseUse{"Move in large matrices", "wheel; Shift: sideways; Ctrl: zoom"},
    MouseUse{"Open a file", "drop it onto the window"},
    MouseUse{"A spot of light", "presented: hold on empty ground"},
};

constexpr std::array kExperimentUses{
    MouseUse{"Go to a step of training", "click or drag the chart, the timeline"},
    MouseUse{"Zoom the chart of losses", "wheel; drag with Shift moves it"},
    MouseUse{"Train with another number", "drag its slider, or type it"},
    MouseUse{"Read another sentence", "type it above both models"},
    MouseUse{"Show the next tokens", "click the row of a token"},
    MouseUse{"A spot of light", "presented: hold on empty ground"},
};

}  // namespace

HelpGroup mouseUses(SubjectKind subject) {
    const std::span<const MouseUse> uses = subject == SubjectKind::experiment
                                               ? std::span<const MouseUse>(kExperimentUses)
                                               : std::span<const MouseUse>(kDocumentUses);
    HelpGroup group{.heading = "With the mouse", .lines = {}};
    for (const MouseUse& use : uses) group.lines.push_back({use.what, std::string(use.how)});
    return group;
}

std::vector<HelpGroup> keyGroups(std::initializer_list<std::span<const Command>> tables) {
    std::vector<HelpGroup> groups;
    for (const std::string_view heading : kCommandGroups) groups.push_back({heading, {}});
    for (const std::span<const Command> table : tables) {
        for (const Command& row : table) {
            groups[static_cast<std::size_t>(row.group)].lines.push_back(
                {row.label, fmt::format("{}", fmt::join(keyNames(row), ", "))});
        }
    }
    std::erase_if(groups, [](const HelpGroup& group) { return group.lines.empty(); });
    return groups;
}

}  // namespace lookback
