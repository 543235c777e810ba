// The experiment's part of a session: it comes back with its undo, and what is wrong with it costs
// nothing else.
#include "app/state/kept/experiment_work_text.h"

#include <doctest/doctest.h>

#include "app/state/kept/session_text.h"
#include "app/state/update/update.h"
#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"
#include "tests/core/said.h"

using namespace lookback;

namespace {

void edit(AppState& state, Index steps) {
    auto next = std::make_shared<Experiment>(state.experiment());
    next->steps = steps;
    update(state, SetExperiment{next});
}

/// In Train, with an experiment of a file that was edited since, over another.
AppState workedOn() {
    AppState state(*openLesson("write-a-poem"), "write-a-poem");
    update(state, SetMode{Mode::train});
    edit(state, 20);
    update(state, FileOpened{"/home/ada/mine.experiment.json", *openShippedExperiment("counting"),
                             "7-ab"});
    edit(state, 30);
    edit(state, 40);
    update(state, Undo{});
    return state;
}

std::string textOf(const AppState& state) { return SessionWriter().write(sessionOf(state)); }

Session readKept(const std::string& text) {
    Checked<Session> session = readSession(text);
    if (!session) FAIL(test::placed(session.error().front()));
    return *std::move(session);
}

std::string replacedIn(std::string text, std::string_view what, std::string_view by) {
    const std::size_t at = text.find(what);
    REQUIRE_MESSAGE(at != std::string::npos, what);
    return text.replace(at, what.size(), by);
}

std::size_t count(const std::string& text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
        ++found;
    }
    return found;
}

}  // namespace

TEST_CASE("an experiment is found again where it was left, with its file and its undo") {
    AppState before = workedOn();
    TrainPlace place{.step = 12, .head = 9, .word = 3, .probe = "1 2 3", .is_logarithmic = true};
    place.chart = {.from = 0.25, .to = 0.5};
    place.speed = 5;
    place.below = TrainBelow::step;
    place.number = {.matrix = 3, .row = 2, .col = 5};
    update(before, Change(place));
    GeneratePlace writing{.prompt = "1 2", .written = 7, .part = WordPart::scores};
    writing.choice = {.temperature = 0.7, .top_k = 3, .is_greedy = true, .seed = ~std::uint64_t{0}};
    writing.shown = TwinsShown::b;
    writing.told = 1;
    update(before, Change(writing));
    AppState after = stateOf(readKept(textOf(before)));
    const Work<Experiment>& work = after.experiment_work;
    CHECK(after.place.mode == Mode::train);
    CHECK(work.subject() == before.experiment());
    CHECK(work.subject().steps == 30);
    CHECK(work.origin().file == "/home/ada/mine.experiment.json");
    CHECK(work.origin().fingerprint == "7-ab");
    CHECK_FALSE(work.is_saved);
    place.head = 1;  // the experiment has two
    CHECK(after.train_place == place);
    CHECK(after.generate_place == writing);
    update(after, Redo{});
    CHECK(work.subject().steps == 40);
    update(after, Undo{});
    update(after, Undo{});
    CHECK(work.is_saved);
    update(after, Undo{});
    CHECK(work.subject().title == "Greetings");
    CHECK(work.subject().steps == 20);
    CHECK(work.origin().shipped == "greetings");
    CHECK_FALSE(work.is_saved);
    update(after, Undo{});
    CHECK(work.is_saved);
    CHECK_FALSE(work.history.canUndo());
    CHECK(after.is_as_opened);  // the document
}

TEST_CASE("whoever stood at the end of a training stands there again") {
    AppState before = workedOn();
    const AppState after = stateOf(readKept(textOf(before)));
    CHECK(after.train_place == before.train_place);
    CHECK(after.train_place.step > kMaxSteps);
}

TEST_CASE("a file that was saved since is found as it was written") {
    AppState before = workedOn();
    update(before, FileSaved{"/home/ada/other.experiment.json",
                             before.experiment_work.history.current().experiment, "9-cd"});
    AppState after = stateOf(readKept(textOf(before)));
    CHECK(after.experiment_work.is_saved);
    CHECK(after.experiment_work.origin().file == "/home/ada/other.experiment.json");
    CHECK(after.experiment_work.origin().fingerprint == "9-cd");
    update(after, Undo{});  // the file holds something else now
    CHECK_FALSE(after.experiment_work.is_saved);
}

TEST_CASE("a text stands in the session once, however many steps have it") {
    AppState state = workedOn();
    for (Index steps = 50; steps < 90; ++steps) edit(state, steps);
    const std::string text = textOf(state);
    CHECK(count(text, "{\"text\": \"") == 2);
    CHECK(readKept(text).experiment->steps.size() == 44);
}

TEST_CASE(
    "of an experiment, too, only so much of the undo is kept: redo goes first, then the oldest") {
    AppState state(*openLesson("write-a-poem"), "write-a-poem");
    update(state, SetMode{Mode::train});
    for (Index steps = 1; steps <= 40; ++steps) edit(state, steps);
    for (int k = 0; k < 10; ++k) update(state, Undo{});
    SessionWriter writer;
    const std::size_t most = 20 * (state.experiment().text.size() + 1024);
    const Session some = readKept(writer.write(sessionOf(state), most));
    CHECK(some.experiment->steps.size() == 20);
    CHECK(some.experiment->current().experiment->steps == 30);
    CHECK(some.experiment->at == 19);
    const Session least = readKept(writer.write(sessionOf(state), 1));
    CHECK(least.experiment->steps.size() == 1);
    CHECK(least.experiment->current().experiment->steps == 30);
}

TEST_CASE("a session in which nobody touched the experiment says nothing of it") {
    AppState state(*openLesson("write-a-poem"), "write-a-poem");
    const std::string text = textOf(state);
    CHECK(text.find("workshop") == std::string::npos);
    CHECK_FALSE(readKept(text).experiment);
    // As sessions were before there were experiments.
    const std::size_t at = text.find(", \"train\": ");
    const std::string old = text.substr(0, at) + text.substr(text.find('}', at) + 1);
    CHECK(stateOf(readKept(old)).experiment() == *openShippedExperiment("greetings"));
}

TEST_CASE("what is wrong with the experiment's part leaves the document as it was") {
    AppState before = workedOn();
    update(before, SetNumber{MatrixId::w_query, {0, 0}, 7});
    const std::string good = textOf(before);
    const auto fault = [&](const std::string& text) {
        const Session session = readKept(text);
        CHECK_FALSE(session.experiment);
        REQUIRE(session.experiment_fault);
        const AppState after = stateOf(session);
        CHECK(after.document().weights.query(0, 0) == 7);
        CHECK(after.document_work.history.canUndo());
        CHECK(after.experiment() == *openShippedExperiment("greetings"));
        return test::placed(*session.experiment_fault);
    };
    CHECK(fault(replacedIn(good, "\"batch\":", "\"bach\":")).find("experiment.bach: ") !=
          std::string::npos);
    CHECK(fault(replacedIn(good, "\"now\": {\"text\": 0", "\"now\": {\"text\": 9")) ==
          "step.now: does not name a text in this file, expected an experiment and the number of "
          "its text");
    CHECK(fault(replacedIn(good, "{\"step\": {\"origin\": 1, \"now\"",
                           "{\"step\": {\"origin\": 2, \"now\"")) ==
          "step.origin: is 2, expected less than 2");
    CHECK(fault(good + "{}\n") == ": there is more text than the counts say");
    CHECK(fault(good.substr(0, good.size() - 9)) == "step: is missing");
    CHECK(fault(replacedIn(good, "\"texts\": 2", "\"texts\": true"))
              .starts_with("workshop.texts: is true"));
}

TEST_CASE("a place that Train cannot have is the usual one") {
    const std::string good = textOf(workedOn());
    const AppState far = stateOf(readKept(replacedIn(good, "\"speed\": 3", "\"speed\": 900")));
    CHECK(far.train_place.speed == static_cast<int>(kTrainSpeeds.size()) - 1);
    const AppState wrong = stateOf(readKept(replacedIn(good, "\"speed\": 3", "\"sped\": 3")));
    CHECK(wrong.train_place.speed == kUsualTrainSpeed);
    CHECK(wrong.experiment().steps == 30);
    CHECK(wrong.place.mode == Mode::train);
}
