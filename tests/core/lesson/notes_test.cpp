#include "core/lesson/notes.h"

#include <doctest/doctest.h>

#include "core/engine/attend.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Texts = std::vector<std::string_view>;

Texts inEnglish(const NoteTexts& notes) {
    Texts texts;
    for (const LocalText* const note : notes) texts.push_back(note->in("en"));
    return texts;
}

/// The notes that are told with each row of the step of a stage.
std::vector<Texts> toldWith(const Lesson& lesson, const Document& document, MatrixId stage) {
    const std::vector<Step> steps = documentSteps(document);
    const Step& step = steps[stepCovering(steps, stage).value()];
    std::vector<Texts> rows;
    for (Index cell = 0; cell < cellCount(document, step);
         cell = stepRow(document, step, cell).last + 1) {
        rows.push_back(inEnglish(rowNotes(lesson, document, step, cell)));
    }
    return rows;
}

}  // namespace

TEST_CASE("a step tells what a lesson says of its stages, in their order") {
    const Document document = randomDocument({.tokens = 3});
    const Lesson lesson{.notes = {{MatrixId::masked_scores, "then"},
                                  {MatrixId::mask, "first"},
                                  {MatrixId::value, "values"},
                                  {MatrixId::key, "keys"}}};
    const std::vector<Step> steps = documentSteps(document);
    const auto told = [&](MatrixId id) {
        return inEnglish(stepNotes(lesson, steps[stepCovering(steps, id).value()]));
    };
    CHECK(told(MatrixId::mask) == Texts{"first", "then"});
    CHECK(told(MatrixId::value) == Texts{"keys", "values"});
    CHECK(told(MatrixId::query).empty());
}

TEST_CASE("row by row, each result tells its note with its first row") {
    const Document document = randomDocument({.tokens = 3});
    const Lesson lesson{.notes = {{MatrixId::key, "keys"}, {MatrixId::value, "values"}}};
    CHECK(toldWith(lesson, document, MatrixId::key) ==
          std::vector<Texts>{{"keys"}, {}, {}, {"values"}, {}, {}});
}

TEST_CASE("a long note is not cut, and two notes of a stage take a row each") {
    const std::string first = std::string(200, 'a') + ". " + std::string(150, 'b') + ".";
    const std::string second = "c.";
    const Lesson lesson{.notes = {{MatrixId::query, first}, {MatrixId::query, second}}};
    CHECK(toldWith(lesson, randomDocument({.tokens = 3}), MatrixId::query) ==
          std::vector<Texts>{{first}, {second}, {}});
    CHECK(toldWith(lesson, randomDocument({.tokens = 1}), MatrixId::query) ==
          std::vector<Texts>{{first, second}});
}

TEST_CASE("what leads to a result is told in the rows before its own note, and none is left out") {
    const Lesson lesson{.notes = {{MatrixId::mask, "mask"}, {MatrixId::masked_scores, "scores"}}};
    CHECK(toldWith(lesson, randomDocument({.tokens = 3}), MatrixId::mask) ==
          std::vector<Texts>{{"mask"}, {"scores"}, {}});
    CHECK(toldWith(lesson, randomDocument({.tokens = 1}), MatrixId::mask) ==
          std::vector<Texts>{{"mask", "scores"}});
}
