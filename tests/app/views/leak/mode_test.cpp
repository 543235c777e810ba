// The Leak test: what it shows is what the engine finds, and it follows the hands.
#include <algorithm>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "core/base/text.h"
#include "core/engine/attend.h"
#include "core/words/say.h"
#include "tests/app/layout_check.h"
#include "tests/app/leak_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// What is written in a cell of a side.
std::string writtenIn(const LabUnderTest& lab, Side side, Cell cell, Index n) {
    const std::string path = side == Side::a ? "Centre/influence-a" : "Centre/influence-b";
    const ImRect grid = lab.ui.find(path).rect;
    const auto count = static_cast<float>(n);
    const ImVec2 size{grid.GetWidth() / count, grid.GetHeight() / count};
    const ImVec2 at{grid.Min.x + size.x * static_cast<float>(cell.col),
                    grid.Min.y + size.y * static_cast<float>(cell.row)};
    return lab.textIn({at, {at.x + size.x, at.y + size.y}});
}

std::string afterLabel(const LeakVerdict& verdict) { return english().text(verdict.sentences); }

}  // namespace

TEST_CASE("both influences and both verdicts are the engine's, in every lesson") {
    for (const LessonEntry& lesson : lessons()) {
        LabUnderTest lab(lesson.id, kProjector);
        openLeakTest(lab);
        static_cast<void>(answerQuestions(lab));
        const Tested tested(lab);
        const Index n = lab.document().n();
        for (const Side side : {Side::a, Side::b}) {
            CAPTURE(lesson.id);
            const LeakAnswer& answer = tested.answer(side);
            REQUIRE(answer.verdict);
            CHECK(lab.shows(english().text(info(answer.verdict->kind).label())));
            for (Index row = 0; row < n; ++row) {
                for (Index col = 0; col < n; ++col) {
                    const double norm = answer.influence->norms(row, col);
                    const std::string written = writtenIn(lab, side, {row, col}, n);
                    REQUIRE_FALSE(written.empty());
                    const std::size_t point = written.find('.');
                    const int decimals = point == std::string::npos
                                             ? 0
                                             : static_cast<int>(written.size() - point - 1);
                    CHECK(written == (norm == 0 ? "0" : formatNumber(norm, decimals)));
                }
            }
        }
    }
}

TEST_CASE("the first lesson: a finite value leaks, is named, and is taken back") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.ui.click("Top/###leak");
    lab.ui.step(3);
    CHECK(lab.place().mode == Mode::leak);
    CHECK(lab.shows("No leak found."));
    CHECK(lab.shows(afterLabel(*Tested(lab).answer(Side::b).verdict)));
    lab.act(SetMasking{{.value = -5}});
    lab.ui.step(2);
    CHECK_FALSE(lab.shows("No leak found."));
    CHECK(lab.shows("Leaks. \u201cWrite\u201d") == false);  // the headline stands alone
    CHECK(lab.shows(afterLabel(*Tested(lab).answer(Side::a).verdict)));
    CHECK(lab.shows("\u201cWrite\u201d depends on \u201ca\u201d and \u201cpoem\u201d."));
    lab.act(SetMasking{{.value = -std::numeric_limits<double>::infinity()}});
    lab.ui.step(2);
    CHECK(lab.shows("Cannot leak."));
    lab.act(SetMasked{false});
    lab.ui.step(2);
    CHECK(lab.shows("Nothing to leak:"));
    CHECK(
        lab.shows("this mask blocks no pair. In 3 pairs, a later token changes an earlier output"));
}

TEST_CASE("the example of a leak is opened, shows it, and is undone") {
    LabUnderTest lab("write-a-poem");
    openLeakTest(lab);
    const LeakExample example = *Tested(lab).answer(Side::b).verdict->example;
    lab.ui.click("Centre/###show-example-b");
    lab.ui.step(2);
    const Document open = *chosenVariant(lab.document(), {.kind = VariantKind::unmasked});
    const Trace trace = attend(open);
    for (Index col = 0; col < example.after.cols(); ++col) {
        CHECK(trace.view(trace.result())(example.output, col) == example.after(0, col));
    }
    CHECK(lab.state().token() == example.output);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    lab.ui.step();
    CHECK(lab.isAsOpened());
    // A file does not change with the document: there is nothing to be shown in it.
    lab.act(SetVariant{Side::b,
                       {.kind = VariantKind::file,
                        .name = "open.json",
                        .file = std::make_shared<const Document>(
                            *chosenVariant(lab.document(), {.kind = VariantKind::unmasked}))}});
    lab.ui.step(2);
    CHECK(lab.shows("Leaks."));
    CHECK_FALSE(lab.ui.exists("Centre/###show-example-b"));
}

TEST_CASE("the menus of both sides open by keys, there and in Compare") {
    for (const ImGuiKeyChord mode : {kLeakTest, ImGuiKeyChord(ImGuiMod_Alt | ImGuiKey_2)}) {
        LabUnderTest lab("write-a-poem");
        lab.ui.key(mode);
        lab.ui.step(3);
        lab.ui.key(ImGuiMod_Alt | ImGuiKey_A);
        lab.ui.step(3);
        lab.ui.click("popup/###unmasked");
        lab.ui.step(3);
        CHECK(lab.place().compared.a.kind == VariantKind::unmasked);
        lab.ui.key(ImGuiMod_Alt | ImGuiKey_B);
        lab.ui.step(3);
        lab.ui.key(ImGuiKey_Enter);  // the first row is marked: this document
        lab.ui.step(3);
        CHECK(lab.place().compared.b.kind == VariantKind::document);
    }
}

TEST_CASE("what takes longer than a frame is asked for once, and shown when it comes") {
    LabUnderTest lab(randomDocument({.tokens = 40, .d_in = 16, .d_k = 16, .d_v = 16}));
    static_cast<void>(lab.takeEffects());
    openLeakTest(lab);
    CHECK(lab.shows("Searching"));
    CHECK(answerQuestions(lab) == 1);
    CHECK_FALSE(lab.shows("Searching"));
    CHECK(lab.shows("Leaks."));
    lab.ui.step(5);
    CHECK(answerQuestions(lab) == 0);
    lab.act(SetNumber{MatrixId::w_query, {0, 0}, 1.5});
    lab.ui.step(2);
    CHECK(lab.shows("Leaks."));  // of a moment ago, until the next one is found
    CHECK(lab.shows("searching"));
    CHECK(answerQuestions(lab) == 1);
    CHECK_FALSE(lab.shows("searching"));
}

TEST_CASE("what was found of another number of words is not shown of these") {
    for (const Index width : {Index{4}, Index{64}}) {  // the influence is live, and is not
        LabUnderTest lab(randomDocument({.tokens = 40, .d_in = width, .d_k = width, .d_v = width}));
        static_cast<void>(lab.takeEffects());
        openLeakTest(lab);
        CHECK(answerQuestions(lab) == 1);
        CHECK(lab.shows("Leaks."));
        lab.act(RemoveToken{39});
        lab.ui.step(2);
        CHECK(lab.shows("Searching"));
        CHECK(answerQuestions(lab) == 1);
        CHECK(lab.shows("Leaks."));
        for (int k = 0; k < 3; ++k) lab.act(InsertToken{5, "more"});
        lab.ui.step(2);
        CHECK(lab.shows("Searching"));
        lab.act(SetSentence{{"few", "words"}});
        lab.ui.step(2);
        static_cast<void>(answerQuestions(lab));
        CHECK_FALSE(lab.shows("Searching"));
    }
}

TEST_CASE("the layout of the Leak test is sound at every size, in both themes and presented") {
    LayoutReport report;
    const auto look = [&](LabUnderTest& lab, const std::string& name) {
        lab.ui.key(kLeakTest);
        for (const ThemeId theme_id : kThemes) {
            lab.act(Change(&Preferences::theme, theme_id));
            for (const Probe probe : {Probe::nudge, Probe::append}) {
                lab.act(Change(&LeakPlace::probe, probe));
                lab.ui.step(2);
                answerQuestions(lab);
                const ImVec2 size = ImGui::GetIO().DisplaySize;
                report.add(fmt::format("{}, {}, {}", name, theme(theme_id).name, size.x),
                           layoutFaults(lab));
            }
        }
    };
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const bool presenting : {false, true}) {
            for (const double value : {-1e9, -5.0}) {
                for (const Index tokens : {0, 1, 3, 6, 16, 20}) {
                    LabUnderTest lab(
                        randomDocument({.tokens = tokens, .masking = {.value = value}}), size);
                    if (presenting) lab.ui.key(ImGuiKey_F5);
                    look(lab, fmt::format("{} tokens, {}", tokens, value));
                }
            }
            for (const LessonEntry& lesson : lessons()) {
                LabUnderTest lab(lesson.id, size);
                if (presenting) lab.ui.key(ImGuiKey_F5);
                look(lab, std::string(lesson.id));
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}
