// The program and where its work is kept: nothing that is unsaved goes in silence.
#include "app/platform/font_files.h"
#include "app/program/imgui_session.h"
#include "app/program/program.h"
#include "app/state/model/sentences.h"
#include "app/state/update/update.h"
#include "core/io/document_json.h"
#include "core/words/say.h"
#include "tests/app/fake_host.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

class StoreRunning {
public:
    StoreRunning()
        : program({screen, files, &store}, *loadFontFiles(),
                  AppState(lessonDocument("write-a-poem"), "write-a-poem")) {
        files.files["/home/cat.json"] = writeDocument(lessonDocument("the-cat-sat"));
        frames();
    }

    void frames() {
        for (int k = 0; k < 4; ++k) {
            screen.now += 1.0 / 60;
            program.frame();
        }
    }
    /// As a view emits it, with the frames that follow.
    void act(const Action& action) {
        AppState state = program.state();
        update(state, action);
        program.show(std::move(state));
        frames();
    }
    void edit(double number) { act(SetNumber{MatrixId::w_query, {0, 0}, number}); }
    [[nodiscard]] const AppState& state() const { return program.state(); }

    ImGuiSession session;
    FakeScreen screen;
    FakeFiles files;
    FakeStore store;
    Program program;
};

}  // namespace

TEST_CASE("every edit is kept once, and every place; a still window keeps nothing anew") {
    StoreRunning run;
    CHECK(run.store.kept.size() == 1);
    run.frames();
    CHECK(run.store.kept.size() == 1);
    run.edit(7);
    CHECK(run.store.kept.size() == 2);
    CHECK(run.store.edits == 2);
    CHECK(run.store.kept.back().is_unsaved);
    CHECK(run.store.kept.back().document.current().document.weights.query(0, 0) == 7);
    CHECK(run.store.kept.back().document.steps.size() == 2);
    run.act(GoTo{0, 3});
    CHECK(run.store.kept.size() == 3);
    CHECK(run.store.edits == 2);
}

TEST_CASE("a typed prompt and a typed word are kept as soon as an edit") {
    StoreRunning run;
    run.act(Change(&GeneratePlace::prompt, std::string("to be")));
    CHECK(run.store.edits == 2);
    CHECK(run.store.kept.back().place->generate->prompt == "to be");
    run.act(Change(&LeakPlace::word, std::string("now")));
    CHECK(run.store.edits == 3);
    CHECK(run.store.kept.back().place->leak.word == "now");
}

TEST_CASE("what makes room for another document becomes a draft, if it was not saved") {
    StoreRunning run;
    run.act(OpenLesson{"the-cat-sat", false});
    CHECK(run.store.drafts.empty());
    run.edit(7);
    run.act(OpenFile{"/home/cat.json"});
    REQUIRE(run.store.drafts.size() == 1);
    const Session draft = run.store.drafts.begin()->second;
    CHECK(draft.document.steps.size() == 2);  // of the lesson before nothing
    CHECK(draft.document.current().document.weights.query(0, 0) == 7);
    CHECK(english().text(run.state().notice).find("\u201cThe cat sat\u201d was not saved.") == 0);
    CHECK(run.state().origin().file == "/home/cat.json");

    SUBCASE("it is opened from the list, with its undo") {
        run.act(LookForRecents{});
        REQUIRE(run.state().recents.size() == 2);
        run.act(OpenDraft{run.state().recents.front().id});
        CHECK(run.state().document().weights.query(0, 0) == 7);
        CHECK_FALSE(run.state().document_work.is_saved);
        run.act(Undo{});
        CHECK(run.state().document().weights.query(0, 0) != 7);
        CHECK(run.state().origin().shipped == "the-cat-sat");
        run.act(Redo{});
        run.act(SaveFile{"/home/new.json"});
        CHECK(run.state().document_work.is_saved);
        CHECK(run.store.drafts.empty());
    }
    SUBCASE("undo back to it and away again makes no second one") {
        run.act(Undo{});
        CHECK(run.state().document().weights.query(0, 0) == 7);
        run.edit(8);
        run.act(OpenLesson{"write-a-poem", false});
        CHECK(run.store.drafts.size() == 1);
        CHECK(run.store.drafts.begin()->second.document.current().document.weights.query(0, 0) ==
              8);
    }
}

TEST_CASE("work that one leaves by undo becomes a draft, for the next edit would drop it") {
    StoreRunning run;
    run.act(OpenFile{"/home/cat.json"});
    run.edit(7);
    run.act(Undo{});
    CHECK(run.store.drafts.empty());
    run.edit(8);
    run.act(Undo{});
    run.act(Redo{});
    run.act(Undo{});
    run.act(Undo{});
    CHECK(run.state().origin().shipped == "write-a-poem");
    CHECK(run.store.drafts.empty());  // it was as in its file when it was left
    run.act(Redo{});
    run.act(Redo{});
    run.act(OpenLesson{"the-cat-sat", false});
    CHECK(run.store.drafts.size() == 1);
}

TEST_CASE("a draft that cannot be kept is said, and undo still has the work") {
    StoreRunning run;
    run.edit(7);
    run.store.is_full = true;
    run.act(OpenLesson{"the-cat-sat", false});
    CHECK(english().text(run.state().notice) ==
          "drafts: the disk is full. Your unsaved work is now only in the undo history. Undo "
          "brings it back.");
    run.act(Undo{});
    CHECK(run.state().document().weights.query(0, 0) == 7);
}

TEST_CASE("an experiment that makes room becomes a draft of its own, with its undo") {
    StoreRunning run;
    run.act(SetMode{Mode::train});
    run.act(OpenExperiment{"counting"});
    CHECK(run.store.drafts.empty());
    const auto edited = [&] {
        Experiment next = run.state().experiment();
        next.batch = 7;
        return std::make_shared<const Experiment>(next);
    };
    run.act(SetExperiment{edited()});
    run.act(OpenExperiment{"a-finite-mask"});
    REQUIRE(run.store.drafts.size() == 1);
    CHECK(run.store.drafts.begin()->second.experiment->steps.size() ==
          2);  // of the one before none
    CHECK(english().text(run.state().notice).find("\u201cCounting\u201d was not saved.") == 0);

    SUBCASE("it is opened from the list, wherever one is") {
        run.act(SetMode{Mode::lab});
        run.act(LookForRecents{});
        REQUIRE(run.state().recents.size() == 1);
        CHECK(run.state().recents.front().title == "Counting");
        run.act(OpenDraft{run.state().recents.front().id});
        CHECK(run.state().place.mode == Mode::train);
        CHECK(run.state().experiment().batch == 7);
        CHECK_FALSE(run.state().experiment_work.is_saved);
        CHECK(run.state().is_as_opened);  // the document is another matter
        run.act(Undo{});
        CHECK(run.state().experiment().batch != 7);
        CHECK(run.state().experiment_work.origin().shipped == "counting");
        run.act(Redo{});
        run.act(SaveFile{"/home/new.json"});
        CHECK(run.state().experiment_work.is_saved);
        CHECK(run.store.drafts.empty());
    }
    SUBCASE("undo back to it and away again makes no second one") {
        run.act(Undo{});
        CHECK(run.state().experiment().batch == 7);
        run.act(Undo{});
        run.act(Undo{});
        CHECK(run.state().experiment_work.origin().shipped == "greetings");
        CHECK(run.store.drafts.size() == 1);
    }
    SUBCASE("where it cannot be kept that is said, and undo still has it") {
        run.act(Undo{});
        run.store.is_full = true;
        run.act(OpenExperiment{"greetings"});
        CHECK(english().text(run.state().notice) ==
              "drafts: the disk is full. Your unsaved work is now only in the undo history. Undo "
              "brings it back.");
        run.act(Undo{});
        CHECK(run.state().experiment().batch == 7);
    }
}

TEST_CASE("a file that others have changed is not overwritten unasked") {
    StoreRunning run;
    run.act(OpenFile{"/home/cat.json"});
    run.edit(7);
    run.files.files["/home/cat.json"] += " ";
    run.act(SaveFile{"/home/cat.json"});
    REQUIRE(run.state().hands.open<ConflictSheet>() != nullptr);
    CHECK(run.state().hands.open<ConflictSheet>()->is_there);
    CHECK(run.files.files["/home/cat.json"].ends_with(" "));
    run.act(SaveFile{"/home/cat.json", true});
    CHECK(run.state().hands.open<ConflictSheet>() == nullptr);
    CHECK(run.state().document_work.is_saved);
    run.edit(9);
    run.act(SaveFile{"/home/cat.json"});  // as it was written: nobody is asked
    CHECK(run.state().document_work.is_saved);
    run.files.files.erase("/home/cat.json");
    run.edit(10);
    run.act(SaveFile{"/home/cat.json"});
    REQUIRE(run.state().hands.open<ConflictSheet>() != nullptr);
    CHECK_FALSE(run.state().hands.open<ConflictSheet>()->is_there);
}

TEST_CASE("above the window stands what is open, with a dot where it is not saved") {
    StoreRunning run;
    CHECK(run.screen.title == "Write a poem \u2014 Lookback");
    run.edit(7);
    CHECK(run.screen.title == "\u2022 Write a poem \u2014 Lookback");
    run.act(SaveFile{"/home/mine.lookback.json"});
    CHECK(run.screen.title == "mine.lookback.json \u2014 Lookback");
    run.act(SetMode{Mode::train});
    CHECK(run.screen.title == "Greetings \u2014 Lookback");
    run.act(Change(&Preferences::language, findLanguage("id")));
    CHECK(run.screen.title == "Salam \u2014 Lookback");
    run.act(Change(&Preferences::language, findLanguage("en")));
    auto experiment = std::make_shared<Experiment>(run.state().experiment());
    experiment->steps = 5;
    run.act(SetExperiment{experiment});
    CHECK(run.screen.title == "\u2022 Greetings \u2014 Lookback");
    run.act(SaveFile{"/home/mine.experiment.json"});
    CHECK(run.screen.title == "mine.experiment.json \u2014 Lookback");
}

TEST_CASE("news of the store are read in the window") {
    StoreRunning run;
    run.store.news = {faultSentence({"drafts", test::asWritten("the disk is full")})};
    run.frames();
    CHECK(english().text(run.state().notice) == "drafts: the disk is full.");
}

TEST_CASE(
    "a program whose work is not kept ends only where nothing is lost, or where one says so") {
    const NotKept work{KeptPart::work, {"sessions", asWritten("the disk is full")}};
    const NotKept progress{KeptPart::progress, {"progress", asWritten("the disk is full")}};
    {
        StoreRunning run;
        run.act(Quit{});
        CHECK(run.program.wantsToClose());
        CHECK(run.program.mayClose({}));
        CHECK(run.program.mayClose({work}));  // nothing is unsaved
        CHECK_FALSE(run.program.mayClose({progress}));
        run.act(CloseKeepSheet{});
        CHECK_FALSE(run.program.wantsToClose());
    }

    // Each way in which work is unsaved: a document, an experiment, an undo without a draft.
    for (const int kind : {0, 1, 2}) {
        CAPTURE(kind);
        StoreRunning other;
        if (kind == 0) other.edit(7);
        if (kind == 1) {
            other.act(OpenExperiment{"counting"});
            Experiment next = other.state().experiment();
            next.batch = 7;
            other.act(SetExperiment{std::make_shared<const Experiment>(next)});
        }
        if (kind == 2) {
            other.edit(7);
            other.store.is_full = true;
            other.act(OpenLesson{"the-cat-sat", false});
            other.act(OpenLesson{"the-cat-sat", false});
        }
        other.store.reason = work.reason;
        other.frames();
        CHECK(other.state().not_kept == work.reason);
        CHECK(other.screen.title.find(" \u2014 Not kept \u2014 Lookback") != std::string::npos);
        other.program.askToClose();
        CHECK_FALSE(other.program.mayClose({work}));
        CHECK_FALSE(other.program.wantsToClose());
        REQUIRE(other.state().hands.open<KeepSheet>() != nullptr);
        CHECK(other.state().hands.open<KeepSheet>()->parts == std::vector{work});
        other.store.reason.reset();
        other.act(CloseKeepSheet{});
        CHECK(other.screen.title.find("Not kept") == std::string::npos);
        other.act(QuitAnyway{});
        CHECK(other.program.wantsToClose());
        CHECK(other.program.mayClose({work}));
    }
}
