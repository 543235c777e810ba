// What a lesson says stays true: its texts are those of the entry into a step, whatever one does
// afterwards, and nothing beside an open choice tells it.
#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/state/kept/session_text.h"
#include "app/state/model/narrator.h"
#include "app/state/update/update.h"
#include "app/views/lab/narration.h"
#include "core/base/text.h"
#include "core/io/lesson_library.h"
#include "core/io/lesson_moments.h"
#include "core/lesson/judge.h"
#include "core/words/say.h"
#include "tests/app/lesson_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

AppState beginning() { return AppState(lessonDocument("write-a-poem"), "write-a-poem"); }

std::string inEnglish(const FilledText& text) { return lookback::english().text(text); }

/// The texts that a step shows, filled by facts that have nothing to do with the window.
struct WantedTexts {
    std::string text;
    std::string ask;
    std::string then;
};

LessonFacts factsOf(const AppState& state, const Document& document, const Standing& standing) {
    return LessonFacts({.document = std::make_shared<const Document>(document),
                        .opened = state.origin().opened,
                        .standing = standing});
}

/// The document as the lesson knows it: with the mask that a step only lifts.
Document ofLesson(const AppState& state) { return lookback::lessonDocument(state); }

WantedTexts wanted(const AppState& state, const Document& begun) {
    const ShownLesson& lesson = state.lesson;
    const LessonStep& step = *lesson.step();
    const Standing standing = standingAt(*lesson.lesson(), lesson.stand.step);
    const LessonFacts at_entry = factsOf(state, begun, standing);
    WantedTexts texts{.text = inEnglish(filled(step.text, at_entry))};
    if (!step.task) return texts;
    texts.ask = inEnglish(filled(step.task->ask, at_entry));
    const auto* const make = std::get_if<MakeTask>(&step.task->kind);
    if (!lesson.task.isDone()) return texts;
    if (make == nullptr) {
        texts.then = inEnglish(thenText(step, at_entry));
        return texts;
    }
    const LessonFacts now = factsOf(state, ofLesson(state), standingOf(state));
    if (isMade(*make, now) == true) texts.then = inEnglish(thenText(step, now));
    return texts;
}

/// Numbers with four decimals in a text: 0.3606, 1.2.
std::vector<std::string> decimalsIn(std::string_view text) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::vector<std::string> numbers;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (!is_digit(text[k])) continue;
        const std::size_t from = k;
        while (k < text.size() && (is_digit(text[k]) || text[k] == '.')) ++k;
        std::string number(text.substr(from, k - from));
        while (number.ends_with('.')) number.pop_back();
        const std::size_t point = number.find('.');
        if (point != std::string::npos && number.size() - point > 4) numbers.push_back(number);
    }
    return numbers;
}

/// Whether a number of the notes, without its sign, is one of the engine's: in the document on the
/// screen or in the one without its mask.
bool isOfEngine(const AppState& state, const std::string& number) {
    Document unmasked = state.document();
    setMasked(unmasked, false);
    const Variant free(unmasked);
    const int decimals = static_cast<int>(number.size() - number.find('.') - 1);
    const auto is_in = [&](const Variant& variant) {
        for (const MatrixInfo& matrix : kMatrices) {
            const MatrixId id = matrix.id;
            const bool is_there =
                isParameter(id) ? isEditable(variant.document(), id) : variant.trace().has(id);
            if (!is_there) continue;
            const Index heads = matrix.per_head ? variant.document().heads : 1;
            for (Index head = 0; head < heads; ++head) {
                const MatrixView values = variant.matrix(id, head);
                for (Index row = 0; row < values.rows(); ++row) {
                    for (Index col = 0; col < values.cols(); ++col) {
                        const double size = std::abs(values(row, col));
                        if (size < 1e6 && fixedDigits(size, decimals) == number) return true;
                    }
                }
            }
        }
        return false;
    };
    return is_in(state.shown) || is_in(free);
}

void checkTrue(AppState& state, const Document& begun) {
    const ShownLesson& lesson = state.lesson;
    REQUIRE(lesson.step() != nullptr);
    const WantedTexts texts = wanted(state, begun);
    CHECK(inEnglish(lesson.entered.text) == texts.text);
    CHECK(inEnglish(lesson.entered.ask) == texts.ask);
    CHECK(inEnglish(lesson.then) == texts.then);
    const Told told = lookback::toldOf(state);
    if (told.by != ToldBy::lesson) return;
    for (const TextLine& sentence : told.sentences) {
        const std::string text = plainText(sentence);
        CAPTURE(text);
        for (const std::string& number : decimalsIn(text)) {
            CAPTURE(number);
            CHECK(isOfEngine(state, number));
        }
    }
}

/// Answers or makes the task of the step as its lesson does.
void solve(AppState& state) {
    const ShownLesson& lesson = state.lesson;
    if (lesson.asked() == nullptr) return;
    if (lesson.asks<MakeTask>() != nullptr) return update(state, ShowAnswer{});
    const auto facts = lessonFacts(state, true);
    REQUIRE(facts.has_value());
    const auto right = rightAnswers(*lesson.asked(), *facts);
    REQUIRE(right.has_value());
    update(state, AnswerTask{right->front()});
}

/// Opens each shipped lesson that has a document, steps into each of its steps in order, and calls
/// `at_step` (state, index) in each and `at_end` (state, lesson) after the last.
template <class AtStep, class AtEnd>
void throughLessons(AtStep at_step, AtEnd at_end) {
    for (const GuidedEntry& entry : guidedLessons()) {
        if (entry.lesson->subject() == LessonSubject::experiment) continue;
        CAPTURE(entry.id);
        AppState state = beginning();
        update(state, OpenLesson{entry.id});
        for (std::size_t k = 0; k < entry.lesson->steps.size(); ++k) {
            CAPTURE(k);
            update(state, GoToLessonStep{k});
            at_step(state, k);
        }
        at_end(state, *entry.lesson);
    }
}

/// Every stage of the document, where the notes of a notebook stand.
void checkEveryStep(AppState& state, const Document& begun) {
    const std::size_t at = state.place.step;
    for (std::size_t step = 0; step < state.steps().size(); ++step) {
        CAPTURE(step);
        update(state, GoTo{step, state.shown.lastCell(state.steps()[step])});
        checkTrue(state, begun);
    }
    update(state, GoTo{at, state.shown.lastCell(state.steps()[at])});
}

/// What no open choice may stand beside.
void checkTold(const AppState& state) {
    if (!state.lesson.awaitsChoice()) return;
    CHECK(state.narrator.tell(state).empty());
    CHECK(toldByNarrator(state).empty());
    CHECK(lookback::toldOf(state).by == ToldBy::narrator);
}

}  // namespace

TEST_CASE("every number in every sentence of a lesson is the engine's of its moment") {
    const auto stays_true = [](AppState& state, std::size_t k) {
        REQUIRE(state.lesson.stand.step == k);
        const Document begun = ofLesson(state);
        const std::size_t entered = state.document_work.kept().at;
        checkTrue(state, begun);
        checkTold(state);
        solve(state);
        checkTrue(state, begun);
        // An edit after the success, and that edit and the success undone.
        update(state, SetNumber{MatrixId::embeddings, {0, 0}, 3.25});
        checkEveryStep(state, begun);
        while (state.document_work.kept().at > entered) update(state, Undo{});
        REQUIRE(state.lesson.stand.step == k);
        checkEveryStep(state, begun);
        solve(state);
    };
    // The text of the last step is the same after a visit to the first.
    const auto comes_back = [](AppState& state, const GuidedLesson& lesson) {
        const GoToLessonStep to_last{lesson.steps.size() - 1};
        update(state, to_last);
        const std::string last = inEnglish(state.lesson.entered.text);
        update(state, GoToLessonStep{0});
        update(state, to_last);
        CHECK(inEnglish(state.lesson.entered.text) == last);
    };
    throughLessons(stays_true, comes_back);
}

TEST_CASE("after another one, texts are of the new numbers, and a notebook is silent about them") {
    for (const GuidedEntry& entry : guidedLessons()) {
        const bool is_document = entry.lesson->subject() == LessonSubject::document;
        if (!is_document || !entry.lesson->document()->draw) continue;
        CAPTURE(entry.id);
        AppState state = beginning();
        update(state, OpenLesson{entry.id});
        update(state, DrawAnother{});
        REQUIRE_FALSE(state.lesson.stand.seed.empty());
        for (std::size_t k = 0; k < entry.lesson->steps.size(); ++k) {
            CAPTURE(k);
            update(state, GoToLessonStep{k});
            if (state.lesson.stand.step != k) continue;
            const Document begun = ofLesson(state);
            checkTrue(state, begun);
            solve(state);
            checkEveryStep(state, begun);
        }
    }
}

TEST_CASE("what was made and is undone is not told any more") {
    AppState state = beginning();
    update(state, OpenLesson{"the-cat-sat"});
    update(state, GoToLessonStep{3});
    REQUIRE(state.lesson.asks<MakeTask>() != nullptr);
    const std::string text = inEnglish(state.lesson.entered.text);
    CHECK(text.find("−1") != std::string::npos);
    update(state, ShowAnswer{});
    CHECK(inEnglish(state.lesson.then) != "");
    CHECK(inEnglish(state.lesson.entered.text) == text);
    update(state, Undo{});
    CHECK(state.lesson.task.isDone());
    CHECK(inEnglish(state.lesson.then) == "");
    update(state, Redo{});
    CHECK(inEnglish(state.lesson.then) != "");
    update(state, BeginStepAgain{});
    CHECK(inEnglish(state.lesson.entered.text) == text);
    CHECK(state.lesson.isOpen());
}

TEST_CASE("a session keeps what a step said at its entry") {
    AppState state = beginning();
    update(state, OpenLesson{"the-cat-sat"});
    update(state, GoToLessonStep{3});
    const std::string text = inEnglish(state.lesson.entered.text);
    update(state, ShowAnswer{});
    SessionWriter writer;
    const Checked<Session> read = readSession(writer.write(sessionOf(state)));
    REQUIRE(read.has_value());
    const AppState again = stateOf(*read);
    REQUIRE(again.lesson.step() != nullptr);
    CHECK(inEnglish(again.lesson.entered.text) == text);
}

TEST_CASE("Show me in a choice gives the reason of the right one, in every lesson") {
    std::size_t choices = 0;
    const auto shows_reason = [&](AppState& state, std::size_t k) {
        const auto* const choice = state.lesson.asks<ChoiceTask>();
        if (choice == nullptr || !state.lesson.mayShowAnswer()) return;
        ++choices;
        // After a wrong answer, too, the reason is that of the right choice.
        const auto facts = lessonFacts(state, true);
        const auto right = rightAnswers(*state.lesson.asked(), *facts);
        REQUIRE(right.has_value());
        const std::size_t place = std::get<AnsweredChoice>(right->front()).place;
        if (k % 2 == 0) update(state, AnswerTask{AnsweredChoice{place == 0 ? 1u : 0u}});
        update(state, ShowAnswer{});
        CHECK(state.lesson.replied == right->front());
        CHECK(state.lesson.is_reply_right);
        CHECK(inEnglish(state.lesson.reply) ==
              inEnglish(filled(choice->choices[place].reply, *facts, answerNames(right->front()))));
    };
    throughLessons(shows_reason, [](AppState& /*state*/, const GuidedLesson& /*lesson*/) {});
    CHECK(choices > 15);
}
