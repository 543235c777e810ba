// Journeys: files are opened, saved and exported on a sheet, and nothing is ever lost.
#include "app/program/exports.h"
#include "core/io/export_formats.h"
#include "messages/bars.h"
#include "messages/sheets.h"
#include "tests/app/lab_under_test.h"
#include "tests/app/pseudo_language.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The one wish of that kind among what the program was asked to do.
template <class Wish>
Wish onlyWishOfFiles(LabUnderTest& lab) {
    const std::vector<Effect> effects = lab.takeEffects();
    REQUIRE(effects.size() == 1);
    REQUIRE(std::holds_alternative<Wish>(effects.front()));
    return std::get<Wish>(effects.front());
}

/// Answers for the program: a folder with a file and a folder in it.
void list(LabUnderTest& lab) {
    lab.act(FolderListed{"/home/ada", {{"lessons", true}, {"mine.lookback.json", false}}});
}

}  // namespace

TEST_CASE("a file is chosen from its folder and opened") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_O);
    REQUIRE(lab.hands().open<FileSheet>() != nullptr);
    CHECK(onlyWishOfFiles<ListFolder>(lab).path.empty());
    list(lab);
    CHECK(lab.shows("in /home/ada"));
    CHECK(lab.shows("lessons/"));
    lab.ui.click("File/lessons##entry");
    CHECK(onlyWishOfFiles<ListFolder>(lab).path == "/home/ada/lessons");
}

TEST_CASE("an opened file takes the place of the lesson, and undo brings the lesson back") {
    LabUnderTest lab("write-a-poem");
    lab.dragCell(MatrixId::w_query, {0, 0}, 30);
    const Document edited = lab.document();
    lab.goTo("Softmax");
    lab.act(FileOpened{"/home/ada/mine.lookback.json", lessonDocument("the-cat-sat")});
    CHECK(lab.document().tokens == lessonDocument("the-cat-sat").tokens);
    CHECK(lab.state().origin().file == "/home/ada/mine.lookback.json");
    CHECK(lab.state().origin().shipped.empty());
    CHECK(lab.place().step == 0);
    CHECK(lab.state().document_work.is_saved);
    CHECK(isUpToDate(lab.state()));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.document() == edited);
    CHECK(lab.state().origin().shipped == "write-a-poem");
    CHECK(!lab.state().document_work.is_saved);
}

TEST_CASE("what is saved is marked as saved, and the mark follows undo") {
    LabUnderTest lab("write-a-poem");
    CHECK(!lab.shows("\u2022"));
    lab.dragCell(MatrixId::w_query, {0, 0}, 30);
    CHECK(lab.shows("\u2022"));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_S);
    REQUIRE(lab.hands().open<FileSheet>() != nullptr);
    CHECK(lab.hands().open<FileSheet>()->text == "write-a-poem.lookback.json");
    (void)lab.takeEffects();
    list(lab);
    lab.ui.key(ImGuiKey_Enter);
    CHECK(onlyWishOfFiles<WriteWork>(lab).path == "/home/ada/write-a-poem.lookback.json");
    lab.act(FileSaved{"/home/ada/write-a-poem.lookback.json",
                      std::make_shared<const Document>(lab.document())});
    CHECK(lab.hands().open<FileSheet>() == nullptr);
    CHECK(!lab.shows("\u2022"));
    CHECK(lab.shows("Saved as"));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.state().document_work.is_saved);  // the lesson as it was opened is not lost either
    lab.dragCell(MatrixId::w_key, {0, 0}, 30);
    CHECK(!lab.state().document_work.is_saved);
    // The file has a name now, so it is not asked for again.
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_S);
    CHECK(lab.hands().open<FileSheet>() == nullptr);
    CHECK(onlyWishOfFiles<WriteWork>(lab).path == "/home/ada/write-a-poem.lookback.json");
}

TEST_CASE("a file that is there is replaced only when one says so twice") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
    (void)lab.takeEffects();
    list(lab);
    lab.ui.click("File/mine.lookback.json##entry");
    CHECK(lab.hands().open<FileSheet>()->text == "mine.lookback.json");
    lab.ui.click("File/##accept");
    const auto asked = onlyWishOfFiles<WriteWork>(lab);
    CHECK(!asked.expected.anything);
    CHECK(!asked.expected.fingerprint.has_value());
    lab.act(FileInTheWay{asked.path});
    CHECK(lab.shows("already exists"));
    lab.ui.click("File/##accept");
    const auto wish = onlyWishOfFiles<WriteWork>(lab);
    CHECK(wish.path == "/home/ada/mine.lookback.json");
    CHECK(wish.expected.anything);
    lab.act(FileFailed{{"/home/ada/mine.lookback.json", test::asWritten("Permission denied")}});
    CHECK(lab.hands().open<FileSheet>() != nullptr);
    CHECK(lab.shows("Permission denied"));
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    CHECK(lab.hands().open<FileSheet>() == nullptr);
}

TEST_CASE("everything in the table of exports can be written") {
    LabUnderTest lab("write-a-poem");
    for (const ExportInfo& row : exports()) {
        if (!row.of_document) continue;
        lab.choose("export", "###export-" + std::string(row.name));
        REQUIRE(lab.hands().open<FileSheet>() != nullptr);
        CHECK(lab.shows(english().text(row.line())));
        CHECK(lab.hands().open<FileSheet>()->text.ends_with(row.ending));
        (void)lab.takeEffects();
        list(lab);
        lab.ui.key(ImGuiKey_Enter);
        const auto wish = onlyWishOfFiles<WriteExport>(lab);
        CHECK(wish.kind == row.kind);
        CHECK(wish.path == "/home/ada/write-a-poem" + std::string(row.ending));
        if (row.isPicture()) {
            lab.act(PictureAllowed{wish.path, wish.kind});
            const auto picture = onlyWishOfFiles<TakePicture>(lab);
            CHECK(picture.path == wish.path);
            CHECK(picture.kind == row.kind);
            CHECK(lab.hands().open<FileSheet>() == nullptr);  // it would be in the picture
        }
        lab.act(FileExported{wish.path});
        CHECK(lab.hands().open<FileSheet>() == nullptr);
        CHECK(lab.shows("Written to"));
    }
    CHECK(lab.isAsOpened());
}

TEST_CASE("a switch among the pictures of the menu lets them open again, or not") {
    LabUnderTest lab("write-a-poem");
    lab.ui.click("Top/##export");
    lab.ui.step(2);
    for (const bool is_on : {false, true}) {
        lab.ui.click("popup/###pictures-open-again");  // the menu stays open
        lab.ui.step(2);
        CHECK(lab.preferences().pictures_open_again == is_on);
    }
}

TEST_CASE("a link asks for the page to which it leads, and keeps it") {
    LabUnderTest lab("write-a-poem");
    const auto ask = [&] {
        lab.ui.click("Top/##export");
        lab.ui.step(2);
        lab.ui.click("popup/###copy-link");
        lab.ui.step(2);
    };
    ask();
    REQUIRE(lab.hands().open<LinkSheet>() != nullptr);
    for (const char* const none : {"example.org", "https://", "https://example org/", ""}) {
        CAPTURE(none);
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
        lab.ui.key(ImGuiKey_Delete);
        lab.ui.type(none);
        lab.ui.key(ImGuiKey_Enter);
        REQUIRE(lab.hands().open<LinkSheet>() != nullptr);
        CHECK(lab.shows("Expected the address of a page"));
        CHECK(lab.takeEffects().empty());
    }
    lab.ui.type(" https://example.org/lookback/#d=old");
    CHECK_FALSE(lab.shows("Expected the address of a page"));
    lab.ui.key(ImGuiKey_Enter);
    CHECK(onlyWishOfFiles<MakeLink>(lab).page == "https://example.org/lookback/");
    CHECK(lab.hands().open<LinkSheet>() == nullptr);
    CHECK(lab.preferences().page == "https://example.org/lookback/");
    ask();
    lab.ui.click("Link/###copy");
    CHECK(onlyWishOfFiles<MakeLink>(lab).page == "https://example.org/lookback/");
    ask();
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.hands().open<LinkSheet>() == nullptr);
    CHECK(lab.takeEffects().empty());
}

TEST_CASE("the sheet of a link is whole at every size, in every language") {
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        for (const Language* const language : {&kLanguages[0], &kLanguages[1], &pseudoLanguage()}) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(Change(&Preferences::language, language));
            lab.act(Change(&Hands::sheet, LinkSheet{"example.org", {}}));
            lab.ui.step(2);
            lab.ui.key(ImGuiKey_Enter);
            lab.ui.step(2);
            CAPTURE(size.x);
            CAPTURE(language->id);
            CHECK(lab.showsLines(lab.state().wording().text(say::sheets::LinkAbout{})));
            CHECK(lab.showsLines(lab.state().wording().text(say::sheets::LinkNoAddress{})));
            const ImRect sheet = ImGui::FindWindowByName("Link")->Rect();
            CHECK(ImRect({0, 0}, size).Contains(sheet));
            for (const char* const item : {"Link/##page", "Link/###copy", "Link/###close"}) {
                CHECK(sheet.Contains(lab.ui.find(item).rect));
            }
            CHECK(lab.textIn(lab.ui.find("Link/###copy").rect)
                      .ends_with(lab.state().wording().text(say::bars::CopyLink{})));
        }
    }
}

TEST_CASE("the menu has every format of the command export") {
    LabUnderTest lab("write-a-poem");
    lab.ui.click("Top/##export");
    lab.ui.step(2);
    for (const ExportFormat& row : kExportFormats) {
        CAPTURE(row.name);
        CHECK(lab.ui.exists("popup/###export-" + std::string(row.name)));
        CHECK(info(exportOf(row.name)).row == &row);
        CHECK((row.write != nullptr) != row.drawn.has_value());
        if (row.drawn) continue;
        const Result<std::string> text = exportedText(lab.state(), exportOf(row.name));
        REQUIRE(text);
        // As the command writes it, but for the name of the document that made it.
        const auto written = row.write({.report = {lab.document(), lab.trace(), lab.trace().order},
                                        .language = kLanguages.front()});
        REQUIRE(written);
        CHECK(*text == *written);
    }
}

TEST_CASE("while a file is chosen, the keys are the sheet's") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_O);
    lab.ui.key(ImGuiKey_M);
    lab.ui.key(ImGuiKey_RightArrow);
    CHECK(lab.isAsOpened());
    CHECK(lab.place().step == 0);
}

TEST_CASE("a name without an ending gets one, and what is there under it is asked about") {
    LabUnderTest lab("write-a-poem");
    const auto save_as = [&](const char* name) {
        lab.ui.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
        const FileTask task = onlyWishOfFiles<ListFolder>(lab).task;
        CHECK(isListed(task, "a.json"));
        CHECK_FALSE(isListed(task, "a.csv"));
        list(lab);
        lab.ui.type(name);
        lab.ui.key(ImGuiKey_Enter);
    };
    struct Named {
        const char* typed;
        const char* path;
    };
    for (const Named& row :
         {Named{"demo", "/home/ada/demo.lookback.json"}, Named{"demo.json", "/home/ada/demo.json"},
          Named{"a.lookback.json", "/home/ada/a.lookback.json"}}) {
        save_as(row.typed);
        CHECK(onlyWishOfFiles<WriteWork>(lab).path == row.path);
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
    }
    save_as("mine");
    lab.act(FileInTheWay{onlyWishOfFiles<WriteWork>(lab).path});
    CHECK(lab.shows("already exists"));
    CHECK(lab.hands().open<FileSheet>()->text == "mine.lookback.json");
    lab.ui.step(2);
    lab.ui.key(ImGuiKey_Enter);
    const auto wish = onlyWishOfFiles<WriteWork>(lab);
    CHECK(wish.path == "/home/ada/mine.lookback.json");
    CHECK(wish.expected.anything);
}

TEST_CASE("exports get their own ending") {
    for (const ExportInfo& row : exports()) {
        const FileTask task{.kind = FileTask::Kind::export_as, .as = row.kind};
        const std::string last(lastPart(row.ending));
        CHECK(fileName(task, "demo") == "demo" + std::string(row.ending));
        CHECK(fileName(task, "demo" + last) == "demo" + last);
        CHECK(fileName(task, "a.b") == "a.b" + std::string(row.ending));
    }
    CHECK(fileName({FileTask::Kind::open}, "demo") == "demo");
}

TEST_CASE("files that hold numbers are listed where one opens a document, or numbers") {
    for (const char* name : {"a.npy", "a.npz", "a.safetensors", "a.csv", "a.txt", "a.tex"}) {
        CAPTURE(name);
        CHECK(isListed({FileTask::Kind::open}, name));
        CHECK(isListed({FileTask::Kind::numbers}, name));
        CHECK_FALSE(isListed({FileTask::Kind::save}, name));
    }
    CHECK(isListed({FileTask::Kind::open}, "a.json"));
    CHECK_FALSE(isListed({FileTask::Kind::numbers}, "a.json"));
    CHECK(isListed({FileTask::Kind::open}, "a.png"));
    CHECK_FALSE(isListed({FileTask::Kind::numbers}, "a.png"));
    // Train learns from a text.
    CHECK(isNumberFile("a.txt", SubjectKind::document));
    CHECK_FALSE(isNumberFile("a.txt", SubjectKind::experiment));
    CHECK(isNumberFile("a.npz", SubjectKind::experiment));
}
