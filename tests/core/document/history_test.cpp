#include "core/document/history.h"

#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

struct Snapshot {
    Document document;
    Index selected = 0;

    bool operator==(const Snapshot&) const = default;
};

}  // namespace

TEST_CASE("steps can be undone and redone") {
    History<int> history(0);
    CHECK(!history.canUndo());
    CHECK(!history.undo());
    history.commit(1);
    history.commit(2);
    CHECK(history.current() == 2);
    CHECK(history.undo());
    CHECK(history.current() == 1);
    CHECK(history.canRedo());
    CHECK(history.undo());
    CHECK(history.current() == 0);
    CHECK(!history.undo());
    CHECK(history.redo());
    CHECK(history.redo());
    CHECK(!history.redo());
    CHECK(history.current() == 2);
}

TEST_CASE("a new step forgets what was undone, the same state is no step") {
    History<int> history(0);
    history.commit(1);
    history.undo();
    history.commit(0);
    CHECK(history.canRedo());
    history.commit(7);
    CHECK(!history.canRedo());
    history.undo();
    CHECK(history.current() == 0);
}

TEST_CASE("a drag is one step") {
    History<int> history(0);
    history.begin();
    CHECK(history.isDragging());
    for (int k = 1; k <= 50; ++k) history.update(k);
    CHECK(history.current() == 50);
    history.finish();
    CHECK(!history.isDragging());
    history.undo();
    CHECK(history.current() == 0);
    history.redo();
    CHECK(history.current() == 50);

    history.begin();
    history.update(60);
    history.update(50);
    history.finish();  // came back to where it began
    history.undo();
    CHECK(history.current() == 0);
}

TEST_CASE("a drag given up leaves no trace, not even in what can be redone") {
    History<int> history(0);
    history.commit(1);
    history.undo();
    history.begin();
    history.update(9);
    CHECK(!history.canRedo());
    history.cancel();
    CHECK(history.current() == 0);
    CHECK(history.canRedo());
    CHECK(history.redo());
    CHECK(history.current() == 1);
}

TEST_CASE("undo, redo and commits in a drag finish it first") {
    History<int> history(0);
    history.begin();
    history.update(5);
    CHECK(history.canUndo());
    CHECK(history.undo());
    CHECK(history.current() == 0);
    CHECK(history.redo());
    CHECK(history.current() == 5);
    history.begin();
    history.update(6);
    history.commit(7);
    history.undo();
    CHECK(history.current() == 6);
    history.begin();
    history.update(8);
    history.begin();
    history.cancel();
    CHECK(history.current() == 8);
    history.update(9);  // without a drag
    history.undo();
    CHECK(history.current() == 8);
}

TEST_CASE("only so many steps are kept") {
    History<int> history(0, 3);
    for (int k = 1; k <= 10; ++k) history.commit(k);
    int undone = 0;
    while (history.undo()) ++undone;
    CHECK(undone == 3);
    CHECK(history.current() == 7);
    while (history.redo()) --undone;
    CHECK(undone == 0);
    CHECK(history.current() == 10);
}

TEST_CASE("a history is handed on and taken up again, a drag as if it were finished") {
    History<int> history(0);
    history.commit(1);
    history.commit(2);
    history.undo();
    const auto [steps, at] = history.steps();
    History<int> again(steps, at);
    CHECK(again.current() == 1);
    CHECK(again.redo());
    CHECK(again.current() == 2);
    history.begin();
    history.update(7);
    const auto [dragged, now] = history.steps();
    CHECK(*dragged[now] == 7);
    CHECK(dragged.size() == 3);
    CHECK(now == 2);
    CHECK(history.isDragging());
    history.update(1);  // back where it began
    CHECK(history.steps().first.size() == 3);
    CHECK(history.steps().second == 1);
}

TEST_CASE("what was handed on stays as it was, and every change has its number") {
    History<int> history(0);
    const auto before = history.steps().first;
    std::uint64_t revision = history.revision();
    const auto changed = [&] { return std::exchange(revision, history.revision()) != revision; };
    history.amend(5);
    CHECK(changed());
    CHECK(*before.front() == 0);
    history.commit(6);
    CHECK(changed());
    history.commit(6);  // the same: no step
    CHECK(!changed());
    history.changeWhere([](int value) { return value == 5; }, [](int& value) { value = 50; });
    CHECK(changed());
    CHECK(history.current() == 6);
    CHECK(history.undo());
    CHECK(changed());
    CHECK(history.current() == 50);
    history.begin();
    history.update(8);
    CHECK(changed());
    history.cancel();
    CHECK(changed());
    CHECK(history.current() == 50);
}

TEST_CASE("undo brings back what was selected when the edit was made") {
    History<Snapshot> history({randomDocument({}), 0});
    const auto select = [&](Index token) {
        Snapshot next = history.current();
        next.selected = token;
        history.amend(next);
    };
    select(2);
    CHECK(!history.canUndo());
    Snapshot edited = history.current();
    setNumber(edited.document, MatrixId::w_key, {0, 0}, 9);
    history.commit(edited);
    select(3);
    history.undo();
    CHECK(history.current().selected == 2);
    CHECK(history.current().document == randomDocument({}));
    history.redo();
    CHECK(history.current().selected == 3);
    CHECK(history.current().document.weights.key(0, 0) == 9);
}

TEST_CASE("the oldest steps are forgotten as far as they lie before the one on screen") {
    History<int> history(0);
    for (int k = 1; k <= 5; ++k) history.commit(k);
    history.undo();
    history.forgetOldest(2);
    CHECK(history.steps().first.size() == 4);
    CHECK(history.current() == 4);
    history.forgetOldest(10);
    CHECK(history.current() == 4);
    CHECK(!history.canUndo());
    CHECK(history.redo());
    CHECK(history.current() == 5);
}
