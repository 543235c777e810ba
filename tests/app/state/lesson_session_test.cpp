// The session keeps the lesson on the screen, and a file of its own the progress of all lessons.
#include <doctest/doctest.h>

#include "app/state/kept/progress_text.h"
#include "app/state/kept/session_text.h"
#include "app/state/update/update.h"
#include "core/io/document_json.h"
#include "core/io/lesson_library.h"
#include "tests/app/lesson_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

AppState inLesson() {
    AppState state(lessonDocument("write-a-poem"), "write-a-poem");
    update(state, OpenLesson{"a-finite-value"});
    update(state, AnswerTask{0.5});
    update(state, ShowAnswer{});
    update(state, MoveInLesson{1});
    update(state, AnswerTask{AnsweredCell{MatrixId::attention_weights, 0, {1, 0}}});
    return state;
}

AppState again(const AppState& state) {
    SessionWriter writer;
    Checked<Session> read = readSession(writer.write(sessionOf(state)));
    REQUIRE(read.has_value());
    REQUIRE(read->place.has_value());
    const auto progress = readProgress(writeProgress(state.place.lessons));
    REQUIRE(progress.has_value());
    read->place->lessons = *progress;
    return stateOf(*read);
}

}  // namespace

TEST_CASE("a session keeps the lesson, its step and its answers") {
    const AppState before = inLesson();
    const AppState after = again(before);
    REQUIRE(after.lesson.step() != nullptr);
    CHECK(after.lesson.lesson()->id == "a-finite-value");
    CHECK(after.lesson.stand.step == 1);
    CHECK(after.place.lessons == before.place.lessons);
    CHECK(after.lesson.task.first == before.lesson.task.first);
    CHECK(after.lesson.isOpen());
    CHECK(after.lesson.locks(DocumentPart::weights));
}

TEST_CASE("a session keeps the undo steps of a lesson, each with its step") {
    AppState after = again(inLesson());
    update(after, Undo{});
    CHECK(after.lesson.stand.step == 0);
    CHECK(after.lesson.task.is_shown);
    update(after, Undo{});
    CHECK(after.lesson.step() == nullptr);
}

TEST_CASE("a session keeps a lesson of a file, and numbers that were drawn again") {
    AppState state(lessonDocument("write-a-poem"), "write-a-poem");
    Checked<GuidedLesson> lesson = openGuidedLesson("a-finite-value");
    REQUIRE(lesson.has_value());
    update(state, LessonRead{"/home/mine.lesson.json",
                             std::make_shared<const GuidedLesson>(*std::move(lesson))});
    update(state, DrawAnother{});
    const AppState after = again(state);
    REQUIRE(after.lesson.step() != nullptr);
    CHECK(after.lesson.source->file == "/home/mine.lesson.json");
    CHECK(after.lesson.stand == state.lesson.stand);
    CHECK_FALSE(after.lesson.stand.seed.empty());
    CHECK(writeDocument(after.document()) == writeDocument(state.document()));
    CHECK(writeDocument(*after.origin().opened) == writeDocument(*state.origin().opened));
}

TEST_CASE("work on a lesson is not unsaved work") {
    AppState state = inLesson();
    CHECK(state.document_work.is_saved);
    state.effects.clear();
    update(state, OpenLesson{"the-cat-sat"});
    for (const Effect& effect : state.effects) CHECK(std::get_if<PutAside>(&effect) == nullptr);
}

TEST_CASE("a session keeps the lesson that is written about an experiment") {
    AppState before(lessonDocument("write-a-poem"), "write-a-poem");
    update(before, OpenExperiment{"greetings"});
    update(before, WriteLesson{});
    update(before, AddDraftStep{});
    const AppState after = again(before);
    REQUIRE(after.draft.has_value());
    CHECK(after.draft->file == before.draft->file);
    CHECK(isWritingLesson(after));
    REQUIRE(after.draft->reading.begun.has_value());
    CHECK(*std::get<1>(*after.draft->reading.begun) == after.experiment());
}
