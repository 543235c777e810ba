#include <algorithm>

#include "app/state/commands/commands.h"
#include "core/document/edit.h"
#include "core/document/mask_edit.h"
#include "core/document/words.h"
#include "core/import/placement.h"
#include "core/import/readers.h"
#include "core/io/redraw.h"
#include "messages/commands.h"
#include "messages/notices.h"

namespace lookback {
namespace {

/// Returns the matrix that pasted numbers fill: the locked one or that under the pointer.
std::optional<MatrixId> pasteTarget(const AppState& s) {
    const auto target = s.place.locked ? s.place.locked : s.hands.hovered;
    return target && isEditable(s.document(), target->id) ? std::optional(target->id)
                                                          : std::nullopt;
}

/// Returns the tokens of a list that Python prints; none where the text is no such list.
std::vector<std::string> listedTokens(std::string_view text) {
    if (text.find_first_of("[(") == std::string_view::npos) return {};
    const Result<Found> found = readNumbers(text);
    const bool is_list = found && found->tensors.empty() && found->texts.size() == 1;
    return is_list ? found->texts.front().texts : std::vector<std::string>();
}

/// Returns the action that makes the words of a text the sentence, or places its numbers.
Action pasted(const AppState& s, const char* clipboard) {
    const std::string text = clipboard != nullptr ? clipboard : "";
    const std::optional<MatrixId> target = pasteTarget(s);
    if (holdsNumbers(text, target)) return PasteNumbers{text, target};
    std::vector<std::string> words = listedTokens(text);
    if (words.empty()) words = splitSentence(text);
    if (words.empty()) return Notice{{say::notices::NoWords{}}};
    return SetSentence{words};
}

/// Returns the action that types into the locked number or that under the pointer, if it can be
/// edited, else into the first number that can.
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

Action drawSheet(const AppState& s) {
    const Draw draw = drawRecipe(s.document());
    return Change(&Hands::sheet, DrawSheet{.draw = draw, .into = writeInto(draw), .message = {}});
}

/// Returns the cell of the mask for the query and key of the explained cell; nothing for a cell
/// that has not both.
std::optional<Cell> maskCell(const AppState& s) {
    const auto target = explainedTarget(s);
    const bool is_pair =
        target && info(target->id).rows == Axis::token && info(target->id).cols == Axis::token;
    return is_pair ? std::optional(target->cell) : std::nullopt;
}

bool hasMaskCell(const AppState& s) { return maskCell(s).has_value(); }

/// Returns the action that changes the mark of a token in the mask's rule of this kind; a missing
/// rule is added. @param kind that marks tokens @param token below n
Action changeMark(const Document& document, MaskKind kind, Index token) {
    const std::vector<MaskRule>& rules = document.mask.rules;
    const auto rule = std::find_if(rules.begin(), rules.end(),
                                   [kind](const MaskRule& one) { return one.kind == kind; });
    const auto at = static_cast<std::size_t>(rule - rules.begin());
    return Change(putRule, at,
                  withNextMark(rule != rules.end() ? *rule : newRule(kind, document.n()), token));
}

/// Returns the action that allows a line of the mask through a blocked cell, or blocks one through
/// an allowed cell, as a stroke from the cell to a neighbour does. @param neighbour rows and
/// columns from the cell to the neighbour; {0, 0}: the line is the row of the cell
Action changeLine(const Document& document, Cell cell, Cell neighbour) {
    const auto beside = [&](Index at, Index by) {
        return at + by < document.n() ? at + by : std::max<Index>(at - by, 0);
    };
    const Cell to{beside(cell.row, neighbour.row), beside(cell.col, neighbour.col)};
    const MaskPainting stroke{.allowed = !allows(document.mask, cell.row, cell.col),
                              .from = cell,
                              .is_line = true,
                              .flips_were = document.mask.flips};
    return PaintMask{stroke, to};
}

/// Returns the index of the last rule that has a number; nothing where none has.
std::optional<std::size_t> numberedRule(const Document& document) {
    for (std::size_t at = document.mask.rules.size(); at-- > 0;) {
        if (!info(document.mask.rules[at].kind).numbers.empty()) return at;
    }
    return std::nullopt;
}

/// Returns the action that changes the first number of `numberedRule` by `by`, within its bounds.
Action changeNumber(const Document& document, Index by) {
    const std::size_t at = numberedRule(document).value();
    MaskRule rule = document.mask.rules[at];
    const Index least = info(rule.kind).numbers.front().smallest;
    rule.numbers.front() = std::clamp(rule.numbers.front() + by, least, kMaxTokens);
    return Change(putRule, at, rule);
}

const std::array kEditingCommands{
    Command{CommandGroup::tokens,
            "remove-token",
            stated<say::commands::RemoveToken>,
            {Key::delete_key},
            KeyUse::always,
            hasToken,
            [](const AppState& s) -> Action { return RemoveToken{s.token()}; }},
    Command{CommandGroup::tokens,
            "rename-token",
            stated<say::commands::RenameToken>,
            {Key::f2},
            KeyUse::once,
            hasToken,
            [](const AppState& s) -> Action { return NameToken{s.token()}; }},
    Command{CommandGroup::tokens,
            "add-token",
            stated<say::commands::AddToken>,
            {Key::insert},
            KeyUse::once,
            [](const AppState& s) { return s.document().n() < kMaxTokens; },
            [](const AppState& s) -> Action {
                return NameToken{s.document().n(), true};
            }},
    Command{CommandGroup::tokens,
            "type-sentence",
            stated<say::commands::TypeSentence>,
            {kShift | Key::f2},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return TypeSentence{}; }},
    Command{CommandGroup::tokens,
            "type-title",
            stated<say::commands::TypeTitle>,
            {kCtrl | Key::f2},
            KeyUse::once,
            always,
            [](const AppState&) -> Action { return TypeTitle{}; }},
    Command{CommandGroup::tokens,
            "move-token-left",
            stated<say::commands::MoveLeft>,
            {kCtrl | Key::left},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.token() > 0; },
            [](const AppState& s) -> Action {
                return MoveToken{s.token(), s.token() - 1};
            }},
    Command{CommandGroup::tokens,
            "move-token-right",
            stated<say::commands::MoveRight>,
            {kCtrl | Key::right},
            KeyUse::always_repeats,
            [](const AppState& s) { return s.token() + 1 < s.document().n(); },
            [](const AppState& s) -> Action {
                return MoveToken{s.token(), s.token() + 1};
            }},
    Command{CommandGroup::tokens,
            "paste",
            stated<say::commands::Paste>,
            {kCtrl | Key::v},
            KeyUse::always,
            always,
            nullptr,
            1,
            [](const AppState& s, const PressedKey& pressed) {
                return pasted(s, pressed.clipboard());
            }},
    Command{CommandGroup::tokens,
            "type-number",
            stated<say::commands::TypeNumber>,
            {Key::tab},
            KeyUse::once,
            [](const AppState& s) { return firstNumber(s).has_value(); },
            [](const AppState& s) -> Action { return *firstNumber(s); },
            1,
            nullptr,
            onPage(kAlt | Key::t)},
    Command{CommandGroup::tokens,
            "draw",
            stated<say::commands::Draw>,
            {Key::r},
            KeyUse::always,
            always,
            drawSheet},
    Command{CommandGroup::mask,
            "mask",
            stated<say::commands::Mask>,
            {Key::m},
            KeyUse::always,
            hasToken,
            [](const AppState& s) -> Action { return SetMasked{!isMasked(s.document())}; }},
    Command{CommandGroup::mask,
            "flip-cell",
            stated<say::commands::FlipCell>,
            {Key::x},
            KeyUse::always,
            hasMaskCell,
            [](const AppState& s) -> Action { return FlipCell{*maskCell(s)}; }},
    Command{CommandGroup::mask,
            "flip-row",
            stated<say::commands::FlipRow>,
            {kShift | Key::x},
            KeyUse::always,
            hasMaskCell,
            [](const AppState& s) {
                return changeLine(s.document(), *maskCell(s), {0, 0});
            }},
    Command{CommandGroup::mask,
            "flip-column",
            stated<say::commands::FlipColumn>,
            {kAlt | Key::x},
            KeyUse::always,
            hasMaskCell,
            [](const AppState& s) {
                return changeLine(s.document(), *maskCell(s), {1, 0});
            }},
    Command{CommandGroup::mask,
            "flip-diagonal",
            stated<say::commands::FlipDiagonal>,
            {kAlt | kShift | Key::x},
            KeyUse::always,
            hasMaskCell,
            [](const AppState& s) {
                return changeLine(s.document(), *maskCell(s), {1, 1});
            }},
    Command{CommandGroup::mask,
            "larger-number",
            stated<say::commands::LargerNumber>,
            {kShift | Key::up},
            KeyUse::always_repeats,
            [](const AppState& s) { return numberedRule(s.document()).has_value(); },
            [](const AppState& s) { return changeNumber(s.document(), 1); }},
    Command{CommandGroup::mask,
            "smaller-number",
            stated<say::commands::SmallerNumber>,
            {kShift | Key::down},
            KeyUse::always_repeats,
            [](const AppState& s) { return numberedRule(s.document()).has_value(); },
            [](const AppState& s) { return changeNumber(s.document(), -1); }},
    Command{
        CommandGroup::mask,
        "padding",
        stated<say::commands::Padding>,
        {Key::p},
        KeyUse::always,
        hasToken,
        [](const AppState& s) { return changeMark(s.document(), MaskKind::padding, s.token()); }},
    Command{
        CommandGroup::mask,
        "next-document",
        stated<say::commands::NextDocument>,
        {Key::d},
        KeyUse::always,
        [](const AppState& s) { return s.document().n() > 1; },
        [](const AppState& s) { return changeMark(s.document(), MaskKind::documents, s.token()); }},
    Command{CommandGroup::mask,
            "mask-menu",
            stated<say::commands::MaskMenu>,
            {kCtrl | Key::digit_2},
            KeyUse::opens_menu,
            always,
            [](const AppState&) -> Action { return Change(&Hands::wanted_menu, Menu::mask); },
            1,
            nullptr,
            onPage(kCtrl | kShift | Key::digit_2)},
    Command{CommandGroup::mask,
            "masking-menu",
            stated<say::commands::MaskingMenu>,
            {kCtrl | Key::digit_3},
            KeyUse::opens_menu,
            always,
            [](const AppState&) -> Action { return Change(&Hands::wanted_menu, Menu::masking); },
            1,
            nullptr,
            onPage(kCtrl | kShift | Key::digit_3)},
    Command{CommandGroup::mask,
            "model-menu",
            stated<say::commands::ModelMenu>,
            {kCtrl | Key::digit_4},
            KeyUse::opens_menu,
            always,
            [](const AppState&) -> Action { return Change(&Hands::wanted_menu, Menu::model); },
            1,
            nullptr,
            onPage(kCtrl | kShift | Key::digit_4)},
};

}  // namespace

std::span<const Command> editingCommands() { return kEditingCommands; }

}  // namespace lookback
