// What a lesson keeps back until its task is answered.
#include "core/lesson/hidden_cells.h"

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "tests/core/lesson_files.h"

namespace lookback {
namespace {

using Id = MatrixId;

/// A step of the lesson of three tokens with a task and entries to hide.
HiddenThings hiddenBy(const std::string& task, const std::string& hide = "[]") {
    Json file = test::lessonFile();
    Json step = {{"title", "A task"}, {"text", "Look."}, {"hide", *parseJson(hide)}};
    if (!task.empty()) step["task"] = *parseJson(task);
    file["steps"] = Json::array({step});
    const GuidedLesson lesson = test::lessonOf(file);
    return hiddenThings(lesson.steps[0], test::factsAt(lesson, 0));
}

std::string numberTask(const std::string& of) {
    return R"json({"kind": "number", "ask": "?", "of": ")json" + of + "\"}";
}

Index countOf(const HiddenThings& hidden, Id id) {
    Index count = 0;
    for (const CellRange& range : hidden.cells) {
        if (range.id == id) count += range.rows * range.cols;
    }
    return count;
}

TEST_CASE("an asked cell is blank with all that follows from it, and nothing else is") {
    const HiddenThings hidden = hiddenBy(numberTask("attention_weights[0][2]"));
    CHECK(hidden.has(Id::attention_weights, 0, {0, 2}));
    CHECK(countOf(hidden, Id::attention_weights) == 1);
    CHECK(countOf(hidden, Id::context) == 2);
    CHECK(hidden.has(Id::context, 0, {0, 1}));
    CHECK(!hidden.has(Id::context, 0, {1, 1}));
    CHECK(countOf(hidden, Id::masked_scores) == 0);
    CHECK(hidden.panels.empty());
    CHECK(hidden.results.empty());
}

TEST_CASE("a score is followed through its row to the context") {
    const HiddenThings hidden = hiddenBy(numberTask("scores[1][0]"));
    CHECK(countOf(hidden, Id::scores) == 1);
    CHECK(countOf(hidden, Id::scaled_scores) == 1);
    CHECK(countOf(hidden, Id::masked_scores) == 1);
    CHECK(countOf(hidden, Id::attention_weights) == 3);
    CHECK(countOf(hidden, Id::context) == 2);
}

TEST_CASE("every cell that the answer is computed from is blank") {
    const HiddenThings hidden = hiddenBy(numberTask("sum(attention_weights[0][1..2])"));
    CHECK(countOf(hidden, Id::attention_weights) == 2);
    CHECK(countOf(hiddenBy(numberTask("row_sum[1]")), Id::attention_weights) == 9);
    // A variant is hidden by the same cells.
    const HiddenThings variant = hiddenBy(numberTask("unmasked.attention_weights[0][1]"));
    CHECK(countOf(variant, Id::attention_weights) == 1);
    CHECK(hiddenBy(numberTask("embeddings[1][0] + weights.query[0][0]")).empty());
    CHECK(hiddenBy(numberTask("exp(-1)")).empty());
    CHECK(countOf(hiddenBy(numberTask("mask[0][1]")), Id::mask) == 1);
}

TEST_CASE("a cell or token that is asked for is blank with all in question, unless in sight") {
    const std::string asked = R"json("ask": "?", "cells": "attention_weights[1]",
        "where": {"of": "it * mask[row][col]", "equals": "max(all * mask[row])"})json";
    const HiddenThings hidden = hiddenBy(R"json({"kind": "cell", )json" + asked + "}");
    CHECK(countOf(hidden, Id::attention_weights) == 3);
    CHECK(countOf(hidden, Id::mask) == 0);
    CHECK(countOf(hidden, Id::context) == 2);
    CHECK(hiddenBy(R"json({"kind": "cell", "visible": true, )json" + asked + "}").empty());
    CHECK(countOf(hiddenBy(R"json({"kind": "cell", "ask": "?", "cells": "mask[0]",
        "where": {"of": "it", "equals": 1}})json"),
                  Id::mask) == 3);
    const HiddenThings token = hiddenBy(R"json({"kind": "token", "ask": "?", "cells": "tokens",
        "where": {"of": "scores[2][token]", "equals": "max(scores[2])"}})json");
    CHECK(countOf(token, Id::scores) == 3);
}

TEST_CASE("a step hides panels, modes, results and cells that it names") {
    const HiddenThings hidden = hiddenBy(
        "", R"json(["value", "scores[2]", "panel.meaning", "mode.leak", "loss", "leaks"])json");
    CHECK(countOf(hidden, Id::value) == 6);
    CHECK(countOf(hidden, Id::context) == 6);
    CHECK(countOf(hidden, Id::scores) == 3);
    CHECK(hidden.has(LessonPanel::meaning));
    CHECK(!hidden.has(LessonPanel::edit));
    CHECK(hidden.has(LessonMode::leak));
    CHECK(!hidden.has(LessonMode::lab));
    CHECK(hidden.has(LessonResult::loss));
    CHECK(hidden.has(LessonResult::leaks));
    CHECK(!hidden.has(LessonResult::written));
}

TEST_CASE("what a task asks of leaks is kept back with the leak test") {
    CHECK(hiddenBy(numberTask("leaks")).has(LessonResult::leaks));
    CHECK(hiddenBy(R"json({"kind": "choice", "ask": "?", "right": "min(leaks, 1)",
        "choices": [{"text": "a", "reply": "b"}, {"text": "c", "reply": "d"}]})json")
              .has(LessonResult::leaks));
}

TEST_CASE("no cell is in two ranges, and the closure is the union of what follows") {
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    const LessonFacts facts = test::factsAt(lesson, 1);
    const HiddenThings hidden = hiddenThings(lesson.steps[1], facts);
    const Document& document = *facts.moment().document;
    const Trace trace = attend(document);
    for (const MatrixId id : trace.order) {
        for (Index row = 0; row < trace.view(id).rows(); ++row) {
            for (Index col = 0; col < trace.view(id).cols(); ++col) {
                Index times = 0;
                for (const CellRange& range : hidden.cells) {
                    times += range.id == id && range.contains({row, col}) ? 1 : 0;
                }
                CHECK(times <= 1);
                CHECK((times == 1) == hidden.has(id, 0, {row, col}));
            }
        }
    }
    CHECK(countOf(hidden, Id::attention_weights) == 9);
}

}  // namespace
}  // namespace lookback
