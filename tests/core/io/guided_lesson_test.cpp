// Lesson files: read, written, and refused with the place of each fault.
#include "core/io/guided_lesson_json.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "core/io/document_json.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_edits.h"
#include "core/io/lesson_library.h"
#include "core/io/shipped.h"
#include "core/lesson/judge.h"
#include "tests/core/lesson_files.h"

namespace lookback {
namespace {

bool areEqual(const GuidedLesson& a, const GuidedLesson& b) {
    const bool same_work = a.subject() == LessonSubject::document
                               ? writeDocument(*a.document()) == writeDocument(*b.document())
                               : *a.experiment() == *b.experiment();
    return same_work && a.title == b.title && a.group == b.group && a.order == b.order &&
           a.about == b.about && a.minutes == b.minutes && a.summary == b.summary &&
           a.goals == b.goals && a.next == b.next && a.may_show_answer == b.may_show_answer &&
           a.work_id == b.work_id && a.steps == b.steps;
}

/// The file with a value at a JSON pointer; null takes the field away.
Json changedFile(const std::string& pointer, const std::string& value) {
    Json file = test::lessonFile();
    const Json::json_pointer at(pointer);
    if (value.empty()) {
        file[at.parent_pointer()].erase(at.back());
    } else {
        file[at] = *parseJson(value);
    }
    return file;
}

/// All faults of the file with that change, a line each.
std::string faultsOfLessonWith(const std::string& pointer, const std::string& value) {
    const Checked<GuidedLesson> lesson = guidedLessonOf(changedFile(pointer, value));
    return lesson ? "none" : test::placed(lesson.error());
}

TEST_CASE("a lesson is read with all its parts") {
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    CHECK(lesson.title == "Three tokens");
    CHECK(lesson.group == LessonGroup::mistakes);
    CHECK(lesson.order == 3);
    CHECK(lesson.about == std::vector<int>{9, 2});
    CHECK(lesson.goals == std::vector<LocalText>{"One.", "Two."});
    CHECK(!lesson.may_show_answer);
    CHECK(lesson.tasks() == 5);
    CHECK(lesson.document()->n() == 3);
    REQUIRE(lesson.steps.size() == 6);
    const auto kind = [&](std::size_t step) { return lesson.steps[step].task->kindName(); };
    CHECK(kind(1) == "number");
    CHECK(kind(2) == "cell");
    CHECK(kind(3) == "token");
    CHECK(kind(4) == "choice");
    CHECK(kind(5) == "make");
    CHECK(lesson.steps[1].hide.size() == 4);
    CHECK(lesson.steps[1].hints.size() == 2);
    CHECK(lesson.steps[5].lock ==
          std::vector{DocumentPart::tokens, DocumentPart::embeddings, DocumentPart::weights});
    CHECK(languagesOf(lesson).empty());
}

TEST_CASE("what is left out has its usual value") {
    Json file = test::lessonFile();
    for (const char* const name : {"group", "order", "about", "next", "show_me"}) file.erase(name);
    file["goal"] = "One.";
    const GuidedLesson lesson = test::lessonOf(file);
    CHECK(lesson.group == LessonGroup::mine);
    CHECK(lesson.order == 0);
    CHECK(lesson.about.empty());
    CHECK(lesson.goals == std::vector<LocalText>{"One."});
    CHECK(lesson.may_show_answer);
}

TEST_CASE("a lesson that was written reads back equal") {
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    const std::string text = writeGuidedLesson(lesson);
    const Checked<GuidedLesson> again = readGuidedLesson(text);
    REQUIRE_MESSAGE(again, (again ? text : test::placed(again.error())));
    CHECK(areEqual(lesson, *again));
    CHECK(writeGuidedLesson(*again) == text);
    CHECK(isLessonFile(text));
    CHECK(!isLessonFile(writeDocument(*lesson.document())));
    for (const GuidedEntry& entry : guidedLessons()) {
        CAPTURE(entry.id);
        const GuidedLesson shipped = *openGuidedLesson(entry.id);
        const Checked<GuidedLesson> twin = readGuidedLesson(writeGuidedLesson(shipped));
        REQUIRE(twin);
        CHECK(areEqual(shipped, *twin));
    }
}

TEST_CASE("a lesson may be about a shipped document or experiment, or an experiment of its own") {
    Json file = changedFile("/document", R"("write-a-poem")");
    CHECK(test::lessonOf(file).document()->tokens == openLesson("write-a-poem")->tokens);
    CHECK(test::lessonOf(file).work_id == "write-a-poem");
    file.erase("document");
    file["experiment"] = "greetings";
    file["steps"] = *parseJson(R"([{"text": "{decimals 3: loss.A.150} {floor} {written.B}",
        "look": {"mode": "train", "training_step": 150}, "set": {"steps": 300}}])");
    const GuidedLesson lesson = test::lessonOf(file);
    CHECK(lesson.subject() == LessonSubject::experiment);
    CHECK(*lesson.experiment() == *openShippedExperiment("greetings"));
    const auto later = workAt(lesson, 0, StepMoment::begun, lesson.work);
    CHECK(std::get<1>(*later)->steps == 300);
    CHECK(standingAt(lesson, 0).mode == LessonMode::train);
    const Checked<GuidedLesson> again = readGuidedLesson(writeGuidedLesson(lesson));
    REQUIRE(again);
    CHECK(areEqual(lesson, *again));
}

TEST_CASE("each fault of the head is told with its path") {
    CHECK(faultsOfLessonWith("/lookback_lesson", "2") ==
          "lookback_lesson: was written by a newer version of Lookback (2), expected version 1");
    CHECK(faultsOfLessonWith("/title", "") == "title: is missing, expected a text in quotes");
    CHECK(faultsOfLessonWith("/title", R"("")") == "title: is empty, expected a text");
    CHECK(faultsOfLessonWith("/title", R"({"en": "x", "id": ""})") ==
          "title: is empty, expected a text");
    CHECK(faultsOfLessonWith("/titel", "1") == "titel: unknown field (did you mean “title”?)");
    CHECK(faultsOfLessonWith("/group", R"("others")")
              .starts_with("group: is “others”, expected one of "));
    CHECK(faultsOfLessonWith("/about/0", R"("M23")") ==
          "about[0]: is “M23”, expected a misconception "
          "from M1 to M22");
    CHECK(faultsOfLessonWith("/about/0", R"("9")").starts_with("about[0]: is “9”"));
    CHECK(
        faultsOfLessonWith("/minutes", "0").starts_with("minutes: is 0, expected a whole number"));
    CHECK(faultsOfLessonWith("/minutes", "") ==
          "minutes: is missing, expected a number of minutes");
    CHECK(faultsOfLessonWith("/summary", "").starts_with("summary: is missing"));
    CHECK(faultsOfLessonWith("/goal", "[]") ==
          "goal: is a list of 0, expected a text, or a list of one to four texts");
    CHECK(faultsOfLessonWith("/next", R"("")") ==
          "next: is empty, expected the id of a lesson or experiment");
    CHECK(faultsOfLessonWith("/show_me", "1") == "show_me: is 1, expected true or false");
    CHECK(faultsOfLessonWith("/steps", "[]") ==
          "steps: is a list of 0, expected a list of 1 to 40 steps");
    CHECK(faultsOfLessonWith("/steps", "").starts_with("steps: is missing"));
    CHECK(faultsOfLessonWith("/experiment", R"("greetings")")
              .starts_with("document: expected either a document or an experiment"));
    CHECK(faultsOfLessonWith("/document/tokens", "1") == "document.tokens: is 1, expected a list");
    CHECK(faultsOfLessonWith("/document/lookback", "") ==
          "document.lookback: is missing, expected 1 (the version of the format)");
    CHECK(faultsOfLessonWith("/document", R"("nothing")")
              .starts_with("document.nothing: lesson not"));
}

TEST_CASE("each fault of a step is told with its path") {
    const std::string step = "/steps/1/";
    CHECK(faultsOfLessonWith("/steps/0/text", "") ==
          "steps[0].text: is missing, expected a text in quotes");
    CHECK(faultsOfLessonWith("/steps/0/text", R"("{scors[0]}")")
              .starts_with("steps[0].text {scors[0]}: is “scors”, expected a quantity"));
    CHECK(faultsOfLessonWith("/steps/0/text", R"({"en": "{n", "id": "x"})")
              .starts_with("steps[0].text.en: column 3"));
    CHECK(faultsOfLessonWith("/steps/0/look/mode", R"("train")") ==
          "steps[0].look.mode: is “train”, expected one of lab, compare, leak");
    CHECK(faultsOfLessonWith("/steps/0/look/step", R"("score")") ==
          "steps[0].look.step: is “score”, expected the name of a stage (did you mean “scores”?)");
    CHECK(faultsOfLessonWith("/steps/0/look/cell", "[1]") ==
          "steps[0].look.cell: is a list of 1, expected a row and a column, counted from 0");
    CHECK(faultsOfLessonWith("/steps/0/look/cell/0", "-1")
              .starts_with("steps[0].look.cell[0]: is -1"));
    CHECK(
        faultsOfLessonWith("/steps/0/look/variant", R"("a")").starts_with("steps[0].look.variant"));
    CHECK(faultsOfLessonWith("/steps/0/mistakes", "[]") ==
          "steps[0].mistakes: belongs to a task about a number, a cell or a token");
    CHECK(faultsOfLessonWith("/steps/4/otherwise", R"("x")") ==
          "steps[4].otherwise: belongs to a task about a number, a cell or a token");
    CHECK(faultsOfLessonWith(step + "title", "").starts_with("steps[1].title: is missing"));
    CHECK(faultsOfLessonWith(step + "hint", R"(["a", "b", "c"])")
              .starts_with("steps[1].hint: is a list of 3, expected a hint"));
    CHECK(faultsOfLessonWith(step + "hide/0", R"("attention")")
              .starts_with("steps[1].hide[0]: is “attention”, expected a quantity"));
    CHECK(faultsOfLessonWith(step + "hide/0", R"("n")") ==
          "steps[1].hide[0]: is “n”, expected a path to cells, such as attention_weights[1]");
    CHECK(faultsOfLessonWith(step + "hide/0", R"("unmasked.scores")")
              .starts_with("steps[1].hide[0]: is"));
    CHECK(faultsOfLessonWith(step + "hide/1", R"("panel.left")")
              .starts_with("steps[1].hide[1]: is “panel"));
    CHECK(faultsOfLessonWith("/steps/5/lock/0", R"("token")")
              .starts_with("steps[5].lock[0]: is “token”, expected one of tokens, "));
    CHECK(faultsOfLessonWith("/steps/5/set", "[]") ==
          "steps[5].set: is a list of 0, expected an object");
    CHECK(faultsOfLessonWith("/steps/5/set/title", "1")
              .starts_with("steps[5].set.title: unknown field"));
    CHECK(faultsOfLessonWith("/steps/5/set/masking", R"({"value": true})")
              .starts_with("steps[5].set.masking.value: is true"));
    CHECK(faultsOfLessonWith("/steps/5/set", R"({"embeddings[3][0]": 1})")
              .starts_with("steps[5].set.embeddings[3][0]: names no number"));
    CHECK(faultsOfLessonWith("/steps/5/task/solution",
                             R"({"dtype": "float16", "masking": {"value": -1e9}})")
              .starts_with("steps[5].task.solution.masking.value: "));
}

TEST_CASE("each fault of a task is told with its path") {
    const std::string task = "/steps/1/task/";
    CHECK(faultsOfLessonWith(task + "kind", "")
              .starts_with("steps[1].task.kind: is missing, expected one of number, cell, token, "
                           "choice, make"));
    CHECK(faultsOfLessonWith(task + "kind", R"("numbers")")
              .starts_with("steps[1].task.kind: is “numbers”"));
    CHECK(faultsOfLessonWith(task + "ask", "").starts_with("steps[1].task.ask: is missing"));
    CHECK(faultsOfLessonWith(task + "of", R"("method")") ==
          "steps[1].task.of: method is a word, expected a number");
    CHECK(faultsOfLessonWith(task + "of", "") ==
          "steps[1].task.of: is missing, expected an expression in quotes or a number");
    CHECK(faultsOfLessonWith(task + "within", "-1") ==
          "steps[1].task.within: is -1, expected a finite number of 0 or more");
    CHECK(faultsOfLessonWith(task + "unit", R"("%")") ==
          "steps[1].task.unit: is “%”, expected one of plain, percent");
    CHECK(faultsOfLessonWith(task + "cells", R"("scores")")
              .starts_with("steps[1].task.cells: unknown"));
    CHECK(faultsOfLessonWith("/steps/2/task/cells", R"("tokens")")
              .starts_with("steps[2].task.cells: is “tokens”, expected a path to cells"));
    CHECK(faultsOfLessonWith("/steps/2/task/where", "")
              .starts_with("steps[2].task.where: is missing"));
    CHECK(faultsOfLessonWith("/steps/2/task/where/equals", R"("answer")") ==
          "steps[2].task.where.equals: answer is known only in a reply");
    CHECK(faultsOfLessonWith("/steps/4/task/choices", "[]")
              .starts_with("steps[4].task.choices: is a list of 0, expected a list of two"));
    CHECK(faultsOfLessonWith("/steps/4/task/choices/0/reply", "")
              .starts_with("steps[4].task.choices[0].reply: is missing"));
    CHECK(faultsOfLessonWith("/steps/5/task/any", "[]") ==
          "steps[5].task: has both all and any, or neither; expected one of them");
    CHECK(faultsOfLessonWith("/steps/5/task/all", "[]") ==
          "steps[5].task.all: is empty, expected a condition");
    CHECK(faultsOfLessonWith("/steps/5/task/solution", "") ==
          "steps[5].task.solution: is missing, expected an object with edits that solve the task");
}

TEST_CASE("each fault of a condition or a mistake is told with its path") {
    const std::string at = "/steps/5/task/all/2";
    const std::string path = "steps[5].task.all[2]";
    CHECK(faultsOfLessonWith(at + "/text", "").starts_with(path + ".text: is missing"));
    CHECK(faultsOfLessonWith(at + "/of", "").starts_with(path + ".of: is missing"));
    CHECK(faultsOfLessonWith(at + "/at_most", "")
              .starts_with(path + ": is missing, expected one of"));
    CHECK(faultsOfLessonWith(at + "/at_least", "1") == path + ": has two relations, expected one");
    CHECK(faultsOfLessonWith(at + "/most", "1").starts_with(path + ".most: unknown field"));
    CHECK(faultsOfLessonWith(at, R"({"of": "method", "is": "fil", "text": "x"})")
              .starts_with(path + ".is: is “fil”, expected one of fill, "));
    CHECK(faultsOfLessonWith(at, R"({"of": "n", "is": "fill", "text": "x"})") ==
          path + ".is: is “fill”, expected one of nan");
    CHECK(faultsOfLessonWith(at, R"({"of": "n", "between": [1], "text": "x"})")
              .starts_with(path + ".between: is a list of 1"));
    CHECK(faultsOfLessonWith(at, R"({"no_leak": false})") ==
          path + ".no_leak: is false, expected true");
    CHECK(faultsOfLessonWith(at, R"({"no_leak": [{"kind": "casual"}]})")
              .starts_with(path + ".no_leak[0]"));
    CHECK(faultsOfLessonWith(at, R"({"rows_add_up": 1})") ==
          path + ".rows_add_up: is 1, expected true");
    CHECK(faultsOfLessonWith(at, R"({"not": {"of": "x", "equals": 1}})")
              .starts_with(path + ".not.of: is “x”, expected a quantity"));
    CHECK(faultsOfLessonWith(at, "1") == path + ": is 1, expected an object");
    const std::string mistake = "/steps/1/mistakes/0";
    CHECK(faultsOfLessonWith(mistake + "/reply", "")
              .starts_with("steps[1].mistakes[0].reply: is missing"));
    CHECK(faultsOfLessonWith(mistake + "/mistake", R"("no_mask")") ==
          "steps[1].mistakes[0]: expected exactly one of mistake, when and where");
    CHECK(faultsOfLessonWith(mistake, R"({"where": {"of": "n", "equals": 1}, "reply": "x"})")
              .starts_with("steps[1].mistakes[0]: expected mistake or when for a number"));
    CHECK(faultsOfLessonWith("/steps/2/mistakes/0", R"({"when": 1, "reply": "x"})")
              .starts_with("steps[2].mistakes[0]: expected mistake or when for a number"));
    CHECK(faultsOfLessonWith("/steps/3/mistakes/0", R"({"mistake": "no_mask", "reply": "x"})")
              .starts_with("steps[3].mistakes[0]: expected mistake or when for a number"));
    CHECK(faultsOfLessonWith("/steps/1/mistakes/1/mistake", R"("unscaled")")
              .starts_with("steps[1].mistakes[1].mistake: is “unscaled”, expected one of not_sc"));
}

TEST_CASE("experiments have no cells to click") {
    Json file = test::lessonFile();
    file.erase("document");
    file["experiment"] = "greetings";
    const Checked<GuidedLesson> lesson = guidedLessonOf(file);
    REQUIRE(!lesson);
    const std::string faults = test::placed(lesson.error());
    CHECK(faults.find("steps[2].task.kind: an experiment has no cells or tokens to click") !=
          std::string::npos);
    CHECK(faults.find("steps[1].task.of: is “attention_weights”, expected a quantity") !=
          std::string::npos);
}

TEST_CASE("edits are in the words of the file, one after the other") {
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    const Document& document = *lesson.document();
    const auto after = [&](const std::string& json) {
        Checked<Document> result = edited(document, {json}, document);
        REQUIRE_MESSAGE(result, (result ? json : test::placed(result.error())));
        return *std::move(result);
    };
    CHECK(after("") == document);
    CHECK(after(R"({"masking": {"value": -20}})").masking ==
          Masking{.method = document.masking.method, .value = -20});
    const Document number = after(R"({"embeddings[2][0]": 8, "weights.query[0][1]": 2})");
    CHECK(number.embeddings(2, 0) == 8);
    CHECK(number.weights.query(0, 1) == 2);
    CHECK(number.weights.key.isShared(document.weights.key));
    CHECK(!number.draw);
    // X is not drawn: the recipe still gives all that it names.
    CHECK(after(R"({"embeddings[2][0]": 8})").draw == document.draw);
    CHECK(after(R"({"mask": [], "flips": [[0, 1]]})").mask == Mask{{}, {{0, 1}}});
    CHECK(after(R"({"scale": 0.1})").scale == Scale{Scale::Kind::number, 0.1});
    CHECK(after(R"({"positions": {"kind": "sinusoidal"}})").positions.base == 10000);
    const Document longer = after(R"({"tokens": ["Write", "a", "new", "poem"]})");
    CHECK(longer.n() == 4);
    CHECK(longer.embeddings(3, 0) == document.embeddings(2, 0));
    const Document replaced =
        after(R"({"tokens": ["x"], "embeddings": [[1, 2]], "dtype": "float64"})");
    CHECK(replaced.embeddings(0, 1) == 2);
    const Document back = *edited(replaced, {R"({"reset": true, "scale": "none"})"}, document);
    CHECK(back.tokens == document.tokens);
    CHECK(back.scale == Scale{.kind = Scale::Kind::none});
    Document kept = document;
    kept.snapshots.push_back({"before", std::make_shared<const Document>()});
    CHECK(edited(kept, {R"({"scale": "none"})"}, kept)->snapshots.size() == 1);
}

TEST_CASE("the work of a step has the edits and solutions of all steps before it") {
    Json file = test::lessonFile();
    file["steps"][0]["set"] = {{"scale", "none"}};
    file["steps"].push_back({{"text", "Afterwards."}, {"set", {{"softcap", 5}}}});
    const GuidedLesson lesson = test::lessonOf(file);
    const auto at = [&](std::size_t step, StepMoment moment) {
        return *std::get<0>(*workAt(lesson, step, moment, lesson.work));
    };
    CHECK(at(0, StepMoment::begun).scale.kind == Scale::Kind::none);
    CHECK(at(4, StepMoment::solved).embeddings(2, 0) == 4.41);
    CHECK(at(5, StepMoment::begun).embeddings(2, 0) == 4);
    CHECK(at(5, StepMoment::begun).masking.value == -1);
    CHECK(std::isinf(at(5, StepMoment::solved).masking.value));
    CHECK(std::isinf(at(6, StepMoment::begun).masking.value));
    CHECK(at(6, StepMoment::begun).softcap == 5);
    CHECK(test::factsAt(lesson, 5, StepMoment::solved).standing().step == MatrixId::masked_scores);
    CHECK(test::factsAt(lesson, 5).standing().step == MatrixId::attention_weights);
}

TEST_CASE("another draw has the numbers of a later seed") {
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    const auto other = redrawnBy(lesson.work, 1);
    REQUIRE(other);
    const Document& document = *std::get<0>(*other);
    CHECK(document.draw->seed == "43");
    CHECK(!(document.weights.query == lesson.document()->weights.query));
    CHECK(document.embeddings == lesson.document()->embeddings);
    Document still = *lesson.document();
    still.draw->seed = "9999999999999999999999";
    CHECK(!redrawnBy(std::make_shared<const Document>(still), 1));  // PyTorch's seeds have 64 bits
    still.draw.reset();
    CHECK(!redrawnBy(std::make_shared<const Document>(still), 1));
    const auto experiment = std::make_shared<const Experiment>(*openShippedExperiment("greetings"));
    CHECK(std::get<1>(*redrawnBy(experiment, 2))->seed == experiment->seed + 2);
}

TEST_CASE("an id belongs to one file, and its document comes from the lesson") {
    std::vector<std::string_view> ids = lessonIds();
    std::sort(ids.begin(), ids.end());
    CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
    for (const GuidedEntry& entry : guidedLessons()) {
        CAPTURE(entry.id);
        REQUIRE(entry.lesson);
        CHECK(!isShippedExperiment(entry.id));
        CHECK(isLesson(entry.id));
        if (entry.lesson->subject() != LessonSubject::document) continue;
        const Checked<Document> document = openLesson(entry.id);
        REQUIRE(document);
        REQUIRE(document->lesson);
        CHECK(document->lesson->id == entry.id);
        CHECK(writeDocument(*document).find("\"from\": \"" + entry.id + "\"") != std::string::npos);
        CHECK(entry.lesson->document()->lesson->id == entry.id);
    }
}

}  // namespace
}  // namespace lookback
