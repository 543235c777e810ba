// Worksheets of lessons: every task is asked, and nothing before the last page tells an answer.

#include "core/io/lesson_worksheet.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "core/engine/stages.h"
#include "core/explain/following_cells.h"
#include "core/io/lesson_check.h"
#include "core/io/lesson_library.h"
#include "core/lesson/hidden_cells.h"
#include "core/lesson/judge.h"
#include "tests/core/lesson_files.h"
#include "tests/core/rare_digits.h"
#include "tests/core/worksheet_pages.h"

namespace lookback {
namespace {

using test::allBetween;
using test::sheetOf;

std::string pageOf(const GuidedLesson& lesson, const LessonWork& opened,
                   std::string_view language = "en") {
    const auto page = lessonWorksheetPage(
        {.lesson = lesson, .language = *findLanguage(language), .opened = opened});
    REQUIRE_MESSAGE(page.has_value(), (page ? "" : test::placed(page.error())));
    test::checkTags(*page);
    return *page;
}

std::string pageOf(const GuidedLesson& lesson) { return pageOf(lesson, lesson.work); }

std::string_view keyOf(std::string_view page) { return page.substr(sheetOf(page).size()); }

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// The section of a step, from 0 on.
std::string sectionOf(std::string_view page, std::size_t step) {
    return allBetween(sheetOf(page), "<section class=\"step\">", "</section>").at(step);
}

/// The digits of all cells of a step's document that it hides, or of those that it shows.
std::set<std::string> digitsOf(const LessonStep& step, const LessonFacts& facts, bool are_hidden) {
    const Document& document = *facts.moment().document;
    CellMarks hidden;
    for (const CellRange& range : hiddenThings(step, facts).cells) hidden.mark(document, range);
    markFollowing(document, hidden);
    std::set<std::string> digits;
    for (const MatrixId id : stageOrder(document)) {
        const Index heads = info(id).per_head ? document.heads : 1;
        for (Index head = 0; head < heads; ++head) {
            const MatrixView values = (*facts.trace())->view(id, head);
            for (Index row = 0; row < values.rows(); ++row) {
                for (Index col = 0; col < values.cols(); ++col) {
                    if (hidden.has(id, head, {row, col}) != are_hidden) continue;
                    digits.insert(test::rareDigits(values(row, col)));
                }
            }
        }
    }
    digits.erase("");
    return digits;
}

/// Digits that the page may show in its answers only: of numbers that are asked for, and of cells
/// that follow from what a task asks, but for copies of cells that it shows.
std::set<std::string> secretsOf(const GuidedLesson& lesson, const LessonWork& opened,
                                const Language& language) {
    std::set<std::string> secrets;
    const LessonMoments moments(lesson, opened);
    for (std::size_t k = 0; k < lesson.steps.size(); ++k) {
        const LessonStep& step = lesson.steps[k];
        if (!step.task || std::holds_alternative<MakeTask>(step.task->kind)) continue;
        const auto facts = moments.at(k, StepMoment::begun);
        REQUIRE(facts);
        if (facts->subject() == LessonSubject::document) {
            std::set<std::string> hidden = digitsOf(step, *facts, true);
            for (const std::string& shown : digitsOf(step, *facts, false)) hidden.erase(shown);
            secrets.merge(hidden);
        }
        if (!std::holds_alternative<NumberTask>(step.task->kind)) continue;
        const auto right = rightAnswers(*step.task, *facts);
        REQUIRE(right);
        const double number = std::get<double>(right->front());
        secrets.insert(test::rareDigits(number));
        if (number > 0 && number < 1 && number * 100 != std::round(number * 100)) {
            secrets.insert(wordingIn(language).written(Share{number}));
        }
    }
    secrets.erase("");
    return secrets;
}

TEST_CASE("a lesson's worksheet asks every task in its own way") {
    const std::string page = pageOf(test::lessonOfThreeTokens());
    CHECK(allBetween(sheetOf(page), "<section class=\"step\">", "</section>").size() == 6);
    CHECK(has(page,
              "Answer the 4 questions, numbers with 4 decimals. 1 task is done in the "
              "program."));
    CHECK(has(sectionOf(page, 0), "<h2>Step 1</h2><p>“Write” and “poem”</p>"));
    // A number: a line to write on, and the row of weights without its numbers.
    CHECK(has(sectionOf(page, 1), "How much? Answer in percent.<span class=\"answer\"></span>"));
    CHECK(allBetween(sectionOf(page, 1), "<td class=\"room\">", "</td>").size() == 9);
    CHECK(has(sectionOf(page, 2), "Mark the cell in the last matrix."));
    CHECK(has(sectionOf(page, 3), "<p class=\"sentence\"><span>Write</span><span>a</span>"));
    CHECK(allBetween(sectionOf(page, 4), "<span class=\"box\"></span><div>", "</div>") ==
          std::vector<std::string>{"One", "Two"});
    CHECK(has(sectionOf(page, 5), "<b>In the program:</b> Mend it."));
    CHECK(allBetween(sectionOf(page, 5), "<span class=\"box\">", "<").size() == 5);
    CHECK(!has(sectionOf(page, 5), "<table>"));

    const std::vector<std::string> answers = allBetween(keyOf(page), "<li>", "</li>");
    REQUIRE(answers.size() == 5);
    CHECK(has(answers[0],
              "<span class=\"result\">22.1%</span><span class=\"soft\"> \u00b1 1%</span></p>"
              "<p>It is 0.2205.</p>"));
    CHECK(has(answers[1], "row “Write”, column “Write”"));
    CHECK(has(answers[2], "“"));
    CHECK(has(answers[3], "<span class=\"result\">Two</span></p><p>Yes.</p>"));
    CHECK(has(answers[4], "<p>0.0000</p>"));
    CHECK(allBetween(page, "<footer>", "</footer>") ==
          std::vector<std::string>(2, "Lookback worksheet, seed 42"));
}

TEST_CASE("a text of a lesson's worksheet has a gap where it tells an answer") {
    Json file = test::lessonFile();
    file["steps"][2]["text"] = "It gave {percent: attention_weights[0][2]} and {exp(0)}.";
    file["steps"][4]["text"] = "{attention_weights[0][2], plural, one {# part} other {# parts}}";
    // Other embeddings give other weights, which tell nothing.
    file["steps"][5]["text"] = "Now {attention_weights[2][0]}.";
    const GuidedLesson lesson = test::lessonOf(file);
    const std::string page = pageOf(lesson);
    CHECK(has(sectionOf(page, 2), "<p>It gave ______ and 1.0000.</p>"));
    CHECK(has(sectionOf(page, 4), "<p>______</p>"));
    CHECK(!has(sectionOf(page, 5), "<p>Now ______.</p>"));
    CHECK(has(sheetOf(page), "A gap in a text is"));
    CHECK(has(keyOf(page), "<p><b>3 A cell</b>: It gave 22.1% and 1.0000.</p>"));
    CHECK(has(keyOf(page), "<p><b>5 A choice</b>: 0 parts</p>"));
    CHECK(!has(pageOf(test::lessonOfThreeTokens()), "A gap in a text is"));
}

TEST_CASE("on paper no task is done with a mouse or keys, and each number has its tolerance") {
    std::size_t questions = 0;
    for (const GuidedEntry& entry : guidedLessons()) {
        CAPTURE(entry.id);
        const auto numbers = std::count_if(
            entry.lesson->steps.begin(), entry.lesson->steps.end(), [](const LessonStep& step) {
                return step.task && std::holds_alternative<NumberTask>(step.task->kind);
            });
        for (const Language& language : kLanguages) {
            const std::string page = pageOf(*entry.lesson, entry.lesson->work, language.id);
            CHECK(static_cast<std::ptrdiff_t>(allBetween(keyOf(page), " \u00b1 ", "<").size()) ==
                  numbers);
            for (std::string question : allBetween(sheetOf(page), "<ol>", "</ol>")) {
                if (has(question, "<div><b>")) continue;  // in the program
                ++questions;
                std::transform(question.begin(), question.end(), question.begin(), [](char c) {
                    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
                });
                CAPTURE(question);
                for (const std::string_view word : {"click", "klik", "drag ", "press ", "tekan "}) {
                    CHECK(!has(question, word));
                }
            }
        }
    }
    CHECK(questions > 100);
}

TEST_CASE("no shipped lesson's worksheet tells an answer before its last page") {
    std::size_t secrets = 0;
    for (const GuidedEntry& entry : guidedLessons()) {
        CAPTURE(entry.id);
        REQUIRE(entry.lesson != nullptr);
        const GuidedLesson& lesson = *entry.lesson;
        std::vector<LessonWork> works{lesson.work};
        const bool is_document = lesson.subject() == LessonSubject::document;
        if (const auto other = is_document ? workOfSeed(lesson, 7) : std::nullopt) {
            works.push_back(*other);
        }
        for (const LessonWork& work : works) {
            for (const Language& language : kLanguages) {
                const std::string page = pageOf(lesson, work, language.id);
                CHECK(allBetween(keyOf(page), "<b class=\"label\">", "<").size() == lesson.tasks());
                CHECK(allBetween(sheetOf(page), "<b class=\"label\">", "<").size() ==
                      lesson.tasks());
                CHECK(has(page, "<html lang=\"" + std::string(language.id)));
                for (const std::string& digits : secretsOf(lesson, work, language)) {
                    ++secrets;
                    CAPTURE(digits);
                    CHECK(!has(sheetOf(page), digits));
                }
            }
        }
    }
    CHECK(secrets > 100);
}

TEST_CASE("on a worksheet about an experiment, losses that are asked for are gaps") {
    const GuidedLesson lesson = *openGuidedLesson("which-model-learned-more");
    const std::string page = pageOf(lesson);
    // The first task asks which training loss is lower after 150 steps.
    CHECK(
        has(sectionOf(page, 3), "the training loss of model A is ______, that of model B ______"));
    CHECK(!has(sectionOf(page, 2), "______"));
    CHECK(!has(page, "<table>"));
    CHECK(has(page, "seed " + seedOf(lesson.work)));
}

TEST_CASE("a worksheet's document has a limit") {
    GuidedLesson lesson = test::lessonOfThreeTokens();
    Document document = *lesson.document();
    document.tokens.assign(200, "a");
    document.embeddings = Matrix<double>(Matrix<double>::Zero(200, 2));
    lesson.work = std::make_shared<const Document>(document);
    const auto page = lessonWorksheetPage(
        {.lesson = lesson, .language = *findLanguage("en"), .opened = lesson.work});
    REQUIRE(!page);
    CHECK(test::placed(page.error()).find("a worksheet would have") != std::string::npos);
}

}  // namespace
}  // namespace lookback
