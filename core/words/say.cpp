#include "core/words/say.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/words/formula_words.h"
#include "messages/common.h"

namespace lookback {
namespace {

constexpr std::size_t kMostListed = 4;  ///< things; of more, one less is named

std::vector<std::string> namesOf(std::string_view list) {
    std::vector<std::string> names;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        names.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return names;
}

/// With a separator between groups of three digits, and a minus sign: −1,424.
std::string grouped(Index count, std::string_view separator) {
    std::string digits = std::to_string(count);
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, separator);
    if (first > 0) digits.replace(0, first, "\u2212");
    return digits;
}

}  // namespace

/// Writes one message, with those in its slots.
class Saying {
public:
    explicit Saying(const Wording& wording) : wording_(wording) {}

    void say(const Message& message) {
        const Wording::Entry& entry = wording_.entry(message.key);
        assert(entry.slots.size() == message.arguments.size());
        say(entry.pattern, entry, message.arguments);
    }

    void say(const FilledText& text, const Pattern& pattern) {
        const Wording::Entry entry{text.patterns->slots, pattern};
        say(entry.pattern, entry, text.arguments);
    }

    void say(const Argument& argument) {
        std::visit([this](const auto& value) { say(value); }, argument.value());
    }

    /// A term has the conventions as arguments, in the order of its slots.
    void sayTerm(const Wording::Entry& term) {
        const Conventions& conventions = wording_.conventions_;
        Arguments arguments;
        for (const std::string& slot : term.slots) {
            arguments.emplace_back(Verbatim{slot == "queries_are"
                                                ? conventions.rows_are_queries ? "rows" : "columns"
                                            : conventions.true_is_allowed ? "allowed"
                                                                          : "blocked"});
        }
        say(term.pattern, term, arguments);
    }

    [[nodiscard]] TextLine take() { return std::move(line_); }

private:
    using Kind = PatternPart::Kind;
    using Arguments = std::vector<Argument>;

    void say(const Pattern& pattern, const Wording::Entry& entry, const Arguments& arguments) {
        for (const PatternPart& part : pattern) say(part, entry, arguments);
    }

    void say(const PatternPart& part, const Wording::Entry& entry, const Arguments& arguments) {
        const auto argument = [&]() -> const Argument& {
            const auto slot = std::find(entry.slots.begin(), entry.slots.end(), part.text);
            return arguments[static_cast<std::size_t>(slot - entry.slots.begin())];
        };
        switch (part.kind) {
            case Kind::text: return write(part.text);
            case Kind::slot:
            case Kind::number: return say(argument());
            case Kind::plural: {
                const auto* const count = std::get_if<Count>(&argument().value());
                return say(pluralOf(part, count->value), entry, arguments);
            }
            case Kind::select: {
                const auto* const choice = std::get_if<Verbatim>(&argument().value());
                return say(branchOf(part, choice->text), entry, arguments);
            }
            case Kind::term: return sayTerm(wording_.entry("terms." + part.text));
            case Kind::bold: return inside(part, entry, arguments, bold_, true);
            case Kind::raised: return inside(part, entry, arguments, raised_, 1);
            case Kind::lowered: return inside(part, entry, arguments, raised_, -1);
        }
    }

    template <class Style>
    void inside(const PatternPart& part, const Wording::Entry& entry, const Arguments& arguments,
                Style& style, Style meanwhile) {
        const Style before = std::exchange(style, meanwhile);
        say(part.inside, entry, arguments);
        style = before;
    }

    static const Pattern& branchOf(const PatternPart& part, std::string_view name) {
        const auto is = [&](std::string_view wanted) {
            return std::find_if(part.branches.begin(), part.branches.end(),
                                [&](const PatternBranch& branch) { return branch.name == wanted; });
        };
        const auto branch = is(name);
        return (branch != part.branches.end() ? branch : is("other"))->pattern;
    }

    const Pattern& pluralOf(const PatternPart& part, Index count) const {
        const std::string exact = "=" + std::to_string(count);
        for (const PatternBranch& branch : part.branches) {
            if (branch.name == exact) return branch.pattern;
        }
        return branchOf(part, wording_.language_->isOne(count) ? "one" : "other");
    }

    void say(const Count& count) { write(grouped(count.value, wording_.language_->thousands)); }
    /// Of a number that is not 0 a digit other than 0 is written, but where whole numbers are.
    void say(const Decimal& number) {
        write(number.decimals > 0 ? formatOperand(number.value, number.decimals)
                                  : formatNumber(number.value, number.decimals));
    }
    void say(const Rough& number) { write(roughNumber(number.value, number.digits)); }
    void say(const Share& share) {
        if (share.value > 0 && share.value < kLeastShare) {
            say(Message(say::common::LessThan{.number = Share{2 * kLeastShare}}));
        } else if (isAlmostAll(share.value)) {
            say(Message(say::common::MoreThan{.number = Share{kMostShare}}));
        } else {
            write(formatPercent(share.value));
        }
    }
    void say(const TokenLabel& token) { write(inQuotes(token.label)); }
    void say(const Verbatim& verbatim) { write(verbatim.text); }

    void say(const Listed& list) {
        const std::size_t all = list.things.size();
        const std::size_t named = all > kMostListed ? kMostListed - 1 : all;
        for (std::size_t k = 0; k < named; ++k) {
            if (k > 0 && k + 1 == all) {
                say(all > 2 ? Message(say::common::ListLastOfMany{})
                            : Message(say::common::ListLast{}));
            } else if (k > 0) {
                say(Message(say::common::ListNext{}));
            }
            say(list.things[k]);
        }
        if (named < all)
            say(Message(say::common::ListMore{.n = Count{static_cast<Index>(all - named)}}));
    }

    void write(const std::string& text) {
        const bool goes_on =
            !line_.empty() && line_.back().bold == bold_ && line_.back().raised == raised_;
        if (goes_on) {
            line_.back().text += text;
        } else {
            line_.push_back({.text = text, .bold = bold_, .raised = raised_});
        }
    }

    const Wording& wording_;
    TextLine line_;
    bool bold_ = false;
    int raised_ = 0;
};

Wording::Wording(const Language& language) : language_(&language) {
    std::unordered_map<std::string_view, Entry> entries;
    for (const CatalogueText& text : language.texts()) {
        tl::expected<Pattern, PatternFault> pattern = parsePattern(text.pattern);
        assert(pattern);
        entries.emplace(text.key, Entry{namesOf(text.slots), *std::move(pattern)});
    }
    entries_ =
        std::make_shared<const std::unordered_map<std::string_view, Entry>>(std::move(entries));
}

Wording Wording::in(const Conventions& conventions) const {
    Wording other = *this;
    other.conventions_ = conventions;
    return other;
}

const Wording::Entry* Wording::find(std::string_view key) const {
    const auto found = entries_->find(key);
    return found != entries_->end() ? &found->second : nullptr;
}

const Wording::Entry& Wording::entry(std::string_view key) const {
    const Entry* const found = find(key);
    assert(found != nullptr);
    return *found;
}

TextLine Wording::line(const Message& message) const {
    Saying saying(*this);
    saying.say(message);
    return saying.take();
}

TextLine Wording::line(const TextLine& formula) const {
    TextLine all;
    for (const Piece& piece : formula) {
        if (!piece.words) {
            all.push_back(piece);
            if (!piece.is_formula) continue;
            all.back().text = formulaIn(*this, piece.text);
            all.back().is_formula = false;
            continue;
        }
        for (const Piece& said : line(*piece.words)) {
            all.push_back(piece);
            all.back().words.reset();
            all.back().text = said.text;
            all.back().bold = piece.bold || said.bold;
            if (said.raised != 0) all.back().raised = said.raised;
        }
    }
    return all;
}

std::string Wording::written(const Argument& argument) const {
    Saying saying(*this);
    saying.say(argument);
    return withSigns(saying.take());
}

std::string Wording::text(const Message& message) const { return withSigns(line(message)); }

std::vector<TextLine> Wording::lines(std::span<const Message> messages) const {
    std::vector<TextLine> lines;
    for (const Message& message : messages) lines.push_back(line(message));
    return lines;
}

TextLine Wording::line(std::span<const Message> messages) const {
    TextLine all;
    for (const Message& message : messages) {
        if (!all.empty()) all.back().text += ' ';
        const TextLine said = line(message);
        all.insert(all.end(), said.begin(), said.end());
    }
    return all;
}

std::string Wording::text(std::span<const Message> messages) const {
    return withSigns(line(messages));
}

std::string Wording::text(const LocalText& text) const {
    constexpr std::string_view kBegin = "{@";
    std::string said;
    std::string_view rest = text.in(language_->id);
    for (std::size_t at = rest.find(kBegin); at != rest.npos; at = rest.find(kBegin)) {
        const std::size_t end = rest.find('}', at);
        if (end == rest.npos) break;
        const std::size_t name = at + kBegin.size();
        const Entry* const term = find(fmt::format("terms.{}", rest.substr(name, end - name)));
        said += rest.substr(0, term != nullptr ? at : end + 1);
        if (term != nullptr) {
            Saying saying(*this);
            saying.sayTerm(*term);
            said += withSigns(saying.take());
        }
        rest.remove_prefix(end + 1);
    }
    return said.append(rest);
}

TextLine Wording::line(const FilledText& text) const {
    if (text.patterns == nullptr) return {};
    const auto& versions = text.patterns->versions;
    const auto in = [&](std::string_view language) {
        return std::find_if(versions.begin(), versions.end(),
                            [&](const auto& version) { return version.language == language; });
    };
    // The order of `LocalText::in`.
    auto version = in(language_->id);
    if (version == versions.end()) version = in("");
    if (version == versions.end()) version = in(kLanguages.front().id);
    if (version == versions.end()) version = versions.begin();
    Saying saying(*this);
    saying.say(text, version->pattern);
    return saying.take();
}

std::string Wording::text(const FilledText& text) const { return withSigns(line(text)); }

bool Wording::hasTerm(std::string_view name) const {
    return find(fmt::format("terms.{}", name)) != nullptr;
}

const Wording& wordingIn(const Language& language) {
    static std::mutex mutex;
    static std::map<const Language*, Wording> parsed;
    const std::lock_guard lock(mutex);
    return parsed.try_emplace(&language, language).first->second;
}

const Wording& english() {
    static const Wording& wording = wordingIn(kLanguages.front());
    return wording;
}

}  // namespace lookback
