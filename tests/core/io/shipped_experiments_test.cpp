// What the notes of the shipped experiments say of them really happens.
#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include <doctest/doctest.h>

#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/shipped.h"
#include "core/language/floor.h"
#include "core/language/language_model.h"
#include "core/language/line_writing.h"
#include "core/language/training_findings.h"
#include "core/language/training_run.h"
#include "tests/core/said.h"

namespace lookback {
namespace {

Experiment openedShipped(std::string_view id) {
    const Checked<Experiment> experiment = openShippedExperiment(id);
    REQUIRE_MESSAGE(experiment.has_value(), id);
    return *experiment;
}

/// A twin of an experiment after so many steps.
struct Trained {
    double loss = 0;      ///< over all training windows
    double held_out = 0;  ///< the last that was noted
    bool is_below_floor = false;
    Index in_text = 0;          ///< of what it writes from eight beginnings
    double weight_on_next = 0;  ///< see weightOnNext
};

/// How much of its weight a word gives to the next one: the mean over the words of all held-out
/// windows but their last, and over heads.
template <class Scalar>
double weightOnNext(const TrainingRun& run, const TwinHistory<Scalar>& history) {
    const Experiment& experiment = run.experiment();
    const auto state = history.stateAfter(history.steps());
    double sum = 0;
    double count = 0;
    LanguageModel<Scalar> model(experiment, history.twin(), 1, experiment.context);
    for (const Index start : run.text().held_out_starts) {
        const WindowUnits units = windowUnits(run.text(), std::array{start}, experiment.context);
        model.logits(state->parameters, units.inputs);
        for (Index head = 0; head < experiment.model.heads; ++head) {
            const MatrixView weights = model.trace().view(MatrixId::attention_weights, head);
            for (Index word = 0; word + 1 < experiment.context; ++word, ++count) {
                sum += weights(word, word + 1);
            }
        }
    }
    return sum / count;
}

Trained trained(const Experiment& whole, std::size_t place, Index steps) {
    Experiment experiment = whole;
    experiment.twins = {whole.twins[place]};
    TrainingRun run(std::make_shared<const Experiment>(std::move(experiment)));
    run.advance(steps);
    return run.twin(0, [&](const auto& history) -> Trained {
        const double loss = history.trainLossAfter(steps);
        const auto lost = history.lostAfter(steps, loss);
        CHECK(!lost);
        const auto findings = findingsOf({.train_loss = loss, .floor = run.floor(), .lost = lost});
        const auto lines = linesWritten(run.experiment(), history.twin(), run.text(),
                                        history.stateAfter(steps)->parameters);
        REQUIRE(lines.size() == 8);
        return {.loss = loss,
                .held_out = history.heldOut().back().loss,
                .is_below_floor = !findings.empty(),
                .in_text = linesOfText(lines),
                .weight_on_next = weightOnNext(run, history)};
    });
}

double floorOf(const Experiment& experiment) {
    return lossFloor(cutText(experiment), experiment.context);
}

/// Tokens that a twin writes greedily until the prompt and those tokens occur nowhere in the text;
/// at most two are looked at. 0: the text has both.
std::size_t tokensUntilFault(const TrainingRun& run, std::size_t place,
                             const std::vector<Unit>& prompt) {
    const Written written = run.twin(place, [&](const auto& history) {
        const auto state = history.stateAfter(run.steps());
        return generate(run.experiment(), history.twin(), state->parameters, prompt, 2, {});
    });
    const std::vector<Unit>& text = run.text().units;
    for (std::size_t count = 1; count <= 2; ++count) {
        const auto end = written.units.begin() + static_cast<std::ptrdiff_t>(prompt.size() + count);
        if (std::search(text.begin(), text.end(), written.units.begin(), end) == text.end()) {
            return count;
        }
    }
    return 0;
}

TEST_CASE("every shipped experiment's prompt shows at once that the unmasked twin cannot write") {
    for (const ExperimentEntry& entry : experiments()) {
        CAPTURE(entry.id);
        TrainingRun run(std::make_shared<const Experiment>(openedShipped(entry.id)));
        run.advance(run.experiment().steps);
        const auto prompt = unitsOfSentence(run.experiment(), run.text(), run.experiment().prompt);
        REQUIRE(prompt.has_value());
        CHECK(std::ssize(*prompt) < run.experiment().context);
        CHECK(tokensUntilFault(run, 0, *prompt) == 0);
        CHECK(tokensUntilFault(run, 1, *prompt) > 0);
    }
}

TEST_CASE("every shipped experiment stands as it is saved, with notes beside it") {
    REQUIRE(experiments().size() == 6);
    CHECK(embeddedExperiments().size() == 2 * experiments().size());
    int order = 0;
    for (const ExperimentEntry& entry : experiments()) {
        CAPTURE(entry.id);
        const bool is_as_saved = writeExperiment(openedShipped(entry.id)) == entry.text;
        CHECK(is_as_saved);
        CHECK(openedShipped(entry.id).title == entry.title.in("en"));
        CHECK(openedShipped(entry.id).twins.size() == 2);
        CHECK(entry.notes.order == ++order);
        CHECK(!entry.notes.summary.empty());
        for (const NoteMode mode : {NoteMode::train, NoteMode::generate}) {
            Index before = -1;
            for (const ExperimentNote& note : entry.notes.notes) {
                if (note.mode != mode) continue;
                CHECK(note.step > before);
                CHECK(noteAt(entry.notes, mode, note.step) == &note.text);
                before = note.step;
            }
            CHECK(before >= 0);
            CHECK(before <= openedShipped(entry.id).steps);
        }
        CHECK(noteAt(entry.notes, NoteMode::generate, 0) == nullptr);
    }
    for (const EmbeddedFile& file : embeddedExperiments()) {
        if (file.name.ends_with(".notes")) CHECK(readExperimentNotes(file.text).has_value());
    }
    REQUIRE(!openShippedExperiment("greeting").has_value());
    CHECK(test::said(openShippedExperiment("greeting").error().front()) ==
          "experiment not found (did you mean \u201cgreetings\u201d?), expected one of greetings, "
          "counting, peeking-by-one-word, a-finite-mask, after-softmax-not-divided, "
          "without-positions");
}

TEST_CASE("notes with faults are refused with a line for each") {
    const auto notes = readExperimentNotes(R"({"order": 0, "summary": 1, "note": []})");
    REQUIRE(!notes.has_value());
    CHECK(notes.error().size() == 4);
    CHECK(!readExperimentNotes("[1").has_value());
    const auto outline = readExperimentNotes(
        R"({"order": 1, "summary": "", "minutes": 601, "goal": 1, "next": "", "notes": []})");
    REQUIRE(!outline.has_value());
    REQUIRE(outline.error().size() == 3);
    CHECK(test::placed(outline.error()[0]) ==
          "minutes: is 601, expected a whole number from 1 to 600");
    CHECK(test::placed(outline.error()[1]) == "goal: is 1, expected a text in quotes");
    CHECK(test::placed(outline.error()[2]) ==
          "next: is empty, expected the id of a lesson or experiment");
    const auto list = readExperimentNotes(
        R"({"order": 1, "summary": "", "notes": [{"mode": "lab", "step": -1, "text": 0}, ""]})");
    REQUIRE(!list.has_value());
    std::string found;
    for (const Error& fault : list.error()) found += test::placed(fault) + "\n";
    CHECK(found ==
          "notes[0].mode: is \u201clab\u201d, expected one of train, generate\n"
          "notes[0].step: is -1, expected a whole number from 0 to 1000000000\n"
          "notes[0].text: is 0, expected a text in quotes\n"
          "notes[1]: is \u201c\u201d, expected an object\n");
}

TEST_CASE("Greetings: its lines and their replies are the ones that its notes tell") {
    std::istringstream lines(openedShipped("greetings").text);
    std::set<std::string> people;
    std::map<std::string, std::string> replies;  // by verb
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        std::istringstream words(line);
        const std::vector<std::string> tokens(std::istream_iterator<std::string>(words), {});
        REQUIRE(tokens.size() == 8);
        const std::string reply = replies.emplace(tokens[1], tokens[5]).first->second;
        const std::vector<std::string> rest{".", tokens[2], reply, tokens[0], "."};
        const bool is_decided = std::equal(rest.begin(), rest.end(), tokens.begin() + 3);
        CHECK(is_decided);
        people.insert({tokens[0], tokens[2]});
    }
    CHECK(people.size() == 8);
    CHECK(replies.size() == 3);
    const auto entry = std::find_if(experiments().begin(), experiments().end(),
                                    [](const auto& one) { return one.id == "greetings"; });
    const std::string note(entry->notes.notes.front().text.in("en"));
    // The first name of a line is the last of its reply: who meets is the one that is greeted.
    for (const auto& [verb, reply] : replies) {
        const std::string told = "who " + verb + " is " + reply.substr(0, reply.size() - 1) + "ed";
        CHECK_MESSAGE(note.find(told) != std::string::npos, told);
    }
}

TEST_CASE("Greetings: without a mask the loss collapses, and nothing can be written") {
    const Experiment experiment = openedShipped("greetings");
    CHECK(floorOf(experiment) == doctest::Approx(0.395).epsilon(0.001));
    CHECK(std::ssize(cutText(experiment).train_starts) == 126);
    for (const Index steps : {150, 300, 500}) {
        CAPTURE(steps);
        const Trained masked = trained(experiment, 0, steps);
        CHECK(!masked.is_below_floor);
        CHECK(masked.loss < 1.3 * floorOf(experiment));
        CHECK(masked.in_text >= 5);
    }
    for (const Index steps : {50, 150, 500}) {
        CAPTURE(steps);
        const Trained unmasked = trained(experiment, 1, steps);
        CHECK(unmasked.is_below_floor);
        CHECK(unmasked.held_out < floorOf(experiment));
        CHECK(unmasked.in_text == 0);
    }
    CHECK(trained(experiment, 1, 500).loss < 0.01);
    CHECK(trained(experiment, 1, 500).held_out < 0.01);
}

TEST_CASE("Counting: the masked twin counts, the other one cannot") {
    const Experiment experiment = openedShipped("counting");
    const UnitText text = cutText(experiment);
    CHECK(std::count(text.vocabulary.begin(), text.vocabulary.end(), "\n") == 1);
    for (const Index steps : {100, 500}) {
        CAPTURE(steps);
        const Trained masked = trained(experiment, 0, steps);
        CHECK(!masked.is_below_floor);
        CHECK(masked.in_text >= 7);
        const Trained unmasked = trained(experiment, 1, steps);
        CHECK(unmasked.is_below_floor);
        CHECK(unmasked.loss < 0.02);
        CHECK(unmasked.in_text == 0);
    }
}

TEST_CASE("Peeking by one word: it is enough to read every answer") {
    const Experiment experiment = openedShipped("peeking-by-one-word");
    const Trained causal = trained(experiment, 0, 500);
    CHECK(!causal.is_below_floor);
    CHECK(causal.weight_on_next == 0);
    for (const Index steps : {50, 150, 500}) {
        CAPTURE(steps);
        const Trained peeking = trained(experiment, 1, steps);
        CHECK(peeking.is_below_floor);
        CHECK(peeking.in_text == 0);
        if (steps < 150) continue;
        CHECK(peeking.held_out < 0.01);
        CHECK(peeking.weight_on_next > 0.5);
    }
}

TEST_CASE("A finite mask: it is learnt to look through it") {
    Experiment experiment = openedShipped("a-finite-mask");
    CHECK(experiment.text == openedShipped("greetings").text);
    CHECK(!trained(experiment, 0, 500).is_below_floor);
    CHECK(!trained(experiment, 1, 100).is_below_floor);
    CHECK(trained(experiment, 1, 150).is_below_floor);
    for (const Index steps : {200, 500}) {
        CAPTURE(steps);
        const Trained finite = trained(experiment, 1, steps);
        CHECK(finite.is_below_floor);
        CHECK(finite.held_out < 0.06);
        CHECK(finite.in_text < trained(experiment, 0, steps).in_text);
    }
    experiment.twins[1].masking.value = -1e9;
    CHECK(!trained(experiment, 1, 500).is_below_floor);
}

TEST_CASE("After softmax, not divided: what is left of a row tells the later words") {
    const Experiment experiment = openedShipped("after-softmax-not-divided");
    CHECK(experiment.text == openedShipped("greetings").text);
    const double floor = floorOf(experiment);
    const Trained masked = trained(experiment, 0, 500);
    CHECK(!masked.is_below_floor);
    CHECK(trained(experiment, 1, 100).loss > 0.85 * floor);
    const Trained undivided = trained(experiment, 1, 500);
    CHECK(trained(experiment, 1, 150).is_below_floor);
    // None or 1 of 8, as the exponential function of the machine rounds.
    CHECK(trained(experiment, 1, 300).in_text < trained(experiment, 0, 300).in_text);
    CHECK(undivided.in_text < masked.in_text);
    CHECK(undivided.is_below_floor);
    CHECK(undivided.loss > 0.3 * floor);
    CHECK(undivided.loss < 0.65 * floor);
}

TEST_CASE("Without positions: the mask is all the order there is") {
    const Experiment experiment = openedShipped("without-positions");
    CHECK(experiment.text == openedShipped("greetings").text);
    const Trained masked = trained(experiment, 0, 500);
    CHECK(masked.loss > 1.5 * floorOf(experiment));
    CHECK(masked.loss > 1.3 * trained(openedShipped("greetings"), 0, 500).loss);
    CHECK(masked.in_text <= 6);
    for (const Index steps : {150, 250, 500}) {
        CAPTURE(steps);
        const Trained unmasked = trained(experiment, 1, steps);
        CHECK(!unmasked.is_below_floor);
        const double of_masked = trained(experiment, 0, steps).loss;
        CHECK(of_masked > 1.5 * floorOf(experiment));
        CHECK(unmasked.loss > of_masked);
        CHECK(unmasked.in_text == 0);
    }
}

}  // namespace
}  // namespace lookback
