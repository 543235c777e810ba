// While a task of a lesson is open, nothing on the screen and in no export tells what it asks.
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/program/exports.h"
#include "app/state/model/shown_quantity.h"
#include "app/views/lab/narration.h"
#include "core/io/document_json.h"
#include "tests/app/course.h"
#include "tests/app/lesson_under_test.h"
#include "tests/app/trains.h"
#include "tests/combinations.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// A lesson whose only step asks about cells of this document.
std::string asking(const Document& document, const std::string& fields) {
    return fmt::format(
        R"({{"lookback_lesson": 1, "title": "Hidden", "minutes": 1, "summary": "Hidden.",
            "goal": "Hidden.", "document": {}, "steps": [{{"title": "One", "text": "A step.",
            {}}}]}})",
        writeDocument(document), fields);
}

constexpr const char* kNumber = R"("look": {{"step": "{0}", "cell": [{1}, {2}]}},
    "task": {{"kind": "number", "ask": "How large?", "of": "{0}[{1}][{2}]"}})";

std::string number(MatrixId id, Cell cell) {
    return fmt::format(kNumber, info(id).name, cell.row, cell.col);
}

/// Checks every frame of every mode, step and some places of the pointer.
void checkEverywhere(LabUnderTest& lab) {
    const std::set<std::string> hidden = hiddenDigits(lab.state());
    REQUIRE_FALSE(hidden.empty());
    for (const bool presents : {false, true}) {
        CAPTURE(presents);
        lab.act(SetPresenting{presents});
        for (const Mode mode : {Mode::lab, Mode::compare, Mode::leak}) {
            CAPTURE(static_cast<int>(mode));
            lab.act(SetMode{mode});
            for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
                const Index last = lab.state().shown.lastCell(lab.state().steps()[step]);
                for (const Index cell : {Index{0}, last / 2, last}) {
                    lab.act(GoTo{step, last});
                    lab.act(FocusCell{cell});
                    lab.ui.wait(0.6);
                    CAPTURE(lab.step());
                    CAPTURE(cell);
                    CHECK(toldOf(lab, hidden) == "");
                }
            }
            if (mode != Mode::compare) continue;
            for (const CompareView view :
                 {CompareView::methods, CompareView::precisions, CompareView::scales}) {
                lab.act(Change(&Place::compare_view, view));
                lab.ui.step(2);
                CHECK(toldOf(lab, hidden) == "");
            }
            lab.act(Change(&Place::compare_view, CompareView::pair));
        }
        lab.act(SetMode{Mode::lab});
    }
    lab.act(SetPresenting{false});
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        lab.act(GoTo{step, lab.state().shown.lastCell(lab.state().steps()[step])});
        lab.ui.step(2);
        for (const UiItem& item : std::vector<UiItem>(lab.ui.items())) {
            if (item.is_window || item.rect.GetArea() <= 0 || item.window == "Top") continue;
            lab.ui.move(item.center());
            lab.ui.wait(0.6);
            CAPTURE(item.label);
            CAPTURE(lab.step());
            CHECK(toldOf(lab, hidden) == "");
        }
    }
    lab.ui.move({4, 4});
    for (const char* const menu : {"##mask", "##model", "##export"}) {
        const std::string path = std::string("Top/") + menu;
        if (!lab.ui.exists(path) || lab.ui.find(path).disabled) continue;
        lab.ui.click(path);
        lab.ui.step(2);
        CHECK(toldOf(lab, hidden) == "");
        lab.ui.key(ImGuiKey_Escape);
    }
    openPage(lab);
    CHECK(toldOf(lab, hidden) == "");
    lab.ui.key(ImGuiKey_Escape);
}

Document drawnDocument(Index heads) {
    Document document = lessonDocument("write-a-poem");
    document.lesson = nullptr;
    document.draw.reset();
    if (heads == 2) setHeads(document, 2);
    return document;
}

}  // namespace

TEST_CASE("a hidden number and all that follow from it are told nowhere") {
    const Document document = drawnDocument(1);
    for (const auto& [id, cell] : {std::pair{MatrixId::query, Cell{1, 0}},
                                   {MatrixId::scores, Cell{2, 0}},
                                   {MatrixId::scaled_scores, Cell{2, 2}},
                                   {MatrixId::masked_scores, Cell{1, 1}},
                                   {MatrixId::context, Cell{2, 1}}}) {
        if (kIsSanitized && id != MatrixId::query) continue;
        const std::string name(info(id).name);
        CAPTURE(name);
        LabUnderTest lab;
        openText(lab, asking(document, number(id, cell)));
        REQUIRE(lab.state().lesson.awaitsAnswer());
        checkEverywhere(lab);
    }
}

TEST_CASE("a whole matrix of weights is hidden, in both heads, until one has answered") {
    const Document document = drawnDocument(2);
    LabUnderTest lab("write-a-poem", kLaptop);
    openText(lab, asking(document, R"("hide": ["attention_weights"],)" +
                                       number(MatrixId::attention_weights, {2, 0})));
    REQUIRE(lab.state().lesson.awaitsAnswer());
    checkEverywhere(lab);
    CHECK(lab.shows("Hidden until you have answered."));
    lab.act(ShowAnswer{});
    lab.ui.step(2);
    CHECK_FALSE(lab.shows("Hidden until you have answered."));
    CHECK(lab.state().lesson.hiding.cells.empty());
}

TEST_CASE("the step of the mask does not tell the sum of hidden weights, nor a row without keys") {
    Document leaking = lessonDocument("write-a-poem");
    leaking.masking.value = -1;
    Document without_keys = lessonDocument("write-a-poem");
    without_keys.mask = customMask(Matrix<double>{{1, 1, 1}, {0, 0, 0}, {0, 0, 0}});
    for (Document& document : std::vector{leaking, without_keys}) {
        document.lesson = nullptr;
        document.draw.reset();
        LabUnderTest lab;
        openText(lab, asking(document, number(MatrixId::attention_weights, {0, 2})));
        REQUIRE(lab.state().lesson.awaitsAnswer());
        lab.goTo("Mask");
        lab.ui.step(2);
        CHECK_FALSE(lab.shows("of its weight to blocked tokens"));
        CHECK_FALSE(lab.shows("may look at no token"));
        lab.act(ShowAnswer{});
        lab.goTo("Mask");
        lab.ui.step(2);
        const bool is_told =
            lab.shows("of its weight to blocked tokens") || lab.shows("may look at no token");
        CHECK(is_told);
    }
}

TEST_CASE("given numbers are hidden where a lesson names them") {
    LabUnderTest lab;
    openText(lab, asking(drawnDocument(1),
                         R"("hide": ["embeddings[1]"],)" + number(MatrixId::scores, {0, 0})));
    CHECK_FALSE(isShown(lab.state(), {.id = MatrixId::embeddings, .row = 1, .col = 0}));
    checkEverywhere(lab);
}

TEST_CASE("exports are refused while a lesson hides numbers") {
    LabUnderTest lab;
    openText(lab, asking(drawnDocument(1), number(MatrixId::scores, {2, 0})));
    for (const ExportInfo& row : exports()) {
        if (!row.of_document || row.isPicture()) continue;
        CAPTURE(row.name);
        const Result<std::string> text = exportedText(lab.state(), row.kind);
        REQUIRE_FALSE(text.has_value());
        CHECK(said(text.error()) == "Hidden until you have answered.");
    }
    lab.act(ShowAnswer{});
    CHECK(exportedText(lab.state(), exportOf("csv")).has_value());
}

TEST_CASE("every shipped lesson tells no answer of an open task at any step") {
    std::size_t number = 0;
    for (const GuidedEntry& entry : guidedLessons()) {
        REQUIRE(entry.lesson != nullptr);
        if (entry.lesson->subject() != LessonSubject::document) continue;
        if (kIsSanitized && ++number % 5 != 0) continue;
        CAPTURE(entry.id);
        LabUnderTest lab;
        openShippedLesson(lab, entry.id);
        for (std::size_t step = 0; step < entry.lesson->steps.size(); ++step) {
            lab.act(GoToLessonStep{step});
            CAPTURE(step);
            std::set<std::string> hidden = hiddenDigits(lab.state());
            // What the text of the step tells is given.
            const std::string given = english().text(lab.state().lesson.entered.text);
            std::erase_if(hidden, [&](const auto& digits) { return tellsDigits(given, digits); });
            for (const bool presents : {false, true}) {
                lab.act(SetPresenting{presents});
                for (const Mode mode : {Mode::lab, Mode::compare, Mode::leak}) {
                    lab.act(SetMode{mode});
                    lab.ui.wait(0.6);
                    CHECK(toldOf(lab, hidden) == "");
                }
                lab.act(SetPresenting{false});
                lab.act(SetMode{Mode::lab});
            }
        }
    }
}

TEST_CASE("hidden panels and modes say so, and stay away for the whole step") {
    LabUnderTest lab;
    lab.ui.resize(kProjector);
    openText(lab, asking(drawnDocument(1),
                         R"("hide": ["panel.ribbon", "panel.checks", "panel.narrator", "panel.edit",
                       "panel.unmasked_row", "panel.arithmetic", "mode.compare"],)" +
                             number(MatrixId::attention_weights, {2, 0})));
    lab.ui.step(2);
    const auto is_hidden = [&] {
        CHECK_FALSE(lab.ui.exists("Centre/attention_weights##ribbon"));
        CHECK_FALSE(lab.ui.exists("Edit/###token0"));
        CHECK_FALSE(lab.ui.exists("Top/###compare"));
        CHECK(lab.ui.exists("Top/###lab"));
        CHECK(lab.ui.exists("Top/###leak"));
        lab.act(SetMode{Mode::compare});
        CHECK(lab.place().mode == Mode::lab);
        REQUIRE(lab.state().notice.size() == 1);
        return english().text(lab.state().notice.front());
    };
    CHECK(is_hidden() == "Hidden until you have answered.");
    lab.act(ShowAnswer{});
    lab.ui.step(2);
    CHECK(is_hidden() == "Hidden in this step of the lesson.");
    CHECK(isShown(lab.state(), {.id = MatrixId::attention_weights}));
    lab.ui.click("Top/###leak");  // a tab beside the place of the hidden one
    CHECK(lab.place().mode == Mode::leak);
}

TEST_CASE("the formula of a hidden masked score does not say whether its pair is blocked") {
    for (const Index key : {Index{0}, Index{2}}) {
        CAPTURE(key);
        LabUnderTest lab;
        openText(lab, asking(drawnDocument(1),
                             fmt::format(R"("look": {{"step": "mask", "cell": [1, {}]}},
            "task": {{"kind": "token", "ask": "Which token is blocked?", "cells": "mask[1]",
                      "where": {{"of": "it", "equals": 0}}}})",
                                         key)));
        REQUIRE(lab.state().lesson.awaitsAnswer());
        const char* const said = key == 0 ? "unchanged" : "in place of";
        CHECK_FALSE(lab.shows(said));
        CHECK_FALSE(lab.shows("comes after"));
        lab.act(ShowAnswer{});
        lab.ui.step(2);
        CHECK(lab.shows(said));
    }
}

TEST_CASE("the notes of a notebook are told after the task, which they may answer") {
    LabUnderTest lab;
    openText(lab, asking(lessonDocument("write-a-poem"), R"("look": {"step": "scores"},
            "task": {"kind": "choice", "ask": "Which?", "right": 1,
                     "choices": [{"text": "A", "reply": "No."}, {"text": "B", "reply": "Yes."}]})"));
    REQUIRE(lab.state().lesson.awaitsAnswer());
    REQUIRE_FALSE(lessonNotes(lab.state()).empty());
    CHECK(toldOf(lab.state()).by == ToldBy::narrator);
    lab.act(AnswerTask{AnsweredChoice{1}});
    CHECK(toldOf(lab.state()).by == ToldBy::lesson);
}

TEST_CASE("Compare hides both weights of a mask after softmax") {
    LabUnderTest lab;
    openShippedLesson(lab, "masked-after-softmax");
    lab.act(GoToLessonStep{1});
    REQUIRE(lab.place().mode == Mode::compare);
    for (const MatrixId id : {MatrixId::masked_weights, MatrixId::attention_weights}) {
        CHECK_FALSE(isShown(lab.state(), {.id = id, .row = 1, .col = 0}));
    }
}

TEST_CASE("a hidden leak test keeps its title and the places of its results") {
    LabUnderTest lab;
    openShippedLesson(lab, "masked-after-softmax");
    lab.act(GoToLessonStep{2});
    lab.ui.step(2);
    REQUIRE(lab.place().mode == Mode::leak);
    CHECK(lab.shows("Which token (column) changes which output (row)?"));
    CHECK(lab.shows("Hidden until you have answered."));
}

TEST_CASE("the timeline names no token that a model has written while a lesson hides them") {
    LabUnderTest lab;
    openShippedLesson(lab, "which-model-learned-more");
    trainToTheEnd(lab);
    lab.act(GoToLessonStep{4});
    trainToTheEnd(lab);
    lab.ui.step(2);
    REQUIRE(lab.place().mode == Mode::generate);
    const auto named = [&] {
        const ImGuiWindow* const timeline = ImGui::FindWindowByName("Steps");
        REQUIRE(timeline != nullptr);
        return lab.textIn(timeline->Rect());
    };
    CHECK(named().find("meets") != std::string::npos);
    CHECK(named().find("bob") == std::string::npos);
    lab.act(ShowAnswer{});
    lab.ui.step(2);
    CHECK(named().find("bob") != std::string::npos);
}

TEST_CASE("a quantity of an experiment is asked for, which has no cells") {
    LabUnderTest lab;
    openText(lab, R"({
        "lookback_lesson": 1, "title": "Floor", "minutes": 1, "summary": "s", "goal": "g",
        "experiment": "greetings",
        "steps": [{"title": "t", "text": "t",
                   "task": {"kind": "number", "ask": "Which loss is the floor?", "of": "floor"}}]
    })");
    trainToTheEnd(lab);
    CHECK(lab.state().lesson.awaitsAnswer());
    CHECK_FALSE(lab.state().lesson.hiding.asked.has_value());
    lab.act(AnswerTask{lab.state().training.report()->run.floor()});
    CHECK(lab.state().lesson.task.is_solved);
}
