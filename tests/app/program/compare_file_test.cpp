// Compare with a document of another file, and snapshots under other names.
#include "app/program/effects.h"
#include "core/io/document_json.h"
#include "core/words/say.h"
#include "tests/app/fake_host.h"
#include "tests/app/menus.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr ImGuiKeyChord kCompareFileCompare = ImGuiMod_Alt | ImGuiKey_2;

/// Carries out what the program was asked to do, in a world of these files.
void carryOutAll(LabUnderTest& lab, FakeFiles& files) {
    for (const Effect& effect : lab.takeEffects()) {
        if (const auto answer = carryOut(files, nullptr, lab.state(), effect)) lab.act(*answer);
    }
    lab.ui.step(2);
}

/// Types a name into the sheet, which is open, and accepts it.
void accept(LabUnderTest& lab, FakeFiles& files, const std::string& name) {
    carryOutAll(lab, files);
    REQUIRE(lab.hands().open<FileSheet>() != nullptr);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type(name);
    lab.ui.step();
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    carryOutAll(lab, files);
}

void openSide(LabUnderTest& lab, const char* side) {
    lab.ui.click(std::string("Centre/") + side);
    lab.ui.step(3);
}

}  // namespace

TEST_CASE("a document of a file is compared with the one on screen") {
    const Document other = randomDocument({.tokens = 3, .dtype = DType::float32, .seed = 9});
    FakeFiles files;
    files.files["/home/other.lookback.json"] = writeDocument(other);
    for (const bool by_key : {false, true}) {
        LabUnderTest lab("write-a-poem");
        lab.goTo("Softmax");
        lab.ui.key(kCompareFileCompare);
        lab.ui.step(2);
        if (by_key) {
            lab.ui.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_O);
        } else {
            openSide(lab, "##b");
            lab.ui.click("popup/###open");
        }
        lab.ui.step(3);
        CHECK(lab.shows("Compare with a document"));
        accept(lab, files, "other.lookback.json");
        CHECK(lab.hands().open<FileSheet>() == nullptr);
        const VariantChoice& b = lab.place().compared.b;
        REQUIRE(b.kind == VariantKind::file);
        CHECK(*b.file == *readDocument(writeDocument(other)));
        CHECK(lab.shows("B \u00b7 other.lookback.json"));
        CHECK(lab.place().mode == Mode::compare);
        CHECK(lab.isAsOpened());
    }
}

TEST_CASE("a file that cannot be read says so on the sheet, and nothing changes") {
    FakeFiles files;
    files.files["/home/broken.json"] = "{\"lookback\": 1";
    LabUnderTest lab("write-a-poem");
    lab.ui.key(kCompareFileCompare);
    lab.ui.step(2);
    openSide(lab, "##a");
    lab.ui.click("popup/###open");
    lab.ui.step(3);
    for (const char* name : {"broken.json", "none.json"}) {
        accept(lab, files, name);
        const auto* const sheet = lab.hands().open<FileSheet>();
        REQUIRE(sheet != nullptr);
        CHECK_FALSE(sheet->message.empty());
        CHECK(lab.place().compared.a.kind == VariantKind::document);
    }
}

TEST_CASE("a snapshot gets another name, and Compare goes on to show it") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.ui.key(ImGuiKey_F8);
    lab.ui.key(ImGuiKey_F8);
    lab.ui.key(kCompareFileCompare);
    lab.ui.step(2);
    REQUIRE(lab.place().compared.a.name == "Snapshot 2");
    openSide(lab, "##a");
    openSubmenu(lab, "popup/###snapshots");
    openSubmenu(lab, "popup/###rename");
    lab.ui.click("popup/##name1");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type("Snapshot 1");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(english().text(lab.state().notice) ==
          "Another snapshot is named “Snapshot 1”. Choose another name.");
    CHECK(lab.document().snapshots[1].name == "Snapshot 2");
    lab.ui.click("popup/##name1");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type("before");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(lab.document().snapshots[1].name == "before");
    CHECK(lab.place().compared.a.name == "before");
    closeAll(lab);
    CHECK(lab.shows("A \u00b7 \u201cbefore\u201d"));
    lab.act(RenameSnapshot{"before", ""});
    CHECK(english().text(lab.state().notice) == "A snapshot needs a name.");
    CHECK(lab.document().snapshots[1].name == "before");
}
