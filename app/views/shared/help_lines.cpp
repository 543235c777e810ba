#include "app/views/shared/help_lines.h"

#include <array>

#include "messages/commands.h"

namespace lookback {
namespace {

/// The headings of the groups of commands, in their order.
constexpr std::array<Message (*)(), 10> kGroupHeadings{
    stated<say::commands::GroupSteps>,    stated<say::commands::GroupView>,
    stated<say::commands::GroupCompare>,  stated<say::commands::GroupTokens>,
    stated<say::commands::GroupMask>,     stated<say::commands::GroupTrain>,
    stated<say::commands::GroupGenerate>, stated<say::commands::GroupLesson>,
    stated<say::commands::GroupFiles>,    stated<say::commands::GroupWindow>,
};
static_assert(static_cast<std::size_t>(CommandGroup::window) + 1 == kGroupHeadings.size());

struct MouseUse {
    Message (*what)();
    Message (*how)();
    bool is_on_slide = true;  ///< it works in presentation, too
};

constexpr std::array kDocumentUses{
    MouseUse{stated<say::commands::MouseChangeNumber>, stated<say::commands::MouseChangeNumberHow>},
    MouseUse{stated<say::commands::MouseTypeNumber>, stated<say::commands::MouseTypeNumberHow>},
    MouseUse{stated<say::commands::MouseSelectToken>, stated<say::commands::MouseSelectTokenHow>,
             false},
    MouseUse{stated<say::commands::MouseRenameToken>, stated<say::commands::MouseRenameTokenHow>,
             false},
    MouseUse{stated<say::commands::MouseMoveToken>, stated<say::commands::MouseMoveTokenHow>,
             false},
    MouseUse{stated<say::commands::MousePaintMask>, stated<say::commands::MousePaintMaskHow>},
    MouseUse{stated<say::commands::MousePaintLine>, stated<say::commands::MousePaintLineHow>},
    MouseUse{stated<say::commands::MouseMarkTokens>, stated<say::commands::MouseMarkTokensHow>,
             false},
    MouseUse{stated<say::commands::MouseExplainNumber>,
             stated<say::commands::MouseExplainNumberHow>},
    MouseUse{stated<say::commands::MouseCopyMatrix>, stated<say::commands::MouseCopyMatrixHow>},
    MouseUse{stated<say::commands::MouseGoThroughSteps>,
             stated<say::commands::MouseGoThroughStepsHow>},
    MouseUse{stated<say::commands::MouseMoveInMatrices>,
             stated<say::commands::MouseMoveInMatricesHow>},
    MouseUse{stated<say::commands::MouseOpenFile>, stated<say::commands::MouseOpenFileHow>},
    MouseUse{stated<say::commands::MouseMenus>, stated<say::commands::MouseMenusHow>},
    MouseUse{stated<say::commands::MouseSpotlight>, stated<say::commands::MouseSpotlightHow>},
};

constexpr std::array kExperimentUses{
    MouseUse{stated<say::commands::MouseGoToStep>, stated<say::commands::MouseGoToStepHow>},
    MouseUse{stated<say::commands::MouseZoomLosses>, stated<say::commands::MouseZoomLossesHow>},
    MouseUse{stated<say::commands::MouseChangeSetting>,
             stated<say::commands::MouseChangeSettingHow>},
    MouseUse{stated<say::commands::MouseTrySentence>, stated<say::commands::MouseTrySentenceHow>},
    MouseUse{stated<say::commands::MouseShowPredictions>,
             stated<say::commands::MouseShowPredictionsHow>},
    MouseUse{stated<say::commands::MouseMenus>, stated<say::commands::MouseMenusHow>},
    MouseUse{stated<say::commands::MouseSpotlight>, stated<say::commands::MouseSpotlightHow>},
};

/// Returns all keys of a command that has at least one there.
Argument allKeys(const Command& command, KeyPlace place) {
    const std::vector<Argument> names = keyNames(command, place);
    if (names.size() == 1) return names.front();
    return Message(say::commands::TwoKeys{.first = names[0], .second = names[1]});
}

}  // namespace

HelpGroup mouseUses(SubjectKind subject, HelpFor where) {
    const std::span<const MouseUse> uses = subject == SubjectKind::experiment
                                               ? std::span<const MouseUse>(kExperimentUses)
                                               : std::span<const MouseUse>(kDocumentUses);
    HelpGroup group{.heading = say::commands::GroupMouse{}, .lines = {}};
    for (const MouseUse& use : uses) {
        if (where == HelpFor::slide && !use.is_on_slide) continue;
        group.lines.push_back({use.what(), use.how()});
    }
    return group;
}

std::vector<HelpGroup> keyGroups(std::initializer_list<std::span<const Command>> tables,
                                 HelpFor where, KeyPlace place) {
    std::vector<HelpGroup> groups;
    for (const auto heading : kGroupHeadings) groups.push_back({heading(), {}});
    for (const std::span<const Command> table : tables) {
        for (const Command& row : table) {
            if (where == HelpFor::slide && !worksOnSlide(row)) continue;
            if (keysOf(row, place)[0].key == Key::none) continue;
            groups[static_cast<std::size_t>(row.group)].lines.push_back(
                {row.label(), allKeys(row, place)});
        }
    }
    std::erase_if(groups, [](const HelpGroup& group) { return group.lines.empty(); });
    return groups;
}

}  // namespace lookback
