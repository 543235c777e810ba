#include "core/words/formula_words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/message.h"
#include "messages/formula.h"
#include "messages/masking.h"

namespace lookback {
namespace {

using Stated = Message (*)();

constexpr std::array<Stated, 24> kWordsOfFormulas{
    stated<say::formula::Where>,         stated<say::formula::Else>,
    stated<say::formula::RowSumOf>,      stated<say::formula::RowSum>,
    stated<say::formula::ColumnSumOf>,   stated<say::formula::ColumnSum>,
    stated<say::formula::OverColumns>,   stated<say::formula::OverRows>,
    stated<say::formula::OfPosition>,    stated<say::formula::Position>,
    stated<say::formula::Not>,           stated<say::formula::NoKey>,
    stated<say::formula::EveryKey>,      stated<say::formula::ValidKey>,
    stated<say::formula::SameDocument>,  stated<say::formula::EveryStride>,
    stated<say::formula::EveryDilation>, stated<say::formula::WindowOrSinks>,
    stated<say::formula::And>,           stated<say::formula::Or>,
    stated<say::formula::Either>,        stated<say::formula::AsDrawn>,
    stated<say::masking::Fill>,          stated<say::masking::Add>};

/// A word of formulas, and its English, by which a formula holds it.
struct FormulaWord {
    Stated word;
    std::string english;
};

/// The words, the longest first: a word may begin another one.
const std::vector<FormulaWord>& formulaWords() {
    static const std::vector<FormulaWord> words = [] {
        std::vector<FormulaWord> all;
        for (const Stated word : kWordsOfFormulas) all.push_back({word, english().text(word())});
        std::sort(all.begin(), all.end(), [](const FormulaWord& a, const FormulaWord& b) {
            return a.english.size() > b.english.size();
        });
        return all;
    }();
    return words;
}

bool isLetterOfFormula(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
}

/// True where a word stands at `at`, and not a part of a longer word or symbol.
bool standsAt(std::string_view formula, std::size_t at, std::string_view word) {
    if (!formula.substr(at).starts_with(word)) return false;
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !isLetterOfFormula(formula[at - 1]);
    return begins && (end == formula.size() || !isLetterOfFormula(formula[end]));
}

}  // namespace

std::string formulaIn(const Wording& wording, std::string_view formula) {
    std::string said;
    for (std::size_t at = 0; at < formula.size();) {
        const auto& words = formulaWords();
        const auto word = std::find_if(words.begin(), words.end(), [&](const FormulaWord& one) {
            return standsAt(formula, at, one.english);
        });
        said += word != words.end() ? wording.text(word->word()) : formula.substr(at, 1);
        at += word != words.end() ? word->english.size() : 1;
    }
    return said;
}

}  // namespace lookback
