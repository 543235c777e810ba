// Documents of other widths, and documents from nothing.
#include "core/io/reshape.h"

#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "core/document/words.h"
#include "core/io/lesson_library.h"
#include "core/io/redraw.h"
#include "core/random/draw_library.h"

using namespace lookback;

namespace {

using Words = std::vector<std::string>;

Document shippedPoem() { return *openLesson("write-a-poem"); }

Document changed(const Document& document, const DocumentShape& shape, bool redraws = false) {
    const Checked<Document> wished = reshaped(document, shape, redraws);
    REQUIRE(wished);
    CHECK(faults(*wished).empty());
    CHECK(shapeOf(*wished) == shape);
    return *wished;
}

/// The columns of a head.
Matrix<double> head(const SharedMatrix& weight, Index at, Index heads) {
    const Index width = weight.cols() / heads;
    return weight.get().middleCols(at * width, width);
}

}  // namespace

TEST_CASE("another width keeps the numbers that there are, and draws new ones") {
    const Document before = shippedPoem();
    const Document wide = changed(before, {.d_model = 5, .d_k = 3, .d_v = 4, .heads = 2});
    CHECK(wide.embeddings.get().leftCols(2) == before.embeddings.get());
    CHECK(wide.embeddings(0, 3) == drawnEmbedding(before.tokens[0], 5)[3]);
    CHECK(head(wide.weights.query, 0, 2).topLeftCorner(2, 2) == before.weights.query.get());
    CHECK(head(wide.weights.key, 0, 2).topLeftCorner(2, 2) == before.weights.key.get());
    CHECK(head(wide.weights.value, 0, 2).topLeftCorner(2, 2) == before.weights.value.get());
    CHECK((head(wide.weights.query, 1, 2).array() != 0).all());
    CHECK((head(wide.weights.query, 0, 2).rightCols(1).array() != 0).all());
    CHECK_FALSE(wide.draw);
    CHECK(changed(wide, shapeOf(before)).weights == before.weights);
    CHECK(changed(wide, shapeOf(before)).embeddings == before.embeddings);
}

TEST_CASE("W_o and a learned table follow the widths") {
    Document document = shippedPoem();
    setOutput(document, true);
    setPositions(document, PositionKind::learned);
    setNumber(document, MatrixId::positions, {1, 1}, 0.5);
    const Document wide = changed(document, {.d_model = 3, .d_k = 2, .d_v = 3, .heads = 2});
    CHECK(wide.weights.output->rows() == 6);
    CHECK(wide.weights.output->cols() == 3);
    CHECK((*wide.weights.output)(1, 1) == 1);
    CHECK(wide.positions.table(1, 1) == 0.5);
    CHECK(wide.positions.table(1, 2) == 0);
}

TEST_CASE("another width may draw all numbers again, by the recipe that it names") {
    const Document before = shippedPoem();
    const DocumentShape shape{.d_model = 4, .d_k = 2, .d_v = 2, .heads = 2};
    const Document again = changed(before, shape, true);
    REQUIRE(again.draw);
    CHECK(again.draw->seed == before.draw->seed);
    CHECK(again.draw->program == "linear:4,4,0 linear:4,4,0 linear:4,4,0");
    CHECK(again.embeddings(2, 0) == drawnEmbedding(before.tokens[2], 4)[0]);
    const Checked<Document> drawn = redrawn(again, *again.draw);
    REQUIRE(drawn);
    CHECK(*drawn == again);
}

TEST_CASE("a width that positions cannot have is refused") {
    Document document = shippedPoem();
    setPositions(document, PositionKind::rope_half);
    const auto odd = reshaped(document, {.d_model = 2, .d_k = 3, .d_v = 2, .heads = 1}, false);
    REQUIRE_FALSE(odd);
    CHECK(odd.error().front().where == "positions.kind");
}

TEST_CASE("a document is made from nothing, in every library") {
    const Words tokens{"The", "cat", "sat", "on", "the", "mat"};
    const DocumentShape shape{.d_model = 4, .d_k = 3, .d_v = 2, .heads = 2};
    for (const DrawLibraryInfo& library : kDrawLibraries) {
        CAPTURE(library.name);
        const Checked<Document> made = newDocument(tokens, shape, library.name, "7");
        REQUIRE(made);
        CHECK(faults(*made).empty());
        CHECK(made->tokens == tokens);
        CHECK(shapeOf(*made) == shape);
        CHECK(made->mask.rules == std::vector<MaskRule>{MaskRule{}});
        CHECK(made->embeddings(1, 2) == drawnEmbedding("cat", 4)[2]);
        CHECK(made->draw->library == library.name);
        CHECK((made->weights.key.get().array() != 0).all());
        CHECK(made->weights.query != made->weights.key);
    }
    CHECK(newDocument({}, shape, "torch", "42"));
    const auto unknown = newDocument(tokens, shape, "dice", "42");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().front().where == "draw.library");
    const auto seedless = newDocument(tokens, shape, "torch", "many");
    REQUIRE_FALSE(seedless);
    CHECK(seedless.error().front().where == "draw.seed");
}

TEST_CASE("steppers stay within the bounds, but for a width that is beyond them already") {
    const DocumentShape now{.d_model = 300, .d_k = 2, .d_v = 2, .heads = 1};
    CHECK(boundedShape({.d_model = 299, .d_k = 65, .d_v = 0, .heads = 17}, now) ==
          DocumentShape{.d_model = 299, .d_k = 64, .d_v = 1, .heads = 16});
    CHECK(boundedShape({.d_model = 1, .d_k = 1, .d_v = 1, .heads = 1}, kLeastShape) == kLeastShape);
}

TEST_CASE("tokens get the embeddings of a model, whose width the document takes") {
    const Document before = shippedPoem();
    Matrix<double> learned(2, 3);
    learned << 1, 2, 3, 4, 5, 6;
    const Checked<Document> taught = withEmbeddings(before, {"a", "poem"}, learned);
    REQUIRE(taught);
    CHECK(faults(*taught).empty());
    CHECK(taught->dIn() == 3);
    CHECK(taught->embeddings.get().row(1) == learned.row(0));
    CHECK(taught->embeddings.get().row(2) == learned.row(1));
    CHECK(taught->embeddings.get().row(0).head(2) == before.embeddings.get().row(0));
    CHECK(taught->weights.query.get().topRows(2) == before.weights.query.get());
    learned(0, 0) = 1e6;
    Document half = before;
    half.dtype = DType::float16;
    half.masking.value = -1e4;
    CHECK_FALSE(withEmbeddings(half, {"a", "poem"}, learned));
}
