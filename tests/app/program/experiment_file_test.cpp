// The experiment's own file: saving and opening act on it in Train, and what is opened goes to its
// mode.
#include <memory>
#include <utility>

#include <doctest/doctest.h>

#include "app/program/effects.h"
#include "app/state/update/settle.h"
#include "app/state/update/update.h"
#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"
#include "core/words/say.h"
#include "tests/app/fake_host.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The first lesson and the first experiment, with a document, an experiment and a text among the
/// files.
struct ExperimentFileRunning {
    ExperimentFileRunning() : state(*openLesson("write-a-poem"), "write-a-poem") {
        files.files["/home/cat.json"] = writeDocument(*openLesson("the-cat-sat"));
        files.files["/home/counting.json"] = writeExperiment(*openShippedExperiment("counting"));
        files.files["/home/a song.txt"] = "\xEF\xBB\xBFla la li\r\nli la la\r\nla li la\r\n";
    }

    /// As a view emits it, with what the program answers.
    void act(const Action& action) {
        update(state, action);
        for (const Effect& wish : std::exchange(state.effects, {})) {
            if (const auto answer = carryOut(files, &store, state, wish)) act(*answer);
        }
    }
    void edit(Index steps) {
        auto next = std::make_shared<Experiment>(experiment());
        next->steps = steps;
        act(SetExperiment{next});
    }
    [[nodiscard]] const Experiment& experiment() const { return state.experiment(); }
    [[nodiscard]] const Origin<Experiment>& origin() const {
        return state.experiment_work.origin();
    }

    FakeFiles files;
    FakeStore store;
    AppState state;
};

}  // namespace

TEST_CASE("what is opened goes to its mode, whatever its name and wherever one is") {
    ExperimentFileRunning run;
    run.act(OpenFile{"/home/counting.json"});
    CHECK(run.state.place.mode == Mode::train);
    CHECK(run.experiment() == *openShippedExperiment("counting"));
    CHECK(run.origin().file == "/home/counting.json");
    CHECK(run.state.experiment_work.is_saved);
    CHECK(run.state.document().title == "Write a poem");
    run.act(OpenFile{"/home/cat.json"});
    CHECK(run.state.place.mode == Mode::lab);
    CHECK(run.state.document().title == "The cat sat");
    CHECK(run.experiment().title == "Counting");
    run.act(SetMode{Mode::compare});
    run.act(OpenFile{"/home/cat.json"});
    CHECK(run.state.place.mode == Mode::compare);
    CHECK(run.store.files.size() == 3);  // of late
}

TEST_CASE("an opened experiment is one step of undo, with its file and whether it is saved") {
    ExperimentFileRunning run;
    run.act(SetMode{Mode::train});
    run.edit(20);
    CHECK_FALSE(run.state.experiment_work.is_saved);
    run.act(OpenFile{"/home/counting.json"});
    CHECK(run.state.experiment_work.is_saved);
    run.act(Undo{});
    CHECK(run.experiment().title == "Greetings");
    CHECK(run.experiment().steps == 20);
    CHECK(run.origin().file.empty());
    CHECK_FALSE(run.state.experiment_work.is_saved);
    run.act(Undo{});
    CHECK(run.state.experiment_work.is_saved);
    run.act(Redo{});
    run.act(Redo{});
    CHECK(run.origin().file == "/home/counting.json");
    CHECK(run.state.experiment_work.is_saved);
}

TEST_CASE("what is saved is read again as it was, and nobody else's work is overwritten") {
    ExperimentFileRunning run;
    run.act(SetMode{Mode::train});
    run.edit(20);
    run.act(SaveFile{"/home/mine.experiment.json"});
    CHECK(*readExperiment(run.files.files["/home/mine.experiment.json"]) == run.experiment());
    CHECK(run.state.experiment_work.is_saved);
    CHECK(run.origin().file == "/home/mine.experiment.json");
    run.edit(30);
    run.act(SaveFile{"/home/mine.experiment.json"});  // as it was written: nobody is asked
    CHECK(run.state.experiment_work.is_saved);
    std::string& bytes = run.files.files["/home/mine.experiment.json"];
    bytes += " ";
    run.edit(40);
    run.act(SaveFile{"/home/mine.experiment.json"});
    REQUIRE(run.state.hands.open<ConflictSheet>() != nullptr);
    CHECK(bytes.ends_with(" "));
    run.act(SaveFile{"/home/mine.experiment.json", true});
    CHECK(readExperiment(bytes)->steps == 40);
    run.files.is_full = true;
    run.edit(50);
    run.act(SaveFile{"/home/mine.experiment.json"});
    CHECK(english().text(run.state.notice) == "/home/mine.experiment.json: the disk is full.");
    CHECK_FALSE(run.state.experiment_work.is_saved);
}

TEST_CASE("a faulty experiment is refused in one line, and nothing changes") {
    ExperimentFileRunning run;
    Experiment wrong = *openShippedExperiment("counting");
    wrong.batch = 5000;
    run.files.files["/home/wrong.json"] = writeExperiment(wrong);
    run.files.files["/home/cut.json"] = "{\"lookback_experiment\": 1, ";
    run.act(OpenFile{"/home/wrong.json"});
    CHECK(english().text(run.state.notice) ==
          "/home/wrong.json: batch: is 5000, expected a whole number from 1 to 4096.");
    CHECK(run.state.place.mode == Mode::lab);
    run.act(SetMode{Mode::train});
    run.act(OpenFile{"/home/cut.json"});
    CHECK(english().text(run.state.notice).starts_with("/home/cut.json: line 1"));
    CHECK(run.experiment() == *openShippedExperiment("greetings"));
    CHECK_FALSE(run.state.experiment_work.history.canUndo());
}

TEST_CASE("a text that is opened in Train is learned from, as one step of undo") {
    ExperimentFileRunning run;
    run.act(SetMode{Mode::train});
    auto narrow = std::make_shared<Experiment>(run.experiment());
    narrow->context = 2;
    run.act(SetExperiment{narrow});
    run.act(OpenFile{"/home/a song.txt"});
    CHECK(run.experiment().text == "la la li\nli la la\nla li la\n");
    CHECK(run.experiment().title == "a song");
    CHECK(run.experiment().context == 2);
    CHECK_FALSE(run.state.experiment_work.is_saved);
    run.act(Undo{});
    CHECK(run.experiment() == *narrow);
    run.act(SetMode{Mode::lab});
    run.act(OpenFile{"/home/a song.txt"});  // may hold numbers: the sheet says that it does not
    CHECK(run.state.hands.open<ImportSheet>() != nullptr);
    CHECK(run.state.document().title == "Write a poem");
}

TEST_CASE("a text that cannot be learned from is refused in one line") {
    ExperimentFileRunning run;
    run.act(SetMode{Mode::train});
    const auto refusal = [&](const char* path, std::string bytes) {
        run.files.files[path] = std::move(bytes);
        run.act(OpenFile{path});
        CHECK_FALSE(run.state.experiment_work.history.canUndo());
        return english().text(run.state.notice);
    };
    CHECK(refusal("/home/empty.txt", " \n") ==
          "/home/empty.txt: has no word to learn from, expected some text.");
    CHECK(refusal("/home/short.txt", "la la").starts_with("/home/short.txt: no training window"));
    CHECK(refusal("/home/long.txt", std::string(kMaxTextBytes + 1, 'x'))
              .starts_with("/home/long.txt: takes 10.000001 MB, expected at most 10 MB"));
    CHECK(refusal("/home/latin.txt", "caf\xE9 caf\xE9") ==
          "/home/latin.txt: is not UTF-8, expected a text in UTF-8.");
    CHECK(refusal("/home/list.json", "[1, 2]").starts_with("/home/list.json: is a list of 2"));
}

TEST_CASE("what can be undone stays within its bytes: the oldest steps go first") {
    AppState state(*openLesson("write-a-poem"));
    Experiment next = *openShippedExperiment("counting");
    next.text = std::string(9'000'000, '1');
    const std::size_t room = kMostUndoneText / next.text.size();
    History<ExperimentSnapshot>& history = state.experiment_work.history;
    for (std::size_t k = 1; k <= room + 3; ++k) {
        next.seed = k;
        history.commit({std::make_shared<const Experiment>(next), history.current().origin});
        settleExperiment(state);
    }
    const KeptWork<Experiment> kept = state.experiment_work.kept();
    CHECK(kept.steps.size() == room);
    CHECK(kept.at + 1 == kept.steps.size());
    CHECK(kept.steps.front()->experiment->seed == 4);
    CHECK(kept.current().experiment->seed == room + 3);
}
