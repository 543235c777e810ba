#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/base/message.h"
#include "messages/commands.h"

namespace lookback {

/// What the window is used for: each is a row of the tables of modes.
enum class Mode : std::uint8_t { lab, compare, leak, train, generate };
inline constexpr std::size_t kModeCount = 5;

/// What a person opens, edits, saves and undoes.
enum class SubjectKind : std::uint8_t { document, experiment };

struct ModeInfo {
    Mode mode;
    std::string_view name;  ///< as commands spell it
    Message (*title)();     ///< as its tab shows it
    SubjectKind subject;    ///< whether the mode shows a document or an experiment
};

/// The only list of modes. How each plays is in update/play.h, what fills the window in each is in
/// views/modes.h.
inline constexpr std::array<ModeInfo, kModeCount> kModes{{
    {Mode::lab, "lab", stated<say::commands::ModeLab>, SubjectKind::document},
    {Mode::compare, "compare", stated<say::commands::ModeCompare>, SubjectKind::document},
    {Mode::leak, "leak", stated<say::commands::ModeLeak>, SubjectKind::document},
    {Mode::train, "train", stated<say::commands::ModeTrain>, SubjectKind::experiment},
    {Mode::generate, "generate", stated<say::commands::ModeGenerate>, SubjectKind::experiment},
}};

/// Whether a table has a row for each mode, in the order of the modes.
template <class Row>
[[nodiscard]] constexpr bool hasEachMode(const std::array<Row, kModeCount>& rows) {
    for (std::size_t k = 0; k < kModeCount; ++k) {
        if (rows[k].mode != static_cast<Mode>(k)) return false;
    }
    return true;
}
static_assert(hasEachMode(kModes) && static_cast<std::size_t>(Mode::generate) + 1 == kModeCount);

[[nodiscard]] constexpr const ModeInfo& info(Mode mode) {
    return kModes[static_cast<std::size_t>(mode)];
}

}  // namespace lookback
