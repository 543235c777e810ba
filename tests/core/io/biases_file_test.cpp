// Biases in files, draws, other shapes, and outputs.
#include <sstream>

#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/import/placement.h"
#include "core/import/readers.h"
#include "core/io/document_draw.h"
#include "core/io/gradients_json.h"
#include "core/io/json_fields.h"
#include "core/io/lesson_edits.h"
#include "core/io/redraw.h"
#include "core/io/reshape.h"
#include "core/io/table_export.h"
#include "core/io/trace_formats.h"
#include "core/io/worksheet.h"
#include "tests/core/documents.h"
#include "tests/core/io_files.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The fields of a document of 2 tokens with W_q, W_k and W_v of one column.
std::string fileWithBiases(const std::string& biases, const std::string& draw = "") {
    return fileWith({{"biases", biases}, {"draw", draw}});
}

std::string drawOf(const std::string& program, const std::string& into) {
    return R"({"library": "torch", "seed": 1, "program": ")" + program + R"(", "into": [)" + into +
           "]}";
}

}  // namespace

TEST_CASE("biases in files: lists after the weights, null where there is none") {
    const Document document =
        readOrFail(fileWithBiases(R"({"query": [0.5], "key": null, "value": [-2]})"));
    REQUIRE(document.biases.query);
    CHECK((*document.biases.query)(0, 0) == 0.5);
    CHECK(!document.biases.key);
    CHECK((*document.biases.value)(0, 0) == -2);
    CHECK(!document.biases.output);
    const std::string text = writeDocument(document);
    CHECK(text.find("\n  \"biases\": {\n    \"query\": [0.5],\n    \"key\": null,\n    \"value\": "
                    "[-2],\n    \"output\": null\n  },\n  \"scale\": ") != std::string::npos);
    CHECK(readOrFail(text) == document);
    CHECK(writeDocument(readOrFail(fileWith({}))).find("biases") == std::string::npos);
}

TEST_CASE("biases in files: each fault has its place") {
    CHECK(faultOf(fileWithBiases("3")) == "biases: is 3, expected an object");
    CHECK(faultOf(fileWithBiases(R"({"queries": [1]})"))
              .starts_with("biases.queries: unknown field"));
    CHECK(faultOf(fileWithBiases(R"({"query": [1, 2]})")) ==
          "biases.query: has 2 numbers, expected 1, one for each column of W_q");
    CHECK(faultOf(fileWithBiases(R"({"key": ["x"]})")).starts_with("biases.key[0]: "));
    CHECK(faultOf(fileWithBiases(R"({"output": [1]})")) ==
          "biases.output: is given without weights.output, expected null");
}

TEST_CASE("biases in files: of embeddings without numbers they give the weights their width") {
    Document document = randomDocument({.d_in = 0, .output = true, .biases = true});
    const Document again = readOrFail(writeDocument(document));
    CHECK(again.weights.query.cols() == 2);
    CHECK(again == document);
    CHECK(attend(document).view(MatrixId::query)(3, 1) == (*document.biases.query)(0, 1));
}

TEST_CASE("biases are drawn with the layer, in its order") {
    const std::string file =
        fileWith({{"weights", R"({"key": [[1], [2]], "value": [[1], [2]]})"},
                  {"draw", drawOf("linear:2,1,1", R"("query", "biases.query")")}});
    const Document document = readOrFail(file);
    // torch.manual_seed(1); nn.Linear(2, 1): weight [[0.3643, -0.3121]], bias [-0.1371]
    CHECK(document.weights.query(0, 0) == doctest::Approx(0.3643).epsilon(1e-3));
    REQUIRE(document.biases.query);
    CHECK((*document.biases.query)(0, 0) == doctest::Approx(-0.1371).epsilon(1e-3));
    CHECK(isDrawn(document, MatrixId::b_query));
    CHECK(readOrFail(writeDocument(document)) == document);
    CHECK(faultOf(fileWithBiases(R"({"query": [0.5]})", drawOf("rand32:1", R"("biases.query")"))) ==
          "biases.query[0]: is 0.5 in the file, but the draw gives 0.7576316; they must agree");
    CHECK(faultOf(fileWith({{"weights", R"({"query": [[1], [2]], "key": [[1], [2]],
                                            "value": [[1], [2]], "output": null})"},
                            {"draw", drawOf("rand32:1", R"("biases.output")")}})) ==
          "draw.into[0]: is biases.output, but weights.output is null");
}

TEST_CASE("biases: a recipe of layers draws them, and a redraw gives them to a document") {
    Document document = randomDocument({.heads = 2, .output = true, .biases = true});
    document.biases.key.reset();
    const Draw torch = layersRecipe(document, "torch", "3");
    CHECK(torch.program == "linear:3,4,1 linear:3,4,0 linear:3,4,1 linear:4,3,1");
    CHECK(writeInto(torch) == "query biases.query key value biases.value output biases.output");
    CHECK(layersRecipe(document, "numpy-legacy", "3").program ==
          "randn:12 randn:4 randn:12 randn:12 randn:4 randn:12 randn:3");
    for (const char* const library : {"torch", "numpy-legacy", "numpy-pcg64", "python"}) {
        CAPTURE(library);
        const Checked<Document> drawn =
            redrawn(document, layersRecipe(document, library, "3"), kMaxMemory);
        REQUIRE(drawn);
        CHECK(!(drawn->biases == document.biases));
        CHECK(!drawn->biases.key);
        CHECK(drawHolds(*drawn));
    }
    Draw one = torch;
    one.program = "linear:3,4,1";
    one.into = {"key", "biases.key"};
    const Checked<Document> given = redrawn(document, one, kMaxMemory);
    REQUIRE(given);
    CHECK(given->biases.key->cols() == 4);
}

TEST_CASE("biases keep their numbers in other shapes, head by head") {
    const Document document = randomDocument({.heads = 2, .output = true, .biases = true});
    const DocumentShape shape{.d_model = 3, .d_k = 3, .d_v = 1, .heads = 3};
    const Checked<Document> wide = reshaped(document, shape, false);
    REQUIRE(wide);
    const auto numbers = [](const std::optional<SharedMatrix>& bias) { return bias->get().row(0); };
    CHECK(numbers(wide->biases.query).size() == 9);
    CHECK(numbers(wide->biases.query).segment(0, 2) ==
          numbers(document.biases.query).segment(0, 2));
    CHECK(numbers(wide->biases.query).segment(3, 2) ==
          numbers(document.biases.query).segment(2, 2));
    CHECK((numbers(wide->biases.query).segment(6, 3).array() != 0).all());
    CHECK(numbers(wide->biases.value)(1) == numbers(document.biases.value)(2));
    CHECK(numbers(wide->biases.output) == numbers(document.biases.output));
    CHECK(faults(*wide).empty());
}

TEST_CASE("biases are in the trace and in gradients as lists") {
    Document document = randomDocument({.heads = 2, .biases = true});
    document.biases.key.reset();
    const Trace trace = attend(document);
    std::ostringstream out;
    writeTraceJson(out, {document, trace, trace.order});
    const Json json = *parseJson(out.str());
    CHECK(json["biases"]["query"].size() == 4);
    CHECK(json["biases"]["query"][1] == (*document.biases.query)(0, 1));
    CHECK(json["biases"]["key"].is_null());
    CHECK(json["biases"]["output"].is_null());
    std::ostringstream gradients;
    writeGradientsJson(gradients, document, backward(document, trace));
    bool is_there = false;
    const Json written = *parseJson(gradients.str());
    for (const Json& input : written["inputs"]) {
        if (input["id"] != "biases.value") continue;
        is_there = true;
        CHECK(input["shape"] == Json{4});
        CHECK(input["values"].size() == 4);
    }
    CHECK(is_there);
    document.biases = {};
    std::ostringstream without;
    writeTraceJson(without, {document, attend(document), trace.order});
    CHECK(without.str().find("biases") == std::string::npos);
}

TEST_CASE("biases in an archive for NumPy are read as those of the document") {
    const Document document = randomDocument({.heads = 2, .output = true, .biases = true});
    const Trace trace = attend(document);
    const std::vector<MatrixId> stages{MatrixId::query};
    const Result<std::string> archive =
        npzArchive({.report = {document, trace, stages}, .language = kLanguages.front()});
    REQUIRE(archive);
    const Result<Found> found = readNumbers(*archive, "a.npz");
    REQUIRE(found);
    const ImportWishes wishes{.heads = 2};
    const Placement placement = placementOf(*found, wishes);
    REQUIRE(placement.faults.empty());
    const Checked<Document> again = importedDocument(*found, placement, nullptr, kMaxMemory);
    REQUIRE(again);
    CHECK(again->weights == document.weights);
    CHECK(again->biases == document.biases);
}

TEST_CASE("a worksheet asks for the bias, too") {
    const Document document = randomDocument({.tokens = 2, .biases = true});
    const Trace trace = attend(document);
    const std::vector<MatrixId> stages{MatrixId::query};
    const Result<std::string> page = worksheetPage(
        {.report = {document, trace, stages}, .language = kLanguages.front(), .blanks = 1});
    REQUIRE(page);
    CHECK(page->find(", plus the bias of that column?") != std::string::npos);
}

TEST_CASE("an edit of a lesson can set a bias") {
    const Document document = randomDocument({.biases = true});
    const Checked<Json> edit = parseJson(R"({"biases.query[0]": 5, "biases": {"key": null}})");
    REQUIRE(edit);
    Faults faults;
    const std::optional<LessonEdits> edits = readEdits(*edit, "edits", faults);
    REQUIRE(edits);
    const Checked<Document> after = edited(document, *edits, document);
    REQUIRE(after);
    CHECK((*after->biases.query)(0, 0) == 5);
    CHECK(!after->biases.key);
    CHECK(after->biases.value->isShared(*document.biases.value));
}
