#include "core/language/writing.h"

#include "core/language/language_model.h"
#include "tests/core/documents.h"
#include "tests/core/training_reference.h"
#include "tests/strange_numbers.h"

namespace lookback {
namespace {

constexpr Index kWritingVocabulary = 5;

template <class Scalar>
Parameters<Scalar> drawn(const Experiment& experiment, Index vocabulary = kWritingVocabulary) {
    TorchGenerator generator(experiment.seed);
    return drawParameters<Scalar>(experiment, vocabulary, generator);
}

/// A model small enough to be counted by hand.
Experiment tiny(PositionKind positions, Index context = 4) {
    return {.context = context,
            .model = {.d_model = 3, .heads = 2, .d_k = 2, .d_v = 1, .positions = positions},
            .dtype = DType::float64,
            .seed = 7};
}

const Twin kCausal{"A", {{MaskRule{}}, {}}, {}};

std::vector<Index> keptOf(const std::vector<WordWritten>& words) {
    std::vector<Index> kept;
    for (const WordWritten& word : words) kept.push_back(word.kept);
    return kept;
}

std::vector<NothingKept> reasonsOf(const std::vector<WordWritten>& words) {
    std::vector<NothingKept> reasons;
    for (const WordWritten& word : words) reasons.push_back(word.nothing_kept);
    return reasons;
}

/// The same bits, or both NaN.
bool isSameToTheBit(double a, double b) {
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

/// Whether every unit is what a model that computes all rows of its input says, which is made here
/// once more, and what `generate` writes.
template <class Scalar>
bool isFullRun(const Experiment& experiment, const Twin& twin, const Parameters<Scalar>& parameters,
               std::vector<Unit> units, Index count, const Sampling& sampling) {
    const Written written = generate(experiment, twin, parameters, units, count, sampling);
    const auto words = writeOn(experiment, twin, parameters, units, count, sampling);
    bool is_same = std::ssize(words) == count && std::ssize(written.chances) == count;
    for (std::size_t k = 0; is_same && k < words.size(); ++k) {
        const WordWritten& word = words[k];
        const auto input =
            std::span<const Unit>(units).subspan(static_cast<std::size_t>(word.first));
        is_same =
            std::ssize(input) == word.length && word.equals_full_run &&
            word.length == std::min<Index>(std::ssize(units), experiment.context) &&
            isSameToTheBit(word.chances[static_cast<std::size_t>(word.unit)], written.chances[k]) &&
            (sampling.seed ? word.lot == written.uniforms[k] : !word.lot);
        LanguageModel<Scalar> model(experiment, twin, 1, word.length);
        const Matrix<Scalar>& logits = model.logits(parameters, input);
        is_same = is_same && std::ssize(word.logits) == logits.cols();
        for (Index unit = 0; is_same && unit < logits.cols(); ++unit) {
            is_same = isSameToTheBit(logits(word.length - 1, unit),
                                     word.logits[static_cast<std::size_t>(unit)]);
        }
        units.push_back(word.unit);
    }
    return is_same && units == written.units;
}

/// The same of parameters that are drawn in the experiment's dtype.
bool isFullRun(const Experiment& experiment, const Twin& twin, Index vocabulary,
               const std::vector<Unit>& prompt, const Sampling& sampling) {
    const Index count = 2 * experiment.context;
    return experiment.dtype == DType::float64
               ? isFullRun(experiment, twin, drawn<double>(experiment, vocabulary), prompt, count,
                           sampling)
               : isFullRun(experiment, twin, drawn<float>(experiment, vocabulary), prompt, count,
                           sampling);
}

TEST_CASE("what the reference's twins write word by word is what they generate, bit for bit") {
    for (const Json& run : test::trainingRuns()) {
        Experiment experiment = test::experimentOf(run);
        const Index vocabulary = cutText(experiment).vocabularySize();
        for (const Twin& twin : experiment.twins) {
            for (const Sampling& sampling : {Sampling{}, Sampling{0.7, 0, 3}, Sampling{1, 3, 5}}) {
                CAPTURE(experiment.title);
                CAPTURE(twin.name);
                CHECK(isFullRun(experiment, twin, vocabulary, {1}, sampling));
            }
        }
    }
}

TEST_CASE("kept rows give what a full run gives: every rule, method, order, place and precision") {
    constexpr Index kContext = 11;
    std::mt19937 random(1);
    const auto upTo = [&](std::size_t most) { return 1 + static_cast<Index>(random() % most); };
    int compared = 0;
    const test::Choice can_write = [](const test::Wanted& wanted) {
        const bool is_trained = wanted.dtype == DType::float32 || wanted.dtype == DType::float64;
        const bool has_place =
            wanted.position == PositionKind::none || info(wanted.position).is_added;
        return is_trained && has_place && !isOverColumns(wanted.masking);
    };
    const int tables = test::forEveryTable(can_write, [&](const test::Wanted& wanted) {
        for (const double value : {-1e9, -test::kInfinity, -1.5}) {
            if (!info(wanted.masking.method).uses_value && value > -1e9) continue;
            Experiment experiment{.context = kContext, .dtype = wanted.dtype, .seed = random()};
            experiment.model = {.d_model = upTo(20),
                                .heads = upTo(3),
                                .d_k = upTo(9),
                                .d_v = upTo(9),
                                .positions = wanted.position,
                                .scale = {static_cast<Scale::Kind>(random() % 4), 1.7},
                                .softcap = wanted.softcap,
                                .residual = random() % 2 == 0};
            Twin twin{"", {{test::telling(wanted.mask, kContext)}, {}}, wanted.masking};
            twin.masking.value = value;
            if (random() % 2 == 0) flip(twin.mask, {5, 2});
            const std::vector<Unit> prompt(static_cast<std::size_t>(upTo(kContext + 2)), 1);
            const Index vocabulary = upTo(40) + 1;
            const Sampling sampling{.temperature = 0.8, .top_k = 4, .seed = random()};
            CAPTURE(info(wanted.mask).name);
            CAPTURE(info(wanted.masking.method).name);
            CAPTURE(info(wanted.position).name);
            CHECK(isFullRun(experiment, twin, vocabulary, prompt, sampling));
            ++compared;
        }
    });
    CHECK(compared > tables * 11 / 10);
}

TEST_CASE(
    "rows are kept until the context is full, and after that where no place is part of them") {
    using enum NothingKept;
    for (const PositionKind positions :
         {PositionKind::none, PositionKind::learned, PositionKind::sinusoidal}) {
        const bool stays = positions == PositionKind::none;
        const Experiment experiment = tiny(positions);
        const auto parameters = drawn<double>(experiment);
        const auto words = writeOn(experiment, kCausal, parameters, {1, 2}, 5, {});
        CHECK(keptOf(words) ==
              (stays ? std::vector<Index>{0, 2, 3, 3, 3} : std::vector<Index>{0, 2, 3, 0, 0}));
        CHECK(reasonsOf(words) ==
              (stays ? std::vector{first_word, no, no, no, no}
                     : std::vector{first_word, no, no, places_moved, places_moved}));
        CHECK(words[2].first == 0);
        CHECK(words[4].first == 2);

        // Of a prompt that is longer than the context only its end is read.
        const auto late = writeOn(experiment, kCausal, parameters, {0, 1, 2, 3, 4, 0}, 2, {});
        CHECK(late[0].first == 2);
        CHECK(late[0].length == 4);
        CHECK(keptOf(late) == std::vector<Index>{0, stays ? 3 : 0});
        CHECK(reasonsOf(late) == std::vector{first_word, stays ? no : places_moved});
    }
}

TEST_CASE("a context of one unit has nothing to keep, whatever the places") {
    for (const PositionKind positions : {PositionKind::none, PositionKind::learned}) {
        const Experiment experiment = tiny(positions, 1);
        const auto words = writeOn(experiment, kCausal, drawn<double>(experiment), {1}, 3, {});
        CHECK(keptOf(words) == std::vector<Index>{0, 0, 0});
        CHECK(words.back().nothing_kept == NothingKept::no);
        CHECK(words.back().equals_full_run);
    }
}

TEST_CASE("products are those that one counts by hand") {
    const Experiment experiment = tiny(PositionKind::learned);
    const auto words = writeOn(experiment, kCausal, drawn<double>(experiment), {1, 2}, 4, {});
    // Of a row: keys 3*4, values 3*2, query 3*4, output 2*3, logits 3*5; with two units in two
    // heads scores 2*2*2 and mix 2*2*1, with four of them twice as many.
    CHECK(words[0].products == 2 * (12 + 6) + 12 + 8 + 4 + 6 + 15);
    CHECK(words[0].products_without == 2 * (12 + 6 + 12 + 8 + 4 + 6 + 15));
    CHECK(words[2].products == (12 + 6) + 12 + 16 + 8 + 6 + 15);
    CHECK(words[2].products_without == 4 * (12 + 6 + 12 + 16 + 8 + 6 + 15));
    // The context is full and all places have moved.
    CHECK(words[3].products == 4 * (12 + 6) + 12 + 16 + 8 + 6 + 15);
    CHECK(words[3].products_without == words[2].products_without);
}

TEST_CASE("a model of NaN writes the first unit, with chances that are NaN") {
    const Experiment experiment = tiny(PositionKind::none);
    auto parameters = drawn<double>(experiment);
    parameters.value.setConstant(test::kNaN);
    for (const Sampling& sampling : {Sampling{}, Sampling{1, 2, 3}}) {
        for (const WordWritten& word : writeOn(experiment, kCausal, parameters, {1}, 6, sampling)) {
            CHECK(word.unit == 0);
            CHECK(std::isnan(word.chances[0]));
            CHECK(word.equals_full_run);
        }
    }
    // The first unit sees nothing; what follows it does.
    const Twin strict{
        "", {{MaskRule{MaskKind::strict_causal}}, {}}, {MaskingMethod::fill, -test::kInfinity}};
    const auto words = writeOn(experiment, strict, drawn<double>(experiment), {1}, 2, {});
    CHECK(std::isnan(words[0].logits[0]));
    CHECK(std::isfinite(words[1].logits[0]));
}

TEST_CASE("a NaN counts as larger than any logit, wherever it stands") {
    const Sampling best{.top_k = 2, .seed = 1};
    for (const std::vector<double>& logits :
         {std::vector{test::kNaN, 1.0, 2.0}, std::vector{1.0, test::kNaN, 2.0},
          std::vector{2.0, 1.0, test::kNaN}}) {
        for (const double chance : chancesOf(logits, best)) CHECK(std::isnan(chance));
    }
}

TEST_CASE("writing is given up between two units") {
    const Experiment experiment = tiny(PositionKind::none);
    int asked = 0;
    const auto words = writeOn(experiment, kCausal, drawn<double>(experiment), {1}, 100, {},
                               [&] { return ++asked > 3; });
    CHECK(words.size() == 3);
}

}  // namespace
}  // namespace lookback
