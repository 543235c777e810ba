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

/// A document with the tokens “Write”, “a” and “poem”.
Document threeTokens() {
    Document document = randomDocument({.tokens = 3});
    document.tokens = {"Write", "a", "poem"};
    return document;
}

/// The notes that are shown with each row of the step of a stage.
std::vector<Texts> shownWith(const Lesson& lesson, const Document& document, MatrixId stage) {
    const std::vector<Step> steps = documentSteps(document);
    const Step& step = steps[stepCovering(steps, stage).value()];
    std::vector<Texts> rows;
    for (Index row = 0; row < document.n(); ++row) {
        rows.push_back(inEnglish(rowNotes(lesson, document, step, {row, row})));
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

TEST_CASE("a note comes with the last row that it names, and stays until the next one comes") {
    const std::string first = "\u201cWrite\u201d is alone.";
    const std::string second = "\u201ca\u201d has 0.5, \u201cWrite\u201d 0.25.";
    const Lesson lesson{.notes = {{MatrixId::query, second}, {MatrixId::query, first}}};
    CHECK(shownWith(lesson, threeTokens(), MatrixId::query) ==
          std::vector<Texts>{{first}, {second}, {second}});
}

TEST_CASE("a note without a token comes first, or with the last row where it has decimals") {
    const Lesson lesson{.notes = {{MatrixId::key, "0.25 is the largest"},
                                  {MatrixId::value, "Values are summed. There are 3."}}};
    CHECK(shownWith(lesson, threeTokens(), MatrixId::key) ==
          std::vector<Texts>{{"Values are summed. There are 3."},
                             {"Values are summed. There are 3."},
                             {"0.25 is the largest"}});
}

TEST_CASE("rows that are shown together come with all of their notes") {
    const std::string of_second = "\u201ca\u201d";
    const std::string of_third = "\u201cpoem\u201d";
    const Lesson lesson{.notes = {{MatrixId::scores, "first"},
                                  {MatrixId::scores, of_second},
                                  {MatrixId::scores, of_third}}};
    const Document document = threeTokens();
    const std::vector<Step> steps = documentSteps(document);
    const Step& step = steps[stepCovering(steps, MatrixId::scores).value()];
    CHECK(inEnglish(rowNotes(lesson, document, step, {0, 2})) ==
          Texts{"first", of_second, of_third});
    CHECK(inEnglish(rowNotes(lesson, document, step, {1, 2})) == Texts{of_second, of_third});
}
