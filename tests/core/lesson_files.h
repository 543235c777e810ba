/// A small lesson as a file, which tests change, and its facts.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "core/io/guided_lesson_json.h"
#include "core/io/json_fields.h"
#include "core/io/lesson_moments.h"
#include "tests/core/said.h"

namespace lookback::test {

/// A lesson about three tokens, whose step 0 reads, 1 asks for a number, 2 for a cell, 3 for a
/// token, 4 for a choice, and 5 for something to be made.
[[nodiscard]] inline Json lessonFile() {
    return *parseJson(R"json({
      "lookback_lesson": 1, "title": "Three tokens", "group": "mistakes", "order": 3,
      "about": ["M9", "M2"], "minutes": 5, "summary": "A summary.", "goal": ["One.", "Two."],
      "next": "another", "show_me": false,
      "document": {"lookback": 1, "tokens": ["Write", "a", "poem"],
        "embeddings": [[1.16, 0.23], [0.57, 1.36], [4.41, -2.16]], "weights": {"output": null},
        "mask": [{"kind": "causal"}],
        "masking": {"method": "fill", "value": -1, "order": "after_scale"},
        "draw": {"library": "torch", "seed": 42,
                 "program": "linear:2,2,0 linear:2,2,0 linear:2,2,0",
                 "into": ["query", "key", "value"]}},
      "steps": [
        {"text": "{token: 0} and {token: n - 1}", "look": {"mode": "lab", "step": "scores", "cell": [1, 0]}},
        {"title": "A number", "text": "Now {short: value}.", "hide": ["attention_weights", "panel.checks", "mode.leak", "leaks"],
         "look": {"step": "attention_weights", "head": 0, "variant": "masked"},
         "task": {"kind": "number", "ask": "How much?", "of": "attention_weights[0][2]", "within": 0.01, "unit": "percent"},
         "mistakes": [{"when": 0, "reply": "Not {percent: answer}."},
                      {"mistake": "no_mask", "reply": "Without the mask."}],
         "otherwise": "Not {answer}.", "hint": ["First.", "Second: {exp(value)}."], "then": "It is {right}."},
        {"title": "A cell", "text": "Look.",
         "task": {"kind": "cell", "ask": "Which?", "cells": "attention_weights[0..1]", "visible": true,
                  "where": {"of": "it", "equals": "max(all)"}},
         "mistakes": [{"where": {"of": "mask[row][col]", "equals": 0}, "reply": "{token: answer_col} is blocked."}]},
        {"title": "A token", "text": "Look.",
         "task": {"kind": "token", "ask": "Which?", "cells": "attention_weights[2]",
                  "where": {"of": "it", "equals": "max(all)"}},
         "mistakes": [{"when": 0, "reply": "{token: answer} is the first."}]},
        {"title": "A choice", "text": "Think.",
         "task": {"kind": "choice", "ask": "Which?", "right": "argmin(exp(-1), 0)",
                  "choices": [{"text": "One", "reply": "No."}, {"text": "Two", "reply": "Yes."}]}},
        {"title": "A repair", "text": "Mend it.", "set": {"embeddings[2][0]": 4}, "lock": ["tokens", "embeddings", "weights"],
         "task": {"kind": "make", "ask": "Mend it.",
                  "all": [{"no_leak": [{"kind": "causal"}]}, {"rows_add_up": true},
                          {"of": "sum(attention_weights[0][1..2])", "at_most": 0, "text": "Nothing goes to later tokens"},
                          {"unchanged": ["embeddings", "weights"]},
                          {"any": [{"of": "value", "at_most": -1000}, {"not": {"of": "rules", "contains": "causal"}},
                                   {"of": "method", "is": "renormalize"}, {"of": "attention_weights[0]", "contains": 2},
                                   {"all": [{"of": "value", "between": [-3, "-2"]}, {"of": "value", "at_least": -3}]}]}],
                  "solution": {"masking": {"value": "-inf"}, "look": {"step": "masked_scores"}}},
         "then": "{attention_weights[0][2]}"}
      ]})json");
}

/// The lesson of a file without faults.
[[nodiscard]] inline GuidedLesson lessonOf(const Json& file) {
    Checked<GuidedLesson> lesson = guidedLessonOf(file);
    REQUIRE_MESSAGE(lesson, (lesson ? std::string() : placed(lesson.error())));
    return *std::move(lesson);
}

[[nodiscard]] inline GuidedLesson lessonOfThreeTokens() { return lessonOf(lessonFile()); }

/// The facts of a lesson at a step.
[[nodiscard]] inline LessonFacts factsAt(const GuidedLesson& lesson, std::size_t step,
                                         StepMoment moment = StepMoment::begun) {
    Checked<LessonFacts> facts = LessonMoments(lesson, lesson.work).at(step, moment);
    REQUIRE(facts);
    return *std::move(facts);
}

/// The facts of a document.
[[nodiscard]] inline LessonFacts factsOf(Document document) {
    return LessonFacts({.document = std::make_shared<const Document>(std::move(document))});
}

}  // namespace lookback::test
