// Nothing tells a number before it is shown: on the slide, and with "Hide what is to come"
// anywhere.
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "app/program/exports.h"
#include "app/state/model/shown_quantity.h"
#include "core/base/named_rows.h"
#include "core/base/text.h"
#include "core/io/training_formats.h"
#include "core/words/say.h"
#include "tests/app/course.h"
#include "tests/app/layout_check.h"
#include "tests/app/trains.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The digits of a number as the program shows it, without its sign; empty where they are those of
/// many numbers.
std::string digitsOf(double value) {
    const std::string digits = formatNumber(std::abs(value), 4);
    const bool is_common = value == std::round(value * 100) / 100 || digits.size() > 8;
    return is_common ? "" : digits;
}

/// A weight in percent; empty for other numbers, and for none and all of a row.
std::string percentOf(MatrixId id, double value) {
    if (info(id).domain != Domain::weights || value == 0 || value > 0.9995) return "";
    return formatPercent(value);
}

/// The digits of the numbers that have appeared, or of those that are still to come: told by the
/// place alone.
std::set<std::string> digitsIn(const AppState& state, bool have_appeared) {
    std::set<std::string> digits;
    for (std::size_t at = 0; at < state.steps().size(); ++at) {
        const Step& step = state.steps()[at];
        for (const MatrixId id : step.stages) {
            const bool is_result =
                std::find(step.results.begin(), step.results.end(), id) != step.results.end();
            const bool is_given = id == MatrixId::embeddings || id == MatrixId::positions;
            for (Index head = 0; head < state.document().heads; ++head) {
                const MatrixView values = state.shown.matrix(id, head);
                for (Index row = 0; row < values.rows(); ++row) {
                    for (Index col = 0; col < values.cols(); ++col) {
                        const Index cell =
                            is_result ? stepCellIndex(state.document(), step, {id, {row, col}}) : 0;
                        const bool is_there = is_given || at < state.place.step ||
                                              (at == state.place.step &&
                                               (!is_result || cell <= state.place.revealed));
                        if (is_there != have_appeared) continue;
                        digits.insert(digitsOf(values(row, col)));
                        digits.insert(percentOf(id, values(row, col)));
                    }
                }
            }
        }
    }
    for (const MatrixId id : {MatrixId::w_query, MatrixId::w_key, MatrixId::w_value}) {
        const MatrixView values = state.shown.matrix(id);
        for (Index row = 0; have_appeared && row < values.rows(); ++row) {
            for (Index col = 0; col < values.cols(); ++col) {
                digits.insert(digitsOf(values(row, col)));
            }
        }
    }
    digits.erase("");
    return digits;
}

/// The digits that are still to come, without those that have appeared elsewhere.
std::set<std::string> digitsToCome(const AppState& state) {
    std::set<std::string> digits = digitsIn(state, false);
    for (const std::string& there : digitsIn(state, true)) digits.erase(there);
    return digits;
}

bool isDigitOrPoint(char c) { return (c >= '0' && c <= '9') || c == '.'; }

/// True where a text has these digits as a number of their own.
bool tells(const std::string& text, const std::string& digits) {
    for (std::size_t at = text.find(digits); at != std::string::npos;
         at = text.find(digits, at + 1)) {
        const bool begins = at == 0 || !isDigitOrPoint(text[at - 1]);
        const std::size_t end = at + digits.size();
        if (begins && (end == text.size() || text[end] < '0' || text[end] > '9')) return true;
    }
    return false;
}

/// The hidden digits that a text tells.
std::string told(const AppState& state, const std::string& text) {
    std::string all;
    for (const std::string& digits : digitsToCome(state)) {
        if (tells(text, digits)) all += digits + " ";
    }
    return all;
}

/// Everything that is drawn, tooltips too.
std::string drawn(const LabUnderTest& lab) {
    std::string all;
    for (const LayoutProbe::Text& text : lab.texts()) all += text.text + "\n";
    for (const std::string& text : lab.tooltip()) all += text + "\n";
    return all;
}

void hideWhatIsToCome(LabUnderTest& lab) {
    lab.ui.key(ImGuiKey_K);
    REQUIRE(lab.preferences().hides_what_is_to_come);
}

/// Checks the frame while the pointer rests on each of these items.
void checkTooltips(LabUnderTest& lab, std::initializer_list<const char*> items) {
    for (const char* const item : items) {
        if (!lab.ui.exists(item)) continue;
        CAPTURE(item);
        lab.ui.hover(item);
        lab.ui.wait(0.7);
        CHECK(told(lab.state(), drawn(lab)) == "");
    }
    lab.ui.move({4, 4});
    lab.ui.wait(0.1);
}

}  // namespace

TEST_CASE("the slide tells no number before its step, and no words before their row") {
    for (const LessonEntry& lesson : lessons()) {
        LabUnderTest lab(lesson.id, kProjector);
        CAPTURE(lesson.id);
        lab.ui.key(ImGuiKey_F5);
        lab.ui.key(ImGuiKey_Home);
        for (int press = 0; press < 40; ++press) {
            lab.ui.wait(0.6);
            CAPTURE(lab.step());
            CAPTURE(lab.place().revealed);
            CHECK(told(lab.state(), drawn(lab)) == "");
            lab.ui.key(ImGuiKey_PageDown);
        }
        CHECK(digitsToCome(lab.state()).empty());
    }
}

TEST_CASE("with K nothing in the Lab tells a number before it appears, cell by cell") {
    for (const char* const lesson : {"write-a-poem", "causal-two-ways"}) {
        LabUnderTest lab(lesson, kUsual);
        CAPTURE(lesson);
        hideWhatIsToCome(lab);
        lab.ui.key(ImGuiKey_Home);
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
            const Index cells = lab.state().shown.lastCell(lab.state().steps()[step]);
            for (const Index cell : {Index{0}, cells / 2, cells}) {
                lab.act(GoTo{step, cell});
                lab.ui.wait(0.6);
                CAPTURE(lab.step());
                CAPTURE(cell);
                CHECK(told(lab.state(), drawn(lab)) == "");
            }
            checkTooltips(lab, {"Centre/attention_weights##ribbon", "Meaning/###bar0",
                                "Meaning/###bar1", "Meaning/influence", "Meaning/plane"});
        }
    }
}

TEST_CASE("with K a blank cell under the pointer is named but not explained") {
    LabUnderTest lab("write-a-poem", kUsual);
    hideWhatIsToCome(lab);
    lab.goTo("Softmax");
    lab.act(GoTo{lab.place().step, 0});
    lab.ui.wait(0.6);
    lab.ui.move(lab.figureCell("Centre/attention_weights", {2, 0}, 3, 3));
    lab.ui.wait(0.7);
    CHECK(explainedTarget(lab.state()) == focusedTarget(lab.state()));
    CHECK(told(lab.state(), drawn(lab)) == "");
    lab.ui.hover("Meaning/###bar2");
    lab.ui.wait(0.7);
    REQUIRE(lab.tooltip().size() == 2);
    CHECK(lab.tooltip()[1] == "Hidden until you step to it.");
}

TEST_CASE("with K Compare and the Leak test wait for the steps") {
    LabUnderTest lab("write-a-poem", kUsual);
    hideWhatIsToCome(lab);
    lab.goTo("Scores");
    for (const Mode mode : {Mode::compare, Mode::leak}) {
        lab.act(SetMode{mode});
        lab.act(GoTo{3, 2});
        lab.ui.step(3);
        CAPTURE(static_cast<int>(mode));
        CHECK(told(lab.state(), drawn(lab)) == "");
        const bool is_leak_test = mode == Mode::leak;
        CHECK(lab.shows(is_leak_test ? "Hidden until you step to the output in the Lab."
                                     : "Hidden until you step to it."));
    }
    lab.act(SetMode{Mode::compare});
    for (const CompareView view :
         {CompareView::methods, CompareView::precisions, CompareView::scales}) {
        lab.act(Change(&Place::compare_view, view));
        lab.ui.step(2);
        CHECK(told(lab.state(), drawn(lab)) == "");
        CHECK(lab.shows("Hidden until you step to it."));
    }
    // The keys of the Leak test choose what is nudged: one steps to the output in the Lab.
    lab.act(SetMode{Mode::leak});
    lab.ui.key(ImGuiKey_End);
    lab.ui.step(3);
    CHECK(lab.shows("Hidden until you step to the output in the Lab."));
    lab.act(SetMode{Mode::lab});
    lab.ui.key(ImGuiKey_End);
    lab.act(SetMode{Mode::leak});
    lab.ui.step(3);
    CHECK_FALSE(lab.shows("Hidden until you step to the output in the Lab."));
    CHECK_FALSE(lab.shows("Hidden until you step to it."));
}

TEST_CASE("with K Compare opens at the present step, also where its variants do not differ") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.goTo("Scores");
    hideWhatIsToCome(lab);
    lab.act(SetMode{Mode::compare});
    lab.ui.step(2);
    CHECK(lab.step() == "Scores");
}

TEST_CASE("on the slide the two variants of Compare wait for the steps, its tables do not") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.act(SetMode{Mode::compare});
    lab.ui.key(ImGuiKey_F5);
    lab.act(GoTo{3, 2});
    REQUIRE(lab.step() == "Scores");
    lab.ui.wait(0.6);
    CHECK(told(lab.state(), drawn(lab)) == "");
    CHECK(lab.shows("Hidden until you step to it."));
    lab.act(Change(&Place::compare_view, CompareView::methods));
    lab.ui.step(3);
    CHECK_FALSE(lab.shows("Hidden until you step to it."));
    lab.act(SetMode{Mode::leak});
    lab.ui.step(3);
    CHECK_FALSE(lab.shows("Hidden until you step to the output in the Lab."));
}

TEST_CASE("the weight of later tokens without the mask is told on the slide, but with K not yet") {
    const auto tells_lifted = [](const LabUnderTest& lab) {
        return lab.showsLines("of its weight from tokens that come later");
    };
    for (const bool is_presented : {false, true}) {
        CAPTURE(is_presented);
        LabUnderTest lab("write-a-poem", is_presented ? kProjector : kUsual);
        lab.ui.key(ImGuiKey_M);
        if (is_presented) lab.ui.key(ImGuiKey_F5);
        lab.goTo("Mask");
        lab.act(SelectToken{0});
        lab.ui.wait(0.6);
        CHECK(tells_lifted(lab));
        hideWhatIsToCome(lab);
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
            const Index cells = lab.state().shown.lastCell(lab.state().steps()[step]);
            for (const Index cell : {Index{0}, cells / 2, cells}) {
                lab.act(GoTo{step, cell});
                lab.ui.wait(0.6);
                CAPTURE(lab.step());
                CAPTURE(cell);
                CHECK(told(lab.state(), drawn(lab)) == "");
                if (!isShown(lab.state(),
                             {.id = MatrixId::attention_weights, .row = lab.state().token()})) {
                    CHECK_FALSE(tells_lifted(lab));
                }
            }
        }
        lab.ui.key(ImGuiKey_End);
        lab.act(SelectToken{0});
        lab.ui.wait(0.6);
        CHECK(tells_lifted(lab));
    }
}

TEST_CASE("with K the menu of the mask does not tell what blocked tokens get") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.ui.click("Top/##mask");
    lab.ui.step(2);
    CHECK_FALSE(lab.shows("Hidden until you step to it."));
    lab.ui.key(ImGuiKey_Escape);
    hideWhatIsToCome(lab);
    lab.ui.click("Top/##mask");
    lab.ui.step(2);
    CHECK(lab.shows("Hidden until you step to it."));
}

TEST_CASE("with K exports leave out the stages that are not shown") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.goTo("Scores");
    CHECK(exportedText(lab.state(), exportOf("csv"))->find("\ncontext") != std::string::npos);
    hideWhatIsToCome(lab);
    for (const ExportKind kind : {exportOf("csv"), exportOf("json"), ExportKind::text}) {
        const std::string text = *exportedText(lab.state(), kind);
        CHECK(text.find("scores") != std::string::npos);
        CHECK(text.find("attention_weights") == std::string::npos);
        CHECK(text.find("context") == std::string::npos);
    }
    lab.act(GoTo{lab.place().step, 4});
    CHECK(exportedText(lab.state(), exportOf("csv"))->find("\nscores") == std::string::npos);
}

TEST_CASE("with K no export of a document tells numbers that are to come") {
    LabUnderTest lab("write-a-poem", kUsual);
    const std::string weight = "0.6394";
    lab.goTo("Scores");
    hideWhatIsToCome(lab);
    for (const ExportInfo& row : exports()) {
        if (!row.of_document || row.isPicture()) continue;
        CAPTURE(row.name);
        const Result<std::string> text = exportedText(lab.state(), row.kind);
        if (text) CHECK(text->find(weight) == std::string::npos);
    }
    const std::string page = *exportedText(lab.state(), exportOf("html"));
    CHECK(page.find("Scores") != std::string::npos);
    CHECK(page.find("attention_weights") == std::string::npos);
    CHECK(leftOut(lab.state(), exportOf("html")).has_value());
    CHECK_FALSE(leftOut(lab.state(), exportOf("mask")).has_value());
    lab.act(Change(&Preferences::hides_what_is_to_come, false));
    CHECK(exportedText(lab.state(), exportOf("html"))->find(weight) != std::string::npos);
}

TEST_CASE("with K scripts and notebooks compare only with numbers that are shown") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.goTo("Scores");
    const auto compares = [&](std::string_view format, std::string_view matrix) {
        const std::string text = *exportedText(lab.state(), exportOf(format));
        return text.find(fmt::format("expected_{}", matrix)) != std::string::npos;
    };
    for (const char* const format : {"pytorch", "numpy", "ipynb"}) {
        CAPTURE(format);
        CHECK(compares(format, "attention_percents"));
        CHECK(compares(format, "attention_scores"));
        lab.act(Change(&Preferences::hides_what_is_to_come, true));
        CHECK_FALSE(compares(format, "attention_"));
        lab.goTo("Softmax");
        CHECK(compares(format, "attention_percents"));
        CHECK_FALSE(compares(format, "attention_scores"));
        lab.act(Change(&Preferences::hides_what_is_to_come, false));
        lab.goTo("Scores");
    }
}

TEST_CASE("with K a worksheet has neither questions nor answers about what is to come") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.goTo("Scores");
    const auto page = [&] { return *exportedText(lab.state(), exportOf("worksheet")); };
    CHECK(page().find("Attention weights") != std::string::npos);
    CHECK(page().find("−1e9") != std::string::npos);
    hideWhatIsToCome(lab);
    CHECK(page().find("Queries") != std::string::npos);
    for (const char* const hidden :
         {"Scaled scores", "Attention weights", "Context", "−1e9", "0.6394"}) {
        CHECK(page().find(hidden) == std::string::npos);
    }
    lab.goTo("Embeddings");
    const Result<std::string> refused = exportedText(lab.state(), exportOf("worksheet"));
    REQUIRE(!refused);
    CHECK(test::said(refused.error()).starts_with("no number can be left out of a worksheet"));
}

TEST_CASE("with K the script of a training waits until its losses are shown") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.act(SetMode{Mode::train});
    lab.ui.step(3);
    trainToTheEnd(lab);
    const auto script = [&] { return exportedText(lab.state(), ExportKind::training_script); };
    CHECK(script()->find("import torch") != std::string::npos);
    hideWhatIsToCome(lab);
    lab.act(Change(&TrainPlace::step, 39));
    REQUIRE_FALSE(script().has_value());
    CHECK(test::said(script().error()) == "Hidden until you step to it.");
    lab.act(Change(&TrainPlace::step, 40));
    CHECK(script().has_value());
    CHECK_FALSE(leftOut(lab.state(), ExportKind::training_script).has_value());
}

TEST_CASE("with K exports of a training end at the present step") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.act(SetMode{Mode::train});
    lab.ui.step(3);
    trainToTheEnd(lab);
    lab.act(Change(&TrainPlace::step, 60));
    lab.ui.step(2);
    const auto run_of = [&](Index steps) {
        TrainingRun run(std::make_shared<const Experiment>(lab.state().experiment()));
        run.advance(steps);
        return run;
    };
    const TrainingRun first = run_of(60);
    const TrainingRun whole = run_of(lab.state().experiment().steps);
    const auto check = [&](const TrainingRun& run) {
        for (const ExportInfo& row : exports()) {
            if (!row.of_experiment || row.format.empty()) continue;
            CAPTURE(row.name);
            std::ostringstream expected;
            findByName(kTrainingFormats, row.format)->write(expected, run);
            CHECK(*exportedText(lab.state(), row.kind) == expected.str());
        }
    };
    check(whole);
    CHECK_FALSE(leftOut(lab.state(), ExportKind::losses));
    hideWhatIsToCome(lab);
    check(first);
    CHECK(english().text(*leftOut(lab.state(), ExportKind::losses)) ==
          "Hidden steps were left out.");
}

TEST_CASE("with K the notice after an export says that something was left out") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.goTo("Scores");
    CHECK_FALSE(leftOut(lab.state(), exportOf("csv")));
    hideWhatIsToCome(lab);
    const std::optional<Message> left_out = leftOut(lab.state(), exportOf("csv"));
    REQUIRE(left_out);
    lab.act(FileExported{"numbers.csv", left_out});
    lab.ui.step(2);
    CHECK(lab.showsLines("Hidden stages were left out."));
    lab.act(FileExported{"numbers.csv", std::nullopt});
    lab.ui.step(2);
    CHECK_FALSE(lab.showsLines("left out"));
}

TEST_CASE("with K the page of lessons does not picture the weights and losses that are to come") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.goTo("Scores");
    lab.act(GoTo{lab.place().step, 4});
    openPage(lab);
    CHECK(lab.shows("Attention weights of head 1"));
    lab.ui.key(ImGuiKey_Escape);
    hideWhatIsToCome(lab);
    openPage(lab);
    CHECK(lab.shows("Hidden until you step to it."));
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    lab.ui.key(ImGuiKey_End);
    openPage(lab);
    CHECK(lab.shows("Attention weights of head 1"));
    lab.ui.key(ImGuiKey_Escape);
    lab.act(SetMode{Mode::train});
    lab.ui.step(3);
    trainToTheEnd(lab);
    lab.act(Change(&TrainPlace::step, 30));
    openPage(lab);
    CHECK(lab.shows("Hidden until you step to it."));
}

TEST_CASE("K and the row in the settings hide and show, and nothing moves") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.goTo("Softmax");
    const ImRect figure = lab.ui.find("Centre/attention_weights").rect;
    const std::string shown = drawn(lab);
    hideWhatIsToCome(lab);
    lab.ui.step(2);
    CHECK(lab.ui.find("Centre/attention_weights").rect.Min.x == figure.Min.x);
    CHECK(lab.ui.find("Centre/attention_weights").rect.Max.y == figure.Max.y);
    lab.ui.key(ImGuiKey_K);
    lab.ui.step(2);
    CHECK(drawn(lab) == shown);
    lab.choose("settings", "###setting-hide-what-is-to-come");
    CHECK(lab.preferences().hides_what_is_to_come);
}

TEST_CASE("what is shown: given numbers, the steps before, and what has appeared") {
    LabUnderTest lab("write-a-poem", kUsual);
    hideWhatIsToCome(lab);
    lab.act(GoTo{3, 4});  // scores, up to the second of the second row
    const AppState& state = lab.state();
    REQUIRE(lab.step() == "Scores");
    CHECK(isShown(state, {.id = MatrixId::embeddings}));
    CHECK(isShown(state, {.id = MatrixId::w_query}));
    CHECK(isShown(state, {.id = MatrixId::value}));
    CHECK(isShown(state, {.id = MatrixId::scores, .row = 0}));
    CHECK(isShown(state, {.id = MatrixId::scores, .row = 1, .col = 1}));
    CHECK_FALSE(isShown(state, {.id = MatrixId::scores, .row = 1}));
    CHECK_FALSE(isShown(state, {.id = MatrixId::scores, .row = 1, .col = 2}));
    CHECK_FALSE(isShown(state, {.id = MatrixId::scores}));
    CHECK_FALSE(isShown(state, {.id = MatrixId::mask}));
    CHECK_FALSE(isShown(state, {.id = MatrixId::attention_weights, .row = 0, .col = 0}));
    lab.ui.key(ImGuiKey_K);
    CHECK(isShown(lab.state(), {.id = MatrixId::attention_weights}));
}

TEST_CASE("with K the curves of Train end at the present step, and no tooltip tells a later loss") {
    LabUnderTest lab("write-a-poem", kUsual);
    lab.ui.key(ImGuiMod_Alt | ImGuiKey_4);
    lab.ui.step(3);
    trainToTheEnd(lab);
    hideWhatIsToCome(lab);
    lab.act(Change(&TrainPlace::step, 30));
    lab.ui.step(3);
    const ImRect plot = lab.ui.find("*/losses").rect;
    lab.ui.move({plot.Max.x - 40, plot.GetCenter().y});
    lab.ui.wait(0.7);
    CHECK(lab.tooltip().empty());
    lab.ui.key(ImGuiKey_K);
    lab.ui.move({plot.Max.x - 44, plot.GetCenter().y});
    lab.ui.wait(0.7);
    CHECK_FALSE(lab.tooltip().empty());
    CHECK(isTrainingStepShown(lab.state(), 500));
    lab.ui.key(ImGuiKey_K);
    CHECK(isTrainingStepShown(lab.state(), 30));
    CHECK_FALSE(isTrainingStepShown(lab.state(), 31));
}

TEST_CASE("on the slide the curves of Train end at the present step") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.act(SetMode{Mode::train});
    lab.ui.step(3);
    trainToTheEnd(lab);
    lab.act(Change(&TrainPlace::step, 30));
    CHECK(isTrainingStepShown(lab.state(), 31));
    lab.ui.key(ImGuiKey_F5);
    lab.ui.step(3);
    CHECK(isTrainingStepShown(lab.state(), 30));
    CHECK_FALSE(isTrainingStepShown(lab.state(), 31));
    const ImRect plot = lab.ui.find("*/losses").rect;
    lab.ui.move({plot.Max.x - 40, plot.GetCenter().y});
    lab.ui.wait(0.7);
    CHECK(lab.tooltip().empty());
}
