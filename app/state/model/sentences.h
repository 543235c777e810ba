#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/local_text.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/document/document.h"
#include "core/document/verdict.h"
#include "core/document/words.h"

namespace lookback {

class Wording;

/// Returns a fault as a clause: "scale.number: expected a number other than 0".
[[nodiscard]] Message faultReason(const Error& fault);

/// Returns a fault as a sentence: `faultReason` with a full stop.
[[nodiscard]] Message faultSentence(const Error& fault);

/// As `faultSentence`, of a document or experiment that is in no file: rows, columns and list
/// places count from 1, as everywhere in the window.
[[nodiscard]] Message faultOnScreen(Error fault);

/// Returns why a wished document is impossible, and a way out, for people who do not know its file.
/// @param fault of those that `faults(wished)` finds
[[nodiscard]] Message refusalSentence(const Document& wished, const Error& fault);

/// Says that unsaved work was replaced, and where it is. @param title of that work, may be empty
[[nodiscard]] Message keptAsDraft(const std::string& title);

/// Says that a token became another word, with other numbers.
[[nodiscard]] Message newNumbersOf(std::string_view word, std::string_view before);

/// Returns the notice that a rule of the mask blocks no pair of n tokens; for rules that need marks
/// or paint, how to add these.
[[nodiscard]] Message blocksNothing(const MaskRule& rule, Index tokens);

/// Returns a note of a few words on a rule without effect; nothing for a rule that blocks a pair.
[[nodiscard]] std::optional<Message> effectNote(RuleEffect effect);

/// Returns a title in the language of the window, where it is that of a shipped lesson or
/// experiment; a title that a person wrote is returned unchanged. @param shipped title in all
/// languages; null: the document or experiment is not a shipped one
[[nodiscard]] std::string shownTitle(const Wording& wording, const std::string& title,
                                     const LocalText* shipped);

/// Returns the changes that typed or pasted words went through, a sentence each.
[[nodiscard]] std::vector<Message> whatBecameOf(const TypedWords& typed);

}  // namespace lookback
