#include "core/gradients/leak_facts.h"

#include <algorithm>
#include <cmath>

#include "core/document/labels.h"
#include "messages/leak.h"

namespace lookback {
namespace {

constexpr std::size_t kMostOutputs = 4;  ///< with a sentence each; of more, one less

/// The number of pairs (output, token) of the words.
Index cellCount(std::span<const HiddenWord> hidden) {
    std::size_t count = 0;
    for (const HiddenWord& word : hidden) count += word.outputs.size();
    return static_cast<Index>(count);
}

/// The extent of the search.
Message searched(std::size_t hidden, const LeakSearch& search) {
    if (search.words == 0) return say::leak::NothingFinite{};
    const bool is_all = static_cast<std::size_t>(search.words) == hidden;
    return say::leak::MovedNoBit{
        .tries = search.tries,
        .which = is_all ? say::leak::MovedNoBit::Which::all : say::leak::MovedNoBit::Which::other,
        .tokens = Count{search.words},
        .of = Count{static_cast<Index>(hidden)}};
}

}  // namespace

LeakFacts::LeakFacts(const Document& document, const Matrix<double>& norms)
    : labels_(tokenLabels(document.tokens)), dtype_(info(document.dtype).name), norms_(norms) {}

std::vector<Message> LeakFacts::cannot(Message why) const {
    std::vector<Message> sentences{std::move(why)};
    addUndefined(sentences);
    return sentences;
}

std::vector<Message> LeakFacts::notHere(std::span<const HiddenWord> hidden,
                                        std::span<const Cell> known, const LeakSearch& search,
                                        Message may) const {
    std::vector<Message> sentences;
    if (const Index count = cellCount(hidden); count > 0) {
        sentences.push_back(known.empty() ? say::leak::AllZero{.n = count} : tooSmall(known));
        sentences.push_back(searched(hidden.size(), search));
        sentences.push_back(std::move(may));
    }
    addUndefined(sentences);
    return sentences;
}

std::vector<Message> LeakFacts::rounding(std::span<const HiddenWord> hidden,
                                         const std::optional<LeakExample>& example,
                                         const LeakSearch& search,
                                         const std::optional<UnderflowingRow>& underflow) const {
    std::vector<Message> sentences{say::leak::AllZero{.n = cellCount(hidden)}};
    if (example) {
        sentences.push_back(
            say::leak::RoundingMoves{.size = Rough{example->size, 2},
                                     .places = static_cast<Index>(std::ceil(search.usual_places))});
    } else {
        sentences.push_back(say::leak::RoundingMovesNothing{});
    }
    if (underflow) {
        sentences.push_back(say::leak::RoundingUnderflows{.score = Rough{underflow->score, 3},
                                                          .token = label(underflow->query),
                                                          .dtype = Verbatim{std::string(dtype_)}});
    }
    addUndefined(sentences);
    return sentences;
}

std::vector<Message> LeakFacts::leaks(const LeakVerdict& verdict, bool is_causal) const {
    std::vector<Index> outputs;
    std::vector<std::vector<Index>> tokens;
    for (const Cell cell : verdict.leaks) {
        if (outputs.empty() || outputs.back() != cell.row) {
            outputs.push_back(cell.row);
            tokens.emplace_back();
        }
        tokens.back().push_back(cell.col);
    }
    const std::size_t rows = outputs.size();
    const std::size_t named = rows > kMostOutputs ? kMostOutputs - 1 : rows;
    std::vector<Message> sentences;
    for (std::size_t k = 0; k < named; ++k) {
        sentences.push_back(
            say::leak::DependsOn{.output = label(outputs[k]), .tokens = labels(tokens[k])});
    }
    if (named < rows) {
        using Which = say::leak::MoreDepend::Which;
        sentences.push_back(
            say::leak::MoreDepend{.n = static_cast<Index>(rows - named),
                                  .which = is_causal ? Which::later : Which::other});
    }
    sentences.push_back(shown(*verdict.example));
    addUndefined(sentences);
    return sentences;
}

std::vector<Message> LeakFacts::leaksInBrief(const LeakVerdict& verdict) const {
    Index outputs = 0;
    for (std::size_t k = 0; k < verdict.leaks.size(); ++k) {
        if (k == 0 || verdict.leaks[k].row != verdict.leaks[k - 1].row) ++outputs;
    }
    std::vector<Message> sentences{say::leak::SomeDepend{.n = outputs, .of = Count{norms_.rows()}},
                                   shown(*verdict.example)};
    addUndefined(sentences);
    return sentences;
}

TokenLabel LeakFacts::label(Index token) const {
    return {labels_[static_cast<std::size_t>(token)]};
}

Listed LeakFacts::labels(const std::vector<Index>& tokens) const {
    Listed all;
    for (const Index token : tokens) all.things.emplace_back(label(token));
    return all;
}

Message LeakFacts::tooSmall(std::span<const Cell> known) const {
    double largest = 0;
    for (const Cell cell : known) largest = std::max(largest, norms_(cell.row, cell.col));
    return say::leak::TooSmall{.n = static_cast<Index>(known.size()),
                               .size = Rough{largest, 2},
                               .dtype = Verbatim{std::string(dtype_)}};
}

Message LeakFacts::shown(const LeakExample& example) const {
    using How = say::leak::Example::How;
    using Derivative = say::leak::Example::Derivative;
    const bool is_flat = norms_(example.output, example.token) == 0;
    return say::leak::Example{.derivative = is_flat ? Derivative::zero : Derivative::other,
                              .token = label(example.token),
                              .how = std::isnan(example.size) ? How::nan : How::other,
                              .output = label(example.output),
                              .size = Rough{example.size, 2}};
}

void LeakFacts::addUndefined(std::vector<Message>& sentences) const {
    std::vector<Index> undefined;
    for (Index query = 0; query < norms_.rows(); ++query) {
        if (norms_.row(query).array().isNaN().any()) undefined.push_back(query);
    }
    if (undefined.empty()) return;
    sentences.push_back(say::leak::Undefined{.n = static_cast<Index>(undefined.size()),
                                             .tokens = labels(undefined)});
}

}  // namespace lookback
