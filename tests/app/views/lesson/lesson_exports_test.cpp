// Exports of a lesson on the screen: its questions to print, and a student's answers.
#include <algorithm>
#include <sstream>

#include "app/program/exports.h"
#include "core/io/answers.h"
#include "tests/app/lesson_under_test.h"
#include "tests/core/lesson_files.h"
#include "tests/core/said.h"
#include "tests/core/worksheet_pages.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The lesson about three tokens, which may show its answers.
std::string threeTokens() {
    Json file = lessonFile();
    file["show_me"] = true;
    return file.dump();
}

StudentAnswers answersOf(const LabUnderTest& lab) {
    const Result<std::string> text = exportedText(lab.state(), ExportKind::answers);
    REQUIRE_MESSAGE(text.has_value(), (text ? "" : said(text.error())));
    const auto read = readAnswers(*text);
    REQUIRE_MESSAGE(read.has_value(), (read ? "" : placed(read.error())));
    return *read;
}

}  // namespace

TEST_CASE("a student's answers are written by the window and read for the class") {
    LabUnderTest lab;
    openText(lab, threeTokens());
    lab.act(GoToLessonStep{1});
    // Answers may be written while the lesson hides numbers.
    REQUIRE(!lab.state().lesson.hiding.cells.empty());
    CHECK(answersOf(lab).tasks.size() == 5);
    lab.act(AnswerTask{0.5});
    lab.act(AnswerTask{0.25});
    lab.act(GoToLessonStep{2});
    lab.act(AnswerTask{AnsweredCell{MatrixId::attention_weights, 0, {1, 0}}});
    lab.act(GoToLessonStep{3});
    lab.act(AnswerTask{AnsweredToken{2}});
    lab.act(GoToLessonStep{4});
    lab.act(AnswerTask{AnsweredChoice{0}});
    lab.act(ShowAnswer{});
    lab.act(GoToLessonStep{5});
    lab.act(ShowAnswer{});

    lab.choose("export", "###export-answers");
    REQUIRE(lab.hands().open<FileSheet>() != nullptr);
    CHECK(lab.shows("Your name"));
    CHECK(lab.shows("Your answers to the tasks of this lesson, for your teacher."));
    lab.act(FolderListed{"/home/ada", {}});
    (void)lab.takeEffects();
    lab.ui.type("Ada");
    lab.ui.key(ImGuiKey_Tab);
    lab.ui.step(2);
    lab.ui.type("mine");
    lab.ui.key(ImGuiKey_Enter);
    CHECK(lab.hands().open<FileSheet>()->student == "Ada");
    const std::vector<Effect> effects = lab.takeEffects();
    REQUIRE(effects.size() == 1);
    REQUIRE(std::holds_alternative<WriteExport>(effects.front()));
    CHECK(std::get<WriteExport>(effects.front()).kind == ExportKind::answers);
    CHECK(std::get<WriteExport>(effects.front()).path == "/home/ada/mine.answers.json");

    const StudentAnswers answers = answersOf(lab);
    std::ostringstream table;
    writeAnswersCsv(table, std::vector{answers});
    const std::string csv = table.str();
    CHECK(csv.substr(csv.find('\n') + 1) ==
          "Ada,test,42,0.5,0.25,false,"
          "attention_weights[1][0],attention_weights[1][0],false,tokens[2],tokens[2],false,"
          "choices[0],choices[0],true,,,true\n");
}

TEST_CASE("what was to be made is an answer once it is made, and other numbers begin anew") {
    LabUnderTest lab;
    openText(lab, threeTokens());
    lab.act(GoToLessonStep{1});
    lab.act(AnswerTask{0.5});
    lab.act(GoToLessonStep{5});
    CHECK(answersOf(lab).tasks[4].first.empty());
    Document mended = lab.document();
    mended.masking.value = -HUGE_VAL;
    lab.act(SetMasking{mended.masking});
    StudentAnswers answers = answersOf(lab);
    CHECK(answers.tasks[4].first == kMadeAnswer);
    CHECK(answers.tasks[4].last == kMadeAnswer);
    CHECK(!answers.tasks[4].shown);
    lab.act(DrawAnother{});
    answers = answersOf(lab);
    CHECK(answers.seed != "42");
    CHECK(answers.seed == lessonStand(lab.state()).seed);
    CHECK(std::all_of(answers.tasks.begin(), answers.tasks.end(),
                      [](const auto& task) { return task.first.empty() && task.last.empty(); }));
}

TEST_CASE("the worksheet of a lesson on the screen asks its questions") {
    LabUnderTest lab;
    openText(lab, threeTokens());
    const auto page = [&] { return exportedText(lab.state(), exportOf("worksheet")); };
    REQUIRE(page().has_value());
    CHECK(page()->find("How much?") != std::string::npos);
    CHECK(!leftOut(lab.state(), exportOf("worksheet")));
    lab.act(GoToLessonStep{1});
    REQUIRE(!page());
    CHECK(said(page().error()) == "Hidden until you have answered.");
    lab.act(DrawAnother{});
    lab.act(ShowAnswer{});
    REQUIRE(page().has_value());
    CHECK(page()->find("seed " + lessonStand(lab.state()).seed) != std::string::npos);
}

TEST_CASE("a lesson about an experiment exports its questions and answers, too") {
    LabUnderTest lab;
    openShippedLesson(lab, "which-model-learned-more");
    for (const char* const name : {"worksheet", "answers"}) {
        lab.choose("export", "###export-" + std::string(name));
        REQUIRE(lab.hands().open<FileSheet>() != nullptr);
        CHECK(lab.hands().open<FileSheet>()->task.kind == FileTask::Kind::export_as);
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
    }
    CHECK(answersOf(lab).lesson == "which-model-learned-more");
    CHECK(answersOf(lab).tasks.size() == lab.state().lesson.lesson()->tasks());
}

TEST_CASE("answers are exported of lessons with tasks only") {
    LabUnderTest lab("write-a-poem");
    const Result<std::string> refused = exportedText(lab.state(), ExportKind::answers);
    REQUIRE(!refused);
    CHECK(said(refused.error()) == "no lesson with tasks is on the screen");
}
