#include <limits>

#include "core/language/language_model.h"
#include "core/language/training_findings.h"
#include "core/language/training_run.h"
#include "tests/core/plain_text.h"
#include "tests/core/training_reference.h"

namespace lookback {
namespace {

using Kind = TrainingFindingKind;

/// What is asked of a twin after some steps, with a held-out window as the probe sentence.
template <class Scalar>
struct Probed {
    const TrainingRun& run;
    const TwinHistory<Scalar>& history;
    Index steps;
    LanguageModel<Scalar> model{run.experiment(), history.twin(), 1, run.experiment().context};

    [[nodiscard]] TwinFacts facts(std::size_t place) {
        const UnitText& text = run.text();
        const WindowUnits units =
            windowUnits(text, std::span(text.held_out_starts).first(1), run.experiment().context);
        (void)model.logits(history.stateAfter(steps)->parameters, units.inputs);
        const double loss = history.trainLossAfter(steps);
        return {.place = place,
                .train_loss = loss,
                .floor = run.floor(),
                .shares = probeShares(model.trace()),
                .lost = history.lostAfter(steps, loss)};
    }
    /// The weight that goes from a row to the keys from `first` to `end`, the mean over heads.
    [[nodiscard]] double share(Index row, Index first, Index end) const {
        double sum = 0;
        for (Index head = 0; head < run.experiment().model.heads; ++head) {
            const MatrixView weights = model.trace().view(MatrixId::attention_weights, head);
            for (Index key = first; key < end; ++key) sum += weights(row, key);
        }
        return sum / static_cast<double>(run.experiment().model.heads);
    }
};

/// Every claim recomputed from the numbers. @return the kinds that were found
template <class Scalar>
std::vector<Kind> checkFindings(const TrainingRun& run, const TwinHistory<Scalar>& history,
                                Index steps, std::size_t place) {
    Probed<Scalar> probed{run, history, steps};
    const TwinFacts facts = probed.facts(place);
    const Index n = probed.run.experiment().context;
    double later = 0;
    double most = 0;
    for (Index row = 0; row < n; ++row) {
        later += probed.share(row, row + 1, n) / static_cast<double>(n);
        if (row + 1 < n) most = std::max(most, probed.share(row, row + 1, row + 2));
    }
    std::vector<Kind> kinds;
    for (const TrainingFinding& finding : findingsOf(facts)) {
        kinds.push_back(finding.kind);
        CHECK(finding.place == place);
        switch (finding.kind) {
            case Kind::lost_loss: CHECK(finding.lost == facts.lost); break;
            case Kind::below_floor:
                CHECK(finding.number == probed.history.trainLossAfter(probed.steps));
                CHECK(finding.number < probed.run.floor());
                break;
            case Kind::next_word:
                CHECK(test::isClose(finding.number,
                                    probed.share(finding.row, finding.row + 1, finding.row + 2),
                                    1e-6));
                CHECK(test::isClose(finding.number, most, 1e-6));
                break;
            case Kind::later_words: CHECK(test::isClose(finding.number, later, 1e-6)); break;
        }
    }
    return kinds;
}

TEST_CASE("who looks ahead is said to, and is below the floor; who looks back is not") {
    for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
        auto experiment = test::experimentOf(test::trainingRuns()[number]);
        TrainingRun run(std::make_shared<const Experiment>(experiment));
        run.advance(150);
        for (const Index steps : {0, 10, 50, 150}) {
            CAPTURE(steps);
            run.twin(0, [&](const auto& history) {
                CHECK(checkFindings(run, history, steps, 0).empty());
            });
            run.twin(1, [&](const auto& history) {
                const std::vector<Kind> kinds = checkFindings(run, history, steps, 1);
                if (steps == 0) CHECK(kinds == std::vector{Kind::later_words});
                if (steps == 150) {
                    CHECK(kinds ==
                          std::vector{Kind::below_floor, Kind::next_word, Kind::later_words});
                }
            });
        }
    }
}

TEST_CASE("a floor is not undercut by rounding, nor by a loss that is no number") {
    TwinFacts facts{.train_loss = 0.4 - 0.9e-6, .floor = 0.4};
    CHECK(findingsOf(facts).empty());
    facts.train_loss = 0.4 - 1.1e-6;
    REQUIRE(findingsOf(facts).size() == 1);
    CHECK(findingsOf(facts)[0].kind == Kind::below_floor);
    facts.train_loss = std::numeric_limits<double>::quiet_NaN();
    facts.shares = {.next = {facts.train_loss, facts.train_loss}, .later = facts.train_loss};
    CHECK(findingsOf(facts).empty());
    facts.lost = LostLoss{.step = 5};
    REQUIRE(findingsOf(facts).size() == 1);
    CHECK(findingsOf(facts)[0].lost == LostLoss{.step = 5});
}

TEST_CASE("findings of a training in words") {
    Experiment experiment{.model = {.heads = 2}};
    const std::vector<std::string> labels{"ann", "sees"};
    const auto text = [&](const TrainingFinding& finding) {
        return test::plain(tell(finding, experiment, labels));
    };
    CHECK(text({.kind = Kind::below_floor, .place = 1, .number = 0.001, .floor = 0.39481}) ==
          "B is below the floor: it has read the answer. Its mean loss over all training windows "
          "is 0.0010, and the floor is 0.3948: no model can get lower from earlier tokens alone.");
    CHECK(text({.kind = Kind::below_floor, .number = 0.001, .floor = 0.2, .windows = 76}) ==
          "A is below the floor: it has read the answer. Its mean loss over 76 training windows "
          "is 0.0010, and the floor is 0.2000: no model can get lower from earlier tokens alone.");
    CHECK(text({.kind = Kind::below_floor, .place = 1, .number = 0.00004, .floor = 0.39481})
              .find("is less than 0.0001, and the floor is 0.3948:") != std::string::npos);
    CHECK(text({.kind = Kind::next_word, .place = 1, .number = 0.94, .row = 1}) ==
          "In B, \u201csees\u201d gives 94.0% of its weight to the next token on average over its "
          "heads.");
    // A token that occurs twice is named with its position.
    const std::vector<std::string> repeated{"ann", "sees", "ann"};
    CHECK(test::plain(tell({.kind = Kind::next_word, .place = 1, .number = 0.94, .row = 2},
                           experiment, repeated)) ==
          "In B, \u201cann\u201d at position 3 gives 94.0% of its weight to the next token on "
          "average over its heads.");
    CHECK(text({.kind = Kind::later_words, .place = 1, .number = 0.32}) ==
          "In B, 32.0% of all weight lies on later tokens, on average over heads and rows.");
    const auto lost = [&](LossFault fault) {
        return text({.kind = Kind::lost_loss, .lost = {.step = 37, .fault = fault, .row = 2}});
    };
    CHECK(lost(LossFault::empty_row) ==
          "The loss of A is NaN at every step: the mask lets position 3 look at no token.");
    CHECK(lost(LossFault::learning_rate) ==
          "The loss of A diverged at step 37: the learning rate is too large.");
    CHECK(lost(LossFault::epsilon) ==
          "The loss of A diverged at step 37: epsilon is 0, and Adam divides by it where a "
          "number has had no gradient.");
    CHECK(lost(LossFault::first_numbers) ==
          "The loss of A is not a number before the first step: the drawn numbers are too large "
          "for float32.");
    experiment.model.heads = 1;
    experiment.unit = TextUnit::characters;
    CHECK(text({.kind = Kind::next_word, .number = 0.5, .row = 0}) ==
          "In A, \u201cann\u201d gives 50.0% of its weight to the next character.");
    CHECK(text({.kind = Kind::later_words, .number = 0.0005}) ==
          "In A, 0.1% of all weight lies on later characters, on average over rows.");
}

}  // namespace
}  // namespace lookback
