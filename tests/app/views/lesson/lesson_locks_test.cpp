// Locked parts of a lesson cannot be edited, in no way, and say so.
#include <functional>

#include "app/state/commands/commands.h"
#include "app/state/model/shown_lesson.h"
#include "core/document/edit.h"
#include "core/document/mask_edit.h"
#include "core/io/document_json.h"
#include "tests/app/lesson_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

void setSoftcap(Document& document, double cap) { document.softcap = cap; }
void setTwoHeads(Document& document) { setHeads(document, 2); }
void setBfloat16(Document& document) { document.dtype = DType::bfloat16; }
void setPlainScale(Document& document) { document.scale = {Scale::Kind::number, 2}; }
void setSinusoidal(Document& document) { document.positions.kind = PositionKind::sinusoidal; }

/// An edit of each part, by its name in files.
std::vector<std::pair<std::string, Action>> editsOfParts() {
    return {
        {"tokens", RemoveToken{0}},
        {"tokens", InsertToken{1, "new"}},
        {"tokens", MoveToken{0, 2}},
        {"tokens", SetSentence{{"x", "y"}}},
        {"tokens", RenameToken{0, "other"}},
        {"embeddings", SetNumber{MatrixId::embeddings, {0, 0}, 9}},
        {"embeddings", dragged(SetNumber{MatrixId::embeddings, {0, 0}, 9})},
        {"positions", Change(setSinusoidal)},
        {"heads", Change(setTwoHeads)},
        {"weights", SetNumber{MatrixId::w_query, {0, 0}, 9}},
        {"weights", SetOutput{true}},
        {"scale", Change(setPlainScale)},
        {"softcap", Change(setSoftcap, 5.0)},
        {"mask", SetMasked{false}},
        {"mask", FlipCell{{0, 0}}},
        {"mask", SetMaskRules{{}}},
        {"mask", PaintMask{{.allowed = false, .from = {0, 0}}, {0, 0}}},
        {"masking", SetMasking{{.method = MaskingMethod::add, .value = -5}}},
        {"masking", dragged(SetMasking{{.value = -5}})},
        {"dtype", Change(setBfloat16)},
    };
}

std::string lockingLesson(const std::string& lock) {
    Document document = lessonDocument("write-a-poem");
    document.lesson = nullptr;
    document.draw.reset();
    return R"({"lookback_lesson": 1, "title": "Locks", "minutes": 1, "summary": "Locks.",
        "goal": "Locks.", "document": )" +
           writeDocument(document) + R"(, "steps": [{"text": "A step.", "lock": )" + lock + "}]}";
}

}  // namespace

TEST_CASE("an edit of a locked part is refused with a sentence, and others are made") {
    for (const auto& row : editsOfParts()) {
        const std::string part = row.first;
        const Action& edit = row.second;
        CAPTURE(part);
        LabUnderTest locked;
        openText(locked, lockingLesson("[\"" + part + "\"]"));
        const Document before = locked.document();
        locked.carryOut(edit);
        CHECK(locked.document() == before);
        REQUIRE_FALSE(locked.state().notice.empty());
        CHECK(english()
                  .text(locked.state().notice.front())
                  .starts_with("This step of the lesson locks"));
        LabUnderTest open;
        openText(open, lockingLesson("[\"draw\"]"));
        open.carryOut(edit);
        CHECK(open.document() != before);
    }
}

TEST_CASE("while an answer is awaited, everything is locked") {
    for (const auto& row : editsOfParts()) {
        const std::string part = row.first;
        const Action& edit = row.second;
        CAPTURE(part);
        LabUnderTest lab;
        openShippedLesson(lab, "a-finite-value");
        const Document before = lab.document();
        lab.carryOut(edit);
        CHECK(lab.document() == before);
        REQUIRE_FALSE(lab.state().notice.empty());
        CHECK(english().text(lab.state().notice.front()) == "Locked until you have answered.");
    }
}

TEST_CASE("locked things look locked, and their fields do not open") {
    LabUnderTest lab;
    openShippedLesson(lab, "a-finite-value");
    CHECK(lab.ui.find("Top/##mask").disabled);
    CHECK(lab.ui.find("Top/###masked").disabled);
    CHECK(lab.ui.find("Edit/##add").disabled);
    CHECK(lab.ui.find("Edit/###draw").disabled);
    lab.ui.doubleClick("Edit/###token0");
    lab.ui.step(2);
    CHECK(lab.hands().doing<TokenNaming>() == nullptr);
    lab.ui.doubleClickAt(lab.center(MatrixId::embeddings, {0, 0}));
    lab.ui.step(2);
    CHECK(lab.hands().doing<NumberTyping>() == nullptr);
    lab.dragCell(MatrixId::embeddings, {0, 0}, 60);
    CHECK(lab.isAsOpened());
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.key(ImGuiKey_Tab);
    lab.ui.step(2);
    CHECK(lab.hands().doing<NumberTyping>() == nullptr);
    lab.act(ShowAnswer{});
    lab.ui.step(2);
    CHECK_FALSE(lab.ui.find("Top/##mask").disabled);
    CHECK_FALSE(lab.ui.find("Edit/##add").disabled);
    lab.dragCell(MatrixId::embeddings, {0, 0}, 60);
    CHECK_FALSE(lab.isAsOpened());
}

TEST_CASE("no command edits what is locked") {
    for (const Command& row : commands()) {
        if (row.action == nullptr) continue;
        LabUnderTest lab;
        openShippedLesson(lab, "a-finite-value");
        const bool is_of_lesson = row.group == CommandGroup::lesson;
        if (is_of_lesson || row.name == "undo" || !row.enabled(lab.state())) continue;
        CAPTURE(std::string(row.name));
        const Document before = lab.document();
        lab.carryOut(row.action(lab.state()));
        CHECK(lab.document() == before);
    }
}
