// Sessions on the disk keep the experiment, too.
#include <filesystem>
#include <fstream>
#include <memory>

#include <doctest/doctest.h>

#include "app/state/update/update.h"
#include "core/io/lesson_library.h"
#include "core/words/say.h"
#include "tests/platform/kept_windows.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;
using test::comesTrue;
using test::count;
using test::OpenWindow;
using test::TemporaryFolder;

/// In Train, with the first experiment edited.
AppState trained(const char* lesson, Index steps) {
    AppState state(*openLesson(lesson), lesson);
    update(state, SetMode{Mode::train});
    auto experiment = std::make_shared<Experiment>(state.experiment());
    experiment->steps = steps;
    update(state, SetExperiment{experiment});
    return state;
}

/// The one session in a folder.
fs::path sessionIn(const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".jsonl") return entry.path();
    }
    return {};
}

TEST_CASE("an experiment that was edited is found after kill -9, and a broken one costs no more") {
    const TemporaryFolder folder;
    {
        OpenWindow window(folder);
        (void)window.store.openLast();
        window.store.keep(sessionOf(trained("write-a-poem", 20)), true);
        CHECK(comesTrue([&] { return count(folder.path() / "sessions", ".jsonl") == 1; }));
    }
    {
        OpenWindow window(folder);
        const LoadedSession last = window.store.openLast();
        REQUIRE(last.session->experiment);
        CHECK(last.session->experiment->current().experiment->steps == 20);
        CHECK(last.session->place->mode == Mode::train);
    }
    std::ofstream(sessionIn(folder.path() / "sessions"), std::ios::app) << "{}\n";
    OpenWindow window(folder);
    const LoadedSession last = window.store.openLast();
    REQUIRE(last.session);
    CHECK_FALSE(last.session->experiment);
    CHECK(english()
              .text(last.notice)
              .find("could not be used: there is more text than the counts say. A copy is in ") !=
          std::string::npos);
    CHECK(count(folder.path() / "sessions", ".broken") == 1);
}

TEST_CASE("a start with a name takes an unsaved experiment over, however often") {
    const TemporaryFolder folder;
    {
        OpenWindow window(folder);
        (void)window.store.openLast();
        REQUIRE(window.store.close(sessionOf(trained("write-a-poem", 20))).empty());
    }
    for (int k = 0; k < 2; ++k) {  // the first ends before anything is kept
        OpenWindow named(folder);
        const NewSession begun = named.store.openNew();
        CHECK(begun.notice.empty());
        REQUIRE(begun.experiment);
        CHECK(begun.experiment->current().experiment->steps == 20);
        CHECK(count(folder.path() / "sessions", ".jsonl") == 1);
        if (k == 0) continue;
        Session session = freshSession(shippedOrigin(*openLesson("the-cat-sat"), ""));
        session.experiment = begun.experiment;
        REQUIRE(named.store.close(session).empty());
    }
    OpenWindow last(folder);
    const LoadedSession loaded = last.store.openLast();
    REQUIRE(loaded.session->experiment);
    CHECK(loaded.session->experiment->current().experiment->steps == 20);
    CHECK(loaded.session->document.current().document.title == "The cat sat");
    CHECK(count(folder.path() / "sessions", "") == 2);  // it and its lock
}

}  // namespace
}  // namespace lookback
