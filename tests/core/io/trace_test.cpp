#include <limits>
#include <sstream>

#include "core/base/named_rows.h"
#include "core/base/text.h"
#include "core/engine/attend.h"
#include "core/io/lesson_library.h"
#include "core/io/trace_formats.h"
#include "tests/core/documents.h"
#include "tests/core/reference.h"

namespace lookback {
namespace {

std::string written(const Document& document, const std::string& format,
                    std::vector<MatrixId> stages = {}) {
    const Trace trace = attend(document);
    if (stages.empty()) stages = trace.order;
    std::ostringstream out;
    findByName(kTraceFormats, format)->write(out, {document, trace, stages});
    return out.str();
}

Json json(const Document& document) { return Json::parse(written(document, "json")); }

std::vector<std::string> ids(const Json& trace) {
    std::vector<std::string> names;
    for (const auto& stage : trace["stages"]) names.push_back(stage["id"]);
    return names;
}

const Json& stageOf(const Json& trace, const std::string& id) {
    for (const auto& stage : trace["stages"]) {
        if (stage["id"] == id) return stage;
    }
    FAIL("no stage ", id);
    return trace;
}

/// Every number of nested lists, in order.
void flatten(const Json& values, std::vector<Json>& flat) {
    for (const auto& value : values) {
        if (value.is_array()) {
            flatten(value, flat);
        } else {
            flat.push_back(value);
        }
    }
}

TEST_CASE("the JSON trace has the shape of the contract") {
    const Json trace = json(*openLesson("write-a-poem"));
    CHECK(trace["lookback_trace"] == 1);
    CHECK(trace["dtype"] == "float32");
    CHECK(trace["tokens"] == Json{"Write", "a", "poem"});
    CHECK(trace.size() == 5);
    CHECK(ids(trace) == std::vector<std::string>{"embeddings", "query", "key", "value", "scores",
                                                 "scaled_scores", "mask", "masked_scores",
                                                 "attention_weights", "context"});
    CHECK(trace["weights"].size() == 4);
    CHECK(trace["weights"]["query"][0] == Json{0.5406104, -0.16565566});
    CHECK(trace["weights"]["output"].is_null());
    CHECK(stageOf(trace, "embeddings")["shape"] == Json{3, 2});
    CHECK(stageOf(trace, "query")["shape"] == Json{1, 3, 2});
    CHECK(stageOf(trace, "mask")["values"] ==
          Json{{true, false, false}, {true, true, false}, {true, true, true}});
    CHECK(stageOf(trace, "context")["shape"] == Json{3, 2});
    CHECK(stageOf(trace, "scores").size() == 3);
}

TEST_CASE("masking before scaling changes the order of the stages") {
    Document document = *openLesson("causal-two-ways");
    document.masking = {MaskingMethod::fill, -std::numeric_limits<double>::infinity(),
                        MaskingOrder::before_scale};
    const Json trace = json(document);
    CHECK(ids(trace) == std::vector<std::string>{"embeddings", "query", "key", "value", "scores",
                                                 "mask", "masked_scores", "scaled_scores",
                                                 "attention_weights", "context"});
    CHECK(stageOf(trace, "scaled_scores")["values"][0][0][1] == "-inf");
    CHECK(ids(json(*openLesson("causal-two-ways")))[7] == "unmasked_weights");
}

TEST_CASE("every value of every stage reads back exactly, in any table") {
    const test::Choice choice = [](const test::Wanted& wanted) {
        return wanted.mask == MaskKind::strict_causal || wanted.mask == MaskKind::padding;
    };
    test::forEveryTable(choice, [](const test::Wanted& wanted) {
        test::Wanted two_heads = wanted;
        two_heads.heads = 2;
        two_heads.output = true;
        const Document document = test::randomDocument(two_heads);
        const Trace trace = attend(document);
        const Json read = json(document);
        REQUIRE(read["stages"].size() == trace.order.size());
        for (std::size_t k = 0; k < trace.order.size(); ++k) {
            const MatrixId id = trace.order[k];
            const Tensor& tensor = trace.tensor(id);
            const Json& stage = read["stages"][k];
            CHECK(stage["id"] == info(id).name);
            Json shape{tensor.rows(), tensor.cols()};
            if (info(id).per_head) shape.insert(shape.begin(), 2);
            CHECK(stage["shape"] == shape);
            std::vector<Json> values;
            flatten(stage["values"], values);
            std::size_t at = 0;
            for (Index head = 0; head < tensor.heads(); ++head) {
                const Matrix<double> expected = test::copied(tensor.view(head));
                for (const double value : expected.reshaped<Eigen::RowMajor>()) {
                    const double found = test::number(values.at(at++));
                    const double rounded = roundedTo(found, tensor.view().kind());
                    CHECK((rounded == value || (std::isnan(value) && std::isnan(found))));
                }
            }
            CHECK(at == values.size());
        }
    });
}

TEST_CASE("numbers are the shortest, zero keeps its sign, whole numbers are numbers") {
    Document document = test::documentWithScores(Matrix<double>::Identity(2, 2), DType::float32);
    Matrix<double> x(2, 2);
    x << 0.1, -0.0, 16777216, 1e30;
    document.embeddings = x;
    const std::string text = written(document, "json", {MatrixId::embeddings});
    CHECK(text.find("[0.1, -0.0]") != std::string::npos);
    const Json values = Json::parse(text)["stages"][0]["values"];
    CHECK(values[1][0].is_number());
    CHECK(values[1][0] == 16777216);
    CHECK(values[1][1] == 1e30);
}

TEST_CASE("without tokens the stages are empty lists") {
    Document document = test::randomDocument({.tokens = 0});
    document.embeddings = Matrix<double>(0, 3);
    const Json trace = json(document);
    CHECK(stageOf(trace, "embeddings")["shape"] == Json{0, 3});
    CHECK(stageOf(trace, "embeddings")["values"] == Json::array());
    CHECK(stageOf(trace, "scores")["shape"] == Json{1, 0, 0});
    CHECK(written(document, "csv") == "stage,head,row,column,row_token,column_token,value\n");
    CHECK(written(document, "text").find("tensor([], size=(0, 3)") != std::string::npos);
}

TEST_CASE("the CSV trace has a number a line") {
    Document document = *openLesson("write-a-poem");
    document.tokens = {"a,b", "\"q\"", "poem"};
    std::istringstream lines(written(document, "csv"));
    std::string line;
    std::vector<std::string> all;
    while (std::getline(lines, line)) all.push_back(line);
    CHECK(all[0] == "stage,head,row,column,row_token,column_token,value");
    CHECK(all[1] == "embeddings,,0,0,\"a,b\",,1.16");
    CHECK(all.size() == 1 + 6 + 3 * 6 + 2 * 9 + 9 + 2 * 9 + 6);
    const auto has = [&](const std::string& wanted) {
        return std::find(all.begin(), all.end(), wanted) != all.end();
    };
    CHECK(has("mask,,0,1,\"a,b\",\"\"\"q\"\"\",false"));
    CHECK(has("masked_scores,0,0,2,\"a,b\",poem,-1000000000"));
    CHECK(has("attention_weights,0,0,0,\"a,b\",\"a,b\",1"));
}

TEST_CASE("no token is computed or run by whoever opens the CSV trace") {
    Document document = *openLesson("write-a-poem");
    const auto fieldOf = [&](const std::string& token) {
        document.tokens[0] = token;
        const std::string csv = written(document, "csv", {MatrixId::embeddings});
        const std::size_t begin = csv.find("embeddings,,0,0,") + 16;
        return csv.substr(begin, csv.find(",,1.16") - begin);
    };
    CHECK(fieldOf("=1+1") == "\"'=1+1\"");
    CHECK(fieldOf("+") == "\"'+\"");
    CHECK(fieldOf("-2") == "\"'-2\"");
    CHECK(fieldOf("@SUM(A1,\"b\")") == "\"'@SUM(A1,\"\"b\"\")\"");
    CHECK(fieldOf("\t=1") == "\"'\u2409=1\"");
    CHECK(fieldOf("a=1") == "a=1");
    CHECK(fieldOf("red \x1b[31m\n\x7f") == "red \u241b[31m\u240a\u2421");
    document.tokens[0] = "poem";
    document.embeddings.set({0, 0}, -1.5);
    CHECK(written(document, "csv", {MatrixId::embeddings}).find("poem,,-1.5\n") !=
          std::string::npos);
}

TEST_CASE("the text trace is what a notebook prints") {
    CHECK("\n" + written(*openLesson("write-a-poem"), "text", {MatrixId::query, MatrixId::mask}) ==
          R"(
query: Q (3, 2), one vector for each token, to be compared with all keys
tensor([[ 0.7621, -0.0428],
        [ 1.1063,  0.7890],
        [ 1.1164, -2.1336]])

mask: M (3, 3), which tokens each token may look at (True: may look)
tensor([[ True, False, False],
        [ True,  True, False],
        [ True,  True,  True]])
)");
    CHECK("\n" +
              written(*openLesson("numpy-from-scratch"), "text", {MatrixId::attention_weights}) ==
          R"(
attention_weights: A (1, 4, 4), how much each token looks at every token
[[[1.     0.     0.     0.    ]
  [0.7894 0.2106 0.     0.    ]
  [0.7407 0.1907 0.0686 0.    ]
  [0.6808 0.182  0.0573 0.0799]]]
)");
    const Document heads = test::randomDocument({.tokens = 2, .heads = 2, .dtype = DType::float32});
    CHECK(written(heads, "text", {MatrixId::scores}).find("scores: S (2, 2, 2), ") == 0);
}

}  // namespace
}  // namespace lookback
