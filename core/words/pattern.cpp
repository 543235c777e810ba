#include "core/words/pattern.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace lookback {
namespace {

using PartKind = PatternPart::Kind;

struct Tag {
    std::string_view name;
    PartKind kind;
};
constexpr std::array kTags{Tag{"b", PartKind::bold}, Tag{"sup", PartKind::raised},
                           Tag{"sub", PartKind::lowered}};

constexpr int kDeepest = 16;  ///< tags and branches within each other, which recurse

bool isNameCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '=';
}

/// Reads a message from its first byte to its last.
class PatternParser {
public:
    PatternParser(std::string_view text, SlotSyntax syntax) : text_(text), syntax_(syntax) {}

    tl::expected<Pattern, PatternFault> parse() {
        Pattern pattern = parts("", "");
        if (!error_ && at_ < text_.size()) fail("expected no closing brace or tag here");
        if (error_) return tl::unexpected(*error_);
        return pattern;
    }

private:
    /// The parts up to a closing brace, a closing tag or the end. @param counted the slot that # is
    /// the number of; empty outside of plurals
    Pattern parts(const std::string& counted, std::string_view tag) {
        Pattern pattern;
        if (depth_ == kDeepest) fail("expected at most 16 tags and branches within each other");
        if (error_) return pattern;
        ++depth_;
        const auto add = [&](char c) {
            if (pattern.empty() || pattern.back().kind != PartKind::text) pattern.push_back({});
            pattern.back().text += c;
        };
        while (!error_ && at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '}' || text_.substr(at_, 2) == "</") break;
            if (c == '\'' && at_ + 2 < text_.size() && text_[at_ + 2] == '\'') {
                add(text_[at_ + 1]);
                at_ += 3;
            } else if (c == '{') {
                ++at_;
                pattern.push_back(slot());
            } else if (c == '<') {
                pattern.push_back(tagged(counted));
            } else if (c == '#' && !counted.empty()) {
                ++at_;
                pattern.push_back({.kind = PartKind::number, .text = counted});
            } else {
                add(c);
                ++at_;
            }
        }
        if (!tag.empty()) expect("</" + std::string(tag) + ">");
        --depth_;
        return pattern;
    }

    /// After the opening brace.
    PatternPart slot() {
        if (takes('@')) {
            PatternPart term{.kind = PartKind::term, .text = name()};
            expect("}");
            return term;
        }
        PatternPart part{.kind = PartKind::slot,
                         .text = syntax_ == SlotSyntax::names ? name() : expression()};
        if (takes('}')) return part;
        expect(",");
        const std::string kind = name();
        if (kind != "plural" && kind != "select") {
            fail("expected plural or select after the slot's name");
            return part;
        }
        part.kind = kind == "plural" ? PartKind::plural : PartKind::select;
        expect(",");
        skipSpace();
        while (!error_ && at_ < text_.size() && text_[at_] != '}') {
            PatternBranch branch{.name = name()};
            expect("{");
            branch.pattern = parts(part.kind == PartKind::plural ? part.text : "", "");
            expect("}");
            skipSpace();
            part.branches.push_back(std::move(branch));
        }
        expect("}");
        const bool has_other =
            std::any_of(part.branches.begin(), part.branches.end(),
                        [](const PatternBranch& branch) { return branch.name == "other"; });
        if (!has_other) fail("the slot " + part.text + " has no branch named other");
        return part;
    }

    /// From the < of an opening tag on.
    PatternPart tagged(const std::string& counted) {
        for (const Tag& tag : kTags) {
            const std::string opening = "<" + std::string(tag.name) + ">";
            if (text_.substr(at_, opening.size()) != opening) continue;
            at_ += opening.size();
            return {.kind = tag.kind, .inside = parts(counted, tag.name)};
        }
        fail("expected <b>, <sup> or <sub>; for the character itself write '<'");
        return {};
    }

    std::string name() {
        skipSpace();
        const std::size_t start = at_;
        while (at_ < text_.size() && isNameCharacter(text_[at_])) ++at_;
        if (at_ == start) fail("expected a name of a to z, 0 to 9 and _");
        std::string found(text_.substr(start, at_ - start));
        skipSpace();
        return found;
    }

    /// The characters of a slot without the spaces around them.
    std::string expression() {
        skipSpace();
        const std::size_t start = at_;
        int open = 0;
        for (; at_ < text_.size() && text_[at_] != '{' && text_[at_] != '}'; ++at_) {
            if (text_[at_] == '(') ++open;
            if (text_[at_] == ')') --open;
            if (text_[at_] == ',' && open <= 0) break;
        }
        std::string found(text_.substr(start, at_ - start));
        while (found.ends_with(' ')) found.pop_back();
        if (found.empty()) fail("expected an expression in the braces");
        return found;
    }

    bool takes(char c) {
        skipSpace();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    void expect(const std::string& wanted) {
        if (text_.substr(at_, wanted.size()) == wanted) {
            at_ += wanted.size();
        } else {
            fail("expected " + wanted);
        }
    }

    void skipSpace() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }

    void fail(const std::string& message) {
        if (!error_) error_ = PatternFault{"column " + std::to_string(at_ + 1), message};
    }

    std::string_view text_;
    SlotSyntax syntax_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::optional<PatternFault> error_;
};

void collect(const Pattern& pattern, std::vector<PatternSlot>& slots) {
    for (const PatternPart& part : pattern) {
        const bool is_slot = part.kind == PartKind::slot || part.kind == PartKind::plural ||
                             part.kind == PartKind::select;
        if (is_slot) {
            const auto same = [&](const PatternSlot& slot) { return slot.name == part.text; };
            auto slot = std::find_if(slots.begin(), slots.end(), same);
            if (slot == slots.end()) slot = slots.insert(slots.end(), {.name = part.text});
            if (part.kind == PartKind::plural) slot->kind = PatternSlot::Kind::count;
            if (part.kind == PartKind::select && slot->choices.empty()) {
                slot->kind = PatternSlot::Kind::choice;
                for (const PatternBranch& branch : part.branches) {
                    slot->choices.push_back(branch.name);
                }
            }
        }
        collect(part.inside, slots);
        for (const PatternBranch& branch : part.branches) collect(branch.pattern, slots);
    }
}

void collectTerms(const Pattern& pattern, std::vector<std::string>& terms) {
    for (const PatternPart& part : pattern) {
        if (part.kind == PartKind::term) terms.push_back(part.text);
        collectTerms(part.inside, terms);
        for (const PatternBranch& branch : part.branches) collectTerms(branch.pattern, terms);
    }
}

}  // namespace

tl::expected<Pattern, PatternFault> parsePattern(std::string_view text, SlotSyntax syntax) {
    return PatternParser(text, syntax).parse();
}

std::vector<PatternSlot> slotsOf(const Pattern& pattern) {
    std::vector<PatternSlot> slots;
    collect(pattern, slots);
    return slots;
}

std::vector<std::string> termsOf(const Pattern& pattern) {
    std::vector<std::string> terms;
    collectTerms(pattern, terms);
    return terms;
}

}  // namespace lookback
