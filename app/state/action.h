#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/state/view_state.h"
#include "core/document/document.h"

namespace lookback {

// Everything that can happen, as plain values. Edits of the document first.
struct SetNumber {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    double value = 0;
};
struct DragNumber {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    double value = 0;
};
struct FinishDrag {};
struct RenameToken {
    Index at = 0;
    std::string word;
};
struct InsertToken {
    Index at = 0;
    std::string word;
};
struct RemoveToken {
    Index at = 0;
};
struct MoveToken {
    Index from = 0;
    Index to = 0;
};
struct SetSentence {
    std::vector<std::string> words;
};
struct SetMasked {
    bool masked = true;
};
struct SetMaskRules {
    std::vector<MaskRule> rules;
};
struct PaintCell {
    Cell cell;
    bool allowed = false;
};
struct SetMasking {
    Masking masking;
};
struct Undo {};
struct Redo {};
struct OpenLesson {
    std::string id;
};

// What one looks at.
struct SelectToken {
    Index at = 0;
};
struct GoTo {
    std::size_t step = 0;
    Index cell = 0;
};
struct MoveStep {
    int by = 1;
};
struct MoveCell {
    int by = 1;
};
struct SetHead {
    Index head = 0;
};
struct Lock {
    std::optional<Target> target;
};
struct SetPlaying {
    bool playing = true;
};
struct SetTheme {
    ThemeId theme = ThemeId::light;
};
struct SetTypeSize {
    int percent = 100;
};
struct SetDecimals {
    int decimals = 4;
};
struct SetPresenting {
    bool presenting = true;
};
struct ShowHelp {
    bool open = true;
};
struct ShowPanel {
    SidePanel panel = SidePanel::none;
};
struct Quit {};
struct Notice {
    std::string text;
};

using Action = std::variant<SetNumber, DragNumber, FinishDrag, RenameToken, InsertToken,
                            RemoveToken, MoveToken, SetSentence, SetMasked, SetMaskRules, PaintCell,
                            SetMasking, Undo, Redo, OpenLesson, SelectToken, GoTo, MoveStep,
                            MoveCell, SetHead, Lock, SetPlaying, SetTheme, SetTypeSize, SetDecimals,
                            SetPresenting, ShowHelp, ShowPanel, Quit, Notice>;
using Actions = std::vector<Action>;

}  // namespace lookback
