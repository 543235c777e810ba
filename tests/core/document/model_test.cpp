// Edits of the model and the recipe of its numbers.
#include <doctest/doctest.h>

#include "core/base/result.h"
#include "core/document/edit.h"
#include "core/io/lesson_library.h"
#include "core/io/redraw.h"
#include "core/words/say.h"

using namespace lookback;

namespace {

Document lesson(const char* id) { return *openLesson(id); }

}  // namespace

TEST_CASE("heads can be as many as divide both widths") {
    Document document = lesson("numpy-from-scratch");
    REQUIRE(document.weights.query.cols() == 8);
    CHECK(headCounts(document) == std::vector<Index>{1, 2, 4, 8});
    document.positions = {.kind = PositionKind::alibi, .table = {}, .slopes = {0.5}};
    REQUIRE(faults(document).empty());
    setHeads(document, 4);
    CHECK(document.heads == 4);
    CHECK(document.positions.slopes.empty());
    CHECK(faults(document).empty());
}

TEST_CASE("W_o comes as the identity and goes again") {
    Document document = lesson("write-a-poem");
    setOutput(document, true);
    REQUIRE(document.weights.output.has_value());
    CHECK(document.weights.output->get() == Matrix<double>::Identity(2, 2));
    CHECK(faults(document).empty());
    setOutput(document, false);
    Document before = lesson("write-a-poem");
    before.lesson = document.lesson;  // each reading has texts of its own
    CHECK(document == before);
}

TEST_CASE("every lesson's recipe draws its numbers again") {
    for (const LessonEntry& entry : lessons()) {
        const Document document = lesson(entry.id.c_str());
        if (!document.draw) continue;
        const Checked<Document> again = redrawn(document, *document.draw);
        REQUIRE(again.has_value());
        CHECK(*again == document);
        Draw other = *document.draw;
        other.seed = "7";
        const Checked<Document> drawn = redrawn(document, other);
        REQUIRE(drawn.has_value());
        CHECK(*drawn != document);
        CHECK(drawn->tokens == document.tokens);
        CHECK(faults(*drawn).empty());
    }
}

TEST_CASE("a document without a recipe is offered one that fits it") {
    Document document = lesson("numpy-from-scratch");
    document.draw.reset();
    const Checked<Document> drawn = redrawn(document, drawRecipe(document));
    REQUIRE(drawn.has_value());
    CHECK(drawn->embeddings == document.embeddings);
    CHECK(drawn->weights.query != document.weights.query);
    CHECK(drawn->weights.query.cols() == document.weights.query.cols());
}

TEST_CASE("a recipe that does not fit is refused with its place") {
    const Document document = lesson("write-a-poem");
    const auto fault = [&](const Draw& draw) {
        const Checked<Document> drawn = redrawn(document, draw);
        REQUIRE(!drawn.has_value());
        return drawn.error().front().where;
    };
    Draw draw = drawRecipe(document);
    draw.seed = "-1x";
    CHECK(fault(draw).find("seed") != std::string::npos);
    draw = drawRecipe(document);
    draw.program = "linear:2,2,0 lines:2,2,0";
    CHECK(fault(draw).find("program") != std::string::npos);
    draw = drawRecipe(document);
    draw.into[1] = "keys";
    CHECK(fault(draw) == "draw.into");
    draw = drawRecipe(document);
    draw.program = "linear:2,3,0 linear:2,2,0 linear:2,2,0";
    CHECK(!fault(draw).empty());
    draw = drawRecipe(document);
    draw.into.pop_back();
    CHECK(fault(draw).find("into") != std::string::npos);
}

TEST_CASE("the traps of a recipe are named where they are") {
    const Document document = lesson("write-a-poem");
    CHECK(drawTraps(document, *document.draw).empty());
    Draw draw = *document.draw;
    draw.program = "randn32:16 linear:2,2,1";
    const std::vector<Message> traps = drawTraps(document, draw);
    REQUIRE(traps.size() == 2);
    CHECK(english().text(traps[0]).find("randn(18)") != std::string::npos);
    CHECK(english().text(traps[1]).find("bias") != std::string::npos);
    draw.program = "randn32:15";
    CHECK(drawTraps(document, draw).empty());
    Document same = document;
    same.weights.key = same.weights.query;
    CHECK(english().text(drawTraps(same, draw).front()).find("W_q and W_k") != std::string::npos);
}

TEST_CASE("where results go is written and read again") {
    Draw draw;
    draw.into = {"query", std::nullopt, "value"};
    CHECK(writeInto(draw) == "query - value");
    CHECK(readInto("query  - value") == draw.into);
    CHECK(readInto("").empty());
}
