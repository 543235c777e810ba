// Writing, syncing or renaming that a system refuses, each at every turn: it is said, nothing older
// is damaged, and what opens again is what was promised.
#include <array>
#include <fstream>
#include <system_error>

#include <doctest/doctest.h>

#include "app/platform/settings_file.h"
#include "app/program/drafts.h"
#include "app/state/update/update.h"
#include "core/io/lesson_library.h"
#include "core/io/system_file.h"
#include "core/words/say.h"
#include "tests/platform/kept_windows.h"

namespace lookback {
namespace {

using test::comesTrue;
using test::OpenWindow;
using test::TemporaryFolder;

constexpr std::array kSteps{WriteStep::write, WriteStep::sync, WriteStep::rename};

/// Refuses one step of writes while it exists: the `at`-th of this kind, from 1 on.
class Refusing {
public:
    Refusing(WriteStep step, int at) {
        refuseWrites([this, step, at](WriteStep now) {
            if (now == step) ++taken_;
            const bool refuses = now == step && taken_ == at;
            return refuses ? std::make_error_code(std::errc::no_space_on_device)
                           : std::error_code();
        });
    }
    ~Refusing() { refuseWrites({}); }
    Refusing(const Refusing&) = delete;
    Refusing& operator=(const Refusing&) = delete;

    /// The steps of the kind that were taken.
    [[nodiscard]] int taken() const { return taken_; }

private:
    int taken_ = 0;
};

Session session(double number, std::vector<LessonProgress> lessons) {
    AppState state(*openLesson("write-a-poem"), "write-a-poem");
    update(state, SetNumber{MatrixId::w_query, {0, 0}, number});
    state.place.lessons = std::move(lessons);
    return sessionOf(state);
}

double numberIn(const Session& kept) {
    return kept.document.current().document.weights.query(0, 0);
}

/// What a window said about its end.
struct Said {
    bool keeps_work = false;
    bool keeps_progress = false;
    bool keeps_settings = false;
    std::optional<std::string> draft;
    int steps = 0;  ///< of the kind that is refused
};

const LessonProgress kOld{.lesson = "old", .tasks = {{.is_solved = true}}};
const LessonProgress kNew{.lesson = "new", .tasks = {{.is_solved = true}}};
const Settings kOldSettings{.preferences = {.decimals = 2}};
const Settings kNewSettings{.preferences = {.decimals = 6}};

void leaveOldFiles(const TemporaryFolder& folder) {
    OpenWindow window(folder);
    (void)window.store.openLast();
    REQUIRE(window.store.close(session(7, {kOld})).empty());
    REQUIRE(saveSettings(folder.path(), kOldSettings));
}

Said closeRefused(const TemporaryFolder& folder, WriteStep step, int at) {
    OpenWindow window(folder);
    const LoadedSession last = window.store.openLast();
    REQUIRE(last.session);
    const Refusing refusing(step, at);
    Said said{.keeps_work = true, .keeps_progress = true};
    if (const auto id = window.store.putAside(session(5, {}))) said.draft = *id;
    for (const NotKept& part : window.store.close(session(8, {kOld, kNew}))) {
        CHECK(english().text(part.reason.message).find("No space left") != std::string::npos);
        (part.part == KeptPart::work ? said.keeps_work : said.keeps_progress) = false;
    }
    CHECK(window.store.trouble().has_value() == (!said.keeps_work || !said.keeps_progress));
    said.keeps_settings = saveSettings(folder.path(), kNewSettings).has_value();
    said.steps = refusing.taken();
    return said;
}

void checkOpensAsSaid(const TemporaryFolder& folder, const Said& said) {
    OpenWindow window(folder);
    const LoadedSession last = window.store.openLast();
    REQUIRE(last.session);
    CHECK(last.notice.empty());
    CHECK(numberIn(*last.session) == (said.keeps_work ? 8 : 7));
    REQUIRE(findProgress(last.lessons, "old"));
    CHECK((findProgress(last.lessons, "new") != nullptr) == said.keeps_progress);
    const LoadedSettings settings = loadSettings(folder.path());
    CHECK(settings.notice.empty());
    CHECK(settings.settings == (said.keeps_settings ? kNewSettings : kOldSettings));
    CHECK(window.store.recents().size() == (said.draft ? 1 : 0));
    if (said.draft) CHECK(numberIn(*window.store.draft(*said.draft)) == 5);
}

TEST_CASE("each refused step of writing is said, and damages nothing") {
    for (const WriteStep step : kSteps) {
        int lost_work = 0;
        int lost_progress = 0;
        int lost_settings = 0;
        int lost_drafts = 0;
        for (int at = 1, steps = 1; at <= steps; ++at) {
            CAPTURE(static_cast<int>(step));
            CAPTURE(at);
            const TemporaryFolder folder;
            leaveOldFiles(folder);
            const Said said = closeRefused(folder, step, at);
            steps = said.steps;
            checkOpensAsSaid(folder, said);
            lost_work += said.keeps_work ? 0 : 1;
            lost_progress += said.keeps_progress ? 0 : 1;
            lost_settings += said.keeps_settings ? 0 : 1;
            lost_drafts += said.draft ? 0 : 1;
        }
        // Each file takes each step once.
        CHECK(lost_work == 1);
        CHECK(lost_progress == 1);
        CHECK(lost_settings == 1);
        CHECK(lost_drafts == 1);
    }
}

TEST_CASE("a state that is not kept is known until it is kept, also while nothing is edited") {
    const TemporaryFolder folder;
    OpenWindow window(folder);
    (void)window.store.openLast();
    {
        const Refusing refusing(WriteStep::write, 1);
        window.store.keep(session(8, {}), true);
        CHECK(comesTrue([&] { return window.store.trouble().has_value(); }));
        CHECK(window.store.takeNews().size() == 1);
        CHECK(window.store.takeNews().empty());
    }
    // It is tried again without an edit.
    CHECK((comesTrue([&] { return !window.store.trouble(); }) ||
           comesTrue([&] { return !window.store.trouble(); })));
    {
        const Refusing refusing(WriteStep::sync, 1);
        CHECK(window.store.close(session(9, {})).size() == 1);
        CHECK(window.store.trouble());
    }
    CHECK(comesTrue([&] { return !window.store.trouble(); }));  // the window stayed
    CHECK(window.store.close(session(9, {})).empty());
}

TEST_CASE("an experiment that moves to a new session is nowhere lost when a step is refused") {
    for (const WriteStep step : kSteps) {
        for (int at = 1, steps = 1; at <= steps; ++at) {
            CAPTURE(static_cast<int>(step));
            CAPTURE(at);
            const TemporaryFolder folder;
            {
                OpenWindow window(folder);
                (void)window.store.openLast();
                AppState state(*openLesson("write-a-poem"), "write-a-poem");
                update(state, OpenExperiment{"counting"});
                Experiment next = state.experiment();
                next.batch = 7;
                update(state, SetExperiment{std::make_shared<const Experiment>(next)});
                REQUIRE(window.store.close(sessionOf(state)).empty());
            }
            {
                OpenWindow window(folder);  // it is killed before it writes anything
                const Refusing refusing(step, at);
                (void)window.store.openNew();
                steps = refusing.taken();
            }
            OpenWindow window(folder);
            const LoadedSession last = window.store.openLast();
            REQUIRE(last.session);
            REQUIRE(last.session->experiment);
            CHECK(last.session->experiment->current().experiment->batch == 7);
        }
    }
}

}  // namespace
}  // namespace lookback
