// However large an experiment or a document is, frames compute only what takes less than a frame:
// the rest is a job, bounded in work, given up when it is asked to, and shown as it comes.
#include <atomic>
#include <thread>

#include <fmt/format.h>

#include "app/platform/font_files.h"
#include "app/program/imgui_session.h"
#include "app/program/program.h"
#include "app/program/worker.h"
#include "app/state/commands/commands.h"
#include "app/state/model/mode.h"
#include "app/state/update/settle.h"
#include "app/state/update/update.h"
#include "core/base/text.h"
#include "core/engine/attend.h"
#include "core/io/experiment_library.h"
#include "core/language/mean_loss.h"
#include "tests/app/fake_host.h"
#include "tests/app/trains.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

std::string numberedWords(Index count, Index different) {
    std::string text;
    for (Index word = 0; word < count; ++word) {
        text += fmt::format("w{}{}", word * word * 7 % different, word % 12 == 11 ? '\n' : ' ');
    }
    return text;
}

/// With so many windows that only a sample of them is measured.
std::shared_ptr<const Experiment> largeExperiment() {
    auto large = std::make_shared<Experiment>(*openShippedExperiment(experiments().front().id));
    large->text = numberedWords(40000, 300);
    large->starts = WindowStarts::anywhere;
    large->context = 12;
    large->held_out = 0;
    large->batch = 1;
    large->steps = 40;
    return large;
}

/// With windows as long as an experiment may have.
std::shared_ptr<const Experiment> longestExperiment() {
    auto longest = std::make_shared<Experiment>(*largeExperiment());
    longest->text = numberedWords(9000, 300);
    longest->context = kMaxTokens;
    longest->model.heads = 1;
    longest->steps = 1;
    return longest;
}

/// Shows an experiment that is not refused.
void show(LabUnderTest& lab, const std::shared_ptr<const Experiment>& experiment) {
    lab.act(SetExperiment{experiment});
    REQUIRE(lab.state().experiment() == *experiment);
}

std::shared_ptr<const TrainingQuestion> questionIn(LabUnderTest& lab) {
    std::shared_ptr<const TrainingQuestion> question;
    for (const Effect& effect : lab.takeEffects()) {
        if (const auto* const train = std::get_if<Train>(&effect)) question = train->question;
    }
    return question;
}

/// Answers what is asked until nothing is. @return how often a moment came
int answerAll(LabUnderTest& lab) {
    int moments = 0;
    for (int k = 0; k < 200; ++k) {
        const auto question = questionIn(lab);
        if (!question) break;
        const auto report = std::make_shared<const TrainingReport>(trainingReport(*question));
        if (report->moment || report->writing) ++moments;
        lab.act(TwinsTrained{report});
    }
    return moments;
}

}  // namespace

TEST_CASE("all that a shipped experiment shows is found within a frame") {
    for (const ExperimentEntry& shipped : experiments()) {
        CAPTURE(shipped.id);
        TrainingRun run(std::make_shared<const Experiment>(*openShippedExperiment(shipped.id)));
        run.advance(1);
        CHECK(run.areAllMeasured());
        CHECK(momentWork(run, {.step = 1, .number = NumberPlace{}}) <= kMostAtOnce);
        CHECK(writingWork(run, {.step = 1, .written = kMostWords}) <= kMostAtOnce);
        CHECK(std::ssize(probeOf(run, "")) == run.experiment().context);
    }
}

TEST_CASE("a measured moment has a bound, whatever the experiment") {
    for (const auto& experiment : {largeExperiment(), longestExperiment()}) {
        REQUIRE(faults(*experiment).empty());
        const TrainingRun run(experiment);
        CHECK_FALSE(run.areAllMeasured());
        CHECK(run.measuredFloor() <= run.floor());
        const double of_window =
            static_cast<double>(experiment->context) *
            placeWork(*experiment, run.text().vocabularySize(), experiment->context);
        const double of_loss = static_cast<double>(run.measured().size()) * of_window;
        CHECK(of_loss <= std::max(kMostMeasuring, of_window));
        CHECK(std::ssize(probeOf(run, "")) <= kMostProbe);
        CHECK(momentWork(run, {.step = 0}) > kMostAtOnce);
    }
}

TEST_CASE("what a large training shows comes from jobs, in parts") {
    LabUnderTest lab("write-a-poem");
    show(lab, largeExperiment());
    lab.act(SetMode{Mode::train});
    const ShownTraining& training = lab.state().training;
    lab.ui.step(3);
    CHECK(training.report() == nullptr);
    CHECK(lab.shows("Training"));

    const auto first = questionIn(lab);
    REQUIRE(first);
    lab.act(TwinsTrained{std::make_shared<const TrainingReport>(trainingReport(*first))});
    REQUIRE(training.moment() != nullptr);
    CHECK_FALSE(training.moment()->is_measured);
    CHECK(training.moment()->twins.front().lines.empty());
    lab.ui.step();
    CHECK(lab.shows("MEASURING"));
    CHECK(lab.shows("Measuring"));
    CHECK(lab.shows(formatNumber(training.report()->run.floor(), 3)));

    CHECK(answerAll(lab) > 0);
    lab.ui.step();
    CHECK(training.report()->run.isFinished());
    REQUIRE(training.moment()->is_measured);
    CHECK(training.moment()->wish.step == 40);
    CHECK_FALSE(lab.shows("MEASURING"));
    CHECK(lab.shows("training loss \u2248"));
    CHECK(lab.shows("AFTER STEP 40"));

    // While one scrubs, the last moment stays until the next one is there.
    lab.act(Change(&TrainPlace::step, 7));
    lab.act(Change(&TrainPlace::step, 5));
    lab.ui.step();
    CHECK(training.moment()->wish.step == 40);
    CHECK(lab.shows("AFTER STEP 40"));
    CHECK(lab.shows("MEASURING"));
    CHECK(answerAll(lab) == 2);  // what was asked first, and where one stands now
    lab.ui.step();
    CHECK(training.moment()->wish.step == 5);
    CHECK(lab.shows("AFTER STEP 5"));
    CHECK_FALSE(lab.shows("MEASURING"));
    CHECK(questionIn(lab) == nullptr);
}

TEST_CASE("what a large model writes comes from jobs") {
    LabUnderTest lab("write-a-poem");
    show(lab, largeExperiment());
    lab.act(SetMode{Mode::generate});
    GeneratePlace place = lab.state().generate_place;
    place.written = kMostWords;
    lab.act(Change(place));
    const ShownWriting& writing = lab.state().writing;
    lab.ui.step(2);
    CHECK(writing.moment() == nullptr);
    CHECK(answerAll(lab) > 0);
    REQUIRE(writing.moment() != nullptr);
    CHECK(writing.moment()->wish.written == kMostWords);
    CHECK(writing.moment()->wish.step == 40);
    CHECK_FALSE(lab.shows("MEASURING"));
    place.written = kMostWords - 1;
    lab.act(Change(place));
    lab.ui.step(2);
    CHECK(writing.moment()->wish.written == kMostWords);
    CHECK(lab.shows("ATTENTION WEIGHTS \u00b7 MEASURING"));
    CHECK(answerAll(lab) == 1);
    CHECK(writing.moment()->wish.written == kMostWords - 1);
    lab.ui.step();
    CHECK_FALSE(lab.shows("MEASURING"));
}

TEST_CASE("a job that is given up ends after one piece of its work") {
    const auto experiment = largeExperiment();
    TrainingQuestion question{.experiment = experiment, .number = 1};
    question.moment = TrainWish{.step = experiment->steps};
    question.writing = WritingWish{.step = experiment->steps, .written = kMostWords};
    for (const int allowed : {0, 1, 5, 60}) {
        int asked = 0;
        int asked_after = 0;
        (void)trainingReport(question, [&] {
            if (++asked > allowed) ++asked_after;
            return asked > allowed;
        });
        CHECK(asked_after <= 16);  // each loop asks once more, and none goes on
    }
}

TEST_CASE("every mode draws the longest experiment, and an edit gives its job up") {
    LabUnderTest lab("write-a-poem");
    show(lab, longestExperiment());
    const ShownTraining& training = lab.state().training;
    for (const ModeInfo& mode : kModes) {
        CAPTURE(mode.name);
        lab.act(SetMode{mode.mode});
        lab.ui.step(2);
        if (mode.subject == SubjectKind::document) continue;
        answerAll(lab);
        lab.ui.step(2);
        CHECK(training.isCurrent());
    }
    lab.act(SetMode{Mode::train});
    answerAll(lab);
    lab.ui.step();
    REQUIRE(training.moment() != nullptr);
    // Cells outside the window are not drawn.
    CHECK(ImGui::GetDrawData()->TotalVtxCount < 400'000);
    auto edited = std::make_shared<Experiment>(lab.state().experiment());
    edited->seed += 1;
    lab.act(SetExperiment{edited});
    const auto question = questionIn(lab);
    REQUIRE(question);
    CHECK(question->experiment->seed == edited->seed);
    CHECK(question->is_first_moment);
}

namespace {

/// With as many tokens as a document may have.
Document longestDocument() {
    return randomDocument(
        {.tokens = kMaxTokens, .d_in = 8, .d_k = 8, .d_v = 8, .dtype = DType::float32});
}

/// Large enough to be computed by a job.
Document slowDocument() {
    const Document slow =
        randomDocument({.tokens = 2048, .d_in = 8, .d_k = 8, .d_v = 8, .dtype = DType::float32});
    REQUIRE(takesLong(slow));
    return slow;
}

/// With weights that take 200 MB.
Document widestDocument() {
    return randomDocument({.tokens = 16, .d_in = 2048, .d_k = 2048, .d_v = 2048});
}

/// Among the largest of which variants are computed while one waits for a frame.
Document largestCompared() {
    return randomDocument(
        {.tokens = 512, .d_in = 48, .heads = 12, .d_k = 4, .d_v = 4, .dtype = DType::float32});
}

}  // namespace

TEST_CASE("every mode draws the largest documents, of which few are computed twice") {
    CHECK(mayBeComputedTwice(largestCompared()));
    for (const Document& document : {longestDocument(), widestDocument()}) {
        CAPTURE(document.n());
        REQUIRE_FALSE(mayBeComputedTwice(document));
        LabUnderTest lab(document);
        for (const ModeInfo& mode : kModes) {
            CAPTURE(mode.name);
            lab.act(SetMode{mode.mode});
            lab.ui.step(2);
            answerAll(lab);
        }
        lab.act(SetMode{Mode::compare});
        CHECK(lab.shows("too large to compute twice"));
        lab.act(Change(&Place::compare_view, CompareView::methods));
        CHECK(lab.shows("too large to compute several times"));
        // Held against itself a document needs no variant; its probe would be one.
        lab.act(SetVariant{Side::b, {}});
        lab.act(SetMode{Mode::leak});
        lab.ui.step(2);
        CHECK(lab.shows("too large to nudge a token"));
        lab.act(SetNumber{MatrixId::w_query, {0, 0}, 0.5});
        lab.ui.step();
        CHECK(lab.document().weights.query(0, 0) == 0.5);
    }
}

namespace {

/// An edit that leaves hardly a number as it was.
Action editAll(const Document& document) {
    Masking masking = document.masking;
    masking.order = masking.order == MaskingOrder::before_scale ? MaskingOrder::after_scale
                                                                : MaskingOrder::before_scale;
    return SetMasking{masking};
}

bool isComputed(const AppState& state) {
    return state.shown.hasNumbers() && sameTrace(state.trace(), attend(state.document()));
}

}  // namespace

TEST_CASE("while a job computes a document, every mode is drawn and every key answers") {
    LabUnderTest lab(slowDocument());
    lab.holdPasses();
    lab.act(editAll(lab.document()));
    const AppState& state = lab.state();
    for (const ModeInfo& mode : kModes) {
        CAPTURE(mode.name);
        lab.act(SetMode{mode.mode});
        CHECK(lab.shows("Computing") == (mode.subject == SubjectKind::document));
        for (const Command& command : commands()) {
            CAPTURE(command.name);
            lab.act(SetMode{mode.mode});
            if (command.action == nullptr || !command.enabled(state)) continue;
            lab.act(command.action(state));
            lab.carryOut(ShowFileSheet{});
            lab.carryOut(SetPresenting{false});
            CHECK_FALSE(state.shown.hasNumbers());
        }
        static_cast<void>(lab.takeEffects());
    }
    lab.act(SetMode{Mode::lab});
    CHECK(lab.answerPass());
    lab.ui.step();
    CHECK_FALSE(lab.shows("Computing"));
    CHECK(isUpToDate(state));
}

TEST_CASE("the numbers of a large document are those of the document when they come") {
    AppState state(slowDocument());
    CHECK(isAwaitingNumbers(state));
    const auto first = takePass(state);
    REQUIRE(first);
    CHECK(takePass(state) == nullptr);  // a job computes it
    // An edit of the same shapes begins where the running job ends.
    update(state, editAll(state.document()));
    CHECK(takePass(state) == nullptr);
    compute(*first);
    CHECK(first->variant.hasNumbers());
    update(state, DocumentComputed{first});
    CHECK(isAwaitingNumbers(state));
    const auto second = takePass(state);
    REQUIRE(second);
    compute(*second);
    update(state, DocumentComputed{second});
    CHECK(isComputed(state));
    // Where one stands does not wait for numbers.
    update(state, GoTo{state.steps().size() - 1, 0});
    const Index last = state.shown.lastCell(state.step());
    update(state, editAll(state.document()));
    update(state, GoTo{state.steps().size() - 1, last});
    CHECK(state.place.cell == last);

    // A document of other shapes gives the job up; its answer is not taken.
    const auto late = takePass(state);
    REQUIRE(late);
    update(state, RemoveToken{0});
    const auto next = takePass(state);
    REQUIRE(next);
    compute(*late);
    update(state, DocumentComputed{late});
    CHECK(isAwaitingNumbers(state));
    compute(*next, [] { return true; });
    CHECK_FALSE(next->variant.hasNumbers());
    CHECK(next->variant.trace().bytes() == 0);

    // A small one is computed at once.
    update(state, OpenLesson{"write-a-poem", false});
    CHECK(isComputed(state));
    update(state, DocumentComputed{next});
    CHECK(isComputed(state));
    update(state, Undo{});
    CHECK(isAwaitingNumbers(state));
    computeAwaited(state);
    CHECK(isComputed(state));
}

TEST_CASE("colours follow a large document once its drag has ended") {
    AppState state(slowDocument());
    computeAwaited(state);
    const double before = state.shown.bound(MatrixId::query);
    update(state, SetNumber{MatrixId::w_query, {0, 0}, 1000, true});
    const auto pass = takePass(state);
    REQUIRE(pass);
    compute(*pass);
    update(state, FinishDrag{});
    update(state, DocumentComputed{pass});
    computeAwaited(state);
    CHECK(isComputed(state));
    CHECK(state.shown.bound(MatrixId::query) > 10 * before);
}

TEST_CASE("a window draws frames while the numbers of a document are computed") {
    const ImGuiSession session;
    FakeScreen screen;
    FakeFiles files;
    std::atomic<int> told = 0;
    Worker passes([&] { ++told; });
    Program program({screen, files, nullptr, nullptr, &passes}, *loadFontFiles(),
                    AppState(slowDocument()));
    for (int k = 0; k < 20000 && !program.state().shown.hasNumbers(); ++k) {
        screen.now += 1.0 / 60;
        program.frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    CHECK(isComputed(program.state()));
    CHECK(told == 1);
}
