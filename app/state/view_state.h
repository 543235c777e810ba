#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "app/look/theme.h"
#include "app/state/file_task.h"
#include "core/document/document.h"
#include "core/explain/explain.h"

namespace lookback {

/// A cell of a named matrix that one points at.
struct Target {
    MatrixId id = MatrixId::embeddings;
    Index head = 0;
    Cell cell;

    bool operator==(const Target&) const = default;
};

/// A number that is being typed.
struct NumberTyping {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    std::string text;
    bool fresh = true;  ///< drawn for the first time: takes the keyboard
    std::string error;  ///< why the last text was not taken

    bool operator==(const NumberTyping&) const = default;
};

/// A number that is being dragged.
struct NumberDrag {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    double value = 0;  ///< exact, before it is rounded to what is shown

    bool operator==(const NumberDrag&) const = default;
};

/// A token that is being named: an old one, or a new one behind the last.
struct TokenTyping {
    Index at = 0;
    bool is_new = false;
    std::string text;
    bool fresh = true;

    bool operator==(const TokenTyping&) const = default;
};

/// A menu of the top bar that a key asks for.
enum class Menu : std::uint8_t { none, documents, mask, masking, model, exports, settings };

/// The recipe of the numbers as it is being typed.
struct DrawSheet {
    Draw draw;
    std::string into;     ///< where results go, as `writeInto` puts it
    std::string message;  ///< why the last wish was not carried out
    bool fresh = true;    ///< drawn for the first time: takes the keyboard
    float height = 360;   ///< of what it showed last, in pixels

    bool operator==(const DrawSheet&) const = default;
};

/// So many of `count` things, from `first` on.
struct AxisRange {
    Index first = 0;
    Index count = 0;
};

inline constexpr Index kUsualSpan = 64;
inline constexpr Index kLeastSpan = 4;
inline constexpr Index kMostSpan = 256;

/// The part of large matrices that is on screen; smaller ones are shown whole.
struct Pane {
    Index query = 0;          ///< the first row of queries
    Index key = 0;            ///< the first key: columns of scores, rows of K and V
    Index dimension = 0;      ///< the first dimension
    Index span = kUsualSpan;  ///< so many of each at most

    [[nodiscard]] AxisRange range(Index first, Index total) const {
        const Index count = std::min(total, span);
        return {std::clamp<Index>(first, 0, total - count), count};
    }

    bool operator==(const Pane&) const = default;
};

/// A panel that a narrow window shows over the centre.
enum class SidePanel : std::uint8_t { none, edit, meaning };

inline constexpr int kLeastTypePercent = 80;
inline constexpr int kMostTypePercent = 250;
inline constexpr float kPresentingType = 1.6f;
inline constexpr int kMostDecimals = 8;

/// How fast Play goes, in cells a second times kPlaySeconds.
inline constexpr std::array kPlaySpeeds{0.5, 1.0, 2.0, 4.0, 8.0};
inline constexpr int kUsualSpeed = 1;

/// What one looks at: never saved, never undone.
struct ViewState {
    std::size_t step = 0;
    Index cell = 0;  ///< the cell in focus; later ones of the step are blank
    Index head = 0;
    Pane pane;
    std::optional<Target> hovered;       ///< under the pointer in the frame before
    std::optional<Target> hovered_next;  ///< under the pointer in this frame
    std::optional<Index> hovered_token;
    std::optional<Index> hovered_token_next;
    bool pointer_sleeps = false;  ///< since a key moved the focus, until it is moved or used
    std::optional<Target> locked;
    std::optional<NumberTyping> typing;
    std::optional<NumberDrag> dragging;
    std::optional<TokenTyping> naming;
    std::optional<bool> painting;  ///< a stroke over the mask: what its cells become
    int mods_before = 0;           ///< Ctrl, Shift, as they were in the frame before
    bool unfolded = false;         ///< long sums are written out
    bool playing = false;
    int play_speed = kUsualSpeed;  ///< a row of kPlaySpeeds
    double since_tick = 0;         ///< seconds since Play moved on
    double motion = 1;             ///< 0 the cell in focus just appeared, 1 at rest
    bool has_motion = true;        ///< false: cells appear at once
    ThemeId theme = ThemeId::light;
    int decimals = 4;
    int type_percent = 100;   ///< size of type and of all that holds it
    bool presenting = false;  ///< for a projector: large, without panels
    bool help_open = false;
    SidePanel open_panel = SidePanel::none;  ///< in a window too narrow for both
    Mask remembered{{MaskRule{}}, {}};       ///< what Masked brings back
    Menu wanted_menu = Menu::none;           ///< opens in the next frame
    std::optional<DrawSheet> draw_sheet;     ///< open: the numbers are being drawn
    std::optional<FileSheet> file_sheet;     ///< open: a file is being chosen
    std::string missing_characters;          ///< of tokens, that no font here has; empty: none
    bool quitting = false;                   ///< the program is to end
    std::string notice;                      ///< one line to read, until the next action

    bool operator==(const ViewState&) const = default;
};

}  // namespace lookback
