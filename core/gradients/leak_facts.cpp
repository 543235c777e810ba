#include "core/gradients/leak_facts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/document/labels.h"
#include "messages/leak.h"

namespace lookback {
namespace {

constexpr std::size_t kMostOutputs = 4;  ///< with a sentence each; of more, one less

Message looksLike(MaskLook look, const Mask& mask, Index n) {
    using Look = say::leak::Looks::Look;
    if (look == MaskLook::inverted) return say::leak::Looks{Look::inverted};
    if (look == MaskLook::transposed) return say::leak::Looks{Look::transposed};
    bool allows_later = false;
    for (Index query = 0; query + 1 < n; ++query) {
        allows_later = allows_later || allows(mask, query, query + 1);
    }
    return say::leak::Looks{allows_later ? Look::one_more : Look::other};
}

using How = say::leak::Example::How;

/// How another embedding moves an output, the gravest change of its numbers first.
How howMoved(const LeakExample& example) {
    if (std::isfinite(example.size)) return How::other;
    bool any_infinite = false;
    bool any_finite = false;
    for (Index col = 0; col < example.before.cols(); ++col) {
        const double was = example.before(0, col);
        const double is = example.after(0, col);
        if (std::isnan(is) && !std::isnan(was)) return How::nan;
        any_infinite = any_infinite || (std::isinf(is) && !std::isnan(was) && is != was);
        any_finite = any_finite || (std::isfinite(is) && !std::isfinite(was));
    }
    if (any_infinite) return How::infinite;
    return any_finite ? How::finite : How::from_nan;
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

/// The number of pairs in which a mask allows a later token.
Index allowedLater(const Mask& mask, Index n) {
    Index count = 0;
    for (Index query = 0; query < n; ++query) {
        for (Index key = query + 1; key < n; ++key) count += allows(mask, query, key) ? 1 : 0;
    }
    return count;
}

}  // namespace

LeakFacts::LeakFacts(const Document& document, const Matrix<double>& norms,
                     const MatrixView& result, std::span<const HiddenWord> hidden)
    : labels_(tokenLabels(document.tokens)),
      dtype_(info(document.dtype).name),
      norms_(norms),
      result_(result),
      hidden_(hidden) {}

std::vector<Message> LeakFacts::withFuture(const LeakVerdict& verdict, const Mask& promised,
                                           std::vector<Message> sentences) const {
    const auto pairs = static_cast<Index>(verdict.future.size());
    std::vector<Message> of_mask;
    if (verdict.looks) of_mask.push_back(looksLike(*verdict.looks, promised, norms_.rows()));
    const bool is_open = verdict.kind == LeakKind::nothing_to_leak && norms_.rows() > 0;
    const bool is_known = pairs > 0 || !isFutureUndefined(promised);
    if (is_known && (verdict.looks || pairs > 0 || is_open)) {
        const Index allowed = allowedLater(promised, norms_.rows());
        of_mask.push_back(pairs == 0 && allowed > 0 ? Message(say::leak::FutureZero{.n = allowed})
                                                    : Message(say::leak::Future{.n = pairs}));
    }
    const bool is_first = verdict.isMaskWrong() && verdict.kind != LeakKind::leaks;
    sentences.insert(is_first ? sentences.begin() : sentences.end(), of_mask.begin(),
                     of_mask.end());
    return sentences;
}

bool LeakFacts::isFutureUndefined(const Mask& promised) const {
    for (Index output = 0; output < norms_.rows(); ++output) {
        for (Index token = output + 1; token < norms_.cols(); ++token) {
            if (std::isnan(norms_(output, token)) && allows(promised, output, token)) return true;
        }
    }
    return false;
}

std::vector<Message> LeakFacts::cannot(Message why) const {
    std::vector<Message> sentences{std::move(why)};
    addUndefined(sentences);
    return sentences;
}

std::vector<Message> LeakFacts::saysNothing() const {
    std::vector<Message> sentences;
    addUndefined(sentences);
    return sentences;
}

std::vector<Message> LeakFacts::notHere(std::span<const Cell> known, const LeakSearch& search,
                                        Message may) const {
    std::vector<Message> sentences{
        known.empty() ? Message(say::leak::AllZero{.n = testedPairs()}) : tooSmall(known),
        searched(hidden_.size(), search), std::move(may)};
    addUndefined(sentences);
    return sentences;
}

std::vector<Message> LeakFacts::rounding(const std::optional<LeakExample>& example,
                                         const LeakSearch& search,
                                         const std::optional<UnderflowingRow>& underflow) const {
    std::vector<Message> sentences{say::leak::AllZero{.n = testedPairs()}};
    if (example) {
        sentences.push_back(
            say::leak::RoundingMoves{.size = Rough{example->size, 2},
                                     .places = static_cast<Index>(std::ceil(search.usual_places))});
    } else {
        sentences.push_back(say::leak::RoundingMovesNothing{});
    }
    const RoundingBound& bound = search.bound;
    if (bound.places <= kRoundingPlaces) {
        sentences.push_back(
            say::leak::RoundingBound{.largest = Rough{bound.largest, 3},
                                     .places = static_cast<Index>(std::ceil(bound.places)),
                                     .score = Rough{bound.score, 3}});
    } else {
        sentences.push_back(say::leak::RoundingReach{.largest = Rough{bound.largest, 3},
                                                     .score = Rough{bound.score, 3},
                                                     .from = Rough{bound.from, 3}});
    }
    if (underflow) {
        sentences.push_back(say::leak::RoundingUnderflows{.score = Rough{underflow->score, 3},
                                                          .token = label(underflow->query),
                                                          .dtype = Verbatim{std::string(dtype_)}});
    }
    addUndefined(sentences);
    return sentences;
}

std::vector<Message> LeakFacts::leaks(const LeakVerdict& verdict, const EndlessLeaks& endless,
                                      bool is_causal) const {
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
    addExample(sentences, verdict, endless);
    return sentences;
}

std::vector<Message> LeakFacts::leaksInBrief(const LeakVerdict& verdict,
                                             const EndlessLeaks& endless) const {
    Index outputs = 0;
    for (std::size_t k = 0; k < verdict.leaks.size(); ++k) {
        if (k == 0 || verdict.leaks[k].row != verdict.leaks[k - 1].row) ++outputs;
    }
    std::vector<Message> sentences{say::leak::SomeDepend{.n = outputs, .of = Count{norms_.rows()}}};
    addExample(sentences, verdict, endless);
    return sentences;
}

void LeakFacts::addExample(std::vector<Message>& sentences, const LeakVerdict& verdict,
                           const EndlessLeaks& endless) const {
    if (!endless.cells.empty()) sentences.push_back(reached(endless));
    if (verdict.example) sentences.push_back(shown(*verdict.example));
    addUndefined(sentences, verdict.leaks);
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
    using Derivative = say::leak::Example::Derivative;
    const bool is_flat = norms_(example.output, example.token) == 0;
    return say::leak::Example{.derivative = is_flat ? Derivative::zero : Derivative::other,
                              .token = label(example.token),
                              .how = howMoved(example),
                              .output = label(example.output),
                              .size = Rough{example.size, 2}};
}

Message LeakFacts::reached(const EndlessLeaks& endless) const {
    using Product = say::leak::EndlessValue::Product;
    const TokenLabel token = label(endless.cells.front().col);
    if (!endless.is_value) return say::leak::EndlessScore{.token = token};
    return say::leak::EndlessValue{
        .token = token,
        .number = Decimal{endless.number, 0},
        .product = std::isnan(endless.number) ? Product::nan : Product::other};
}

Index LeakFacts::testedPairs() const {
    Index count = 0;
    for (const HiddenWord& word : hidden_) {
        for (const Index output : word.outputs) {
            if (!std::isnan(norms_(output, word.token))) ++count;
        }
    }
    return count;
}

void LeakFacts::addUndefined(std::vector<Message>& sentences, std::span<const Cell> leaking) const {
    using What = say::leak::Undefined::What;
    using Numbers = say::leak::Undefined::Numbers;
    std::vector<bool> is_asked(static_cast<std::size_t>(result_.rows()), false);
    for (const HiddenWord& word : hidden_) {
        for (const Index output : word.outputs) is_asked[static_cast<std::size_t>(output)] = true;
    }
    for (const Cell cell : leaking) is_asked[static_cast<std::size_t>(cell.row)] = false;
    std::map<std::pair<Numbers, What>, std::vector<Index>> undefined;
    for (Index output = 0; output < result_.rows(); ++output) {
        const EndlessNumbers found = endlessIn(result_, output);
        const Index count = found.count();
        if (count == 0 || !is_asked[static_cast<std::size_t>(output)]) continue;
        What what = found.infinite == 0 ? What::nan : What::other;
        if (found.nan == 0) what = What::infinite;
        const Numbers numbers = count == result_.cols() ? Numbers::all : Numbers::other;
        undefined[{numbers, what}].push_back(output);
    }
    for (const auto& [kind, outputs] : undefined) {
        sentences.push_back(say::leak::Undefined{.n = static_cast<Index>(outputs.size()),
                                                 .numbers = kind.first,
                                                 .tokens = labels(outputs),
                                                 .what = kind.second});
    }
}

}  // namespace lookback
