// A thousand random acts on random lessons: nothing crashes, and nothing hidden is told.
#include <random>

#include <fmt/format.h>

#include "app/state/model/shown_quantity.h"
#include "core/document/edit.h"
#include "core/io/document_json.h"
#include "tests/app/lesson_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t count) { return random() % count; }

/// A lesson of a few steps about a random document, with tasks about random cells.
std::string randomLesson(Random& random) {
    Wanted wanted{.tokens = static_cast<Index>(2 + below(random, 4)),
                  .heads = static_cast<Index>(1 + below(random, 2)),
                  .output = below(random, 2) == 0,
                  .mask = below(random, 2) == 0 ? MaskKind::causal : MaskKind::none,
                  .masking = {.value = below(random, 2) == 0 ? -1 : -1e9},
                  .seed = static_cast<unsigned>(random())};
    const Document document = randomDocument(wanted);
    const Index n = document.n();
    const std::array stages{"scores", "scaled_scores", "masked_scores", "attention_weights"};
    std::string steps;
    const std::size_t count = 1 + below(random, 4);
    for (std::size_t k = 0; k < count; ++k) {
        const char* const stage = stages[below(random, stages.size())];
        const auto row = static_cast<Index>(below(random, static_cast<std::size_t>(n)));
        const auto col = static_cast<Index>(below(random, static_cast<std::size_t>(n)));
        std::string task;
        switch (below(random, 5)) {
            case 0:
                task = fmt::format(
                    R"x(, "task": {{"kind": "number", "ask": "n?", "of": "sum({}[{}])"}})x", stage,
                    row);
                break;
            case 1:
                task = fmt::format(
                    R"x(, "task": {{"kind": "cell", "ask": "c?", "cells": "{}",
                        "where": {{"of": "it", "equals": "max(all)"}}}})x",
                    stage);
                break;
            case 2:
                task = R"(, "task": {"kind": "token", "ask": "t?", "cells": "tokens",
                        "where": {"of": "token", "equals": 0}})";
                break;
            case 3:
                task = R"(, "task": {"kind": "choice", "ask": "?", "right": 1, "choices": [
                        {"text": "one", "reply": "no"}, {"text": "two", "reply": "yes"}]})";
                break;
            default: break;
        }
        steps += fmt::format(
            R"({}{{"title": "S", "text": "Now {{{}[{}][{}]}}.", "look": {{"step": "{}",
                "cell": [{}, {}]}}{}{}}})",
            k > 0 ? ", " : "", "embeddings", row, 0, stage, row, col,
            below(random, 3) == 0 ? fmt::format(R"(, "hide": ["{}"])", stage) : std::string(),
            task);
    }
    return fmt::format(
        R"({{"lookback_lesson": 1, "title": "Random", "minutes": 1, "summary": "r", "goal": "g",
            "document": {}, "steps": [{}]}})",
        writeDocument(document), steps);
}

Action randomAct(Random& random, const AppState& state) {
    const auto some = [&](Index count) {
        return static_cast<Index>(
            below(random, static_cast<std::size_t>(std::max<Index>(count, 1))));
    };
    const Index n = state.document().n();
    switch (below(random, 22)) {
        case 0: return GoToLessonStep{below(random, 6)};
        case 1: return MoveInLesson{below(random, 2) == 0 ? 1 : -1};
        case 2: return AnswerTask{static_cast<double>(below(random, 100)) / 100};
        case 3:
            return AnswerTask{
                AnsweredCell{MatrixId::attention_weights, some(3), {some(n), some(n)}}};
        case 4: return AnswerTask{AnsweredToken{some(n + 2)}};
        case 5: return AnswerTask{AnsweredChoice{below(random, 4)}};
        case 6: return ShowAnswer{};
        case 7: return ShowHint{};
        case 8: return BeginStepAgain{};
        case 9: return BeginLessonAgain{};
        case 10: return DrawAnother{};
        case 11: return Undo{};
        case 12: return Redo{};
        case 13: return RemoveToken{some(n)};
        case 14: return InsertToken{some(n), "new"};
        case 15: return SetNumber{MatrixId::embeddings, {some(n), 0}, 0.37};
        case 16: return SetMasked{below(random, 2) == 0};
        case 17: return SetMode{static_cast<Mode>(below(random, kModeCount))};
        case 18: return SetPresenting{below(random, 2) == 0};
        case 19: return GoTo{below(random, 9), some(20)};
        case 20: return CountHands{below(random, 2) == 0};
        default: return CountHand{below(random, 6), below(random, 2) == 0 ? 1 : -1};
    }
}

}  // namespace

TEST_CASE("a thousand random acts on random lessons crash nothing and tell nothing hidden") {
    Random random(20);
    int acts = 0;
    for (int lesson = 0; acts < 1000; ++lesson) {
        LabUnderTest lab("write-a-poem", lesson % 2 == 0 ? kLaptop : kUsual);
        const std::string text = randomLesson(random);
        CAPTURE(text);
        openText(lab, text);
        for (int k = 0; k < 25; ++k, ++acts) {
            lab.carryOut(randomAct(random, lab.state()));
            CAPTURE(acts);
            lab.ui.step();
            if (info(lab.place().mode).subject != SubjectKind::document) continue;
            if (lab.state().lesson.hiding.cells.empty()) continue;
            CHECK(toldOf(lab, hiddenDigits(lab.state())) == "");
        }
    }
}
