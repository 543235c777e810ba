// The code of a step beside its arithmetic: what it shows, prints and copies, and where it fits.
#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "app/look/motion.h"
#include "app/state/commands/commands.h"
#include "app/state/model/shown_code.h"
#include "core/engine/stages.h"
#include "core/io/document_json.h"
#include "core/lesson/expectations.h"
#include "tests/app/layout_check.h"
#include "tests/app/lesson_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr std::string_view kHiddenWords = "Hidden until you have answered.";

/// Shows the code in a library.
void showCode(LabUnderTest& lab, CodeLibrary library = CodeLibrary::pytorch) {
    lab.act(Change(&Preferences::shows_code, true));
    lab.act(Change(&Preferences::code_library, library));
    lab.ui.step(3);
}

const StageCode& codeOf(const LabUnderTest& lab) { return lab.state().code.of(lab.state()); }

/// The text that was put into the clipboard; empty: none was.
std::string takeCopied(LabUnderTest& lab) {
    std::string copied;
    for (const Effect& effect : lab.takeEffects()) {
        if (const auto* const set = std::get_if<SetClipboard>(&effect)) copied = set->text;
    }
    return copied;
}

/// A text that the last frame has drawn as one; null where there is none.
const LayoutProbe::Text* drawnText(const LabUnderTest& lab, std::string_view text) {
    const auto found = std::find_if(
        lab.texts().begin(), lab.texts().end(),
        [&](const LayoutProbe::Text& drawn) { return drawn.text.find(text) != std::string::npos; });
    return found == lab.texts().end() ? nullptr : &*found;
}

/// True where a text is seen whole.
bool isSeen(const LayoutProbe::Text* text) {
    return text != nullptr && text->drawn.min.y >= text->clip.min.y - 1 &&
           text->drawn.max.y <= text->clip.max.y + 1;
}

/// True where a line of the code paints this cell of the mask.
bool showsPainted(const LabUnderTest& lab, Cell cell) {
    const std::string place = fmt::format("{}, {}", cell.row, cell.col);
    const std::vector<TextLine>& lines = codeOf(lab).lines;
    return std::any_of(lines.begin(), lines.end(), [&](const TextLine& line) {
        const std::string text = plainText(line);
        return text.find("[" + place + "]") != std::string::npos ||
               text.find("(" + place + ")") != std::string::npos;
    });
}

Document codeDocument(Index tokens, Index width, Index heads = 1) {
    return randomDocument({.tokens = tokens,
                           .d_in = width,
                           .heads = heads,
                           .d_k = width / heads,
                           .d_v = width / heads,
                           .dtype = DType::float32});
}

}  // namespace

TEST_CASE("a key and a button show the code of the step, in the library that is chosen") {
    LabUnderTest lab;
    lab.goTo("Softmax");
    CHECK_FALSE(lab.shows("torch.softmax"));
    lab.ui.key(ImGuiKey_F9);
    lab.ui.step(3);
    CHECK(lab.preferences().shows_code);
    CHECK(lab.shows("attention_percents = torch.softmax(masked_scaled_sims, dim=-1)"));
    CHECK(lab.shows("(3, 3)"));
    lab.ui.click("Centre/###code-numpy");
    lab.ui.step(3);
    CHECK(lab.shows("attention_percents = softmax(masked_scaled_sims, axis=-1)"));
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_F9);
    lab.ui.step(3);
    CHECK(lab.preferences().code_library == CodeLibrary::textbook);
    CHECK(lab.shows("const Matrix attention_weights = softmaxRows(masked_scores);"));
    lab.ui.click("Steps/###code");
    lab.ui.step(2);
    CHECK_FALSE(lab.preferences().shows_code);
    CHECK_FALSE(lab.shows("softmaxRows"));
    CHECK(lab.isAsOpened());
}

TEST_CASE("in each step its own lines are yellow and in sight, and the number in focus is found") {
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        LabUnderTest lab(codeDocument(6, 4, 2), size);
        for (const CodeLibraryInfo& library : kCodeLibraries) {
            showCode(lab, library.library);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                lab.ui.step(3);
                CAPTURE(library.name);
                CAPTURE(lab.step());
                CAPTURE(size.x);
                const StageCode& code = codeOf(lab);
                const MatrixId stage = stageInFocus(lab.state());
                REQUIRE_FALSE(code.of_stage.empty());
                for (Index line = code.of_stage.begin; line < code.of_stage.end; ++line) {
                    CHECK(code.is_of_step[asSize(line)]);
                }
                // The line with the shape is the stage's last.
                const LayoutProbe::Text* const shape = drawnText(lab, code.shape);
                REQUIRE(isSeen(shape));
                const ImVec2 yellow{shape->drawn.min.x - 3, shape->drawn.center().y};
                CHECK(lab.ui.colorAt(yellow) == lab.look().colors().highlight);
                const Target focus = *focusedTarget(lab.state());
                const Index head = info(stage).per_head ? focus.head : 0;
                const PrintedNumber* const number = code.find(head, focus.cell);
                REQUIRE(number != nullptr);
                CHECK(number->length > 0);
            }
        }
    }
}

TEST_CASE("the print is that of the library, and says how many numbers the lesson expects") {
    LabUnderTest lab("write-a-poem", kProjector);
    showCode(lab);
    lab.goTo("Softmax");
    lab.ui.step(3);
    const std::string print =
        printTorch(allHeads(lab.document(), lab.trace(), MatrixId::attention_weights));
    CHECK(lab.shows(print.substr(0, print.find('\n'))));
    CHECK(lab.shows("✓ matches"));
    CHECK(lab.shows("9 of 9 numbers"));
    // The notebook is in PyTorch: of NumPy's print the lesson expects nothing.
    showCode(lab, CodeLibrary::numpy);
    CHECK(lab.shows("[[1.     0.     0.    ]"));
    CHECK_FALSE(lab.shows("matches"));
    showCode(lab, CodeLibrary::textbook);
    CHECK(lab.shows("in double precision"));
    showCode(lab);
    lab.act(SetNumber{MatrixId::w_query, {0, 0}, 3});
    lab.ui.step(3);
    CHECK_FALSE(lab.shows("✓ matches"));
    CHECK(codeOf(lab).met < 9);
    lab.act(RemoveToken{0});
    lab.ui.step(3);
    CHECK_FALSE(codeOf(lab).expected.has_value());
}

TEST_CASE("no step has the mask in focus, whose True has another meaning in some code") {
    for (const MaskingMethod method : {MaskingMethod::fill, MaskingMethod::renormalize}) {
        Document document = codeDocument(3, 4);
        document.masking.method = method;
        LabUnderTest lab(document);
        showCode(lab);
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
            lab.goTo(step);
            CHECK(stageInFocus(lab.state()) != MatrixId::mask);
            CHECK_FALSE(codeOf(lab).print.empty());
        }
    }
}

TEST_CASE("the copied code has all numbers and prints the stage in focus") {
    LabUnderTest lab;
    lab.goTo("Softmax");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_C);
    CHECK(takeCopied(lab).empty());  // there is no code on the screen
    showCode(lab);
    lab.ui.click("Centre/###copy-code");
    lab.ui.step(2);
    const std::string torch = takeCopied(lab);
    CHECK(torch.find("tokens = [\"Write\", \"a\", \"poem\"]") != std::string::npos);
    CHECK(torch.find("encodings_matrix = torch.tensor([[1.16, 0.23],") != std::string::npos);
    CHECK(torch.ends_with("\nprint(attention_percents)\n"));
    CHECK(torch.find("assert") == std::string::npos);
    CHECK(lab.shows("The PyTorch code was copied with its numbers."));
    showCode(lab, CodeLibrary::textbook);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_C);
    const std::string textbook = takeCopied(lab);
    CHECK(textbook.find("Matrix embeddings(3, 2);") != std::string::npos);
    CHECK(textbook.find("<< attention_weights << \"\\n\";") != std::string::npos);
    CHECK(textbook.ends_with("}\n"));
}

TEST_CASE("while a lesson hides numbers, the code shows no print and nothing is copied") {
    LabUnderTest lab;
    openText(lab, fmt::format(R"({{"lookback_lesson": 1, "title": "Hidden", "minutes": 1,
        "summary": "Hidden.", "goal": "Hidden.", "document": {}, "steps": [{{"title": "One",
        "text": "A step.", "look": {{"step": "attention_weights", "cell": [1, 0]}},
        "task": {{"kind": "number", "ask": "How large?", "of": "attention_weights[1][0]"}}}}]}})",
                              writeDocument([] {
                                  Document document = lessonDocument("write-a-poem");
                                  document.lesson = nullptr;
                                  document.draw.reset();
                                  return document;
                              }())));
    REQUIRE(lab.state().lesson.awaitsAnswer());
    const std::set<std::string> hidden = hiddenDigits(lab.state());
    for (const CodeLibraryInfo& library : kCodeLibraries) {
        showCode(lab, library.library);
        CHECK(lab.shows(kHiddenWords));
        CHECK(toldOf(lab, hidden) == "");
        lab.act(command("copy-code").action(lab.state()));
        CHECK(takeCopied(lab).empty());
        CHECK(lab.shows(kHiddenWords));
        CHECK_FALSE(lab.shows("answered.."));
    }
    lab.act(ShowAnswer{});
    lab.ui.step(2);
    CHECK_FALSE(codeOf(lab).print.empty());
    lab.act(command("copy-code").action(lab.state()));
    CHECK_FALSE(takeCopied(lab).empty());
}

TEST_CASE("the code has no line that paints a cell of the mask that a lesson hides") {
    Document document = lessonDocument("write-a-poem");
    document.lesson = nullptr;
    document.mask.flips = {{0, 2}, {2, 0}};
    LabUnderTest lab;
    openText(lab, fmt::format(R"({{"lookback_lesson": 1, "title": "Hidden", "minutes": 1,
        "summary": "Hidden.", "goal": "Hidden.", "document": {}, "steps": [{{"title": "One",
        "text": "A step.", "look": {{"step": "masked_scores", "cell": [0, 0]}},
        "hide": ["mask[0]"], "task": {{"kind": "token", "ask": "Which later token?",
        "cells": "mask[0][1..2]", "where": {{"of": "it", "equals": 1}}}}}}]}})",
                              writeDocument(document)));
    REQUIRE(lab.state().lesson.awaitsAnswer());
    lab.goTo("Mask");
    for (const CodeLibraryInfo& row : kCodeLibraries) {
        CAPTURE(row.name);
        showCode(lab, row.library);
        CHECK_FALSE(showsPainted(lab, {0, 2}));
        CHECK(showsPainted(lab, {2, 0}));
    }
    lab.act(ShowAnswer{});
    lab.ui.step(2);
    CHECK(showsPainted(lab, {0, 2}));
}

TEST_CASE("a printed number that is wider than the card is cut, and nothing else happens") {
    Document document = lessonDocument("write-a-poem");
    document.dtype = DType::float64;
    document.masking.value = -1e300;
    LabUnderTest lab(document, {1920, 1200});
    lab.goTo("Mask");
    lab.act(Change(&Place::locked, std::optional(Target{MatrixId::masked_scores, 0, {0, 2}})));
    showCode(lab, CodeLibrary::textbook);
    CHECK(lab.shows("-1000000000"));
    CHECK(lab.shows("\u2026"));
}

TEST_CASE("with K the print comes with the last cell of the step") {
    LabUnderTest lab;
    showCode(lab);
    lab.act(Change(&Preferences::hides_what_is_to_come, true));
    lab.act(GoTo{lab.state().steps().size() - 2, 0});
    lab.ui.step(3);
    CHECK(lab.shows("Hidden until you step to it."));
    CHECK_FALSE(lab.shows("tensor("));
    lab.goTo("Softmax");
    lab.ui.step(3);
    CHECK(lab.shows("tensor("));
}

TEST_CASE("with the code shown, matrices keep digits and no text is cut") {
    LayoutReport report;
    const Language& indonesian = kLanguages.back();
    for (const auto& [tokens, width] : {std::pair<Index, Index>{3, 4}, {6, 8}, {12, 4}, {12, 16}}) {
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            LabUnderTest lab(codeDocument(tokens, width), size);
            for (const Language* const language : {kLanguages.data(), &indonesian}) {
                lab.act(Change(&Preferences::language, language));
                for (const CodeLibraryInfo& library : kCodeLibraries) {
                    showCode(lab, library.library);
                    for (const MatrixId id : {MatrixId::query, MatrixId::scores,
                                              MatrixId::attention_weights, MatrixId::context}) {
                        lab.goTo(*stepCovering(lab.state().steps(), id));
                        lab.ui.step(3);
                        const std::string screen =
                            fmt::format("{} x {} at {}, {}, {}, {}", tokens, width, size.x,
                                        language->id, library.name, info(id).name);
                        CAPTURE(screen);
                        report.add(screen, layoutFaults(lab), {"shortened"});
                        CHECK(isSeen(drawnText(lab, codeOf(lab).shape)));
                        for (const DrawnGrid& grid : lab.motion().drawn.grids) {
                            CHECK(grid.digits > 0);
                        }
                    }
                }
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("a slide has no code, and no key for it") {
    LabUnderTest lab;
    showCode(lab);
    lab.act(SetPresenting{true});
    lab.goTo("Softmax");
    lab.ui.step(2);
    CHECK_FALSE(lab.shows("torch.softmax"));
    lab.ui.key(ImGuiKey_F9);
    CHECK(lab.preferences().shows_code);
}

TEST_CASE("documents without tokens, without columns and very large ones show their code") {
    Document empty = codeDocument(3, 4);
    empty.tokens.clear();
    empty.embeddings = Matrix<double>(0, 4);
    LabUnderTest none(empty);
    showCode(none);
    for (std::size_t step = 0; step < none.state().steps().size(); ++step) {
        none.goTo(step);
        CHECK_FALSE(codeOf(none).lines.empty());
    }
    LabUnderTest large(codeDocument(400, 4));
    showCode(large);
    large.goTo("Softmax");
    large.ui.step(3);
    CHECK(codeOf(large).is_too_large);
    CHECK(large.shows("This matrix is too large to print here."));
    const PrintedNumber* const none_found = codeOf(large).find(0, {0, 0});
    CHECK(none_found == nullptr);
}
