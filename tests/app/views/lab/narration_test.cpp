// Words stand under every step, wherever one looks: the lesson's while its numbers stand, then the
// narrator's about the numbers on the screen.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/document_json.h"
#include "core/lesson/notes.h"
#include "core/words/say.h"
#include "tests/app/layout_check.h"
#include "tests/core/documents.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// What the narrator says first, as it is written on the screen.
std::string told(const LabUnderTest& lab) {
    const AppState& state = lab.state();
    const std::vector<Message>& sentences = state.narrator.tell(state);
    return sentences.empty() ? "" : english().text(sentences.front());
}

/// The first note of the lesson about the step on screen; presented, about the last row of the
/// whole step, or what the narrator says first where the lesson has none for it.
std::string taught(const LabUnderTest& lab) {
    const AppState& state = lab.state();
    const Lesson& lesson = *lab.document().lesson;
    const Index last = lab.document().n() - 1;
    const NoteTexts notes = state.place.presenting
                                ? rowNotes(lesson, lab.document(), state.step(), {last, last})
                                : stepNotes(lesson, state.step());
    return notes.empty() ? told(lab) : english().text(*notes.front());
}

/// The beginning of the words that is on the screen with an ellipsis; null: there is none.
const LayoutProbe::Text* beginningOf(const LabUnderTest& lab, std::string_view words) {
    constexpr std::string_view kEllipsis = "\u2026";
    constexpr std::size_t kLeast = 40;
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (!text.text.ends_with(kEllipsis)) continue;
        const std::size_t length = text.text.size() - kEllipsis.size();
        if (length >= kLeast && words.starts_with(text.text.substr(0, length))) return &text;
    }
    return nullptr;
}

/// Where words begin that are drawn one after the other, or their beginning; nothing where they are
/// not on the screen.
std::optional<ImVec2> placeOf(const LabUnderTest& lab, std::string_view words) {
    if (const LayoutProbe::Text* const text = beginningOf(lab, words)) return text->drawn.min;
    std::string all;
    for (const LayoutProbe::Text& text : lab.texts()) all += text.text;
    const std::size_t at = all.find(words);
    if (at == std::string::npos) return std::nullopt;
    std::size_t before = 0;
    for (const LayoutProbe::Text& text : lab.texts()) {
        before += text.text.size();
        if (before > at) return text.drawn.min;
    }
    return std::nullopt;
}

/// A weight that every step from the queries on follows from, a little larger.
SetNumber nudged(const LabUnderTest& lab) {
    const Cell cell{0, 0};
    return dragged(SetNumber{MatrixId::w_query, cell, lab.document().weights.query(0, 0) + 0.25});
}

/// Whether a step's numbers follow from the queries: an edit of W_q changes them.
bool followsFromQueries(const LabUnderTest& lab) {
    const auto& stages = lab.state().step().stages;
    return std::any_of(stages.begin(), stages.end(), [](MatrixId id) {
        constexpr std::array kBeside{MatrixId::embeddings, MatrixId::positions, MatrixId::encoded,
                                     MatrixId::key,        MatrixId::value,     MatrixId::mask};
        return std::find(kBeside.begin(), kBeside.end(), id) == kBeside.end();
    });
}

/// The words that belong beside a step after an edit of W_q.
std::string saidAfterEdit(const LabUnderTest& lab) {
    return followsFromQueries(lab) ? told(lab) : taught(lab);
}

}  // namespace

TEST_CASE("words stand under every step, at every size: the lesson's, then the narrator's") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : windows({kUsual, kLaptop, kProjector})) {
            LabUnderTest lab(lesson.id, size);
            CAPTURE(lesson.id);
            CAPTURE(size.x);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                CAPTURE(lab.step());
                CHECK_MESSAGE(placeOf(lab, taught(lab)), taught(lab));
            }
            lab.act(nudged(lab));
            lab.act(FinishDrag{});
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                CAPTURE(lab.step());
                CHECK_MESSAGE(placeOf(lab, saidAfterEdit(lab)), saidAfterEdit(lab));
            }
        }
    }
}

TEST_CASE("words stand under every presented step: the lesson's first, then the narrator's") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : windows({kProjector, kUsual, kLaptop})) {
            LabUnderTest lab(lesson.id, size);
            lab.ui.key(ImGuiKey_F5);
            REQUIRE(lab.place().presenting);
            CAPTURE(lesson.id);
            CAPTURE(size.x);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                CAPTURE(lab.step());
                CHECK_MESSAGE(placeOf(lab, taught(lab)), taught(lab));
            }
            lab.act(nudged(lab));
            lab.act(FinishDrag{});
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                CAPTURE(lab.step());
                CHECK_MESSAGE(placeOf(lab, saidAfterEdit(lab)), saidAfterEdit(lab));
            }
        }
    }
}

TEST_CASE("whoever presents a lesson row by row shows every note of it") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : windows({kProjector, kUsual, kLaptop})) {
            LabUnderTest lab(lesson.id, size);
            lab.ui.key(ImGuiKey_F5);
            std::vector<std::string> unseen;
            for (const LessonNote& note : lab.document().lesson->notes) {
                unseen.push_back(english().text(note.text));
            }
            const auto look = [&] {
                std::erase_if(unseen,
                              [&](const std::string& words) { return placeOf(lab, words); });
            };
            look();
            for (int press = 0; press < 60; ++press) {
                lab.ui.key(ImGuiKey_PageDown);
                lab.ui.step(3);
                look();
            }
            CAPTURE(lesson.id);
            CAPTURE(size.x);
            CHECK_MESSAGE(unseen.empty(), fmt::format("{}", fmt::join(unseen, "\n")));
        }
    }
}

TEST_CASE("the Lab shows every note of a lesson, step by step") {
    for (const LessonEntry& lesson : lessons()) {
        LabUnderTest lab(lesson.id, kUsual);
        CAPTURE(lesson.id);
        for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
            lab.goTo(step);
            CAPTURE(lab.step());
            for (const LocalText* const note :
                 stepNotes(*lab.document().lesson, lab.state().step())) {
                const std::string words = english().text(*note);
                CHECK_MESSAGE(placeOf(lab, words), words);
            }
        }
    }
}

TEST_CASE("at every size each note of a lesson is whole on the screen") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
            LabUnderTest lab(lesson.id, size);
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                lab.goTo(step);
                CAPTURE(lesson.id);
                CAPTURE(size.x);
                CAPTURE(lab.step());
                for (const LocalText* const note :
                     stepNotes(*lab.document().lesson, lab.state().step())) {
                    CHECK(lab.showsLines(lab.state().wording().text(*note)));
                }
            }
        }
    }
}

TEST_CASE("notes without room are whole in a tooltip") {
    Document document = randomDocument({.tokens = 16, .d_in = 8, .d_k = 8, .d_v = 8});
    std::string note;
    for (int sentence = 0; sentence < 12; ++sentence) note += "This sentence is one of many. ";
    note += "This is the end.";
    document.lesson =
        std::make_shared<const Lesson>(Lesson{.notes = {{MatrixId::embeddings, note}}});
    LabUnderTest lab(document, kLaptop);
    lab.goTo(0);
    const LayoutProbe::Text* const text = beginningOf(lab, note);
    REQUIRE(text != nullptr);
    lab.ui.move({text->drawn.min.x + 4, (text->drawn.min.y + text->drawn.max.y) / 2});
    lab.ui.wait(0.6);
    REQUIRE_FALSE(lab.tooltip().empty());
    CHECK(lab.tooltip()[0] == note);
}

TEST_CASE("a note that is longer than its room scrolls, presented") {
    Document document = lessonDocument("write-a-poem");
    std::string note;
    for (int sentence = 0; sentence < 200; ++sentence) note += "This sentence is one of many. ";
    document.lesson = std::make_shared<const Lesson>(
        Lesson{.notes = {{MatrixId::embeddings, note + "This is the end."}}});
    LabUnderTest lab(document, kProjector);
    lab.ui.key(ImGuiKey_F5);
    lab.carryOut(GoTo{0, 0});
    lab.ui.step(3);
    const auto isSeen = [&](std::string_view words) {
        return std::any_of(lab.texts().begin(), lab.texts().end(), [&](const auto& text) {
            return text.text.find(words) != std::string::npos &&
                   text.drawn.min.y >= text.clip.min.y && text.drawn.max.y <= text.clip.max.y;
        });
    };
    const auto place = placeOf(lab, "This sentence is one of many.");
    REQUIRE(place);
    CHECK_FALSE(isSeen("end."));
    lab.ui.move({place->x + 10, place->y + 10});
    for (int turn = 0; turn < 300; ++turn) lab.ui.wheel(-3);
    CHECK(isSeen("end."));
}

TEST_CASE("longer sentences and wider vectors are told of, too, presented or not") {
    for (const Index tokens : {1, 2, 6, 10, 16, 20}) {
        for (const ImVec2 size : windows({kLaptop, kProjector})) {
            LabUnderTest lab(randomDocument({.tokens = tokens, .d_in = 8, .d_k = 8, .d_v = 8}),
                             size);
            for (const bool is_presented : {false, true}) {
                if (is_presented) lab.ui.key(ImGuiKey_F5);
                for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                    lab.goTo(step);
                    CAPTURE(tokens);
                    CAPTURE(lab.step());
                    CHECK_MESSAGE(placeOf(lab, told(lab)), told(lab));
                }
            }
        }
    }
}

TEST_CASE("an edit is told of at once, and undoing it brings the lesson's words back") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Softmax");
    CHECK(lab.shows("IN THIS LESSON"));
    CHECK_FALSE(lab.shows("IN THIS STEP"));
    lab.act(nudged(lab));
    CHECK(lab.shows("IN THIS STEP"));
    const std::string before = told(lab);
    CHECK(before.find("\u201cpoem\u201d looks most at itself: ") == 0);
    CHECK(lab.shows("Since the document was opened, the row of \u201cpoem\u201d has changed most"));
    SetNumber further = nudged(lab);
    further.value += 0.5;
    lab.act(further);
    CHECK(told(lab) != before);
    CHECK(placeOf(lab, told(lab)));
    lab.act(FinishDrag{});
    lab.goTo("Keys & values");
    CHECK(lab.shows("IN THIS LESSON"));  // the keys and values are the lesson's still
    CHECK_FALSE(lab.shows("IN THIS STEP"));
    CHECK(placeOf(lab, taught(lab)));
    lab.undoAll();
    CHECK_FALSE(lab.shows("IN THIS STEP"));
    CHECK(lab.shows(taught(lab)));
}

TEST_CASE("an edit that is saved and opened again has no words of the lesson beside it") {
    LabUnderTest lab("write-a-poem");
    lab.act(SetNumber{MatrixId::embeddings, {0, 0}, 3});
    const Result<std::string> bytes = documentBytes(lab.document());
    REQUIRE(bytes);
    Checked<Document> read = readDocument(*bytes);
    REQUIRE(read);
    CHECK(read->embeddings(0, 0) == 3);
    LabUnderTest unnamed(*read);  // as from standard input
    CHECK_FALSE(unnamed.shows("IN THIS LESSON"));
    CHECK_FALSE(unnamed.isAsOpened());
    CHECK(unnamed.state().document_work.is_saved);
    LabUnderTest other("the-cat-sat");
    other.act(FileOpened{"/home/ada/another-name.lookback.json", *std::move(read)});
    CHECK(other.state().document_work.is_saved);
    for (const char* const step : {"Embeddings", "Keys & values", "Softmax"}) {
        other.goTo(step);
        CAPTURE(std::string(other.step()));
        CHECK_FALSE(other.shows("IN THIS LESSON"));
        CHECK(placeOf(other, told(other)));
    }
    CHECK(other.shows("Since the document was opened"));
    CHECK_FALSE(other.isAsOpened());
    // The number of the lesson brings its words back.
    other.act(SetNumber{MatrixId::embeddings, {0, 0}, 1.16});
    CHECK(other.isAsOpened());
    CHECK(other.shows("IN THIS LESSON"));
    CHECK(placeOf(other, taught(other)));
}

TEST_CASE("what the mask hides is counted, and painting it is told of") {
    LabUnderTest lab(lessonDocument("write-a-poem"));
    lab.act(FlipCell{{0, 1}});
    lab.goTo("Mask");
    CHECK(lab.shows("The mask (Causal and 1 painted cell) blocks 2 of 9 pairs."));
    CHECK(lab.shows("the mask allows 1 more pair."));
    lab.act(SetMasked{false});
    CHECK(lab.shows("The mask blocks no pair: every token may look at every token."));
}

TEST_CASE("what a row would be without the mask: later tokens, blocked tokens, or all of them") {
    LabUnderTest lab(randomDocument({.tokens = 3}));
    lab.goTo("Softmax");
    lab.act(FocusCell{0});
    CHECK(lab.shows("of the weight of this row would go to later tokens."));
    lab.act(FlipCell{{2, 0}});
    lab.act(FocusCell{6});
    CHECK(lab.shows("of the weight of this row would go to blocked tokens."));
    lab.act(FlipCell{{0, 0}});
    lab.act(FocusCell{0});
    CHECK(lab.shows("The mask blocks every token of this row."));
}

TEST_CASE("a row without any key says why there is NaN: at the mask, at softmax and after") {
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        for (const bool is_presented : {false, true}) {
            LabUnderTest lab(randomDocument({.tokens = 3,
                                             .output = true,
                                             .mask = MaskKind::strict_causal,
                                             .masking = {MaskingMethod::fill, -kInfinity}}),
                             size);
            if (is_presented) lab.ui.key(ImGuiKey_F5);
            CAPTURE(size.x);
            CAPTURE(is_presented);
            lab.goTo("Mask");
            CHECK(
                lab.shows("\u201ct1\u201d may look at no token. All its scores are "
                          "\u2212\u221e, and the softmax of nothing but \u2212\u221e is NaN."));
            lab.goTo("Softmax");
            CHECK(
                lab.shows("The weights of \u201ct1\u201d are NaN: \u201ct1\u201d may look at no "
                          "token, so all its scores are \u2212\u221e and softmax gives 0 / 0, "
                          "which is NaN."));
            lab.goTo("Weighted sum");
            CHECK(lab.shows(
                "The context of \u201ct1\u201d is NaN: \u201ct1\u201d may look at no token, so "
                "its weights are NaN."));
            lab.goTo("Output");
            CHECK(lab.shows(
                "The output of \u201ct1\u201d is NaN: \u201ct1\u201d may look at no token, so "
                "its weights are NaN."));
        }
    }
    // The same row under a method that does something else with it.
    LabUnderTest lab(randomDocument({.tokens = 3, .mask = MaskKind::strict_causal}));
    lab.goTo("Mask");
    CHECK(
        lab.shows("\u201ct1\u201d may look at no token. Softmax gives every token of its row the "
                  "same weight, "
                  "33.3%."));
    lab.act(SetMasking{{MaskingMethod::zero_rows}});
    CHECK(lab.shows("\u201ct1\u201d may look at no token. All its weights are 0."));
    lab.goTo("Weighted sum");
    CHECK(lab.shows(
        "All weights of \u201ct1\u201d are 0, so its context takes nothing from any value."));
}

TEST_CASE("the words stay where they are while a number is dragged") {
    for (const LessonEntry& lesson : lessons()) {
        for (const ImVec2 size : windows({kLaptop, kUsual})) {
            for (const bool is_presented : {false, true}) {
                LabUnderTest lab(lesson.id, size);
                if (is_presented) lab.ui.key(ImGuiKey_F5);
                CAPTURE(size.x);
                CAPTURE(is_presented);
                for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                    lab.goTo(step);
                    std::optional<float> first;
                    for (int frame = 0; frame < 10; ++frame) {
                        SetNumber drag = nudged(lab);
                        drag.value += frame % 2 == 0 ? 0.11 : -0.43;
                        lab.act(drag);
                        const std::string said = saidAfterEdit(lab);
                        const auto place = placeOf(lab, said);
                        REQUIRE_MESSAGE(place, said);
                        if (!first) first = place->y;
                        // Sets of type differ by a pixel or two.
                        CHECK_MESSAGE(std::abs(place->y - *first) < 4, lesson.id, ", ",
                                      std::string(lab.step()), ", ", said);
                    }
                    lab.act(CancelDrag{});
                }
            }
        }
    }
}
