#include "app/state/model/sentences.h"

#include <cctype>
#include <vector>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/words/say.h"

namespace lookback {
namespace {

/// Says that a number of a document is beyond its precision.
std::string tooLarge(const Document& wished, std::string_view what) {
    const DTypeInfo& type = info(wished.dtype);
    return fmt::format("{} holds numbers up to {:.6g}: {}.", type.name, type.largest, what);
}

}  // namespace

std::string capitalised(std::string_view words) {
    std::string text(words);
    if (!text.empty()) {
        text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    }
    return text;
}

std::string asSentence(std::string_view words) {
    std::string sentence = capitalised(words);
    if (!sentence.empty() &&
        std::string_view(".!?").find(sentence.back()) == std::string_view::npos)
        sentence += '.';
    return sentence;
}

void addSentence(std::string& notice, std::string_view more) {
    if (!notice.empty() && !more.empty()) notice += notice.ends_with('.') ? " " : "; ";
    notice += more;
}

std::string refusalSentence(const Document& wished, const Error& fault) {
    if (fault.where == "masking.value") {
        return english().text(misfitSentence(wished.dtype, wished.masking.value));
    }
    if (fault.where.starts_with("positions.slopes[")) {
        return tooLarge(wished, "choose smaller slopes");
    }
    if (fault.where == "positions.base") return "The base must be a number above 0.";
    if (fault.where == "positions.kind" && info(wished.positions.kind).is_rotary) {
        return fmt::format(
            "Rotary positions turn pairs of numbers: d_k must be even, here it is {}.",
            wished.dK());
    }
    if (fault.where == "scale") {
        return wished.scale.number == 0 ? "Scores can be divided by any number but 0."
                                        : asSentence(fault.message);
    }
    if (fault.where == "softcap") {
        return wished.masking.order == MaskingOrder::before_scale
                   ? "Capped scores are masked after scaling: choose that order first."
                   : "Scores can be capped at any number above 0.";
    }
    if (fault.message.find("does not fit") != std::string::npos) {
        return tooLarge(wished, "one of this document's is larger");
    }
    return asSentence(fault.message);
}

std::string keptAsDraft(std::string_view title) {
    return fmt::format("{} was not saved. It is kept in the menu of documents, under Recent.",
                       title.empty() ? "What was open" : inQuotes(title));
}

std::string newNumbersOf(std::string_view word, std::string_view before) {
    constexpr std::size_t kLongest = 40;  // characters
    return fmt::format(
        "{} is another word than {}, so it has numbers of its own: all that follows from "
        "them has changed. Undo brings the old ones back.",
        inQuotes(shortenedTo(word, kLongest)), inQuotes(shortenedTo(before, kLongest)));
}

std::string hidesNothing(const MaskRule& rule, Index tokens) {
    const std::string among = counted(tokens, "token");
    switch (info(rule.kind).parameter) {
        case MaskParameter::valid_tokens:
            return "Padding hides nothing yet. Click the words that are padding.";
        case MaskParameter::token_documents:
            return "Packed documents hide nothing yet. Click the words of the next document.";
        case MaskParameter::cells: return "A custom mask hides nothing yet. Paint its cells.";
        case MaskParameter::numbers:
        case MaskParameter::nothing: break;
    }
    return fmt::format("{} hides nothing among {}.", english().text(maskRuleTitle(rule)), among);
}

std::string_view wordsOf(RuleEffect effect) {
    if (effect == RuleEffect::nothing) return "hides nothing here";
    return effect == RuleEffect::nothing_more ? "hides nothing more here" : "";
}

std::string whatBecameOf(const TypedWords& typed) {
    std::vector<std::string> sentences;
    if (typed.had_bad_bytes) {
        sentences.emplace_back("What was no readable text became \uFFFD.");
    }
    if (typed.had_controls) sentences.emplace_back("Control characters were left out.");
    if (typed.had_long_words) {
        sentences.push_back(
            fmt::format("Longer words were cut to {} characters.", kLongestTypedWord));
    }
    if (typed.had_more) {
        sentences.push_back(fmt::format("Only the first {} words were taken.", kMaxTokens));
    }
    return fmt::format("{}", fmt::join(sentences, " "));
}

}  // namespace lookback
