#include "app/state/commands/commands.h"
#include "app/state/commands/mask_actions.h"
#include "core/document/edit.h"
#include "core/document/words.h"

namespace lookback {
namespace {

/// Words from the clipboard in the place of the sentence.
Action pastedSentence(const AppState&) {
    const char* const text = ImGui::GetClipboardText();
    const std::vector<std::string> words = splitWords(text != nullptr ? text : "");
    if (words.empty()) return Notice{"There are no words in the clipboard to paste."};
    return SetSentence{words};
}

/// The number that is locked or pointed at where it can be edited, else the first there is.
std::optional<TypeNumber> firstNumber(const AppState& s) {
    const auto target = s.place.locked ? s.place.locked : s.hands.hovered;
    if (target && isNumber(s.document(), target->id, target->cell)) {
        return TypeNumber{target->id, target->cell};
    }
    for (const MatrixId id : kEditableMatrices) {
        if (isNumber(s.document(), id, {0, 0})) return TypeNumber{id, {0, 0}};
    }
    return std::nullopt;
}

/// The cell of the mask that belongs to what the explanations speak of.
std::optional<Cell> maskCell(const AppState& s) {
    const auto target = targetOf(s);
    const bool is_pair =
        target && info(target->id).rows == Axis::token && info(target->id).cols == Axis::token;
    return is_pair ? std::optional(target->cell) : std::nullopt;
}

bool hasMaskCell(const AppState& s) { return maskCell(s).has_value(); }

const std::array kEditingCommands{
    Command{CommandGroup::tokens,
            "remove-token",
            "Remove the selected token",
            {ImGuiKey_Delete, 0},
            KeyUse::always,
            hasToken,
            [](const AppState& s) -> Action { return RemoveToken{s.token()}; }},
    Command{CommandGroup::tokens,
            "rename-token",
            "Rename the selected token",
            {ImGuiKey_F2, 0},
            KeyUse::once,
            hasToken,
            [](const AppState& s) -> Action { return NameToken{s.token()}; }},
    Command{CommandGroup::tokens,
            "add-token",
            "Add a token",
            {ImGuiKey_Insert, 0},
            KeyUse::once,
            [](const AppState& s) { return s.document().n() < kMaxTokens; },
            [](const AppState& s) -> Action {
                return NameToken{s.document().n(), true};
            }},
    Command{CommandGroup::tokens,
            "move-token-left",
            "Move the token to the left",
            {kCtrl | ImGuiKey_LeftArrow, 0},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.token() > 0; },
            [](const AppState& s) -> Action {
                return MoveToken{s.token(), s.token() - 1};
            }},
    Command{CommandGroup::tokens,
            "move-token-right",
            "Move the token to the right",
            {kCtrl | ImGuiKey_RightArrow, 0},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.token() + 1 < s.document().n(); },
            [](const AppState& s) -> Action {
                return MoveToken{s.token(), s.token() + 1};
            }},
    Command{CommandGroup::tokens,
            "paste",
            "Paste a sentence",
            {kCtrl | ImGuiKey_V, 0},
            KeyUse::always,
            always,
            pastedSentence},
    Command{CommandGroup::tokens,
            "type-number",
            "Type the next number",
            {ImGuiKey_Tab, 0},
            KeyUse::once,
            [](const AppState& s) { return firstNumber(s).has_value(); },
            [](const AppState& s) -> Action { return *firstNumber(s); }},
    Command{CommandGroup::tokens,
            "draw",
            "Draw the numbers anew",
            {ImGuiKey_R, 0},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return ShowDrawSheet{}; }},
    Command{CommandGroup::mask,
            "mask",
            "Masked, unmasked",
            {ImGuiKey_M, 0},
            KeyUse::always,
            hasToken,
            [](const AppState& s) -> Action { return SetMasked{!isMasked(s.document())}; }},
    Command{CommandGroup::mask,
            "flip-cell",
            "Allow or block the cell in focus",
            {ImGuiKey_X, 0},
            KeyUse::always,
            hasMaskCell,
            [](const AppState& s) -> Action { return FlipCell{*maskCell(s)}; }},
    Command{CommandGroup::mask,
            "flip-row",
            "All keys of its query",
            {kShift | ImGuiKey_X, 0},
            KeyUse::always,
            hasMaskCell,
            [](const AppState& s) {
                return changeLine(s.document(), *maskCell(s), {0, 0});
            }},
    Command{CommandGroup::mask,
            "flip-column",
            "All queries of its key",
            {kAlt | ImGuiKey_X, 0},
            KeyUse::always,
            hasMaskCell,
            [](const AppState& s) {
                return changeLine(s.document(), *maskCell(s), {1, 0});
            }},
    Command{CommandGroup::mask,
            "flip-diagonal",
            "Its whole diagonal",
            {kAlt | kShift | ImGuiKey_X, 0},
            KeyUse::always,
            hasMaskCell,
            [](const AppState& s) {
                return changeLine(s.document(), *maskCell(s), {1, 1});
            }},
    Command{CommandGroup::mask,
            "larger-number",
            "A larger number of the mask\u2019s rule",
            {kShift | ImGuiKey_UpArrow, 0},
            KeyUse::always_repeats,
            [](const AppState& s) { return numberedRule(s.document()).has_value(); },
            [](const AppState& s) { return changeNumber(s.document(), 1); }},
    Command{CommandGroup::mask,
            "smaller-number",
            "A smaller number of the mask\u2019s rule",
            {kShift | ImGuiKey_DownArrow, 0},
            KeyUse::always_repeats,
            [](const AppState& s) { return numberedRule(s.document()).has_value(); },
            [](const AppState& s) { return changeNumber(s.document(), -1); }},
    Command{
        CommandGroup::mask,
        "padding",
        "The selected token is padding, or a word",
        {ImGuiKey_P, 0},
        KeyUse::always,
        hasToken,
        [](const AppState& s) { return changeMark(s.document(), MaskKind::padding, s.token()); }},
    Command{
        CommandGroup::mask,
        "next-document",
        "The selected token to the next document",
        {ImGuiKey_D, 0},
        KeyUse::always,
        [](const AppState& s) { return s.document().n() > 1; },
        [](const AppState& s) { return changeMark(s.document(), MaskKind::documents, s.token()); }},
    Command{CommandGroup::mask,
            "mask-menu",
            "Choose a mask",
            {kCtrl | ImGuiKey_2, 0},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return ShowMenu{Menu::mask}; }},
    Command{CommandGroup::mask,
            "masking-menu",
            "Choose how it masks",
            {kCtrl | ImGuiKey_3, 0},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return ShowMenu{Menu::masking}; }},
    Command{CommandGroup::mask,
            "model-menu",
            "Choose heads, positions, scale, precision",
            {kCtrl | ImGuiKey_4, 0},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return ShowMenu{Menu::model}; }},
};

}  // namespace

std::span<const Command> editingCommands() { return kEditingCommands; }

}  // namespace lookback
