// Painted cells belong to pairs of tokens: whatever is done to the sentence, they go with them.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr Index kMost = 9;  ///< tokens: short sentences, so that edits often meet painted cells
constexpr int kEdits = 400;
constexpr unsigned kSeeds = 12;

/// A token however it is named and wherever it stands.
using WordId = int;
using WordPair = std::pair<WordId, WordId>;

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

/// What a mask says of tokens, in terms of the tokens.
struct Said {
    std::set<WordPair> painted;
    std::map<std::pair<std::size_t, WordId>, Index> marks;   ///< of the rules that have them
    std::map<std::pair<std::size_t, WordPair>, bool> drawn;  ///< by custom rules

    bool operator==(const Said&) const = default;
};

/// A document whose tokens are told apart, and the random hand that edits it.
class MovingSentence {
public:
    explicit MovingSentence(unsigned seed)
        : random_(seed), document_(randomDocument({.tokens = 5})) {
        opened_ = document_;
        for (Index k = 0; k < document_.n(); ++k) ids_.push_back(next_++);
        document_.mask.rules.clear();
        for (const MaskInfo& kind : maskKinds()) {
            document_.mask.rules.push_back(telling(kind.kind, document_.n()));
        }
    }

    void edit() {
        switch (below(7)) {
            case 0: paint(); break;
            case 1: insert(); break;
            case 2: remove(); break;
            case 3: move(); break;
            case 4: rename(); break;
            case 5: replace(); break;
            default: rewrite(); break;
        }
    }

    [[nodiscard]] const Document& document() const { return document_; }
    [[nodiscard]] const std::vector<WordId>& ids() const { return ids_; }
    /// Where the last edit was a stroke, the pair whose cell it changed.
    [[nodiscard]] const std::optional<WordPair>& stroke() const { return stroke_; }
    void forgetStroke() { stroke_.reset(); }

    [[nodiscard]] Said said() const {
        Said said;
        const Mask& mask = document_.mask;
        for (const Cell cell : mask.flips) said.painted.insert(pairOf(cell));
        for (std::size_t k = 0; k < mask.rules.size(); ++k) {
            const MaskRule& rule = mask.rules[k];
            for (std::size_t token = 0; token < rule.per_token.size(); ++token) {
                said.marks[{k, ids_[token]}] = rule.per_token[token];
            }
            for (std::size_t row = 0; row < rule.allowed.size(); ++row) {
                for (std::size_t col = 0; col < rule.allowed.size(); ++col) {
                    said.drawn[{k, {ids_[row], ids_[col]}}] = rule.allowed[row][col];
                }
            }
        }
        return said;
    }

private:
    [[nodiscard]] Index below(Index end) {
        return static_cast<Index>(random_() % static_cast<std::mt19937::result_type>(end));
    }
    [[nodiscard]] WordPair pairOf(Cell cell) const {
        return {ids_[at(cell.row)], ids_[at(cell.col)]};
    }
    /// Few words, so that sentences repeat them.
    [[nodiscard]] std::string word() { return std::string(1, static_cast<char>('a' + below(4))); }

    void paint() {
        if (ids_.empty()) return;
        const Cell cell{below(document_.n()), below(document_.n())};
        flip(document_.mask, cell);
        stroke_ = pairOf(cell);
    }

    void insert() {
        if (document_.n() >= kMost) return;
        const Index place = below(document_.n() + 1);
        insertToken(document_, place, word());
        ids_.insert(ids_.begin() + place, next_++);
    }

    void remove() {
        if (ids_.empty()) return;
        const Index place = below(document_.n());
        removeToken(document_, place);
        ids_.erase(ids_.begin() + place);
    }

    void move() {
        if (ids_.empty()) return;
        const Index from = below(document_.n());
        const Index to = below(document_.n());
        moveToken(document_, from, to);
        const WordId moved = ids_[at(from)];
        ids_.erase(ids_.begin() + from);
        ids_.insert(ids_.begin() + to, moved);
    }

    void rename() {
        if (!ids_.empty()) renameToken(document_, below(document_.n()), word());
    }

    void replace() {
        if (!ids_.empty()) replaceToken(document_, below(document_.n()), word(), opened_);
    }

    /// Other words in the middle: those before and behind are the tokens that they were.
    void rewrite() {
        const std::vector<std::string> old = document_.tokens;
        const Index before = below(document_.n() + 1);
        const Index behind = below(document_.n() - before + 1);
        std::vector<std::string> words(old.begin(), old.begin() + before);
        const Index fresh = below(kMost - before - behind + 1);
        for (Index k = 0; k < fresh; ++k) words.push_back(word());
        words.insert(words.end(), old.end() - behind, old.end());
        setSentence(document_, words);
        keepEnds(old);
    }

    /// The longest beginning that is the same, then the longest end.
    void keepEnds(const std::vector<std::string>& old) {
        const std::vector<std::string>& words = document_.tokens;
        const auto differs = std::mismatch(old.begin(), old.end(), words.begin(), words.end());
        const auto before = differs.first - old.begin();
        const auto shorter = static_cast<std::ptrdiff_t>(std::min(old.size(), words.size()));
        std::ptrdiff_t behind = 0;
        while (behind < shorter - before &&
               *(old.end() - 1 - behind) == *(words.end() - 1 - behind)) {
            ++behind;
        }
        std::vector<WordId> kept(ids_.begin(), ids_.begin() + before);
        while (kept.size() + at(behind) < words.size()) kept.push_back(next_++);
        kept.insert(kept.end(), ids_.end() - behind, ids_.end());
        ids_ = std::move(kept);
    }

    std::mt19937 random_;
    Document document_;
    Document opened_;
    std::vector<WordId> ids_;  ///< place by place
    WordId next_ = 0;
    std::optional<WordPair> stroke_;
};

/// What is left of what was said, by the tokens that are still there.
Said without(const Said& said, const std::vector<WordId>& ids) {
    const auto stays = [&](WordId id) {
        return std::find(ids.begin(), ids.end(), id) != ids.end();
    };
    const auto both_stay = [&](WordPair pair) { return stays(pair.first) && stays(pair.second); };
    Said left = said;
    std::erase_if(left.painted, [&](WordPair pair) { return !both_stay(pair); });
    std::erase_if(left.marks, [&](const auto& mark) { return !stays(mark.first.second); });
    std::erase_if(left.drawn, [&](const auto& cell) { return !both_stay(cell.first.second); });
    return left;
}

/// The rules without what they say of single tokens.
std::vector<MaskRule> bare(std::vector<MaskRule> rules) {
    for (MaskRule& rule : rules) {
        rule.per_token.clear();
        rule.allowed.clear();
    }
    return rules;
}

}  // namespace

TEST_CASE("painted cells travel with their pair of tokens, or go with one of them") {
    for (unsigned seed = 1; seed <= kSeeds; ++seed) {
        CAPTURE(seed);
        MovingSentence sentence(seed);
        std::size_t most_painted = 0;
        for (int k = 0; k < kEdits; ++k) {
            CAPTURE(k);
            const Document was = sentence.document();
            const std::vector<WordId> ids_were = sentence.ids();
            Said expected = sentence.said();
            sentence.edit();
            expected = without(expected, sentence.ids());
            if (sentence.stroke() && !expected.painted.erase(*sentence.stroke())) {
                expected.painted.insert(*sentence.stroke());
            }
            sentence.forgetStroke();
            const Document& is = sentence.document();
            const Said found = sentence.said();
            // Of tokens that are new nothing is painted, and custom rules block nothing.
            REQUIRE(found.painted == expected.painted);
            REQUIRE(without(found, ids_were).marks == expected.marks);
            REQUIRE(without(found, ids_were).drawn == expected.drawn);
            for (const auto& [cell, allowed] : found.drawn) {
                if (!expected.drawn.contains(cell)) REQUIRE(allowed);
            }
            REQUIRE(std::is_sorted(is.mask.flips.begin(), is.mask.flips.end()));
            REQUIRE(faults(is).empty());
            REQUIRE(bare(is.mask.rules) == bare(was.mask.rules));
            REQUIRE(is.masking == was.masking);
            REQUIRE(is.weights == was.weights);
            most_painted = std::max(most_painted, is.mask.flips.size());
        }
        CHECK(most_painted > 3);
    }
}
