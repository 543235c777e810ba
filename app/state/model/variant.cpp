#include "app/state/model/variant.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/document/edit.h"
#include "core/document/labels.h"
#include "core/document/mask_edit.h"
#include "core/engine/memory.h"
#include "core/explain/scale_bound.h"
#include "core/gradients/leak_jacobian.h"
#include "core/lesson/expectations.h"

namespace lookback {
namespace {

// Up to here a document is computed twice; the tables of Compare and the probe of the Leak test
// compute up to ten of its variants in one frame, which takes at most 0.2 s.
constexpr Index kMostTokensTwice = 512;
constexpr double kMostBytesTwice = kMaxMemory / 60;
constexpr double kMostWorkTwice = 2.4e8;  ///< multiplications
constexpr double kPairWork =
    64;  ///< multiplications that take as long as a pair's mask and softmax

/// Larger ones are computed by a job; a frame takes at most 0.2 s for smaller ones.
constexpr double kMostWorkInFrame = kMostWorkTwice;
constexpr double kMostBytesInFrame = 2 * kMostBytesTwice;

/// Multiplications for the other precisions: a part of a frame, as it is asked in each of a drag.
constexpr double kMostBlockedWork = 1e6;

std::vector<Step> stepsOfVariant(const Variant& variant) {
    return documentSteps(variant.document());
}

std::vector<std::string> labelsOf(const Variant& variant) {
    return tokenLabels(variant.document().tokens);
}

std::vector<std::string> wholeLabelsOf(const Variant& variant) {
    return wholeLabels(variant.document().tokens);
}

std::string writingOf(const Variant& variant) {
    std::string writing(firstCharacters(variant.document().title, kLongestWholeWord));
    for (const std::string& token : variant.document().tokens) {
        writing += '\n';
        writing += firstCharacters(token, kLongestWholeWord);
    }
    return writing;
}

std::vector<Check> checksOf(const Variant& variant) {
    return checkWeights(variant.document(), variant.trace());
}

bool findBlocked(const Variant& variant) {
    return !variant.trace().tensor(MatrixId::mask).as<unsigned char>().all();
}

std::vector<RuleEffect> effectsOfVariant(const Variant& variant) {
    return effectsOf(variant.document().mask, variant.document().n());
}

BlockedWeights blockedOf(const Variant& variant) {
    return blockedWeights(variant.document(), variant.trace(), kMostBlockedWork);
}

bool findPrints(const Variant& variant) {
    return variant.document().lesson && meetsExpectations(variant.document(), variant.trace());
}

double boundOf(const Variant& variant, MatrixId id) {
    if (!isParameter(id) && !variant.trace().has(id)) return 1;
    const MatrixView mask =
        variant.isHatched(id) ? variant.trace().view(MatrixId::mask) : MatrixView();
    double largest = 0;
    for (Index head = 0; head < (info(id).per_head ? variant.document().heads : 1); ++head) {
        largest = std::max(largest, largestSize(variant.matrix(id, head), mask));
    }
    return scaleBound(info(id).domain, largest);
}

int characterCount(std::string_view text) {
    return static_cast<int>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0u) != 0x80u;
    }));
}

MaskedDigits maskedDigitsOf(const Variant& variant, MatrixId id) {
    MaskedDigits found;
    if (info(id).domain != Domain::signed_numbers || isParameter(id)) return found;
    if (!variant.trace().has(id) || !variant.isHatched(id)) return found;
    const auto allowed = variant.trace().tensor(MatrixId::mask).as<unsigned char>();
    const auto take = [&](double value) {
        if (std::abs(value) < kPowersOfTenFrom) {
            found.largest = std::max(found.largest, std::abs(value));
        } else if (found.characters == 0) {
            found.characters = characterCount(formatNumber(value, 0));
        }
    };
    for (Index head = 0; head < variant.document().heads; ++head) {
        variant.matrix(id, head).visit([&](const auto& values) {
            for (Index row = 0; row < values.rows(); ++row) {
                for (Index col = 0; col < values.cols(); ++col) {
                    if (allowed(row, col) == 0) take(static_cast<double>(values(row, col)));
                }
            }
        });
    }
    return found;
}

/// About how many multiplications one pass takes.
double passWork(const Document& document) {
    const auto n = static_cast<double>(document.n());
    const Weights& weights = document.weights;
    const auto query = static_cast<double>(weights.query.cols());
    const auto value = static_cast<double>(weights.value.cols());
    const double output = weights.output ? static_cast<double>(weights.output->cols()) : 0;
    const double pairs = n * n * (query + value + kPairWork * static_cast<double>(document.heads));
    return n * static_cast<double>(document.dIn()) * (2 * query + value) + pairs +
           n * value * output;
}

}  // namespace

void Variant::show(const Document& document, bool in_drag) {
    await(document, in_drag);
    compute();
}

void Variant::await(const Document& document, bool in_drag) {
    const bool has_same_words =
        document.title == document_.title && document.tokens == document_.tokens;
    const bool knows_mask =
        facts_.rule_effects && document.n() == document_.n() && document.mask == document_.mask;
    document_ = document;
    has_numbers_ = false;
    Facts before = std::exchange(facts_, {});
    if (has_same_words) {
        facts_.labels = std::move(before.labels);
        facts_.whole_labels = std::move(before.whole_labels);
        facts_.writing = std::move(before.writing);
    }
    if (knows_mask) facts_.rule_effects = std::move(before.rule_effects);
    if (!in_drag) return;
    facts_.bounds = before.bounds;
    facts_.masked_digits = before.masked_digits;
}

void Variant::compute(const GivesUp& gives_up) {
    engine_.attend(document_, gives_up);
    has_numbers_ = !isGivenUp(gives_up);
}

void Variant::deriveFacts(const GivesUp& gives_up) const {
    if (isGivenUp(gives_up)) return;
    static_cast<void>(checks());
    if (isGivenUp(gives_up)) return;
    static_cast<void>(blockedWeights());
    static_cast<void>(blocksSome());
    static_cast<void>(equalsPrints());
    for (const MatrixId id : trace().order) {
        if (isGivenUp(gives_up)) return;
        static_cast<void>(bound(id));
        static_cast<void>(maskedDigits(id));
    }
}

MatrixView Variant::matrix(MatrixId id, Index head) const {
    return matrixById(document_, trace(), id, head);
}

const std::vector<Step>& Variant::steps() const { return derive(facts_.steps, stepsOfVariant); }

Index Variant::lastCell(const Step& step) const {
    return std::max<Index>(cellCount(document_, step) - 1, 0);
}

const std::vector<std::string>& Variant::labels() const { return derive(facts_.labels, labelsOf); }

const std::vector<std::string>& Variant::wholeLabels() const {
    return derive(facts_.whole_labels, wholeLabelsOf);
}

const std::string& Variant::writing() const { return derive(facts_.writing, writingOf); }

const std::vector<Check>& Variant::checks() const { return derive(facts_.checks, checksOf); }

bool Variant::blocksSome() const { return derive(facts_.blocks_some, findBlocked); }

const std::vector<RuleEffect>& Variant::ruleEffects() const {
    return derive(facts_.rule_effects, effectsOfVariant);
}

const BlockedWeights& Variant::blockedWeights() const {
    return derive(facts_.blocked_weights, blockedOf);
}

const std::vector<double>& Variant::influenceOn(Index output) const {
    return facts_.influence.of(output, [&](std::vector<double>& norms) {
        norms = jacobianNorms(document_, trace(), output);
    });
}

bool Variant::equalsPrints() const { return derive(facts_.equals_prints, findPrints); }

double Variant::bound(MatrixId id) const {
    std::optional<double>& bound = facts_.bounds[static_cast<std::size_t>(id)];
    if (!bound) bound = boundOf(*this, id);
    return *bound;
}

MaskedDigits Variant::maskedDigits(MatrixId id) const {
    std::optional<MaskedDigits>& digits = facts_.masked_digits[static_cast<std::size_t>(id)];
    if (!digits) digits = maskedDigitsOf(*this, id);
    return *digits;
}

bool Variant::isHatched(MatrixId id) const { return trace().isFromMaskOn(id) && blocksSome(); }

bool mayBeComputedTwice(const Document& document) {
    return document.n() <= kMostTokensTwice && traceMemory(document) <= kMostBytesTwice &&
           passWork(document) <= kMostWorkTwice;
}

bool takesLong(const Document& document) {
    return traceMemory(document) > kMostBytesInFrame || passWork(document) > kMostWorkInFrame;
}

const Variant* UnmaskedTwin::of(const Variant& masked) const {
    if (!masked.blocksSome() || !mayBeComputedTwice(masked.document())) return nullptr;
    return &twin_.of({}, [&](Variant& twin) {
        Document free = masked.document();
        setMasked(free, false);
        twin.show(free);
    });
}

}  // namespace lookback
