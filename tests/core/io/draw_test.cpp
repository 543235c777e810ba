#include "core/io/document_draw.h"
#include "core/io/lesson_library.h"
#include "tests/core/io_files.h"
#include "tests/core/reference.h"

namespace lookback {
namespace {

using test::faultOf;
using test::fileWith;
using test::readOrFail;

/// A notebook's recipe, and a file that leaves all numbers to it.
const std::string kNotebookDraw = R"({"library": "torch", "seed": 123,
    "program": "randn32:6 randn32:6 randn32:12 randn32:18",
    "into": ["query", "key", "value", "embeddings"]})";

std::string withoutEmbeddings(const std::string& draw) {
    return R"({"lookback": 1, "tokens": ["a", "b", "c", "d", "e", "f"], "draw": )" + draw + "}";
}

TEST_CASE("a draw supplies all matrices in the shapes that fit together") {
    const Document document = readOrFail(withoutEmbeddings(kNotebookDraw));
    const Json tensors = test::reference("notebooks/004_torch_two_procedures.json")["tensors"];
    CHECK(document.embeddings.get() == test::tensor(tensors["X"]));
    CHECK(document.weights.query.get() == test::tensor(tensors["W_q"]));
    CHECK(document.weights.key.get() == test::tensor(tensors["W_k"]));
    CHECK(document.weights.value.get() == test::tensor(tensors["W_v"]));
    CHECK(document.draw->seed == "123");
    CHECK(readOrFail(writeDocument(document)) == document);
}

TEST_CASE("a layer is stored as X @ W, its bias can be discarded") {
    const Document document = readOrFail(fileWith(
        {{"weights", ""},
         {"draw",
          R"({"library": "torch", "seed": "42", "program": "linear:2,3,1 linear:2,3,0 linear:2,1,0",
                      "into": ["query", null, "key", "value"]})"}}));
    CHECK(document.weights.query.rows() == 2);
    CHECK(document.weights.query.cols() == 3);
    // The weight (3, 2) begins 0.5406, 0.5869, -0.1657: a row of it is a column here.
    CHECK(document.weights.query(0, 0) == 0.540610373020172119140625);
    CHECK(document.weights.query(1, 0) == 0.586904227733612060546875);
    CHECK(document.weights.query(0, 1) == -0.16565565764904022216796875);
    CHECK(document.draw->into[1] == std::nullopt);
    CHECK(readOrFail(writeDocument(document)) == document);
}

TEST_CASE("positions and W_o can be drawn, and whole numbers too") {
    const Document document = readOrFail(
        fileWith({{"positions", R"({"kind": "learned"})"},
                  {"draw", R"({"library": "torch", "seed": 1, "program": "randint:4,0,9 rand64:3",
                      "into": ["positions", "output"]})"}}));
    CHECK(document.positions.table.rows() == 2);
    CHECK(document.positions.table.cols() == 2);
    CHECK(document.weights.output->rows() == 1);
    CHECK(document.weights.output->cols() == 3);
}

TEST_CASE("given and drawn numbers must agree") {
    std::string text = std::string(lessons().front().text);
    const std::size_t number = text.find("0.5406104");
    REQUIRE(number != std::string::npos);
    text.replace(number, 9, "0.5406105");
    CHECK(faultOf(text) ==
          "weights.query[0][0]: is 0.5406105 in the file, but the draw gives 0.5406104; they must "
          "agree");
    // In float32 more digits can mean the same number; in float64 they do not.
    text.replace(number, 9, "0.54061037");
    CHECK(faultOf(text).empty());
    const std::size_t dtype = text.find("float32");
    text.replace(dtype, 7, "float64");
    CHECK(faultOf(text).find("weights.query[0][0]: is 0.54061037 in the file, but the draw gives "
                             "0.5406103730201721; they must agree") == 0);
}

TEST_CASE("shapes of given and drawn matrices must agree") {
    const auto draw = [](const std::string& program, const std::string& into) {
        return fileWith({{"draw", R"({"library": "torch", "seed": 42, "program": ")" + program +
                                      R"(", "into": [)" + into + "]}"}});
    };
    CHECK(faultOf(draw("linear:2,2,0", "\"query\"")) ==
          "weights.query: is 2 × 1 in the file, but the draw gives 2 × 2");
    CHECK(faultOf(draw("rand32:3", "\"query\"")) ==
          "draw.into[0]: rand32:3 gives 3 numbers, expected 2 × 1 for weights.query");
    CHECK(faultOf(draw("rand32:3", "\"output\"")).empty());
    CHECK(faultOf(draw("rand32:3", "\"positions\"")) ==
          "draw.into[0]: is positions, but positions.kind is not learned");
    CHECK(faultOf(withoutEmbeddings(R"({"library": "torch", "seed": 1, "program": "rand32:7",
                                       "into": ["embeddings"]})"))
              .find("weights.query: is missing") == 0);
}

TEST_CASE("a draw that cannot be run says where") {
    const auto fault = [](const std::string& draw) { return faultOf(fileWith({{"draw", draw}})); };
    CHECK(fault("1") == "draw: is 1, expected an object");
    CHECK(fault(R"({"library": "jax", "seed": 1, "program": "rand:1", "into": [null]})") ==
          "draw.library: is “jax”, expected one of torch, numpy-legacy, numpy-pcg64, python");
    CHECK(fault(R"({"library": "torch", "seed": "x", "program": "rand32:1", "into": [null]})")
              .find("draw.seed: ") == 0);
    CHECK(fault(R"({"library": "torch", "seed": 1.5, "program": "rand32:1", "into": [null]})") ==
          "draw.seed: is 1.5, expected a whole number (in quotes if it is longer than 64 bits)");
    CHECK(fault(R"({"library": "torch", "seed": 1, "program": "rand32:x", "into": [null]})")
              .find("draw.program: operation 1: ") == 0);
    CHECK(fault(R"({"library": "torch", "seed": 1, "program": "rand32:1", "into": []})") ==
          "draw.into: has 0 names, expected 1 (one for each result of the program)");
    CHECK(fault(R"({"library": "torch", "seed": 1, "program": "rand32:1", "into": ["Q"]})") ==
          "draw.into[0]: is “Q”, expected one of embeddings, positions, query, key, value, output, "
          "biases.query, biases.key, biases.value, biases.output");
    CHECK(fault(R"({"library": "torch", "seed": 1, "program": "rand32:1 rand32:1",
                    "into": ["output", "output"]})") ==
          "draw.into[1]: output is named twice, expected once");
    CHECK(fault(R"({"library": "torch"})").find("draw.seed: is missing") == 0);
}

TEST_CASE("W_o that a file denies cannot be drawn") {
    const std::string weights =
        R"({"query": [[1], [2]], "key": [[1], [2]], "value": [[1], [2]], "output": null})";
    CHECK(faultOf(fileWith({{"weights", weights},
                            {"draw", R"({"library": "torch", "seed": 1, "program": "rand32:3",
                                         "into": ["output"]})"}})) ==
          "draw.into[0]: is output, but weights.output is null");
}

TEST_CASE("seeds keep all their digits") {
    for (const std::string seed : {"0", "-1", "4068780683", "18446744073709551615", "007"}) {
        const std::string quoted_seed = "\"" + seed + "\"";
        const std::string draw = R"({"library": "torch", "seed": )" + quoted_seed +
                                 R"(, "program": "rand32:3", "into": ["output"]})";
        const Document document = readOrFail(fileWith({{"draw", draw}}));
        CHECK(document.draw->seed == seed);
        CHECK(readOrFail(writeDocument(document)) == document);
    }
    const std::string text = writeDocument(*openLesson("the-cat-sat"));
    CHECK(text.find("\"seed\": 4068780683,") != std::string::npos);
}

TEST_CASE("a draw that no longer holds is not written") {
    Document document = *openLesson("write-a-poem");
    CHECK(drawHolds(document));
    document.weights.query.set({0, 0}, 0.5);
    CHECK(!drawHolds(document));
    const Document again = readOrFail(writeDocument(document));
    CHECK(!again.draw);
    CHECK(again.weights == document.weights);
    Document precise = *openLesson("write-a-poem");
    precise.dtype = DType::float64;
    CHECK(readOrFail(writeDocument(precise)).weights == precise.weights);
}

TEST_CASE("every lesson is what its draw gives") {
    for (const LessonEntry& lesson : lessons()) {
        CHECK_MESSAGE(drawHolds(*openLesson(lesson.id)), lesson.id);
    }
}

}  // namespace
}  // namespace lookback
