// Train: what it shows is what the engine's training comes to, and it follows the hands.
#include <cmath>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/shown_training.h"
#include "app/views/train/train_views.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/io/experiment_library.h"
#include "core/language/floor.h"
#include "core/language/mean_loss.h"
#include "core/language/training.h"
#include "core/random/mt19937.h"
#include "core/words/say.h"
#include "messages/train.h"
#include "tests/app/layout_check.h"
#include "tests/app/trains.h"
#include "tests/core/reference.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr ImGuiKeyChord kTrainModeTrain = ImGuiMod_Alt | ImGuiKey_4;

void openTrain(LabUnderTest& lab) {
    lab.ui.key(kTrainModeTrain);
    lab.ui.step(3);
    trainToTheEnd(lab);
}

const TrainingReport& reportOf(const LabUnderTest& lab) { return *lab.state().training.report(); }

std::vector<double> lossesOf(const LabUnderTest& lab, std::size_t place) {
    return reportOf(lab).run.losses(place);
}

const TrainMoment& trainMomentOf(const LabUnderTest& lab) { return *lab.state().training.moment(); }

/// The same experiment with fewer steps, so that a test is short.
void shorten(LabUnderTest& lab, Index steps) {
    auto shorter = std::make_shared<Experiment>(lab.state().experiment());
    shorter->steps = steps;
    lab.act(SetExperiment{shorter});
    lab.ui.step(2);
    trainToTheEnd(lab);
}

}  // namespace

TEST_CASE("both curves are the engine's training, step by step, and so is every moment") {
    LabUnderTest lab("write-a-poem");
    openTrain(lab);
    shorten(lab, 60);
    const TrainingRun& run = reportOf(lab).run;
    const Experiment& experiment = lab.state().experiment();
    const UnitText text = cutText(experiment);
    CHECK(run.floor() == lossFloor(text, experiment.context));
    REQUIRE(run.steps() == 60);
    const Twin& masked = experiment.twins[0];
    Training<float> training(experiment, masked, text);
    for (Index step = 0; step < 60; ++step) {
        if (step % kHeldOutEvery == 0) {
            const HeldOutLoss held_out{step, training.heldOutLoss()};
            CHECK(run.heldOut(0)[static_cast<std::size_t>(step / kHeldOutEvery)] == held_out);
        }
        const double loss = training.step();
        CHECK(lossesOf(lab, 0)[static_cast<std::size_t>(step)] == loss);
        if (step != 39) continue;
        lab.act(Change(&TrainPlace::step, 40));
        lab.ui.step(2);
        const TwinMoment& moment = trainMomentOf(lab).twins[0];
        const Parameters<float>& now = training.parameters();
        CHECK(moment.loss == meanLoss(experiment, masked, text, text.train_starts, now));
        CHECK(copied(moment.probe.matrix(MatrixId::w_query)) ==
              Matrix<double>(now.query.cast<double>()));
        CHECK(lab.shows("AFTER STEP 40"));
        CHECK(lab.shows(formatNumber(moment.loss, 3)));
    }
    CHECK(lab.isAsOpened());  // the document is another matter
}

TEST_CASE("the twin without a mask is found to cheat, and the other is not") {
    LabUnderTest lab("write-a-poem");
    openTrain(lab);
    lab.act(Change(&TrainPlace::step, 150));
    lab.ui.step(2);
    CHECK(lab.shows("B is below the floor"));
    CHECK_FALSE(lab.shows("A is below the floor"));
    CHECK(lab.shows("gives no weight ahead"));
    CHECK(lab.shows("of weight on later tokens"));
    lab.ui.key(ImGuiKey_Home);
    lab.ui.step(2);
    CHECK(lab.state().train_place.step == 0);
    CHECK_FALSE(lab.shows("below the floor"));
    lab.ui.key(ImGuiKey_T);
    lab.ui.step(2);
    CHECK(lab.state().train_place.step == lab.state().experiment().steps);
    CHECK(lab.shows("A: 7 of 8 lines are in the text"));
    CHECK(lab.shows("B: 0 of 8 lines are in the text"));
}

TEST_CASE("cells of weights say that they are percent, which axis asks, and that 0 is exact") {
    LabUnderTest lab("write-a-poem");
    openTrain(lab);
    lab.act(Change(&TrainPlace::step, 150));
    lab.ui.step(2);
    const std::string rows = "Each row is a query, each column a key.";
    CHECK(lab.shows("Cells: weights in percent. " + rows));
    const TwinMoment& unmasked = trainMomentOf(lab).twins[1];
    const MatrixView weights = unmasked.probe.matrix(MatrixId::attention_weights, 0);
    Index small = 0;
    for (Index query = 0; query < weights.rows(); ++query) {
        for (Index key = 0; key < weights.cols(); ++key) {
            if (weights({query, key}) < 0.005) ++small;
        }
    }
    REQUIRE(small > 0);
    const auto shown = [&](std::string_view text) {
        return std::count_if(lab.texts().begin(), lab.texts().end(),
                             [&](const LayoutProbe::Text& each) { return each.text == text; });
    };
    CHECK(shown("<1") >= small);
    const ImVec2 first = lab.ui.find("Centre/weights-b").rect.Min;
    const ImVec2 last = lab.ui.find("Centre/weights-b").rect.Max;
    // The cell of the second query at the first key.
    const ImVec2 cell{first.x + 8, first.y + 1.5f * (last.y - first.y) / 7};
    lab.ui.move(cell);
    lab.ui.wait(1);
    std::string told;
    for (const std::string& words : lab.tooltip()) told += words + ' ';
    CAPTURE(told);
    CHECK(told.starts_with("B: \u201cmeets\u201d gives"));
    CHECK(told.find("weights in percent") != std::string::npos);
    lab.ui.clickAt(cell);
    CHECK(lab.state().train_place.word == 1);
    lab.act(Change(&Preferences::conventions, Conventions{.rows_are_queries = false}));
    lab.ui.step(2);
    CHECK(lab.shows("Cells: weights in percent. Each column is a query, each row a key."));
    lab.ui.clickAt(cell);
    CHECK(lab.state().train_place.word == 0);
}

TEST_CASE("names of shipped models, and those of edited masks, are in the language of the window") {
    LabUnderTest lab("write-a-poem");
    openTrain(lab);
    CHECK(lab.shows("A masked"));
    CHECK(lab.shows("B unmasked"));
    lab.act(Change(&Preferences::language, findLanguage("id")));
    lab.ui.step(2);
    CHECK(lab.shows("A dengan mask"));
    CHECK(lab.shows("B tanpa mask"));
    lab.ui.click("Centre/###open-b");
    lab.ui.step(2);
    CHECK(lab.document().title == "Salam, tanpa mask");
    lab.act(SetMode{Mode::generate});
    lab.ui.step(2);
    CHECK(lab.showsLines("Salam setelah langkah 500"));
    // The name of an edited mask is English in the file.
    auto edited = std::make_shared<Experiment>(lab.state().experiment());
    edited->twins[1].name = "No mask";
    lab.act(SetExperiment{edited});
    lab.act(SetMode{Mode::train});
    lab.ui.step(2);
    trainToTheEnd(lab);
    CHECK(lab.shows("B Tanpa mask"));
    // A name of one's own is shown as it is, or in the language where the file has it.
    auto named = std::make_shared<Experiment>(lab.state().experiment());
    named->twins[0].name = "teacher";
    named->twins[1].name = {};
    named->twins[1].name.set("en", "pupil");
    named->twins[1].name.set("id", "murid");
    lab.act(SetExperiment{named});
    lab.ui.step(2);
    trainToTheEnd(lab);
    CHECK(lab.shows("A teacher"));
    CHECK(lab.shows("B murid"));
}

TEST_CASE("presented cells of weights say their unit and axes, too") {
    for (const ImVec2 size : windows({kProjector, kLaptop})) {
        LabUnderTest lab("write-a-poem", size);
        openTrain(lab);
        lab.ui.key(ImGuiKey_F5);
        lab.ui.step(3);
        CAPTURE(size.x);
        CHECK(lab.shows("Cells: weights in percent."));
    }
}

TEST_CASE(
    "presented, every experiment has its losses of next tokens, and its head for both models") {
    for (const ExperimentEntry& one : experiments()) {
        LabUnderTest lab("write-a-poem", kProjector);
        lab.act(OpenExperiment{one.id});
        trainToTheEnd(lab);
        lab.ui.key(ImGuiKey_F5);
        for (const Index step : {30, 500}) {
            lab.act(Change(&TrainPlace::step, step));
            trainToTheEnd(lab);
            CAPTURE(one.id);
            CAPTURE(step);
            CHECK(lab.ui.exists("Centre/losses-a"));
            CHECK(lab.ui.exists("Centre/losses-b"));
            if (lab.state().experiment().model.heads == 1) continue;
            // Beside the habit of each model, or once, in the line of the legend of both.
            std::size_t beside = 0;
            bool is_above = false;
            for (const LayoutProbe::Text& text : lab.texts()) {
                if (text.text != "head 1 of 2") continue;
                ++beside;
                for (const LayoutProbe::Text& other : lab.texts()) {
                    const bool is_legend = other.text.starts_with("Cells: weights in percent");
                    is_above =
                        is_above || (is_legend && other.drawn.center().y == text.drawn.center().y);
                }
            }
            CHECK(beside == (is_above ? 1 : 2));
        }
    }
}

TEST_CASE("the chart says at which step a held-out loss was measured") {
    LabUnderTest lab("write-a-poem");
    openTrain(lab);
    CHECK(lab.shows("held-out loss, every 50 steps"));
    const ImRect chart = lab.ui.find("Centre/losses").rect;
    const float steps = static_cast<float>(lab.state().experiment().steps);
    lab.ui.move({chart.Min.x + chart.GetWidth() * 137.2f / steps, chart.GetCenter().y});
    lab.ui.wait(1);
    std::string told;
    for (const std::string& words : lab.tooltip()) told += words + ' ';
    CAPTURE(told);
    CHECK(told.find("Step 137") != std::string::npos);
    const std::vector<HeldOutLoss>& measured = reportOf(lab).run.heldOut(1);
    REQUIRE(measured[2].steps == 100);
    CHECK(told.find(fmt::format("B: held-out loss {}, measured at step 100",
                                formatNumber(measured[2].loss, 6))) != std::string::npos);
}

TEST_CASE("Train names each loss, the floor and the tokens") {
    LabUnderTest lab("write-a-poem");
    openTrain(lab);
    for (const char* const name : {"training loss", "held-out loss", "batch loss", "floor: 0.395",
                                   "weight on later tokens", "A: NEXT TOKEN AFTER"}) {
        CAPTURE(name);
        CHECK(lab.shows(name));
    }
    for (const char* const wrong : {"leaves open", "surprised", "next word", "NEXT WORD"}) {
        CAPTURE(wrong);
        CHECK_FALSE(lab.shows(wrong));
    }
    lab.act(Change(&TrainPlace::below, TrainBelow::step));
    lab.ui.step(2);
    trainToTheEnd(lab);
    CHECK(lab.shows("gradient g"));
    // Rows and columns are counted from 1.
    lab.ui.click("Centre/##number-row");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type("3");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(lab.state().train_place.number.row == 2);
}

TEST_CASE("the learning rate is dragged as one step of undo, and both curves follow") {
    LabUnderTest lab("write-a-poem");
    openTrain(lab);
    shorten(lab, 40);
    const double before = lab.state().experiment().optimizer.learning_rate;
    const std::vector<double> losses = lossesOf(lab, 0);
    const ImRect track = lab.ui.find("Edit/##rate").rect;
    lab.ui.move(track.GetCenter());
    lab.ui.press();
    for (const float share : {0.3f, 0.6f, 0.8f}) {
        lab.ui.move({track.Min.x + share * track.GetWidth(), track.GetCenter().y});
        lab.ui.step(2);
        trainToTheEnd(lab);
        CHECK(reportOf(lab).run.experiment().optimizer.learning_rate ==
              lab.state().experiment().optimizer.learning_rate);
        CHECK(lossesOf(lab, 0) != losses);
    }
    lab.ui.release();
    lab.ui.step(2);
    CHECK(lab.state().experiment().optimizer.learning_rate != before);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    lab.ui.step(2);
    trainToTheEnd(lab);
    CHECK(lab.state().experiment().optimizer.learning_rate == before);
    CHECK(lossesOf(lab, 0) == losses);
    CHECK(lab.isAsOpened());
}

TEST_CASE("what cannot be trained is refused with a reason, and nothing is lost") {
    LabUnderTest lab("write-a-poem");
    openTrain(lab);
    const Experiment before = lab.state().experiment();
    auto broken = std::make_shared<Experiment>(before);
    broken->text = "";
    lab.act(SetExperiment{broken});
    CHECK(lab.state().experiment() == before);
    CHECK(english().text(lab.state().notice).find("expected some text") != std::string::npos);
}

TEST_CASE("the sentence with what a twin has learned is opened as a document") {
    LabUnderTest lab("write-a-poem");
    openTrain(lab);
    const Matrix<double> weights =
        copied(trainMomentOf(lab).twins[1].probe.matrix(MatrixId::attention_weights, 1));
    lab.ui.click("Centre/##open-b");
    lab.ui.step(3);
    CHECK(lab.place().mode == Mode::lab);
    CHECK(copied(lab.state().shown.matrix(MatrixId::attention_weights, 1)) == weights);
    CHECK_FALSE(isMasked(lab.document()));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    lab.ui.step(2);
    CHECK(lab.isAsOpened());
}

TEST_CASE("the layout of Train is sound at every size, in both themes and presented") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const ExperimentEntry& one : experiments()) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(OpenExperiment{one.id});
            openTrain(lab);
            for (const bool presenting : {false, true}) {
                if (presenting) lab.ui.key(ImGuiKey_F5);
                for (const ThemeId theme_id : kThemes) {
                    lab.act(Change(&Preferences::theme, theme_id));
                    lab.ui.step(2);
                    report.add(fmt::format("{}, {}, {}", one.id, theme(theme_id).name, size.x),
                               layoutFaults(lab));
                }
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("another experiment is shown at its last training step, by undo as well") {
    LabUnderTest lab("write-a-poem");
    openTrain(lab);
    const auto leaveBy = [&](auto how) {
        lab.act(Change(&TrainPlace::step, Index{150}));
        lab.ui.step(2);
        REQUIRE(lab.state().training.stepOf(lab.state().train_place) == 150);
        how();
        trainToTheEnd(lab);
        CHECK(lab.state().training.stepOf(lab.state().train_place) == 500);
    };
    leaveBy([&] { lab.act(OpenExperiment{"counting"}); });
    leaveBy([&] { lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z); });
    leaveBy([&] { lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Y); });
    lab.act(Change(&TrainPlace::step, Index{150}));
    auto edited = std::make_shared<Experiment>(lab.state().experiment());
    edited->seed = 7;
    lab.act(SetExperiment{edited});
    trainToTheEnd(lab);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    trainToTheEnd(lab);
    CHECK(lab.state().training.stepOf(lab.state().train_place) == 150);
}

TEST_CASE("the legend of the weights and a long slider of the learning rate fit a laptop") {
    for (const ExperimentEntry& one : experiments()) {
        CAPTURE(one.id);
        LabUnderTest lab("write-a-poem", kLaptop);
        lab.act(OpenExperiment{one.id});
        openTrain(lab);
        CHECK(lab.showsLines("Cells: weights in percent"));
        CHECK(lab.ui.find("Edit/##rate").rect.GetWidth() >= 220);
        // The field of the number is wide enough for four digits behind the point.
        CHECK(lab.ui.find("Edit/##typed-rate").rect.GetWidth() >= 60);
        CHECK(lab.state().experiment().optimizer.learning_rate == 0.01);
    }
}

TEST_CASE("in a low window the plot of the losses is at least 90 px high, with all below it") {
    for (const ExperimentEntry& one : experiments()) {
        CAPTURE(one.id);
        LabUnderTest lab("write-a-poem", kLaptop);
        lab.act(OpenExperiment{one.id});
        openTrain(lab);
        CHECK(lab.ui.find("Centre/losses").rect.GetHeight() >= 90);
        CHECK(lab.showsLines("Cells: weights in percent"));
        CHECK(!lab.textIn(lab.ui.find("Centre/losses-a").rect).empty());
        CHECK(!lab.textIn(lab.ui.find("Centre/weights-a").rect).empty());
        CHECK(lab.showsLines("In the text: "));
        CHECK(layoutFaults(lab).empty());
    }
}

TEST_CASE("the slider of the learning rate goes over six powers of ten") {
    LabUnderTest lab("write-a-poem");
    openTrain(lab);
    shorten(lab, 5);
    const ImRect track = lab.ui.find("Edit/##rate").rect;
    const auto rateAt = [&](float x) {
        lab.ui.drag(track.GetCenter(), {x, track.GetCenter().y});
        lab.ui.step(2);
        return lab.state().experiment().optimizer.learning_rate;
    };
    CHECK(rateAt(track.Min.x - 20) == doctest::Approx(1e-5));
    CHECK(rateAt(track.Max.x + 20) == doctest::Approx(10));
}

TEST_CASE("the losses of neighbouring guesses stand apart in a low window") {
    LabUnderTest lab("write-a-poem", kLaptop);
    lab.act(OpenExperiment{"counting"});
    openTrain(lab);
    for (const std::string name : {"Centre/losses-a", "Centre/losses-b"}) {
        const ImRect line = lab.ui.find(name).rect;
        std::vector<Rect> numbers;
        for (const LayoutProbe::Text& text : lab.texts()) {
            if (line.Contains(text.drawn.center())) numbers.push_back(text.drawn);
        }
        REQUIRE(numbers.size() > 2);
        std::ranges::sort(numbers, {}, [](const Rect& box) { return box.min.x; });
        for (std::size_t k = 1; k < numbers.size(); ++k) {
            CHECK(numbers[k].min.x - numbers[k - 1].max.x >= 4);
        }
    }
}

TEST_CASE("the names beside the weights of Train end at one edge and begin inside of the card") {
    for (const Language& language : kLanguages) {
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            for (const bool is_presented : {false, true}) {
                LabUnderTest lab("write-a-poem", size);
                lab.act(Change(&Preferences::language, &language));
                openTrain(lab);
                if (is_presented) lab.act(SetPresenting{true});
                lab.ui.step(3);
                const std::string guess = lab.state().wording().text(say::train::Likeliest{});
                CAPTURE(language.id);
                CAPTURE(size.x);
                CAPTURE(is_presented);
                for (const char* const twin : {"a", "b"}) {
                    const ImRect cells = lab.ui.find(fmt::format("Centre/weights-{}", twin)).rect;
                    const std::string losses = fmt::format("Centre/losses-{}", twin);
                    const float line = lab.look().fonts.text->FontSize;
                    std::vector<Rect> names;
                    bool has_guess = false;
                    for (const LayoutProbe::Text& text : lab.texts()) {
                        const Rect& box = text.drawn;
                        const bool is_beside = box.max.x < cells.Min.x &&
                                               box.max.x > cells.Min.x - line &&
                                               box.center().y > cells.Min.y &&
                                               box.center().y < cells.Max.y + 2.5f * line;
                        if (!is_beside) continue;
                        names.push_back(box);
                        has_guess = has_guess || text.text == guess;
                    }
                    REQUIRE(names.size() > 2);
                    CHECK(has_guess);
                    for (const Rect& name : names) {
                        CAPTURE(name.min.y);
                        CHECK(std::abs(name.max.x - names.front().max.x) <= 1);
                        // The line of the losses begins where the longest name may begin.
                        if (!lab.ui.exists(losses)) continue;
                        CHECK(name.min.x >= lab.ui.find(losses).rect.Min.x - 1);
                    }
                }
            }
        }
    }
}

TEST_CASE("the shown losses of a sentence give the shown mean, or the sign is ≈") {
    Mt19937 generator(7);
    int sums = 0;
    int approximate = 0;
    for (int k = 0; k < 400; ++k) {
        std::vector<double> losses;
        double shown = 0;
        for (int place = 0; place < 1 + k % 12; ++place) {
            const double share = static_cast<double>(generator.next()) / 4294967296.0;
            losses.push_back(-std::log(share) * std::pow(10, -(k % 5)));
        }
        const std::string text = english().text(meanOfLosses(losses, 0, TextUnit::words));
        CAPTURE(text);
        const std::size_t open = text.find('(') + 1;
        const std::size_t end = text.find(')');
        for (std::size_t at = open; at < end; at = text.find(" + ", at) + 3) {
            std::string number = text.substr(at, std::min(text.find(" + ", at), end) - at);
            const std::size_t minus = number.find("\u2212");
            if (minus != std::string::npos) number.replace(minus, 3, "-");
            shown += std::stod(number);
            if (text.find(" + ", at) > end) break;
        }
        const std::size_t sign = text.find(' ', text.find('/') + 2);
        const bool says_equal = text[sign + 1] == '=';
        const std::string mean = text.substr(text.find(' ', sign + 1) + 1);
        const double found = shown / static_cast<double>(losses.size());
        CHECK(mean.find_first_of("123456789") != std::string::npos);
        CHECK(says_equal == (formatOperand(found, 4) + "." == mean ||
                             formatOperand(found + 1e-12, 4) + "." == mean ||
                             formatOperand(found - 1e-12, 4) + "." == mean));
        ++sums;
        approximate += says_equal ? 0 : 1;
    }
    CHECK(approximate * 10 <= sums);
}
