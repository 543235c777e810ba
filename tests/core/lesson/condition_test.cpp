// Conditions of lessons, and how their ticks read.
#include "core/lesson/condition.h"

#include <doctest/doctest.h>

#include "core/base/named_rows.h"
#include "core/io/lesson_library.h"
#include "core/io/lesson_parts_json.h"
#include "tests/core/lesson_files.h"

namespace lookback {
namespace {

Condition conditionOf(const std::string& text, const ExpressionScope& scope = {}) {
    Faults faults;
    const auto read = readCondition(*parseJson(text), "", scope, false, faults);
    REQUIRE_MESSAGE(read, (read ? std::string() : test::placed(faults.take())));
    return *read;
}

/// Whether a condition holds; nothing where it cannot be evaluated.
std::optional<bool> isTrue(const std::string& text, const LessonFacts& facts) {
    const Result<bool> one = holds(conditionOf(text, {.subject = facts.subject()}), facts);
    return one ? std::optional(*one) : std::nullopt;
}

/// The tick, its label and the present value.
std::string tickOf(const std::string& text, const LessonFacts& facts) {
    const ConditionState state = conditionState(conditionOf(text), facts);
    std::string line = state.holds ? "+ " : "- ";
    line += std::visit([](const auto& label) { return english().text(label); }, state.label);
    if (state.present) line += " | " + english().text(*state.present);
    return line;
}

/// As the lesson of three tokens begins, and as its repair ends.
struct Repair {
    GuidedLesson lesson = test::lessonOfThreeTokens();
    LessonFacts begun = test::factsAt(lesson, 5);
    LessonFacts solved = test::factsAt(lesson, 5, StepMoment::solved);
};

TEST_CASE("numbers are compared within a distance, bounds included") {
    const Repair repair;
    const LessonFacts& facts = repair.begun;
    CHECK(isTrue(R"json({"of": "value", "equals": -1})json", facts) == true);
    CHECK(isTrue(R"json({"of": "value", "equals": -1.0001})json", facts) == false);
    CHECK(isTrue(R"json({"of": "value", "equals": -1.0001, "within": 0.001})json", facts) == true);
    CHECK(isTrue(R"json({"of": "value", "equals": "-inf"})json", repair.solved) == true);
    CHECK(isTrue(R"json({"of": "inf - inf", "equals": "inf - inf"})json", facts) == false);
    CHECK(isTrue(R"json({"of": "inf - inf", "is": "nan"})json", facts) == true);
    CHECK(isTrue(R"json({"of": "n", "is": "nan"})json", facts) == false);
    CHECK(isTrue(R"json({"of": "n", "at_least": 3})json", facts) == true);
    CHECK(isTrue(R"json({"of": "n", "at_least": 3.1})json", facts) == false);
    CHECK(isTrue(R"json({"of": "n", "at_most": 3})json", facts) == true);
    CHECK(isTrue(R"json({"of": "n", "at_most": 2.9})json", facts) == false);
    CHECK(isTrue(R"json({"of": "n", "between": [3, 4]})json", facts) == true);
    CHECK(isTrue(R"json({"of": "n", "between": [2, 3]})json", facts) == true);
    CHECK(isTrue(R"json({"of": "n", "between": [4, 5]})json", facts) == false);
    CHECK(isTrue(R"json({"of": "inf - inf", "at_least": 0})json", facts) == false);
    CHECK(isTrue(R"json({"of": "scores[9][0]", "equals": 0})json", facts) == std::nullopt);
    CHECK(isTrue(R"json({"of": "scores", "equals": 0})json", facts) == std::nullopt);
}

TEST_CASE("words and lists contain, and are") {
    const Repair repair;
    CHECK(isTrue(R"json({"of": "method", "is": "fill"})json", repair.begun) == true);
    CHECK(isTrue(R"json({"of": "method", "is": "add"})json", repair.begun) == false);
    CHECK(isTrue(R"json({"of": "tokens", "contains": "poem"})json", repair.begun) == true);
    CHECK(isTrue(R"json({"of": "tokens", "contains": "poet"})json", repair.begun) == false);
    CHECK(isTrue(R"json({"of": "rules", "contains": "causal"})json", repair.begun) == true);
    CHECK(isTrue(R"json({"of": "attention_weights[0]", "contains": 1})json", repair.begun) ==
          false);
    CHECK(isTrue(R"json({"of": "attention_weights[0]", "contains": 1})json", repair.solved) ==
          true);
}

TEST_CASE("leaks are tested against the promised mask") {
    const Repair repair;
    CHECK(isTrue(R"json({"no_leak": true})json", repair.begun) == false);
    CHECK(isTrue(R"json({"no_leak": true})json", repair.solved) == true);
    CHECK(isTrue(R"json({"no_leak": [{"kind": "causal"}]})json", repair.solved) == true);
    CHECK(isTrue(R"json({"no_leak": [{"kind": "strict_causal"}]})json", repair.solved) == true);
    Document open = *repair.lesson.document();
    open.mask = {};
    const LessonFacts unmasked = test::factsOf(open);
    CHECK(isTrue(R"json({"no_leak": true})json", unmasked) == true);
    CHECK(isTrue(R"json({"no_leak": [{"kind": "causal"}]})json", unmasked) == false);
    // A promise for another number of tokens is a fault, not a crash.
    CHECK(isTrue(R"json({"no_leak": [{"kind": "padding", "valid": [true]}]})json", unmasked) ==
          std::nullopt);
}

TEST_CASE("rows add up in every head, prints equal the notebook, parts are unchanged") {
    const Repair repair;
    CHECK(isTrue(R"json({"rows_add_up": true})json", repair.begun) == true);
    Document zeroed = *repair.lesson.document();
    zeroed.masking.method = findByName(kMaskingMethods, "zero")->method;
    CHECK(isTrue(R"json({"rows_add_up": true})json", test::factsOf(zeroed)) == false);
    const LessonFacts notebook = test::factsOf(*openLesson("write-a-poem"));
    CHECK(isTrue(R"json({"equals_notebook": true})json", notebook) == true);
    Document other = *openLesson("write-a-poem");
    other.embeddings.set({0, 0}, 2);
    CHECK(isTrue(R"json({"equals_notebook": true})json", test::factsOf(other)) == false);
    CHECK(isTrue(R"json({"unchanged": ["masking"]})json", repair.begun) == true);
    CHECK(isTrue(R"json({"unchanged": ["masking"]})json", repair.solved) == false);
    CHECK(isTrue(R"json({"unchanged": ["tokens", "weights", "everything"]})json", repair.solved) ==
          false);
    CHECK(isTrue(R"json({"unchanged": ["tokens", "weights", "scale"]})json", repair.solved) ==
          true);
}

TEST_CASE("conditions are joined") {
    const Repair repair;
    const std::string yes = R"json({"of": "n", "equals": 3})json";
    const std::string no = R"json({"of": "n", "equals": 4})json";
    const std::string broken = R"json({"of": "scores[9]", "equals": 4})json";
    const auto joined = [&](const std::string& name, const std::string& list) {
        return isTrue("{\"" + name + "\": " + list + "}", repair.begun);
    };
    CHECK(joined("not", no) == true);
    CHECK(joined("not", yes) == false);
    CHECK(joined("all", "[" + yes + ", " + yes + "]") == true);
    CHECK(joined("all", "[" + yes + ", " + no + "]") == false);
    CHECK(joined("any", "[" + no + ", " + yes + "]") == true);
    CHECK(joined("any", "[" + no + "]") == false);
    CHECK(joined("any", "[" + yes + ", " + broken + "]") == true);
    CHECK(joined("all", "[" + yes + ", " + broken + "]") == std::nullopt);
}

TEST_CASE("a tick reads as its text and its present value") {
    const Repair repair;
    CHECK(tickOf(R"json({"no_leak": true})json", repair.begun) == "- Nothing leaks | 3 pairs leak");
    CHECK(tickOf(R"json({"no_leak": true})json", repair.solved) ==
          "+ Nothing leaks | no pair leaks");
    CHECK(tickOf(R"json({"rows_add_up": true})json", repair.begun) ==
          "+ Every row adds up to 1 | every row does");
    CHECK(tickOf(R"json({"unchanged": ["masking", "weights"]})json", repair.begun) ==
          "+ Unchanged: the masking and the weights");
    CHECK(tickOf(R"json({"unchanged": ["masking", "weights"]})json", repair.solved) ==
          "- Unchanged: the masking and the weights | changed: the masking");
    CHECK(tickOf(R"json({"of": "value", "at_most": -5, "text": "Low: below {short: -5}"})json",
                 repair.begun) == "- Low: below −5 | now −1");
    CHECK(tickOf(R"json({"of": "value / 4", "at_most": -5, "text": "Low"})json", repair.begun) ==
          "- Low | now −0.2500");
    CHECK(tickOf(R"json({"of": "n^2 - sum(mask)", "equals": 0, "text": "No pair blocked"})json",
                 repair.begun) == "- No pair blocked | now 3");
    CHECK(tickOf(R"json({"all": [{"of": "n", "equals": 3}], "text": "Three"})json", repair.begun) ==
          "+ Three");
    CHECK(tickOf(R"json({"of": "method", "is": "add", "text": "Added"})json", repair.begun) ==
          "- Added");
    CHECK(tickOf(R"json({"of": "place.step", "is": "context", "text": "At the end"})json",
                 repair.begun) == "- At the end");
    CHECK(tickOf(R"json({"of": "place.row", "equals": 1, "text": "Second"})json", repair.begun) ==
          "- Second");
    CHECK(tickOf(R"json({"of": "scores[9][0]", "equals": 0, "text": "Gone"})json", repair.begun) ==
          "- Gone | index 9 of scores is outside, expected 0 to 2");
}

}  // namespace
}  // namespace lookback
