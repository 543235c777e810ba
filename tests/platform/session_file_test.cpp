#include "app/platform/session_file.h"

#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "app/state/update.h"
#include "core/io/document_json.h"
#include "core/io/lesson_library.h"
#include "tests/platform/temporary_folder.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

Document lesson(const char* id) {
    const Checked<Document> document = openLesson(id);
    REQUIRE(document);
    return *document;
}

/// A person who looks at the second row of a softmax of which three cells of the third have
/// appeared.
AppState someState(const Document& document, const char* lesson_id) {
    AppState state(document, lesson_id);
    update(state, GoTo{*stepOf(state.steps(), MatrixId::attention_weights), 2 * document.n() + 2});
    update(state, SelectToken{1});
    return state;
}

/// True where all is the same that a person can edit.
bool isSame(const Document& a, Document b) {
    b.lesson = a.lesson;
    return a == b;
}

/// Saves what the state shows, and opens it again.
AppState reopened(const TemporaryFolder& folder, const AppState& state) {
    REQUIRE(saveSession(folder.path(), sessionOf(state)));
    const LoadedSession loaded = loadSession(folder.path());
    CHECK(loaded.notice.empty());
    REQUIRE(loaded.session);
    return stateOf(*loaded.session);
}

TEST_CASE("every lesson is found again where it was left, as opened") {
    for (const LessonEntry& entry : lessons()) {
        CAPTURE(entry.id);
        const TemporaryFolder folder;
        const AppState before = someState(lesson(entry.id.c_str()), entry.id.c_str());
        const AppState after = reopened(folder, before);
        CHECK(isSame(after.document(), before.document()));
        CHECK(after.origin().lesson == entry.id);
        CHECK(after.is_as_opened);
        CHECK(after.shown.equalsPrints());
        CHECK(after.place.step == before.place.step);
        CHECK(after.place.cell == before.place.cell);
        CHECK(after.place.revealed == before.place.revealed);
        CHECK(after.token() == before.token());
        CHECK_FALSE(isMoving(after));
        CHECK(folder.names() == std::vector<std::string>{"session.json", "session.lookback.json"});
    }
}

TEST_CASE("an edited lesson is found again edited, beside the lesson as it is") {
    const TemporaryFolder folder;
    AppState before = someState(lesson("write-a-poem"), "write-a-poem");
    update(before, SetNumber{MatrixId::w_query, {0, 0}, 2.5});
    const AppState after = reopened(folder, before);
    CHECK(isSame(after.document(), before.document()));
    CHECK(isSame(after.origin().document, before.origin().document));
    CHECK_FALSE(after.is_as_opened);
    CHECK_FALSE(after.history.canUndo());
}

TEST_CASE("a document from a file is found again with the file, wherever the program starts") {
    const TemporaryFolder folder;
    const fs::path start = fs::current_path();
    fs::current_path(folder.path());
    std::ofstream("mine.lookback.json") << writeDocument(lesson("the-cat-sat"));
    AppState before(lesson("the-cat-sat"), "", "mine.lookback.json");
    update(before, SetMasked{false});
    REQUIRE(saveSession(folder.path(), sessionOf(before)));
    fs::current_path(start);
    AppState after = stateOf(*loadSession(folder.path()).session);
    CHECK(fs::equivalent(after.origin().file, folder / "mine.lookback.json"));
    CHECK(after.origin().lesson.empty());
    CHECK_FALSE(after.is_as_opened);
    update(after, SetMasked{true});
    CHECK(after.is_as_opened);

    fs::remove(folder / "mine.lookback.json");
    const AppState orphan = stateOf(*loadSession(folder.path()).session);
    CHECK(orphan.origin().file.empty());
    CHECK(orphan.is_as_opened);
    CHECK(orphan.document().mask == before.document().mask);
}

TEST_CASE("a lesson that was saved as a file stays both") {
    const TemporaryFolder folder;
    AppState before = someState(lesson("the-cat-sat"), "the-cat-sat");
    update(before, SetMasked{false});
    const std::string file = folder / "mine.lookback.json";
    std::ofstream(file) << writeDocument(before.document());
    update(before, FileSaved{file, before.document()});
    AppState after = reopened(folder, before);
    CHECK(after.origin().lesson == "the-cat-sat");
    CHECK(after.origin().file == file);
    CHECK(after.is_saved);
    CHECK_FALSE(after.is_as_opened);
    update(after, SetMasked{true});
    CHECK(after.is_as_opened);
    update(after, SetScale{{Scale::Kind::none}});
    CHECK_FALSE(after.is_saved);
}

TEST_CASE("a lesson that is no longer there leaves a document without one") {
    const TemporaryFolder folder;
    const AppState after = reopened(folder, someState(lesson("write-a-poem"), "write-a-novel"));
    CHECK(after.origin().lesson.empty());
    CHECK(after.is_as_opened);
    CHECK(after.document().title == "Write a poem");
}

TEST_CASE("a place that the document lacks becomes one that it has") {
    const TemporaryFolder folder;
    REQUIRE(saveSession(folder.path(), sessionOf(AppState(lesson("write-a-poem")))));
    std::ofstream(folder / "session.json")
        << R"({"lookback_session": 1, "step": "output", "cell": 900, "head": 7, "token": 40})";
    AppState state = stateOf(*loadSession(folder.path()).session);
    CHECK(state.place.step == 0);
    CHECK(state.place.head == 0);
    CHECK(state.token() == 2);
    std::ofstream(folder / "session.json")
        << R"({"lookback_session": 1, "step": "scores", "cell": 900})";
    state = stateOf(*loadSession(folder.path()).session);
    CHECK(state.step().results.front() == MatrixId::scores);
    CHECK(state.place.cell == 8);
}

TEST_CASE("where there is no session there is nothing, and nothing to say") {
    const TemporaryFolder folder;
    CHECK_FALSE(loadSession(folder.path()).session);
    CHECK(loadSession(folder.path() / "none").notice.empty());
    std::ofstream(folder / "session.json") << R"({"lookback_session": 1})";
    CHECK_FALSE(loadSession(folder.path()).session);
    CHECK(loadSession(folder.path()).notice.empty());
    CHECK(folder.names() == std::vector<std::string>{"session.json"});
}

TEST_CASE("a broken session is set aside, and said to be") {
    const TemporaryFolder folder;
    const Session good = sessionOf(AppState(lesson("write-a-poem"), "write-a-poem"));
    REQUIRE(saveSession(folder.path(), good));
    std::ofstream(folder / "session.json") << R"({"lookback_session": 1, "step": "score"})";
    LoadedSession loaded = loadSession(folder.path());
    CHECK_FALSE(loaded.session);
    CHECK(loaded.notice.find("session.json was of no use (step is “score”, expected one of") == 0);

    REQUIRE(saveSession(folder.path(), good));
    std::ofstream(folder / "session.lookback.json") << "{}";
    loaded = loadSession(folder.path());
    CHECK_FALSE(loaded.session);
    CHECK(loaded.notice.find("session.lookback.json was of no use (lookback is missing,") == 0);
    CHECK(folder.names() == std::vector<std::string>{"session.json", "session.json.broken",
                                                     "session.lookback.json.broken"});
}

TEST_CASE("a session that cannot be kept says why") {
    const Session session = freshSession(lesson("write-a-poem"), "write-a-poem", "");
    const Result<void> saved = saveSession("/dev/null/state", session);
    REQUIRE_FALSE(saved);
    CHECK(saved.error() == Error{"/dev/null/state", "this folder cannot be made: Not a directory"});
}

}  // namespace
}  // namespace lookback
