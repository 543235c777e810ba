// The probe of the Leak test: a word is nudged or appended, and outputs move as they do when all is
// computed anew.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/gradients/nudge.h"
#include "tests/app/leak_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("wiggling moves the outputs that see the word, and no other") {
    LabUnderTest lab("write-a-poem");
    openLeakTest(lab);
    lab.ui.click("Centre/##wiggle");
    lab.ui.step(2);
    CHECK(lab.place().leak.wiggling);
    int moving = 0;
    double before = 0;
    for (int k = 0; k < 20; ++k) {
        lab.ui.wait(0.07);
        const ComparedPair pair =
            lab.state().comparison.of(lab.state().shown, lab.place().compared);
        const double amount =
            0.25 * std::sin(2 * 3.14159265358979 * lab.place().leak.wiggled / 1.6);
        const ProbeMoves& moves =
            lab.state().probed.of(pair, lab.place().compared, lab.place().leak, amount);
        CHECK(moves.moves.a[0] == 0);
        CHECK(moves.moves.a[1] == 0);
        CHECK(moves.moves.b[0] > 0);
        if (moves.moves.a[2] != before) ++moving;
        before = moves.moves.a[2];
    }
    CHECK(moving == 20);
    CHECK(lab.shows("stays still: 0"));
    lab.ui.key(ImGuiKey_W);
    lab.ui.step();
    CHECK_FALSE(lab.place().leak.wiggling);
    CHECK(lab.isAsOpened());
}

TEST_CASE("bars are as long as a computation of the nudged document says") {
    for (unsigned seed = 1; seed <= 12; ++seed) {
        LabUnderTest lab(randomDocument({.tokens = 4, .seed = seed}));
        openLeakTest(lab);
        Nudge nudge{.token = static_cast<Index>(seed % 4), .dimension = 0, .amount = 0.7};
        if (seed % 3 == 0) nudge.dimension.reset();
        lab.act(Change(&LeakPlace::nudge, nudge));
        const Tested tested(lab);
        const ComparedPair pair =
            lab.state().comparison.of(lab.state().shown, lab.place().compared);
        const ProbeMoves& moves =
            lab.state().probed.of(pair, lab.place().compared, lab.place().leak, 0.7);
        for (const Side side : {Side::a, Side::b}) {
            const Document& document = tested.of(side);
            const Matrix<double> way = nudgeDirection(document.dIn(), nudge.dimension, nudge.seed);
            const Trace before = attend(document);
            const Trace after = attend(nudged(document, *nudge.token, way, 0.7));
            CHECK(moves.moves.of(side) ==
                  outputMoves(before.view(before.result()), after.view(after.result())));
        }
    }
}

TEST_CASE("the nudge is dragged, Esc gives it back, and the document stays as it is") {
    LabUnderTest lab("write-a-poem");
    openLeakTest(lab);
    const ImRect track = lab.ui.find("Centre/##amount").rect;
    lab.ui.move(track.GetCenter());
    lab.ui.press();
    lab.ui.move({track.Max.x - 30, track.GetCenter().y});
    lab.ui.step(2);
    CHECK(lab.place().leak.nudge.amount > 1);
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    CHECK(lab.place().leak.nudge.amount == 0.25);
    lab.ui.release();
    lab.ui.drag(track.GetCenter(), {track.Min.x + 30, track.GetCenter().y});
    lab.ui.step(2);
    CHECK(lab.place().leak.nudge.amount < -1);
    lab.ui.key(ImGuiKey_N);
    lab.ui.step();
    CHECK(lab.place().leak.nudge.token == 0);  // behind the last comes the first
    CHECK(lab.isAsOpened());
}

TEST_CASE("an appended word moves no output that must not see it") {
    LabUnderTest lab("write-a-poem");
    openLeakTest(lab);
    lab.ui.click("Centre/##probe");
    lab.ui.step(3);
    lab.ui.click("popup/###append");
    lab.ui.step(3);
    CHECK(lab.place().leak.probe == Probe::append);
    lab.ui.click("Centre/##appended");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type("now");
    lab.ui.step(3);
    CHECK(lab.place().leak.word == "now");
    const ComparedPair pair = lab.state().comparison.of(lab.state().shown, lab.place().compared);
    const ProbeMoves& moves =
        lab.state().probed.of(pair, lab.place().compared, lab.place().leak, 0);
    REQUIRE(moves.moves.a.size() == 3);
    for (const double move : moves.moves.a) CHECK(move == 0);
    for (const double move : moves.moves.b) CHECK(move > 0);
    Document longer = *chosenVariant(lab.document(), {.kind = VariantKind::unmasked});
    const Trace before = attend(longer);
    insertToken(longer, 3, "now");
    const Trace after = attend(longer);
    CHECK(moves.moves.b == outputMoves(before.view(before.result()), after.view(after.result())));
}

TEST_CASE("a click on a pair nudges its word and reads its output") {
    LabUnderTest lab("write-a-poem");
    openLeakTest(lab);
    const ImRect grid = lab.ui.find("Centre/influence-b").rect;
    lab.ui.clickAt({grid.GetCenter().x, grid.Min.y + 10});
    lab.ui.step(2);
    CHECK(lab.place().leak.nudge.token == 1);
    CHECK(lab.state().token() == 0);
    lab.ui.wait(1);
    std::string tip;
    for (const std::string& words : lab.tooltip()) tip += words;
    CHECK(tip.find("a small change of \u201ca\u201d changes the output of \u201cWrite\u201d by at "
                   "most 0.46") != std::string::npos);
    CHECK(tip.find("A blocks it") != std::string::npos);
}

TEST_CASE("an output that is NaN is labelled NaN, and not as one that stays still") {
    LabUnderTest lab("the-cat-sat");
    lab.choose("mask", english().text(info(MaskKind::strict_causal).label()));
    openLeakTest(lab);
    static_cast<void>(answerQuestions(lab));
    const MatrixView outputs = lab.trace().view(lab.trace().result());
    REQUIRE(std::isnan(outputs(0, 0)));
    REQUIRE_FALSE(std::isnan(outputs(1, 0)));
    const auto count = [&](std::string_view words) {
        return std::count_if(lab.texts().begin(), lab.texts().end(),
                             [&](const LayoutProbe::Text& text) { return text.text == words; });
    };
    // Its derivatives by every token, and its bar.
    CHECK(count("NaN") == lab.document().n() + 1);
    CHECK(count("stays still: 0") + count("still: 0") == lab.document().n() - 2);
}

TEST_CASE(
    "a bar says NaN, \u221e or both as the numbers of its output do, by every masking method") {
    constexpr double kLarge = 256;  // times itself: above the largest number of float16
    enum class Place { values, scores, output, one_head };
    const auto endless = [&](Place place, MaskingMethod method) {
        Document document = randomDocument({.tokens = 3, .d_in = 2, .heads = 2, .output = true});
        document.dtype = DType::float16;
        document.masking = {method, -std::numeric_limits<double>::infinity()};
        document.embeddings.set({0, 0}, kLarge);
        const Index last = document.heads * document.dV() - 1;
        if (place == Place::values) document.weights.value.set({0, 0}, kLarge);
        if (place == Place::one_head) document.weights.value.set({0, last}, kLarge);
        if (place == Place::scores) document.weights.key.set({0, 0}, kLarge);
        if (place == Place::output) {
            document.weights.value.set({0, 0}, kLarge / 4);
            document.weights.output->set({0, 0}, kLarge);
        }
        return document;
    };
    int unknown = 0;
    for (const Place place : {Place::values, Place::scores, Place::output, Place::one_head}) {
        for (const MaskingInfo& method : kMaskingMethods) {
            CAPTURE(method.name);
            LabUnderTest lab(endless(place, method.method));
            openLeakTest(lab);
            static_cast<void>(answerQuestions(lab));
            const ComparedPair pair =
                lab.state().comparison.of(lab.state().shown, lab.place().compared);
            const ProbeMoves& moves = lab.state().probed.of(
                pair, lab.place().compared, lab.place().leak, lab.place().leak.nudge.amount);
            std::map<std::string, std::ptrdiff_t> wanted{{"NaN", 0}, {"\u221e", 0}};
            for (const Side side : {Side::a, Side::b}) {
                const Trace& trace = pair.of(side).trace();
                const MatrixView outputs = trace.view(trace.result());
                for (Index row = 0; row < outputs.rows(); ++row) {
                    std::set<std::string> kinds;
                    for (Index col = 0; col < outputs.cols(); ++col) {
                        const double number = outputs(row, col);
                        kinds.insert(std::isnan(number)   ? "NaN"
                                     : std::isinf(number) ? "\u221e"
                                                          : "");
                    }
                    const double move = moves.moves.of(side)[static_cast<std::size_t>(row)];
                    if (kinds.count("") == 0) wanted["NaN"] += outputs.rows();  // derivatives
                    if (std::isnan(move)) ++wanted["NaN"];
                    if (std::isinf(move)) ++wanted["\u221e"];
                    if (move != 0 || kinds.count("") != 0) continue;
                    ++unknown;
                    ++wanted[kinds.size() == 2 ? "NaN, \u221e" : *kinds.begin()];
                }
            }
            // The panel to the right has the context of a token beside the bars.
            const float panel = ImGui::FindWindowByName("Meaning")->Pos.x;
            for (const auto& one : wanted) {
                const std::string_view text = one.first;
                const auto count = one.second;
                CAPTURE(text);
                CHECK(std::count_if(lab.texts().begin(), lab.texts().end(),
                                    [&](const LayoutProbe::Text& shown) {
                                        return shown.text == text && shown.drawn.min.x < panel;
                                    }) == count);
            }
        }
    }
    CHECK(unknown > 0);
}
