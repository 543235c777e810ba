#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/document/verdict.h"
#include "core/document/words.h"

namespace lookback {

/// Words with a capital letter at the beginning.
[[nodiscard]] std::string capitalised(std::string_view words);

/// Words with a capital letter at the beginning and a full stop at the end.
[[nodiscard]] std::string asSentence(std::string_view words);

/// Adds a line to what a person should read. @param more may be empty
void addSentence(std::string& notice, std::string_view more);

/// Why a document cannot be what somebody wishes, and what to do about it, for people who do not
/// know its file. @param fault of those that `faults(wished)` finds
[[nodiscard]] std::string refusalSentence(const Document& wished, const Error& fault);

/// That something unsaved has made room, and where it is. @param title of that document
[[nodiscard]] std::string keptAsDraft(std::string_view title);

/// That a token became another word, with numbers of its own.
[[nodiscard]] std::string newNumbersOf(std::string_view word, std::string_view before);

/// That a rule of the mask blocks nothing among n tokens, and what to do about it.
[[nodiscard]] std::string hidesNothing(const MaskRule& rule, Index tokens);

/// The same of one among others, in few words; empty for one that blocks something.
[[nodiscard]] std::string_view wordsOf(RuleEffect effect);

/// What was changed of words that were typed or pasted; empty where nothing was.
[[nodiscard]] std::string whatBecameOf(const TypedWords& typed);

}  // namespace lookback
