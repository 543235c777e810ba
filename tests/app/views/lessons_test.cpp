// Journeys: through all lessons and themes, and back by undo.
#include "core/document/edit.h"
#include "core/lesson/lesson.h"
#include "core/masking/methods.h"
#include "core/words/say.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("the theme is switched in the settings and with its key") {
    LabUnderTest lab("write-a-poem");
    const ImU32 light = lab.ui.colorAt({20, 60});
    lab.choose("settings", "###setting-theme");
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.preferences().theme == ThemeId::dark);
    CHECK(lab.ui.colorAt({20, 60}) == theme(ThemeId::dark).panel);
    CHECK(light == theme(ThemeId::light).panel);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_D);
    CHECK(lab.preferences().theme == ThemeId::light);
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("the document of every notebook opens, and the theme stays") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_D);
    REQUIRE(lessons().size() >= 5);
    for (const LessonEntry& lesson : lessons()) {
        CAPTURE(lesson.id);
        lab.act(OpenLesson{lesson.id, false});
        lab.ui.step(3);
        CHECK(lab.state().origin().shipped == lesson.id);
        CHECK(lab.document().tokens == lessonDocument(lesson.id).tokens);
        CHECK(lab.isAsOpened());
        CHECK(lab.place().step == 0);
        CHECK(lab.preferences().theme == ThemeId::dark);
        CHECK(lab.ui.find("Top/##lesson").shown().starts_with(lesson.title.in("en")));
        const auto& texts = lab.document().lesson;
        const bool has_prints = texts && !texts->expect.empty();
        const bool has_tables =
            has_prints &&
            std::any_of(texts->expect.begin(), texts->expect.end(),
                        [](const Expectation& print) { return print.masking.has_value(); });
        CHECK(lab.shows("Equals procedure 1 of the notebook.") == has_tables);
        CHECK(lab.shows("Numbers equal the notebook\u2019s to 4 decimals.") ==
              (has_prints && !has_tables));
        CHECK(isUpToDate(lab.state()));
    }
    // Opening is undone like any edit, with all that was done before it.
    lab.undoAll();
    CHECK(lab.state().origin().shipped == "write-a-poem");
    CHECK(lab.isAsOpened());
}

TEST_CASE("the panel says the subject of a lesson, and its source") {
    LabUnderTest lab("write-a-poem");
    CHECK(lab.showsLines(lab.document().lesson->summary.in("en")));
    CHECK(lab.showsLines(lab.document().lesson->source.in("en")));
    LabUnderTest own(randomDocument({}));
    CHECK_FALSE(own.shows("THIS LESSON"));
}

TEST_CASE("undoing everything gives the first document back, redoing everything the last") {
    LabUnderTest lab("causal-two-ways");
    lab.ui.click(lab.chip(4));
    lab.dragCell(MatrixId::w_query, {1, 1}, 70);
    lab.typeInto(MatrixId::w_value, {0, 0}, "1/7");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.click(lab.chip(2));
    lab.ui.key(ImGuiKey_Delete);
    lab.ui.drag(lab.ui.find(lab.chip(0)).center(), lab.ui.find(lab.chip(3)).center());
    lab.choose("mask", english().text(info(MaskKind::prefix_lm).label()));
    lab.goTo("Mask");
    lab.ui.clickAt(lab.figureCell("Centre/mask", {4, 0}, 5, 5));
    lab.ui.key(ImGuiKey_M);
    lab.choose("mask", english().text(maskingRow(MaskingMethod::multiply).words.label()));
    const Document last = lab.document();
    const Index last_token = lab.state().token();
    lab.undoAll();
    CHECK(lab.isAsOpened());
    CHECK(lab.state().token() == 4);
    CHECK(isUpToDate(lab.state()));
    CHECK(lab.shows("Equals procedure 1 of the notebook."));
    lab.redoAll();
    CHECK(lab.document() == last);
    CHECK(lab.state().token() == last_token);
    CHECK(isUpToDate(lab.state()));
    while (lab.state().document_work.history.canUndo()) lab.ui.click("Top/##undo");
    CHECK(lab.isAsOpened());
    lab.ui.click("Top/##redo");
    CHECK(!lab.isAsOpened());
}
