#include "core/gradients/leak_words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/labels.h"

namespace lookback {
namespace {

constexpr std::size_t kMostNamed = 4;  // tokens in one list; the rest is counted

std::string numberWord(std::size_t number) {
    constexpr std::array<std::string_view, 13> kWords{"no",   "one",    "two",   "three", "four",
                                                      "five", "six",    "seven", "eight", "nine",
                                                      "ten",  "eleven", "twelve"};
    return number < kWords.size() ? std::string(kWords[number]) : std::to_string(number);
}

std::string allZero(std::size_t number) {
    if (number == 1) return "The one derivative is exactly 0";
    if (number == 2) return "Both derivatives are exactly 0";
    return fmt::format("All {} derivatives are exactly 0", numberWord(number));
}

/// The number of pairs (output, token) of the words.
std::size_t cellCount(std::span<const HiddenWord> hidden) {
    std::size_t count = 0;
    for (const HiddenWord& word : hidden) count += word.outputs.size();
    return count;
}

/// The extent of the search, as the end of a sentence.
std::string searched(std::size_t hidden, const LeakSearch& search) {
    const auto words = static_cast<std::size_t>(search.words);
    if (words == 0) return "though no other embedding leaves keys and values finite";
    const std::string embeddings =
        search.tries == 1 ? "one other embedding"
                          : fmt::format("{} other embeddings",
                                        numberWord(static_cast<std::size_t>(search.tries)));
    const std::string for_whom = words == hidden
                                     ? "each hidden word"
                                     : fmt::format("each of {} of {} hidden words", words, hidden);
    return fmt::format("and {} for {} moved no bit", embeddings, for_whom);
}

}  // namespace

LeakWords::LeakWords(const Document& document, const Matrix<double>& norms)
    : labels_(tokenLabels(document.tokens)), dtype_(info(document.dtype).name), norms_(norms) {}

std::string LeakWords::cannot(std::string_view why) const {
    return withUndefined(fmt::format("{} {}", info(LeakKind::cannot).label, why));
}

std::string LeakWords::notHere(std::span<const HiddenWord> hidden, std::span<const Cell> known,
                               const LeakSearch& search, std::string_view may) const {
    std::string text(info(LeakKind::not_here).label);
    if (const std::size_t count = cellCount(hidden); count > 0) {
        text += fmt::format(" {}, {}; {}.", known.empty() ? allZero(count) : tooSmall(known),
                            searched(hidden.size(), search), may);
    }
    return withUndefined(std::move(text));
}

std::string LeakWords::rounding(std::span<const HiddenWord> hidden,
                                const std::optional<LeakExample>& example, const LeakSearch& search,
                                const std::optional<UnderflowingRow>& underflow) const {
    std::string text = fmt::format("{} {}. Other embeddings no larger than the document's numbers ",
                                   info(LeakKind::rounding).label, allZero(cellCount(hidden)));
    if (example) {
        const auto places = static_cast<long>(std::ceil(search.usual_places));
        text += fmt::format("move an output by at most {}, at most {} {} in the last place.",
                            roughNumber(example->size, 2), places, places == 1 ? "unit" : "units");
    } else {
        text += "move no bit.";
    }
    if (underflow) {
        text += fmt::format(
            " Larger ones do more: from a blocked score of about {} on, the allowed weights of {} "
            "underflow in {}, and dividing by their sum cannot restore them.",
            roughNumber(underflow->score, 3), label(underflow->query), dtype_);
    }
    return withUndefined(std::move(text));
}

std::string LeakWords::leaks(const LeakVerdict& verdict, bool is_causal) const {
    return withExample(
        fmt::format("{} {}.", info(LeakKind::leaks).label, seen(verdict.leaks, is_causal)),
        *verdict.example);
}

std::string LeakWords::leaksInBrief(const LeakVerdict& verdict) const {
    Index outputs = 0;
    for (std::size_t k = 0; k < verdict.leaks.size(); ++k) {
        if (k == 0 || verdict.leaks[k].row != verdict.leaks[k - 1].row) ++outputs;
    }
    return withExample(fmt::format("{} {} of {} outputs see hidden words.",
                                   info(LeakKind::leaks).label, outputs, norms_.rows()),
                       *verdict.example);
}

std::string LeakWords::withExample(std::string text, const LeakExample& example) const {
    const bool is_flat = norms_(example.output, example.token) == 0;
    text +=
        fmt::format(" {}{}", is_flat ? "The derivative is exactly 0, and yet another " : "Another ",
                    shown(example));
    return withUndefined(std::move(text));
}

std::string LeakWords::label(Index token) const {
    return inQuotes(labels_[static_cast<std::size_t>(token)]);
}

/// `“a”`, `“a” and “b”`, `“a”, “b” and “c”`, `“a”, “b”, “c” and 5 more`.
std::string LeakWords::named(const std::vector<Index>& tokens) const {
    const std::size_t shown = tokens.size() > kMostNamed ? kMostNamed - 1 : tokens.size();
    std::vector<std::string> all;
    for (std::size_t k = 0; k < shown; ++k) all.push_back(label(tokens[k]));
    if (shown < tokens.size()) all.push_back(fmt::format("{} more", tokens.size() - shown));
    return listed(all);
}

/// `“Write” sees “a” and “poem”, “a” sees “poem”`.
std::string LeakWords::seen(const std::vector<Cell>& leaks, bool is_causal) const {
    std::vector<Index> outputs;
    std::vector<std::vector<Index>> tokens;
    for (const Cell cell : leaks) {
        if (outputs.empty() || outputs.back() != cell.row) {
            outputs.push_back(cell.row);
            tokens.emplace_back();
        }
        tokens.back().push_back(cell.col);
    }
    const std::size_t rows = outputs.size();
    const std::size_t shown = rows > kMostNamed ? kMostNamed - 1 : rows;
    std::string text;
    for (std::size_t k = 0; k < shown; ++k) {
        text += fmt::format("{}{} sees {}", k > 0 ? ", " : "", label(outputs[k]), named(tokens[k]));
    }
    if (shown < rows) {
        text += fmt::format(", and {} more see {}", rows - shown,
                            is_causal ? "later words" : "masked tokens");
    }
    return text;
}

/// `“a” moves the output of “Write” by up to 0.0077.`
std::string LeakWords::shown(const LeakExample& example) const {
    const std::string token = label(example.token);
    const std::string output = label(example.output);
    if (std::isnan(example.size))
        return fmt::format("{} makes the output of {} NaN.", token, output);
    return fmt::format("{} moves the output of {} by up to {}.", token, output,
                       roughNumber(example.size, 2));
}

/// `Derivatives of up to 3.7e−44 are not 0 but too small to show in float32`.
std::string LeakWords::tooSmall(std::span<const Cell> known) const {
    double largest = 0;
    for (const Cell cell : known) largest = std::max(largest, norms_(cell.row, cell.col));
    const bool one = known.size() == 1;
    return fmt::format("{} {} {} not 0 but too small to show in {}",
                       one ? "A derivative of" : "Derivatives of up to", roughNumber(largest, 2),
                       one ? "is" : "are", dtype_);
}

std::string LeakWords::withUndefined(std::string text) const {
    std::vector<Index> undefined;
    for (Index query = 0; query < norms_.rows(); ++query) {
        if (norms_.row(query).array().isNaN().any()) undefined.push_back(query);
    }
    if (undefined.empty()) return text;
    const bool one = undefined.size() == 1;
    return text + fmt::format(" The {} of {} {} NaN, so what {} on is not defined.",
                              one ? "output" : "outputs", named(undefined), one ? "is" : "are",
                              one ? "it depends" : "they depend");
}

}  // namespace lookback
