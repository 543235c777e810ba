#include "app/state/model/sentences.h"

#include <cctype>
#include <charconv>
#include <string>
#include <system_error>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/words/say.h"
#include "messages/faults.h"
#include "messages/notices.h"

namespace lookback {
namespace {

/// Returns the largest number of a document's precision.
Argument largestOf(const Document& wished) { return Rough{info(wished.dtype).largest, 6}; }
Argument dtypeOf(const Document& wished) { return Verbatim{std::string(info(wished.dtype).name)}; }

}  // namespace

Message faultReason(const Error& fault) {
    using Said = say::notices::Reason;
    return Said{.place = fault.where.empty() ? Said::Place::other : Said::Place::known,
                .where = Verbatim{fault.where},
                .message = fault.message};
}

Message faultSentence(const Error& fault) {
    return say::notices::Fault{.reason = faultReason(fault)};
}

Message faultOnScreen(Error fault) {
    std::string shown;
    std::string_view rest = fault.where;
    for (std::size_t open = rest.find('['); open != std::string_view::npos; open = rest.find('[')) {
        shown += rest.substr(0, open + 1);
        rest.remove_prefix(open + 1);
        std::size_t place = 0;
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), place);
        if (error != std::errc{}) continue;
        shown += std::to_string(place + 1);
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    }
    fault.where = shown.append(rest);
    return faultSentence(fault);
}

Message refusalSentence(const Document& wished, const Error& fault) {
    if (fault.where == "masking.value") {
        return misfitSentence(wished.dtype, wished.masking.value);
    }
    if (fault.where.starts_with("positions.slopes[")) {
        return say::notices::SlopesTooLarge{.dtype = dtypeOf(wished), .largest = largestOf(wished)};
    }
    if (fault.where == "positions.base") return say::notices::Base{};
    if (fault.where == "positions.kind" && info(wished.positions.kind).is_rotary) {
        return say::notices::OddWidth{.d_k = Count{wished.dK()}};
    }
    if (fault.where == "scale" && wished.scale.number == 0) {
        return say::notices::DividedByZero{};
    }
    if (fault.where == "softcap") {
        return wished.masking.order == MaskingOrder::before_scale
                   ? Message(say::notices::CappedOrder{})
                   : Message(say::notices::Cap{});
    }
    if (isMessage<say::faults::Misfit>(fault.message)) {
        return say::notices::NumbersTooLarge{.dtype = dtypeOf(wished),
                                             .largest = largestOf(wished)};
    }
    return faultSentence({"", fault.message});
}

Message keptAsDraft(const std::string& title) {
    using Said = say::notices::KeptAsDraft;
    return Said{.work = title.empty() ? Said::Work::untitled : Said::Work::other,
                .title = TokenLabel{title}};
}

Message newNumbersOf(std::string_view word, std::string_view before) {
    constexpr std::size_t kLongest = 40;  // characters
    return say::notices::OtherNumbers{.token = TokenLabel{shortenedTo(word, kLongest)},
                                      .before = TokenLabel{shortenedTo(before, kLongest)}};
}

Message blocksNothing(const MaskRule& rule, Index tokens) {
    switch (info(rule.kind).parameter) {
        case MaskParameter::valid_tokens: return say::notices::PaddingBlocksNothing{};
        case MaskParameter::token_documents: return say::notices::DocumentsBlockNothing{};
        case MaskParameter::cells: return say::notices::CustomBlocksNothing{};
        case MaskParameter::numbers:
        case MaskParameter::nothing: break;
    }
    return say::notices::RuleBlocksNothing{.rule = maskRuleTitle(rule), .n = tokens};
}

std::optional<Message> effectNote(RuleEffect effect) {
    switch (effect) {
        case RuleEffect::nothing: return say::notices::BlocksNothingHere{};
        case RuleEffect::nothing_more: return say::notices::BlocksNothingMore{};
        case RuleEffect::blocks: break;
    }
    return std::nullopt;
}

std::string shownTitle(const Wording& wording, const std::string& title, const LocalText* shipped) {
    return shipped != nullptr && title == shipped->in("en") ? wording.text(*shipped) : title;
}

std::vector<Message> whatBecameOf(const TypedWords& typed) {
    std::vector<Message> sentences;
    if (typed.had_bad_bytes) sentences.push_back(say::notices::BytesReplaced{});
    if (typed.had_controls) sentences.push_back(say::notices::ControlsRemoved{});
    if (typed.had_long_words) {
        sentences.push_back(say::notices::WordsCut{.n = kLongestTypedWord});
    }
    if (typed.had_more) sentences.push_back(say::notices::WordsLeftOut{.n = kMaxTokens});
    return sentences;
}

}  // namespace lookback
