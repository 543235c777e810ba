// Sessions as text: what was written comes back, with its undo, and nothing else is taken for one.
#include "app/state/kept/session_text.h"

#include "app/state/update/settle.h"
#include "app/state/update/update.h"
#include "core/document/edit.h"
#include "core/masking/methods.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

AppState lessonState(const char* id) { return AppState(lessonDocument(id), id); }

AppState fileState(const Document& document, const char* path) {
    return stateOf(freshSession(fileOrigin(document, path, "7-ab")));
}

Session read(const std::string& text) {
    Checked<Session> session = readSession(text);
    if (!session) FAIL(test::placed(session.error().front()));
    return *std::move(session);
}

/// True where all is the same that a person can edit.
bool isSame(const Document& a, Document b) {
    b.lesson = a.lesson;
    return a == b;
}

AppState reopenedWithoutSnapshots(const AppState& state) {
    return stateOf(read(SessionWriter().write(sessionOf(state))));
}

/// The first fault of a text that is no session.
std::string faultOf(const std::string& text) {
    const Checked<Session> session = readSession(text);
    REQUIRE(!session);
    return session.error().front().where + " " + test::said(session.error().front());
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

}  // namespace

TEST_CASE("every lesson is found again where it was left, as opened") {
    for (const LessonEntry& entry : lessons()) {
        CAPTURE(entry.id);
        AppState before = lessonState(entry.id.c_str());
        const Index n = before.document().n();
        update(before, GoTo{*stepCovering(before.steps(), MatrixId::attention_weights), 2 * n + 2});
        update(before, SelectToken{1});
        const AppState after = reopenedWithoutSnapshots(before);
        CHECK(isSame(after.document(), before.document()));
        CHECK(after.origin().shipped == entry.id);
        CHECK(after.is_as_opened);
        CHECK(after.document_work.is_saved);
        CHECK(after.shown.equalsPrints());
        CHECK(after.place.step == before.place.step);
        CHECK(after.place.cell == before.place.cell);
        CHECK(after.place.revealed == before.place.revealed);
        CHECK(after.token() == before.token());
        CHECK_FALSE(isMoving(after));
    }
}

TEST_CASE("snapshots are kept with every step that has them") {
    AppState before = lessonState("write-a-poem");
    Snapshot next = before.document_work.history.current();
    addSnapshot(next.document, "before");
    before.document_work.history.commit(next);
    setNumber(next.document, MatrixId::w_query, {0, 0}, 2.5);
    addSnapshot(next.document, "after");
    before.document_work.history.commit(next);
    settle(before);
    AppState after = reopenedWithoutSnapshots(before);
    CHECK(isSame(after.document(), before.document()));
    REQUIRE(after.document().snapshots.size() == 2);
    CHECK(after.document().snapshots[1].document->weights.query(0, 0) == 2.5);
    update(after, Undo{});
    CHECK(after.document().snapshots.size() == 1);
    update(after, Undo{});
    CHECK(after.document().snapshots.empty());
    CHECK(after.is_as_opened);
}

TEST_CASE("undo and redo work as before, through edits and other documents") {
    AppState before = lessonState("write-a-poem");
    update(before, SetNumber{MatrixId::w_query, {0, 0}, 2.5});
    update(before, SetMasked{false});
    const Document edited = before.document();
    update(before, OpenLesson{"the-cat-sat", false});
    update(before, RenameToken{0, "Every"});
    update(before, Undo{});
    AppState after = reopenedWithoutSnapshots(before);
    CHECK(isSame(after.document(), before.document()));
    CHECK(after.origin().shipped == "the-cat-sat");
    update(after, Redo{});
    CHECK(after.document().tokens.front() == "Every");
    update(after, Undo{});
    update(after, Undo{});
    CHECK(isSame(after.document(), edited));
    CHECK(after.origin().shipped == "write-a-poem");
    CHECK_FALSE(after.document_work.is_saved);
    update(after, SetMasked{true});  // the mask that was put away is remembered
    CHECK(after.document().mask == lessonDocument("write-a-poem").mask);
    for (int k = 0; k < 3; ++k) update(after, Undo{});
    CHECK(after.is_as_opened);
    CHECK_FALSE(after.document_work.history.canUndo());
}

TEST_CASE("a file is found again as it was read, and with what was changed since") {
    AppState before = fileState(lessonDocument("the-cat-sat"), "/home/ada/cat.lookback.json");
    AppState after = reopenedWithoutSnapshots(before);
    CHECK(after.origin().file == "/home/ada/cat.lookback.json");
    CHECK(after.origin().fingerprint == "7-ab");
    CHECK(after.document_work.is_saved);
    update(before, SetMasked{false});
    after = reopenedWithoutSnapshots(before);
    CHECK_FALSE(after.document_work.is_saved);
    update(after, FileSaved{"/home/ada/cat.lookback.json",
                            std::make_shared<const Document>(after.document()), "9-cd"});
    after = reopenedWithoutSnapshots(after);
    CHECK(after.document_work.is_saved);
    CHECK(after.origin().fingerprint == "9-cd");
    update(after, Undo{});  // the file holds something else now
    CHECK(after.is_as_opened);
    CHECK_FALSE(after.document_work.is_saved);
}

TEST_CASE("a drag that is under way is kept as far as it came") {
    AppState before = lessonState("write-a-poem");
    update(before, dragged(SetNumber{MatrixId::w_query, {0, 0}, 9}));
    AppState after = reopenedWithoutSnapshots(before);
    CHECK(after.document().weights.query(0, 0) == 9);
    update(after, Undo{});
    CHECK(after.is_as_opened);
}

TEST_CASE("only so much of the undo is kept: redo goes first, then the oldest") {
    AppState state = lessonState("write-a-poem");
    for (int k = 1; k <= 40; ++k) {
        update(state, SetNumber{MatrixId::w_query, {0, 0}, static_cast<double>(k)});
    }
    for (int k = 0; k < 10; ++k) update(state, Undo{});
    SessionWriter writer;
    const std::string whole = writer.write(sessionOf(state));
    CHECK(read(whole).document.steps.size() == 41);
    const std::string some = writer.write(sessionOf(state), whole.size() / 2);
    CHECK(some.size() < whole.size() * 6 / 10);
    const Session half = read(some);
    CHECK(half.document.at + 1 == half.document.steps.size());
    CHECK(half.document.steps.size() > 10);
    CHECK(half.document.current().document.weights.query(0, 0) == 30);
    CHECK(half.document.steps.front()->document.weights.query(0, 0) ==
          31.0 - double(half.document.steps.size()));
    const Session least = read(writer.write(sessionOf(state), 1));
    CHECK(least.document.steps.size() == 1);
    CHECK(isSame(least.document.current().document, state.document()));
}

TEST_CASE("a writer that goes on writes what a new one would") {
    AppState state = lessonState("causal-two-ways");
    SessionWriter writer;
    for (int k = 0; k < 5; ++k) {
        update(state, SetNumber{MatrixId::w_key, {0, 0}, static_cast<double>(k) / 3});
        CHECK(writer.write(sessionOf(state)) == SessionWriter().write(sessionOf(state)));
    }
    update(state,
           FileSaved{"/tmp/a.json", std::make_shared<const Document>(state.document()), "1-a"});
    CHECK(writer.write(sessionOf(state)) == SessionWriter().write(sessionOf(state)));
}

TEST_CASE("the first line tells what a list needs") {
    AppState state = lessonState("write-a-poem");
    update(state, SetMasked{false});
    Session session = sessionOf(state);
    session.is_closed = true;
    const std::string text = SessionWriter().write(session);
    const auto head = readSessionHead(text.substr(0, text.find('\n') + 1));
    REQUIRE(head);
    CHECK(head->title == "Write a poem");
    CHECK(head->is_unsaved);
    CHECK(head->is_closed);
    CHECK(head->draft.empty());
}

TEST_CASE("a place that the document lacks becomes one that it has") {
    std::string text = SessionWriter().write(sessionOf(lessonState("write-a-poem")));
    text = replaced(text, "\"step\": \"embeddings\", \"cell\": 2",
                    "\"step\": \"output\", \"cell\": 900");
    AppState state = stateOf(read(text));
    CHECK(state.place.step == 0);
    text = replaced(text, "\"output\"", "\"scores\"");
    text = replaced(text, "\"head\": 0", "\"head\": 7");
    state = stateOf(read(text));
    CHECK(state.step().results.front() == MatrixId::scores);
    CHECK(state.place.cell == 8);
    CHECK(state.place.head == 0);
}

TEST_CASE("a lesson that is no longer there leaves a document without one") {
    AppState state(lessonDocument("write-a-poem"), "write-a-novel");
    const AppState after = reopenedWithoutSnapshots(state);
    CHECK(after.origin().shipped.empty());
    CHECK(after.is_as_opened);
    CHECK(after.document().title == "Write a poem");
}

TEST_CASE("what is no session is refused, with the line and the place in it") {
    const std::string good = SessionWriter().write(sessionOf(lessonState("write-a-poem")));
    CHECK(faultOf("").find("line 1 is missing, or is cut") == 0);
    CHECK(faultOf("{}\n").find("line 1: lookback_session is missing, expected version 2") == 0);
    CHECK(faultOf(replaced(good, "\"lookback_session\": 2", "\"lookback_session\": 3"))
              .find("line 1: lookback_session is 3, expected version 2") == 0);
    CHECK(faultOf(replaced(good, "\"steps\": 1", "\"steps\": 2")).find("line 4 is missing") == 0);
    CHECK(faultOf(replaced(good, "\"at\": 0", "\"at\": 5")).find("line 1: at is 5") == 0);
    CHECK(faultOf(good + "{}\n").find("line 4 is not counted in the first line") == 0);
    CHECK(faultOf(replaced(good, "\"origin\": 0", "\"origin\": 4")).find("line 3: step.origin") ==
          0);
    CHECK(faultOf(replaced(good, "\"tokens\":[\"Write\"", "\"tokens\":[5"))
              .find("line 3: step.document.tokens[0] is 5") == 0);
    CHECK(faultOf(good.substr(0, good.size() - 1)).find("line 3 is missing, or is cut") == 0);
}

TEST_CASE("a file that has no path from the root on is none") {
    AppState state = fileState(lessonDocument("the-cat-sat"), "-");
    CHECK(reopenedWithoutSnapshots(state).origin().file.empty());
}

TEST_CASE("a document from nothing is found again, unsaved, and before it what undo brings back") {
    AppState before = lessonState("write-a-poem");
    update(before, MakeDocument{.sentence = "a b", .library = "torch", .seed = "1"});
    CHECK_FALSE(before.document_work.is_saved);
    before.place.score_growth = 1e4;
    Snapshot next = before.document_work.history.current();
    next.document.title = "Own";
    next.unlearned = {"b", "\u00e9 \"x\""};
    before.document_work.history.commit(next);
    settle(before);
    AppState after = reopenedWithoutSnapshots(before);
    CHECK(after.document() == before.document());
    CHECK_FALSE(after.document_work.is_saved);
    CHECK(after.place.score_growth == 1e4);
    CHECK(after.document_work.history.current().unlearned == next.unlearned);
    update(after, Undo{});
    CHECK(after.document().title.empty());
    CHECK_FALSE(after.document_work.is_saved);
    update(after, Undo{});
    CHECK(isSame(after.document(), lessonDocument("write-a-poem")));
    CHECK(after.document_work.is_saved);
}

TEST_CASE("a document from nothing that makes room for another one is kept as a draft") {
    AppState state = lessonState("write-a-poem");
    update(state, MakeDocument{.sentence = "a b", .library = "torch", .seed = "1"});
    state.effects.clear();
    update(state, OpenLesson{"the-cat-sat", false});
    REQUIRE(state.effects.size() == 1);
    CHECK(std::holds_alternative<PutAside>(state.effects.front()));
}
