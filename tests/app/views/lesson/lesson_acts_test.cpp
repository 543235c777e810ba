// A lesson is worked through by mouse, by keys and by a presenter's remote.
#include <cmath>

#include "app/state/commands/commands.h"
#include "app/state/model/shown_quantity.h"
#include "tests/app/finite_value_lesson.h"
#include "tests/app/lesson_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

const ShownLesson& shownOf(const LabUnderTest& lab) { return lab.state().lesson; }

/// Types a number into the field of the task and checks it.
void typeAnswer(LabUnderTest& lab, std::string_view text) {
    lab.ui.click("Lesson/##answer");
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type(text);
    lab.ui.click("Lesson/###check");
    lab.ui.step(3);
}

double weightOfPoem(const LabUnderTest& lab) {
    return lab.number(MatrixId::attention_weights, {0, 2});
}

/// Goes to the third step of the lesson, where the masking is repaired.
void goToRepair(LabUnderTest& lab) {
    lab.act(GoToLessonStep{2});
    lab.ui.step(2);
    REQUIRE(shownOf(lab).asks<MakeTask>() != nullptr);
}

}  // namespace

TEST_CASE("a lesson opens where it leads, with its task and what it hides") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    CHECK(lab.place().mode == Mode::lab);
    CHECK(lab.step() == "Softmax");
    REQUIRE(focusedTarget(lab.state()));
    CHECK(focusedTarget(lab.state())->cell == Cell{0, 2});
    CHECK(lab.showsLines("How much of its weight does “Write” give to “poem”?"));
    CHECK(lab.shows("Hidden until you have answered."));
    CHECK_FALSE(isShown(lab.state(), {.id = MatrixId::attention_weights, .row = 0, .col = 2}));
    CHECK_FALSE(isShown(lab.state(), {.id = MatrixId::context, .row = 0}));
    CHECK(isShown(lab.state(), {.id = MatrixId::masked_scores}));
}

TEST_CASE("by mouse: a wrong number is named, a hint helps, and the right one is told with it") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    typeAnswer(lab, "0");
    CHECK(lab.showsLines("would be right if −1 blocked the token"));
    CHECK(shownOf(lab).isOpen());
    CHECK(lab.ui.exists("Lesson/##answer"));
    lab.ui.click("Lesson/###hint");
    lab.ui.step(2);
    CHECK(lab.showsLines("Hint:"));
    CHECK_FALSE(lab.ui.exists("Lesson/###hint"));
    typeAnswer(lab, formatPercent(weightOfPoem(lab)));
    CHECK_FALSE(shownOf(lab).isOpen());
    CHECK(shownOf(lab).task.is_solved);
    CHECK(lab.shows("you said first"));
    CHECK(lab.shows("0.0%"));
    CHECK(lab.showsLines("Softmax divides"));
    CHECK_FALSE(lab.shows("Hidden until you have answered."));
    CHECK(isShown(lab.state(), {.id = MatrixId::context}));
    lab.ui.click("Lesson/###next");
    lab.ui.step(3);
    CHECK(shownOf(lab).stand.step == 1);
}

TEST_CASE("by mouse alone: a number is dragged to its answer, and Esc takes a drag back") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    const auto drag = [&](float by) {
        const ImVec2 from = lab.ui.find("Lesson/##answer").center();
        lab.ui.drag(from, {from.x + by, from.y});
        lab.ui.step(2);
    };
    drag(40);
    CHECK(lab.hands().answer.text == "40%");
    CHECK(lab.hands().isIdle());
    drag(-15);
    CHECK(lab.hands().answer.text == "25%");

    const ImVec2 at = lab.ui.find("Lesson/##answer").center();
    lab.ui.move(at);
    lab.ui.press();
    lab.ui.move({at.x + 60, at.y});
    CHECK(lab.hands().answer.text == "85%");
    lab.ui.key(ImGuiKey_Escape);
    CHECK(lab.hands().answer.text == "25%");
    lab.ui.release();
    lab.ui.step(2);
    CHECK(lab.hands().answer.text == "25%");
    CHECK_FALSE(shownOf(lab).task.first);

    drag(-25);
    CHECK(lab.hands().answer.text == "0%");
    drag(static_cast<float>(std::round(100 * weightOfPoem(lab))));
    lab.ui.click("Lesson/###check");
    lab.ui.step(2);
    CHECK(shownOf(lab).task.is_solved);
}

TEST_CASE("the document of a lesson has the lesson's title, until it gets another") {
    LabUnderTest lab;
    lab.act(Change(&Preferences::language, findLanguage("id")));
    lab.act(OpenLesson{"first-minutes"});
    lab.ui.step(3);
    CHECK_FALSE(lab.shows("First minutes"));
    CHECK(lab.shows("Menit-menit pertama"));
    lab.act(SetTitle{"Mine"});
    CHECK(lab.shows("Mine"));
}

TEST_CASE("one answer is not called the first, and a score before softmax has one spelling") {
    LabUnderTest lab;
    openShippedLesson(lab, "zeros-and-ones");
    lab.act(ShowAnswer{});
    lab.ui.step(2);
    const std::string card = cardText(lab);
    CAPTURE(card);
    CHECK(card.find("S_M[") != std::string::npos);
    CHECK(card.find("SM[") == std::string::npos);
    lab.act(GoToLessonStep{1});
    lab.act(AnswerTask{lab.number(MatrixId::attention_weights, {1, 2}) +
                       lab.number(MatrixId::attention_weights, {1, 3})});
    lab.ui.step(2);
    CHECK(lab.shows("you said"));
    CHECK_FALSE(lab.shows("you said first"));
    lab.act(BeginStepAgain{});
    lab.act(AnswerTask{0.5});
    lab.act(AnswerTask{0.25});
    lab.ui.step(2);
    CHECK(lab.shows("you said first"));
}

TEST_CASE("a lost sign is named with the operands of the task") {
    LabUnderTest lab;
    openShippedLesson(lab, "write-a-poem");
    lab.act(AnswerTask{-lab.number(MatrixId::scores, {1, 0})});
    lab.ui.step(2);
    CHECK(lab.showsLines("has the wrong sign. The last product, "));
    lab.act(AnswerTask{12.5});
    lab.ui.step(2);
    CHECK(lab.showsLines("12.5000 is not q · k."));
}

TEST_CASE("the first answer moves no choice") {
    for (const Language& language : kLanguages) {
        LabUnderTest lab;
        lab.act(Change(&Preferences::language, &language));
        lab.act(OpenLesson{"first-minutes"});
        lab.act(GoToLessonStep{5});
        lab.ui.step(3);
        const auto tops = [&] {
            std::vector<float> all;
            for (const char* const choice : {"0", "1", "2", "3"}) {
                all.push_back(lab.ui.find(std::string("Lesson/###choice-") + choice).rect.Min.y);
            }
            return all;
        };
        const std::vector<float> before = tops();
        lab.ui.click("Lesson/###choice-0");
        lab.ui.step(3);
        REQUIRE(shownOf(lab).task.first == TaskAnswer(AnsweredChoice{0}));
        CHECK(tops() == before);
    }
}

TEST_CASE("a number typed without a click is the answer, however fast it is typed") {
    for (const int frames : {0, 1, 3}) {
        CAPTURE(frames);
        LabUnderTest lab;
        openText(lab, kFiniteValueLesson);
        for (const char* const character : {"0", ".", "4", "0", "7", "7"}) {
            ImGui::GetIO().AddInputCharactersUTF8(character);
            lab.ui.step(frames);
        }
        lab.ui.step(4);
        CHECK(lab.hands().answer.text == "0.4077");
        lab.ui.key(ImGuiKey_Enter);
        lab.ui.step(2);
        CHECK(shownOf(lab).task.first == TaskAnswer(0.4077));
    }
}

TEST_CASE("a checked answer gives the keyboard back, however soon Enter follows") {
    for (const int frames : {0, 1, 2, 3, 4}) {
        CAPTURE(frames);
        LabUnderTest lab;
        openText(lab, kFiniteValueLesson);
        for (const char* const answer : {"0.9", "0.8"}) {
            ImGui::GetIO().AddInputCharactersUTF8(answer);
            lab.ui.step(frames);
            lab.ui.key(ImGuiKey_Enter);
            lab.ui.step(6);
            CHECK(lab.hands().answer.text == answer);
        }
        CHECK(shownOf(lab).task.last == TaskAnswer(0.8));
        lab.ui.key(ImGuiKey_I);
        CHECK(shownOf(lab).task.hints == 1);
        CHECK(lab.hands().answer.text == "0.8");
    }
}

TEST_CASE("a text that is no number is no answer") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    typeAnswer(lab, "2 much");
    CHECK_FALSE(shownOf(lab).task.first);
    CHECK_FALSE(lab.hands().answer.fault.empty());
    typeAnswer(lab, "0.9");
    CHECK(lab.hands().answer.fault.empty());
    CHECK(shownOf(lab).task.first == TaskAnswer(0.9));
}

TEST_CASE("by mouse: a cell of the figure is the answer, and not only a cell in focus") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    lab.act(GoToLessonStep{1});
    lab.ui.step(3);
    REQUIRE(shownOf(lab).asks<CellTask>() != nullptr);
    const auto click = [&](Cell cell) {
        lab.ui.clickAt(lab.figureCell("Centre/attention_weights", cell, 3, 3));
        lab.ui.step(3);
    };
    click({1, 0});
    CHECK(shownOf(lab).isOpen());
    CHECK(lab.showsLines("this one is allowed"));
    CHECK(shownOf(lab).task.first ==
          TaskAnswer(AnsweredCell{MatrixId::attention_weights, 0, {1, 0}}));
    click({0, 1});
    click({1, 2});
    click({0, 2});
    CHECK_FALSE(shownOf(lab).isOpen());
    CHECK(lab.showsLines("There it leaks most."));
}

TEST_CASE("by mouse: what is to be made ticks while it is made") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    goToRepair(lab);
    REQUIRE(shownOf(lab).conditions.size() == 3);
    CHECK_FALSE(shownOf(lab).conditions[0].holds);
    CHECK(shownOf(lab).conditions[1].holds);
    CHECK(lab.shows("Nothing leaks"));
    Masking masking = lab.document().masking;
    masking.value = -20;
    lab.act(SetMasking{masking});
    CHECK(shownOf(lab).isOpen());
    masking.value = -std::numeric_limits<double>::infinity();
    lab.act(SetMasking{masking});
    lab.ui.step(2);
    CHECK_FALSE(shownOf(lab).isOpen());
    CHECK(shownOf(lab).task.is_solved);
    CHECK_FALSE(shownOf(lab).task.is_shown);
    CHECK(lab.shows("This was the last step."));
}

TEST_CASE("Show me answers every task, and one undo takes back what it made") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    lab.ui.click("Lesson/###show-me");
    lab.ui.step(2);
    CHECK(shownOf(lab).task.is_shown);
    CHECK_FALSE(shownOf(lab).task.is_solved);
    CHECK(lab.shows("it is"));
    CHECK(lab.showsLines("Softmax divides"));
    goToRepair(lab);
    lab.ui.click("Lesson/###show-me");
    lab.ui.step(2);
    CHECK(shownOf(lab).task.isDone());
    CHECK(std::isinf(lab.document().masking.value));
    CHECK(shownOf(lab).conditions[0].holds);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.document().masking.value == -1);
    CHECK(shownOf(lab).stand.step == 2);
}

TEST_CASE("by keys: a digit begins the answer, in place of the one before") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    const Index token = lab.state().token();
    for (const char* const answer : {"25%", "31%"}) {
        lab.ui.type(std::string_view(answer).substr(0, 1));
        lab.ui.step(4);
        lab.ui.type(std::string_view(answer).substr(1));
        lab.ui.step(2);
        CHECK(lab.hands().answer.text == answer);
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
    }
    CHECK(lab.state().token() == token);
}

TEST_CASE("by keys: Enter checks, J goes on and back, I hints, A shows") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    lab.ui.key(ImGuiKey_Enter);  // the field takes the keyboard
    lab.ui.step(2);
    lab.ui.type("0.5");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(shownOf(lab).task.first == TaskAnswer(0.5));
    lab.ui.key(ImGuiKey_I);
    CHECK(shownOf(lab).task.hints == 1);
    lab.ui.key(ImGuiKey_A);
    CHECK(shownOf(lab).task.is_shown);
    lab.ui.key(ImGuiKey_J);
    CHECK(shownOf(lab).stand.step == 1);
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_J);
    CHECK(shownOf(lab).stand.step == 0);
    lab.ui.key(ImGuiKey_J);
    lab.ui.step(2);
    // The cell in focus is the answer: the arrow keys go to it.
    lab.act(FocusCell{2});
    lab.ui.key(ImGuiKey_Enter);
    CHECK(shownOf(lab).task.last ==
          TaskAnswer(AnsweredCell{MatrixId::attention_weights, 0, {0, 2}}));
    CHECK(shownOf(lab).task.is_solved);
}

TEST_CASE("by remote: Next shows the answer of an open task, then goes on, and Back goes back") {
    LabUnderTest lab("write-a-poem", kProjector);
    openText(lab, kFiniteValueLesson);
    lab.ui.key(ImGuiKey_F5);
    lab.ui.step(3);
    CHECK(lab.showsLines("How much of its weight does “Write” give to “poem”?"));
    lab.ui.key(ImGuiKey_PageDown);
    lab.ui.step(2);
    CHECK(shownOf(lab).stand.step == 0);
    CHECK(shownOf(lab).task.is_shown);
    lab.ui.key(ImGuiKey_PageDown);
    lab.ui.step(2);
    CHECK(shownOf(lab).stand.step == 1);
    // Cells that have not appeared come first.
    lab.act(GoTo{lab.place().step, 0});
    lab.ui.key(ImGuiKey_PageDown);
    CHECK(lab.place().revealed == lab.state().shown.lastCell(lab.state().step()));
    CHECK(shownOf(lab).isOpen());
    lab.ui.key(ImGuiKey_PageDown);
    lab.ui.key(ImGuiKey_PageDown);
    CHECK(shownOf(lab).stand.step == 2);
    lab.ui.key(ImGuiKey_PageDown);
    CHECK(shownOf(lab).conditions[0].holds);
    lab.ui.key(ImGuiKey_PageDown);
    CHECK(shownOf(lab).stand.step == 2);  // the last
    lab.ui.key(ImGuiKey_PageUp);
    CHECK(shownOf(lab).stand.step == 1);
}

TEST_CASE("going back and forth keeps one's own solution and the answers") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    lab.act(AnswerTask{0.5});
    lab.act(ShowAnswer{});
    goToRepair(lab);
    Masking masking = lab.document().masking;
    masking.value = -1e9;
    lab.act(SetMasking{masking});
    REQUIRE(shownOf(lab).task.is_solved);
    lab.act(GoToLessonStep{0});
    CHECK(lab.document().masking.value == -1);
    CHECK(shownOf(lab).task.first == TaskAnswer(0.5));
    CHECK(shownOf(lab).task.is_shown);
    lab.act(GoToLessonStep{2});
    CHECK(lab.document().masking.value == -1e9);
    CHECK(shownOf(lab).task.is_solved);
}

TEST_CASE("undo goes back to the step before, with its numbers and its place") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    lab.act(GoToLessonStep{1});
    CHECK(shownOf(lab).stand.step == 1);
    lab.act(Undo{});
    CHECK(shownOf(lab).stand.step == 0);
    CHECK(focusedTarget(lab.state())->cell == Cell{0, 2});
    lab.act(Redo{});
    CHECK(shownOf(lab).stand.step == 1);
    lab.act(Undo{});
    lab.act(Undo{});
    CHECK(shownOf(lab).step() == nullptr);  // the lesson before it was opened
    CHECK_FALSE(lab.ui.exists("Lesson/###check"));
}

TEST_CASE("a step and the lesson begin again, and another draw asks the same of other numbers") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    lab.act(AnswerTask{0.5});
    lab.act(BeginStepAgain{});
    CHECK_FALSE(shownOf(lab).task.first);
    lab.act(ShowAnswer{});
    lab.ui.step(2);
    const Document before = lab.document();
    lab.ui.click("Lesson/###another");
    lab.ui.step(3);
    CHECK(lab.document().weights.query != before.weights.query);
    CHECK(lab.document().tokens == before.tokens);
    CHECK(shownOf(lab).stand.step == 0);
    CHECK(shownOf(lab).isOpen());
    CHECK_FALSE(shownOf(lab).task.first);
    CHECK(shownOf(lab).task.was_done);
    lab.act(ShowAnswer{});
    lab.act(Undo{});
    CHECK(lab.document() == before);
    lab.act(GoToLessonStep{2});
    lab.act(BeginLessonAgain{});
    CHECK(shownOf(lab).stand == LessonStand());
    CHECK(shownOf(lab).isOpen());
    CHECK_FALSE(shownOf(lab).task.was_done);
}

TEST_CASE("a lesson goes on where one stood last, and from its first step once all is done") {
    LabUnderTest lab;
    openText(lab, kFiniteValueLesson);
    lab.act(ShowAnswer{});
    lab.act(GoToLessonStep{1});
    lab.act(OpenLesson{"the-cat-sat", false});
    CHECK(shownOf(lab).step() == nullptr);
    openText(lab, kFiniteValueLesson);
    CHECK(shownOf(lab).stand.step == 1);
    lab.act(ShowAnswer{});
    lab.act(GoToLessonStep{2});
    lab.act(ShowAnswer{});
    lab.act(OpenLesson{"the-cat-sat", false});
    openText(lab, kFiniteValueLesson);
    CHECK(shownOf(lab).stand.step == 0);
    CHECK(shownOf(lab).task.is_shown);
}

TEST_CASE("hands are counted for each choice, and once more after discussion") {
    LabUnderTest lab("write-a-poem", kProjector);
    openText(lab, R"({"lookback_lesson": 1, "title": "Hands", "minutes": 1, "summary": "Hands.",
        "goal": "Hands.", "document": {"lookback": 1, "tokens": ["a", "b"], "dtype": "float32",
        "embeddings": [[1, 0], [0, 1]], "heads": 1,
        "weights": {"query": [[1, 0], [0, 1]], "key": [[1, 0], [0, 1]], "value": [[1, 0], [0, 1]]},
        "scale": "sqrt_dk", "mask": [{"kind": "causal"}], "masking": {"method": "fill", "value": -1e9}},
        "steps": [{"title": "One", "text": "A choice.", "look": {"step": "attention_weights"},
        "task": {"kind": "choice", "ask": "Which?", "right": 1, "choices": [
        {"text": "The first", "reply": "No: it is the other."},
        {"text": "The second", "reply": "Yes."}]}}]})");
    lab.ui.key(ImGuiKey_F5);
    lab.ui.step(2);
    lab.ui.key(ImGuiKey_G);
    for (const ImGuiKey key : {ImGuiKey_1, ImGuiKey_1, ImGuiKey_2, ImGuiKey_1, ImGuiKey_9}) {
        lab.ui.key(key);
    }
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_1);
    CHECK(shownOf(lab).task.hands == HandCounts{2, 1});
    CHECK(shownOf(lab).isOpen());  // digits answer nothing meanwhile
    lab.ui.key(ImGuiKey_G);
    lab.ui.key(ImGuiKey_G);
    lab.ui.key(ImGuiKey_2);
    CHECK(shownOf(lab).task.hands == HandCounts{0, 1});
    CHECK(shownOf(lab).task.hands_before == HandCounts{2, 1});
    lab.ui.key(ImGuiKey_G);
    lab.ui.key(ImGuiKey_1);
    lab.ui.step(2);
    CHECK(lab.showsLines("No: it is the other."));
    CHECK(shownOf(lab).isOpen());
    lab.ui.click("Lesson/###choice-1");
    lab.ui.step(2);
    CHECK_FALSE(shownOf(lab).isOpen());
    CHECK(lab.showsLines("Yes."));
}

TEST_CASE("letters are commands only where nobody writes") {
    LabUnderTest lab;
    const std::string kept = "JUIABFGS";
    const auto check = [&](bool may_write) {
        for (int k = 0; k < 26; ++k) {
            const Key letter = keyAfter(Key::a, k);
            CAPTURE(k);
            const bool stays = kept.find(static_cast<char>('A' + k)) != std::string::npos;
            CHECK(belongsToWriting(lab.state(), letter) == (may_write && !stays));
            CHECK_FALSE(belongsToWriting(lab.state(), kCtrl | letter));
            CHECK_FALSE(belongsToWriting(lab.state(), kAlt | letter));
        }
    };
    check(false);
    for (const GuidedEntry& entry : guidedLessons()) {
        CAPTURE(entry.id);
        lab.act(OpenLesson{entry.id});
        for (std::size_t k = 0; k < entry.lesson->steps.size(); ++k) {
            CAPTURE(k);
            lab.carryOut(GoToLessonStep{k});
            const bool is_number = shownOf(lab).asks<NumberTask>() != nullptr;
            const bool is_cell = shownOf(lab).asks<CellTask>() != nullptr;
            check(is_number || is_cell);
            for (const Key key : {Key::digit_0, Key::digit_9, Key::minus, Key::comma, Key::period,
                                  Key::keypad_add, Key::keypad_subtract}) {
                CHECK(belongsToWriting(lab.state(), key) == is_number);
            }
        }
        lab.carryOut(WriteLesson{});
        REQUIRE(isWritingLesson(lab.state()));
        check(true);
        lab.carryOut(DiscardLesson{});
    }
}

TEST_CASE("a cell of a given matrix is answered by keys alone, and the card names the matrix") {
    LabUnderTest lab;
    std::string text = kFiniteValueLesson;
    const std::string cells = R"x("cells": "attention_weights",
        "where": {"of": "it * (1 - mask[row][col])", "equals": "max(attention_weights * (1 - mask))"})x";
    const std::size_t at = text.find(cells);
    REQUIRE(at != std::string::npos);
    text.replace(at, cells.size(),
                 R"x("cells": "weights.key", "where": {"of": "it", "equals": "max(all)"})x");
    openText(lab, text);
    lab.act(GoToLessonStep{1});
    lab.ui.step(2);
    REQUIRE(asksAboutGiven(lab.state()));
    CHECK(lab.showsLines("Click a cell of the"));
    lab.ui.key(ImGuiKey_Enter);  // the cell in focus is no answer
    CHECK_FALSE(shownOf(lab).task.first);
    CHECK_FALSE(lab.state().notice.empty());
    Cell largest{};
    for (const Cell cell : {Cell{0, 1}, Cell{1, 0}, Cell{1, 1}}) {
        const bool is_larger =
            lab.number(MatrixId::w_key, cell) > lab.number(MatrixId::w_key, largest);
        if (is_larger) largest = cell;
    }
    for (Index k = 0; k <= largest.row * 2 + largest.col; ++k) lab.ui.key(ImGuiKey_DownArrow);
    lab.ui.key(ImGuiKey_Enter);
    CHECK(shownOf(lab).task.is_solved);
}

TEST_CASE("on the slide a point begins the answer and blanks nothing, and hands take the digits") {
    LabUnderTest lab("write-a-poem", kProjector);
    openText(lab, kFiniteValueLesson);
    lab.ui.key(ImGuiKey_F5);
    lab.ui.step(2);
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Period, true);
    lab.ui.type(".5");
    ImGui::GetIO().AddKeyEvent(ImGuiKey_Period, false);
    lab.ui.step(4);
    CHECK_FALSE(lab.place().is_blank);
    CHECK(lab.hands().answer.text == ".5");
    lab.ui.key(ImGuiKey_Enter);
    CHECK(shownOf(lab).task.first == TaskAnswer(0.5));
    lab.ui.key(ImGuiKey_B);  // the keyboard is back with the keys
    CHECK(lab.place().is_blank);
    lab.ui.key(ImGuiKey_B);
    lab.act(CountHands{true});
    lab.ui.type("7");
    CHECK(lab.hands().answer.awaiting.empty());
    CHECK(lab.hands().answer.text == ".5");
}
