// Every wrong answer of every shipped lesson gets a reply of its own, about the numbers of its
// task.
#include <cmath>
#include <map>
#include <set>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/io/lesson_library.h"
#include "core/lesson/judge.h"
#include "core/lesson/last_step.h"
#include "tests/core/lesson_files.h"

namespace lookback {
namespace {

/// A step with a task about a number, a cell or a token.
struct AnsweredStep {
    const GuidedLesson& lesson;
    std::size_t at;

    [[nodiscard]] const LessonStep& step() const { return lesson.steps[at]; }
    [[nodiscard]] std::string name() const { return fmt::format("{}, step {}", lesson.id, at + 1); }
};

std::vector<AnsweredStep> answeredSteps() {
    std::vector<AnsweredStep> steps;
    for (const GuidedEntry& entry : guidedLessons()) {
        REQUIRE(entry.lesson != nullptr);
        for (std::size_t k = 0; k < entry.lesson->steps.size(); ++k) {
            const auto& task = entry.lesson->steps[k].task;
            const bool is_answered = task && (std::holds_alternative<NumberTask>(task->kind) ||
                                              std::holds_alternative<CellTask>(task->kind));
            if (is_answered) steps.push_back({*entry.lesson, k});
        }
    }
    return steps;
}

/// Whether a reply names an operand: a number or a token of the task, beside the number that was
/// given.
bool namesOperand(const LessonText& reply) {
    const std::set<std::string> given{"answer"};
    for (const LessonSlot& slot : reply.slots) {
        if (slot.form == SlotForm::token || !given.contains(slot.expression.text)) return true;
    }
    const std::string_view text = reply.source.in("en");
    return text.find_first_of("0123456789") != std::string_view::npos;
}

/// The replies of a step in English: of its mistakes, its choices, and to other answers.
std::vector<std::string> repliesOf(const LessonStep& step, const LessonFacts& facts) {
    const LocalNames names{.answer = 1, .answer_row = 1, .answer_col = 0, .right = 1};
    std::vector<std::string> replies;
    const auto add = [&](const LessonText& text) {
        if (!text.empty()) replies.push_back(english().text(filled(text, facts, names)));
    };
    for (const LessonMistake& mistake : step.mistakes) add(mistake.reply);
    add(step.otherwise);
    const auto* const choice = step.task ? std::get_if<ChoiceTask>(&step.task->kind) : nullptr;
    if (choice == nullptr) return replies;
    for (const LessonChoice& one : choice->choices) add(one.reply);
    return replies;
}

std::string replyOf(const Judgement& judged) {
    return judged.named ? english().text(*judged.named) : english().text(judged.reply);
}

}  // namespace

TEST_CASE("every task has an answer to mistakes without a name, with its operands") {
    REQUIRE(answeredSteps().size() > 70);
    for (const AnsweredStep& asked : answeredSteps()) {
        CAPTURE(asked.name());
        const LessonStep& step = asked.step();
        REQUIRE_FALSE(step.otherwise.empty());
        CHECK(namesOperand(step.otherwise));
        for (const LessonMistake& mistake : step.mistakes) {
            CAPTURE(mistake.reply.source.in("en"));
            CHECK((!mistake.reply.slots.empty() || namesOperand(mistake.reply)));
        }
        for (const LessonText& hint : step.hints) {
            for (const std::string_view language : {"en", "id"}) {
                CHECK(step.otherwise.source.in(language) != hint.source.in(language));
            }
        }
    }
}

TEST_CASE("no reply stands twice in a lesson") {
    for (const GuidedEntry& entry : guidedLessons()) {
        const GuidedLesson& lesson = *entry.lesson;
        CAPTURE(lesson.id);
        if (lesson.subject() == LessonSubject::experiment) continue;
        const LessonMoments moments(lesson, lesson.work);
        std::map<std::string, std::size_t> known;
        for (std::size_t k = 0; k < lesson.steps.size(); ++k) {
            const auto facts = moments.at(k, StepMoment::begun);
            REQUIRE(facts.has_value());
            for (const std::string& reply : repliesOf(lesson.steps[k], *facts)) {
                CAPTURE(reply);
                CHECK(known.emplace(reply, k).second);
            }
        }
    }
}

TEST_CASE("every number task names a lost sign, and the number before the last step") {
    std::size_t before = 0;
    for (const AnsweredStep& asked : answeredSteps()) {
        const auto* const task = std::get_if<NumberTask>(&asked.step().task->kind);
        if (task == nullptr || asked.lesson.subject() == LessonSubject::experiment) continue;
        CAPTURE(asked.name());
        const LessonFacts facts = test::factsAt(asked.lesson, asked.at);
        const Result<double> right = evaluateNumber(task->of, facts);
        REQUIRE(right.has_value());
        const std::string otherwise =
            english().text(filled(asked.step().otherwise, facts, answerNames(-*right)));
        if (std::abs(*right) > task->within) {
            const auto judged = judge(asked.step(), -*right, facts);
            REQUIRE(judged.has_value());
            CHECK_FALSE(judged->is_right);
            CHECK((judged->mistake.has_value() || judged->named.has_value()));
            CHECK(replyOf(*judged) != otherwise);
        }
        const Result<LastStep> last = lastStep(task->of, facts);
        if (!last || !std::isfinite(last->before)) continue;
        if (std::abs(last->before - *right) <= task->within) continue;
        ++before;
        const auto judged = judge(asked.step(), last->before, facts);
        REQUIRE(judged.has_value());
        CHECK((judged->mistake.has_value() || judged->named.has_value()));
    }
    CHECK(before > 30);
}

TEST_CASE("the number before the last step is that of the engine") {
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    const LessonFacts facts = test::factsAt(lesson, 5, StepMoment::solved);
    const auto at = [&](const std::string& of) {
        return evaluateNumber(*parseLessonExpression(of, {}), facts).value();
    };
    const auto before = [&](const std::string& of) {
        const Result<LastStep> step = lastStep(*parseLessonExpression(of, {}), facts);
        return step ? step->before : std::nan("");
    };
    CHECK(before("query[1][0]") == doctest::Approx(at("embeddings[1][0] * weights.query[0][0]")));
    CHECK(before("scores[1][0]") == doctest::Approx(at("query[1][0] * key[0][0]")));
    CHECK(before("scaled_scores[1][0]") == at("scores[1][0]"));
    CHECK(before("masked_scores[1][2]") == at("scaled_scores[1][2]"));
    CHECK(before("attention_weights[1][0]") == doctest::Approx(at("exp(masked_scores[1][0])")));
    // “poem” has no weight, so the last value that counts is that of “a”.
    CHECK(before("context[1][0]") == doctest::Approx(at("attention_weights[1][0] * value[0][0]")));
    CHECK(before("sum(attention_weights[2][0..2])") ==
          doctest::Approx(at("attention_weights[2][0] + attention_weights[2][1]")));
    CHECK(before("scores[1][0] / 2") == at("scores[1][0]"));
    CHECK(before("exp(scores[1][0]) - 1") == doctest::Approx(at("exp(scores[1][0])")));
    CHECK(before("log(3)") == 3);
    CHECK(before("dot(query[1], key[0])") == doctest::Approx(at("query[1][0] * key[0][0]")));
    CHECK(before("unmasked.attention_weights[1][0]") ==
          doctest::Approx(at("exp(unmasked.masked_scores[1][0])")));
    for (const char* const without : {"n", "value", "embeddings[0][0]", "weights.query[0][0]",
                                      "mask[0][0]", "count(mask)", "leaks"}) {
        CAPTURE(without);
        CHECK(std::isnan(before(without)));
    }
}

TEST_CASE("a reply that the program gives has the operands of the task") {
    const GuidedLesson lesson = test::lessonOfThreeTokens();
    const LessonFacts facts = test::factsAt(lesson, 5, StepMoment::solved);
    const auto reply = [&](const std::string& of, bool is_sign) {
        LessonStep step;
        const Expression asked = *parseLessonExpression(of, {});
        step.task = LessonTask{.ask = {}, .kind = NumberTask{.of = asked, .within = 1e-6}};
        const double right = evaluateNumber(asked, facts).value();
        const double given = is_sign ? -right : lastStep(asked, facts)->before;
        return replyOf(*judge(step, given, facts));
    };
    const auto shown = [&](const std::string& of) {
        return english().text(filled(*parseLessonText(LocalText("{" + of + "}"), {}), facts));
    };
    const std::string product = shown("query[1][1]") + " × " + shown("key[0][1]");
    CHECK(reply("scores[1][0]", false).ends_with("lacks the last product, " + product + "."));
    CHECK(reply("scores[1][0]", true).find(product) != std::string::npos);
    CHECK(reply("scaled_scores[1][0]", false)
              .ends_with("divide " + shown("scores[1][0]") + " by 1.4142."));
    CHECK(reply("attention_weights[1][0]", false).find("Softmax also divides") !=
          std::string::npos);
    CHECK(reply("attention_weights[1][0]", true).find("is below 0") != std::string::npos);
    CHECK(reply("sum(attention_weights[2][0..2])", false).find("lacks “poem”") !=
          std::string::npos);
    CHECK(reply("n - 1", false).ends_with("subtract 1.0000 from 3.0000."));
}

}  // namespace lookback
