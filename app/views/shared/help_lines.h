#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "app/state/commands/commands.h"
#include "app/state/model/mode.h"
#include "core/base/message.h"

namespace lookback {

/// What one can do, and its keys or its gesture.
struct HelpLine {
    Message what;
    Argument how;
};

/// Lines under one heading.
struct HelpGroup {
    Message heading;
    std::vector<HelpLine> lines;
};

/// The lines that are listed: all, or those that hold in presentation.
enum class HelpFor : std::uint8_t { window, slide };

/// Returns the uses of the mouse with a document or an experiment.
[[nodiscard]] HelpGroup mouseUses(SubjectKind subject, HelpFor where = HelpFor::window);

/// Returns the commands of the tables with their keys, by their groups; commands
/// without a key there and groups without a command are left out.
[[nodiscard]] std::vector<HelpGroup> keyGroups(
    std::initializer_list<std::span<const Command>> tables, HelpFor where = HelpFor::window,
    KeyPlace place = KeyPlace::window);

}  // namespace lookback
