#include "core/lesson/lesson_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/labels.h"
#include "core/words/say.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr std::string_view kUnknownValue = "?";
constexpr std::string_view kAwaitedValue = "\u2026";
constexpr int kMostDecimals = 6;

struct SlotFormName {
    SlotForm form;
    std::string_view name;  ///< before the colon
};
constexpr std::array kSlotForms{
    SlotFormName{SlotForm::count, "count"}, SlotFormName{SlotForm::decimals, "decimals"},
    SlotFormName{SlotForm::brief, "short"}, SlotFormName{SlotForm::percent, "percent"},
    SlotFormName{SlotForm::token, "token"},
};

std::string_view trimmedSpace(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

/// Reads what stands before the colon: a form, and the number of its decimals.
Result<void> readForm(std::string_view head, LessonSlot& slot) {
    const std::size_t space = std::min(head.find(' '), head.size());
    const std::string_view name = head.substr(0, space);
    const auto* const form =
        std::find_if(kSlotForms.begin(), kSlotForms.end(),
                     [&](const SlotFormName& row) { return row.name == name; });
    const std::string_view digits = trimmedSpace(head.substr(space));
    bool is_whole = form != kSlotForms.end() && digits.empty();
    if (form != kSlotForms.end() && form->form == SlotForm::decimals) {
        const auto read =
            std::from_chars(digits.data(), digits.data() + digits.size(), slot.decimals);
        is_whole = read.ec == std::errc() && read.ptr == digits.data() + digits.size() &&
                   slot.decimals >= 0 && slot.decimals <= kMostDecimals;
    }
    if (!is_whole) {
        return tl::unexpected(Error{"", say::lesson::UnknownForm{.form = Verbatim{excerpt(head)}}});
    }
    slot.form = form->form;
    return {};
}

/// Reads the characters of a slot: `percent: max(scores[0])`.
Result<LessonSlot> readSlot(const PatternSlot& written, const ExpressionScope& scope) {
    LessonSlot slot{.kind = written.kind};
    std::string_view text = written.name;
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        if (const auto form = readForm(trimmedSpace(text.substr(0, colon)), slot); !form) {
            return tl::unexpected(form.error());
        }
        text = trimmedSpace(text.substr(colon + 1));
    }
    return parseLessonExpression(text, scope).and_then([&](Expression read) -> Result<LessonSlot> {
        const bool wants_word = written.kind == PatternSlot::Kind::choice;
        const bool wants_number =
            written.kind == PatternSlot::Kind::count || slot.form != SlotForm::number;
        if (read.is_word && wants_number) {
            return tl::unexpected(Error{"", say::lesson::IsWord{.name = Verbatim{read.text}}});
        }
        if (!read.is_word && wants_word) {
            return tl::unexpected(Error{"", say::lesson::IsNumber{.name = Verbatim{read.text}}});
        }
        slot.expression = std::move(read);
        return slot;
    });
}

std::set<std::string> slotNames(const std::vector<PatternSlot>& slots) {
    std::set<std::string> names;
    for (const PatternSlot& slot : slots) names.insert(slot.name);
    return names;
}

/// Adds the faults of one version.
std::optional<Pattern> readVersion(const LocalText::Version& version, std::vector<Error>& faults) {
    auto pattern = parsePattern(version.text, SlotSyntax::expressions);
    if (!pattern) {
        faults.emplace_back(version.language,
                            say::lesson::TextFault{.place = Verbatim{pattern.error().where},
                                                   .fault = Verbatim{pattern.error().text}});
        return std::nullopt;
    }
    for (const std::string& term : termsOf(*pattern)) {
        if (english().hasTerm(term)) continue;
        faults.emplace_back(version.language,
                            say::lesson::UnknownTerm{.term = Verbatim{excerpt(term)}});
    }
    return *std::move(pattern);
}

/// The words with spaces between them, as far as a card has room: a text may have thousands of
/// slots, and a token a megabyte.
Argument listed(const std::vector<std::string>& words) {
    constexpr std::size_t kMostListed = 2000;  // characters
    return Verbatim{shortenedTo(fmt::format("{}", fmt::join(words, " ")), kMostListed)};
}

Index rounded(double value) {
    constexpr double kMost = 1e15;
    return std::isnan(value) ? 0 : static_cast<Index>(std::clamp(std::round(value), -kMost, kMost));
}

/// A label of the token at a place. Errors: the document has no such token.
Result<Argument> tokenAt(double place, const LessonFacts& facts) {
    const auto& document = facts.moment().document;
    const Index n = document != nullptr ? document->n() : 0;
    if (std::round(place) != place || place < 0 || place >= static_cast<double>(n)) {
        return tl::unexpected(Error{"", say::lesson::NoToken{.n = n, .last = Count{n - 1}}});
    }
    return TokenLabel{tokenLabels(document->tokens)[static_cast<std::size_t>(place)]};
}

Result<Argument> valueOf(const LessonSlot& slot, const LessonFacts& facts,
                         const LocalNames& names) {
    if (slot.expression.is_word) {
        return evaluateWords(slot.expression, facts, names).map(listed);
    }
    return evaluateNumber(slot.expression, facts, names)
        .and_then([&](double value) -> Result<Argument> {
            if (slot.kind == PatternSlot::Kind::count) return Count{rounded(value)};
            switch (slot.form) {
                case SlotForm::count: return Count{rounded(value)};
                case SlotForm::brief: return Verbatim{formatShort(value)};
                case SlotForm::percent: return Share{value};
                case SlotForm::token: return tokenAt(value, facts);
                default: return Decimal{value, slot.decimals};
            }
        });
}

/// What a slot without a value shows.
Argument unknownValue(const LessonSlot& slot, std::string_view sign = kUnknownValue) {
    if (slot.kind == PatternSlot::Kind::count) return Count{0};
    return Verbatim{std::string(sign)};
}

}  // namespace

Checked<LessonText> parseLessonText(const LocalText& source, const ExpressionScope& scope) {
    LessonText text{.source = source};
    auto patterns = std::make_shared<TextPatterns>();
    std::vector<Error> faults;
    std::vector<PatternSlot> slots;
    for (const LocalText::Version& version : source.versions()) {
        std::optional<Pattern> pattern = readVersion(version, faults);
        if (!pattern) continue;
        const std::vector<PatternSlot> own = slotsOf(*pattern);
        if (patterns->versions.empty()) {
            slots = own;
        } else if (slotNames(own) != slotNames(slots)) {
            faults.emplace_back(version.language, say::lesson::OtherSlots{});
        }
        // A slot that counts or chooses in one language does so in all.
        for (const PatternSlot& slot : own) {
            for (PatternSlot& known : slots) {
                const bool is_same = known.name == slot.name;
                if (is_same && slot.kind != PatternSlot::Kind::any) known.kind = slot.kind;
            }
        }
        patterns->versions.push_back({version.language, *std::move(pattern)});
    }
    for (const PatternSlot& slot : slots) {
        Result<LessonSlot> read = readSlot(slot, scope);
        if (read) {
            patterns->slots.push_back(slot.name);
            text.slots.push_back(*std::move(read));
        } else {
            faults.emplace_back(fmt::format("{{{}}}", slot.name), read.error().message);
        }
    }
    if (!faults.empty()) return tl::unexpected(std::move(faults));
    if (!patterns->versions.empty()) text.patterns = std::move(patterns);
    return text;
}

FilledText filled(const LessonText& text, const LessonFacts& facts, const LocalNames& names) {
    FilledText result{text.patterns, {}};
    for (const LessonSlot& slot : text.slots) {
        const Result<Argument> value = valueOf(slot, facts, names);
        result.arguments.push_back(value ? *value : unknownValue(slot));
    }
    return result;
}

FilledText unfilled(const LessonText& text) {
    FilledText result{text.patterns, {}};
    for (const LessonSlot& slot : text.slots) {
        result.arguments.push_back(unknownValue(slot, kAwaitedValue));
    }
    return result;
}

std::vector<Error> slotFaults(const LessonText& text, const LessonFacts& facts,
                              const LocalNames& names) {
    std::vector<Error> faults;
    for (const LessonSlot& slot : text.slots) {
        const Result<Argument> value = valueOf(slot, facts, names);
        if (!value) {
            faults.emplace_back(fmt::format("{{{}}}", slot.expression.text), value.error().message);
        }
    }
    return faults;
}

}  // namespace lookback
