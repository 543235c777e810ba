// Journeys with the experiment's own file: it is saved and opened on the same sheet as documents.
#include <optional>
#include <string>

#include "app/state/commands/commands.h"
#include "core/io/experiment_library.h"
#include "tests/app/trains.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr ImGuiKeyChord kJourneyExperimentTrain = ImGuiMod_Alt | ImGuiKey_4;

/// The one wish of that kind, besides that for a training.
template <class Wish>
Wish onlyWish(LabUnderTest& lab) {
    std::optional<Wish> found;
    for (const Effect& effect : lab.takeEffects()) {
        if (std::holds_alternative<Train>(effect)) continue;
        REQUIRE(!found);
        REQUIRE(std::holds_alternative<Wish>(effect));
        found = std::get<Wish>(effect);
    }
    REQUIRE(found);
    return *found;
}

/// Whether all of a text is inside the windows on screen, in one piece or in several lines.
bool isInSight(const LabUnderTest& lab, std::string text) {
    std::string all;
    for (const LayoutProbe::Text& shown : lab.texts()) {
        const Rect& clip = shown.clip;
        const bool is_seen = clip.contains(shown.drawn.min) && clip.contains(shown.drawn.max);
        if (is_seen) all += shown.text;
    }
    for (std::string* const one : {&all, &text}) std::erase(*one, ' ');
    return all.find(text) != std::string::npos;
}

/// Goes to the step and the mode of a note.
void goTo(LabUnderTest& lab, const ExperimentNote& note) {
    lab.act(SetMode{note.mode == NoteMode::train ? Mode::train : Mode::generate});
    lab.act(Change(&TrainPlace::step, note.step));
    lab.ui.step(3);
    trainToTheEnd(lab);
}

bool isMarked(const LabUnderTest& lab) {
    return lab.shows(lab.state().experiment().title + " \u2022");
}

}  // namespace

TEST_CASE("the experiment is saved under a name of its own, and the mark follows undo") {
    LabUnderTest lab("write-a-poem");
    lab.dragCell(MatrixId::w_query, {0, 0}, 30);
    lab.ui.key(kJourneyExperimentTrain);
    lab.ui.step(2);
    CHECK_FALSE(isMarked(lab));  // the document is another matter
    auto edited = std::make_shared<Experiment>(lab.state().experiment());
    edited->steps = 20;
    lab.act(SetExperiment{edited});
    lab.ui.step(2);
    CHECK(isMarked(lab));
    (void)lab.takeEffects();
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_S);
    REQUIRE(lab.hands().open<FileSheet>() != nullptr);
    CHECK(lab.shows("Save the experiment"));
    CHECK(lab.hands().open<FileSheet>()->text == "greetings.experiment.json");
    CHECK_FALSE(isListed(onlyWish<ListFolder>(lab).task, "song.txt"));
    lab.act(FolderListed{"/home/ada", {}});
    lab.ui.type("mine");
    lab.ui.key(ImGuiKey_Enter);
    const auto wish = onlyWish<WriteWork>(lab);
    CHECK(wish.path == "/home/ada/mine.experiment.json");
    CHECK(wish.subject == SubjectKind::experiment);
    CHECK_FALSE(wish.expected.fingerprint);
    lab.act(FileSaved{wish.path, edited, "7-ab"});
    lab.ui.step(2);
    CHECK(lab.hands().open<FileSheet>() == nullptr);
    CHECK_FALSE(isMarked(lab));
    CHECK(lab.shows("Saved as"));
    edited = std::make_shared<Experiment>(*edited);
    edited->batch = 4;
    lab.act(SetExperiment{edited});
    lab.ui.step(2);
    CHECK(isMarked(lab));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    lab.ui.step(2);
    CHECK_FALSE(isMarked(lab));
    (void)lab.takeEffects();
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_S);  // it has a name now
    CHECK(onlyWish<WriteWork>(lab).expected.fingerprint == "7-ab");
    lab.ui.key(ImGuiMod_Alt | ImGuiKey_1);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_S);
    CHECK(lab.hands().open<FileSheet>()->text == "write-a-poem.lookback.json");
}

TEST_CASE("in Train the sheet lists experiments and texts, in the Lab what may be a document") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(kJourneyExperimentTrain);
    lab.ui.step(2);
    (void)lab.takeEffects();
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_O);
    CHECK(isListed(onlyWish<ListFolder>(lab).task, "song.md"));
    CHECK(lab.shows("Open an experiment or a text"));
    lab.act(FolderListed{"/home/ada", {{"texts", true}, {"song.txt", false}}});
    lab.ui.click("File/texts##entry");
    CHECK(isListed(onlyWish<ListFolder>(lab).task, "song.md"));
    lab.ui.click("File/song.txt##entry");
    lab.ui.click("File/##accept");
    CHECK(onlyWish<ReadDocument>(lab).path == "/home/ada/song.txt");
    lab.act(FileFailed{{"/home/ada/song.txt", test::asWritten("has no word to learn from")}});
    CHECK(lab.shows("has no word to learn from"));
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    CHECK(lab.hands().open<FileSheet>() == nullptr);
}

TEST_CASE("the page of lessons saves the experiment in Train") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(kJourneyExperimentTrain);
    lab.ui.step(2);
    (void)lab.takeEffects();
    lab.ui.click("Top/##experiment");
    lab.ui.step(2);
    (void)lab.takeEffects();
    lab.ui.click("Course/##save");
    lab.ui.step(2);
    REQUIRE(lab.hands().open<FileSheet>() != nullptr);
    CHECK(lab.hands().open<FileSheet>()->task.subject == SubjectKind::experiment);
}

TEST_CASE("each note of an experiment is in sight at its step of the training, also presented") {
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const ExperimentEntry& one : experiments()) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(OpenExperiment{one.id});
            for (const bool presenting : {false, true}) {
                if (presenting) lab.ui.key(ImGuiKey_F5);
                for (const ExperimentNote& note : one.notes.notes) {
                    goTo(lab, note);
                    CAPTURE(size.x);
                    CHECK_MESSAGE(isInSight(lab, english().text(note.text)),
                                  english().text(note.text));
                    if (note.step == 0) continue;
                    lab.act(Change(&TrainPlace::step, note.step - 1));
                    lab.ui.step(3);
                    CHECK_FALSE_MESSAGE(lab.showsLines(note.text.in("en")), note.text.in("en"));
                }
            }
        }
    }
}

TEST_CASE("a note of an experiment is shown only while the experiment is as shipped") {
    LabUnderTest lab("write-a-poem");
    for (const ExperimentNote& note : experiments().front().notes.notes) {
        goTo(lab, note);
        CHECK(lab.showsLines(note.text.in("en")));
        auto edited = std::make_shared<Experiment>(lab.state().experiment());
        edited->optimizer.learning_rate = 0.02;
        lab.act(SetExperiment{edited});
        lab.ui.step(2);
        CHECK_FALSE(lab.showsLines(note.text.in("en")));
        trainToTheEnd(lab);
        CHECK_FALSE(lab.showsLines(note.text.in("en")));
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
        lab.ui.step(2);
        trainToTheEnd(lab);
        CHECK(lab.showsLines(note.text.in("en")));
    }
}
