// Where found numbers go: by wishes, names and shapes; the documents that come of it.
#include "core/import/placement.h"

#include <array>
#include <cmath>

#include "core/base/limits.h"
#include "core/engine/attend.h"
#include "core/import/model_heads.h"
#include "core/import/tensor_name.h"
#include "core/io/document_json.h"
#include "tests/core/import/read_import.h"
#include "tests/core/io_files.h"

using namespace lookback;
using namespace lookback::test;

namespace {

std::string placementFaults(const Placement& placement) { return placed(placement.faults); }

/// The document of an input that must have one.
Document importOf(std::string_view bytes, const ImportWishes& wishes = {},
                  const Document* onto = nullptr) {
    const Found found = foundIn(bytes);
    const Placement placement = placementOf(found, wishes, onto);
    REQUIRE_MESSAGE(placement.faults.empty(), placementFaults(placement));
    const Checked<Document> document = importedDocument(found, placement, onto, kMaxMemory);
    REQUIRE_MESSAGE(document.has_value(), placed(document.error()));
    CHECK(readDocument(writeDocument(*document)).has_value());
    return *document;
}

/// The faults of an input that has no document.
std::string noDocument(std::string_view bytes, const ImportWishes& wishes = {},
                       const Document* onto = nullptr) {
    const Found found = foundIn(bytes);
    const Placement placement = placementOf(found, wishes, onto);
    if (!placement.faults.empty()) return placementFaults(placement);
    const Checked<Document> document = importedDocument(found, placement, onto, kMaxMemory);
    REQUIRE_FALSE(document.has_value());
    return placed(document.error());
}

std::vector<std::string> told(std::string_view bytes, const ImportWishes& wishes = {},
                              const Document* onto = nullptr) {
    const Found found = foundIn(bytes);
    std::vector<std::string> lines;
    for (const Message& line : sentencesOf(found, placementOf(found, wishes, onto))) {
        lines.push_back(english().text(line));
    }
    return lines;
}

const std::string kNamed =
    "X = [[1, 2], [3, 4], [5, 6]]\nW_q = [[1, 0], [0, 1]]\nW_k = [[2, 0], [0, 2]]\n"
    "W_v = [[1, 2, 3], [4, 5, 6]]\n";

/// Four square matrices.
const std::string kNamedSquares =
    "X = [[1, 2], [3, 4]]\nW_q = [[1, 0], [0, 1]]\nW_k = [[2, 0], [0, 2]]\nW_v = [[1, 2], [4, "
    "5]]\n";

/// What was found and has no place.
std::vector<std::string> unplacedIn(std::string_view bytes) {
    const Found found = foundIn(bytes);
    std::vector<std::string> lines;
    for (const Message& line : unplacedSentences(found, placementOf(found, {}))) {
        lines.push_back(english().text(line));
    }
    return lines;
}

/// A document of three tokens, d_model 2, d_k 2 and d_v 1.
Document small() {
    return readOrFail(fileWith({{"tokens", R"(["a", "b", "c"])"},
                                {"embeddings", "[[1, 2], [3, 4], [5, 6]]"},
                                {"weights", R"({"query": [[1, 2], [3, 4]], "key": [[1, 2], [3, 4]],
                                  "value": [[1], [2]]})"}}));
}

}  // namespace

TEST_CASE("names of people and of libraries") {
    struct Row {
        std::string name;
        std::optional<MatrixId> target;
    };
    const std::vector<Row> rows{
        {"X", MatrixId::embeddings},
        {"x", MatrixId::embeddings},
        {"embeddings", MatrixId::embeddings},
        {"hidden_states", MatrixId::embeddings},
        {"transformer.wte.weight", MatrixId::embeddings},
        {"W_q", MatrixId::w_query},
        {"Wq", MatrixId::w_query},
        {"W^Q", MatrixId::w_query},
        {"self.W_query", MatrixId::w_query},
        {"query", MatrixId::w_query},
        {"Query weights", MatrixId::w_query},
        {"weights.key", MatrixId::w_key},
        {"weights.output", MatrixId::w_output},
        {"k_proj.weight", MatrixId::w_key},
        {"model.layers.0.self_attn.v_proj.weight", MatrixId::w_value},
        {"encoder.layer.2.attention.self.query.weight", MatrixId::w_query},
        {"encoder.layer.2.attention.output.dense.weight", MatrixId::w_output},
        {"encoder.layer.2.output.dense.weight", std::nullopt},
        {"transformer.layer.1.attention.q_lin.weight", MatrixId::w_query},
        {"block.0.layer.0.SelfAttention.q.weight", MatrixId::w_query},
        {"h.0.attn.c_proj.weight", MatrixId::w_output},
        {"h.0.mlp.c_proj.weight", std::nullopt},
        {"out_proj.weight", MatrixId::w_output},
        {"to_k", MatrixId::w_key},
        {"b_q", MatrixId::b_query},
        {"bias_k", MatrixId::b_key},
        {"v_bias", MatrixId::b_value},
        {"q_proj.bias", MatrixId::b_query},
        {"encoder.layer.2.attention.self.key.bias", MatrixId::b_key},
        {"encoder.layer.2.attention.output.dense.bias", MatrixId::b_output},
        {"h.0.attn.c_proj.bias", MatrixId::b_output},
        {"out_proj.bias", MatrixId::b_output},
        {"Q", std::nullopt},
        {"V", std::nullopt},
        {"output", std::nullopt},
        {"A", std::nullopt},
        {"h.0.ln_1.weight", std::nullopt},
        {"", std::nullopt},
    };
    for (const Row& row : rows) {
        CAPTURE(row.name);
        CHECK((meaningOf(row.name).target == row.target));
    }
    CHECK(meaningOf("h.11.attn.c_attn.weight").is_fused);
    CHECK(meaningOf("h.11.attn.c_attn.weight").layer == 11);
    CHECK(meaningOf("in_proj_weight").is_fused);
    for (const char* const bias : {"h.0.attn.c_attn.bias", "in_proj_bias", "attn.in_proj_bias"}) {
        CAPTURE(bias);
        CHECK(meaningOf(bias).is_bias);
        CHECK(meaningOf(bias).is_fused);
        CHECK_FALSE(meaningOf(bias).target.has_value());
    }
    for (const char* const other : {"h.0.attn.bias", "h.0.attn.masked_bias", "h.0.ln_1.bias",
                                    "h.0.mlp.c_proj.bias", "bias"}) {
        CAPTURE(other);
        CHECK_FALSE(meaningOf(other).isKnown());
    }
    CHECK(targetNamed("output") == MatrixId::w_output);
    CHECK(targetNamed("weights.value") == MatrixId::w_value);
    CHECK_FALSE(targetNamed("scores").has_value());
}

TEST_CASE("labels of people are understood for what they are, computations for nothing") {
    const auto target = [](const char* name) { return meaningOf(name).target; };
    for (const char* const name :
         {"Weight matrix W_q", "W_q shape", "W_q (4, 4)", "Query weights", "Query weight matrix",
          "weights for the queries", "W_q (query weights)", "w_query", "W_Q"}) {
        CAPTURE(name);
        CHECK(target(name) == MatrixId::w_query);
    }
    for (const char* const name :
         {"X", "input", "inputs", "words", "x_emb", "Input X", "X (embeddings)", "Input embeddings",
          "Embedding matrix", "emb", "x_in", "Token embeddings"}) {
        CAPTURE(name);
        CHECK(target(name) == MatrixId::embeddings);
    }
    struct Row {
        MatrixId result;
        std::vector<const char*> names;
    };
    const std::vector<Row> results{
        {MatrixId::query, {"Q", "queries", "Query Matrix", "query_matrix", "Queries (Q)"}},
        {MatrixId::key, {"K", "keys", "Key Matrix", "Key vectors"}},
        {MatrixId::value, {"V", "values", "Value matrix (V)"}},
        {MatrixId::scores, {"scores", "attn_scores", "Attention scores", "S", "logits"}},
        {MatrixId::attention_weights,
         {"Attention Weights", "attn", "A", "Masked Attention Weights"}},
        {MatrixId::context, {"context", "Context vectors", "z"}},
        {MatrixId::output, {"output", "Output after Masked Attention", "Y"}},
    };
    for (const Row& row : results) {
        for (const char* const name : row.names) {
            CAPTURE(name);
            CHECK(meaningOf(name).result == row.result);
            CHECK_FALSE(meaningOf(name).isKnown());
        }
    }
    for (const char* const name : {"mask", "causal_mask", "Attention mask", "tril", "attn_mask"}) {
        CAPTURE(name);
        CHECK(meaningOf(name).is_mask);
    }
    for (const char* const name :
         {"W_q.T", "W_q^T", "W_q^{T}", "W_q.t()", "W_q transposed", "W_q_T"}) {
        CAPTURE(name);
        CHECK(target(name) == MatrixId::w_query);
        CHECK(meaningOf(name).is_turned);
    }
    for (const char* const name : {"W @ q",
                                   "X * 0.1",
                                   "W - q",
                                   "W_q / 2",
                                   "-W_q",
                                   "W_q'",
                                   "\u0394W_q",
                                   "W_q.grad",
                                   "dW_q",
                                   "old W_q",
                                   "np.round(X, 2)",
                                   "X + X",
                                   "W^{-1}_q",
                                   "W_q[0]",
                                   "X[0]",
                                   "Query and key weights",
                                   "|X|",
                                   "X^2",
                                   "torch.tril(torch.ones(3, 3))",
                                   "W_q = X"}) {
        CAPTURE(name);
        CHECK_FALSE(meaningOf(name).isKnown());
    }
}

TEST_CASE("a matrix without a name fills no place where others of its input have names") {
    // At each place among the matrices, and in place of each.
    const std::vector<std::string> named{"X = [[1, 2], [3, 4]]\n", "W_q = [[1, 0], [0, 1]]\n",
                                         "W_k = [[2, 0], [0, 2]]\n", "W_v = [[1, 2], [4, 5]]\n"};
    for (const char* const nameless :
         {"[[1, 0], [1, 1]]", "[[1, 1], [0, 1]]", "[[0, 1], [0, 0]]",
          "tensor([[0., -inf], [0., 0.]])", "[[False, True], [False, False]]", "[[7, 8], [9, 6]]",
          "out = [[7, 8], [9, 6]]", "Q = [[7, 8], [9, 6]]", "stuff = [[7, 8], [9, 6]]"}) {
        for (std::size_t at = 0; at <= named.size(); ++at) {
            CAPTURE(nameless);
            CAPTURE(at);
            std::string beside;
            std::string instead;
            for (std::size_t k = 0; k <= named.size(); ++k) {
                if (k == at) beside += std::string(nameless) + "\n";
                if (k < named.size()) beside += named[k];
                if (k == at) instead += std::string(nameless) + "\n";
                if (k < named.size() && k != at) instead += named[k];
            }
            const Document document = importOf(beside);
            CHECK(document.weights == importOf(kNamedSquares).weights);
            CHECK_FALSE(document.weights.output.has_value());
            CHECK(told(beside).back().find(" is not used: ") != std::string::npos);
            if (at == named.size()) continue;
            CHECK(noDocument(instead).find(": is missing") != std::string::npos);
            CHECK(unplacedIn(instead).front().find(" is not used: ") != std::string::npos);
        }
    }
    // Names that mean nothing are no names to be left out: none is taken by its order.
    const std::string strange = "A1 = [[1]]\nB = [[2]]\nC1 = [[3]]\nD = [[4]]";
    CHECK(noDocument(strange).starts_with("X: is missing"));
    CHECK(unplacedIn(strange).size() == 4);
    CHECK(importOf(strange, {.into = {{"A1", MatrixId::embeddings},
                                      {"B", MatrixId::w_query},
                                      {"C1", MatrixId::w_key},
                                      {"D", MatrixId::w_value}}})
              .weights.value(0, 0) == 4);
    // A matrix without a name is called by its line.
    CHECK(importOf(kNamedSquares + "[[5, 6], [7, 8]]", {.into = {{"line 5", MatrixId::w_output}}})
              .weights.output->get()(0, 1) == 6);
}

TEST_CASE("what was found and has no place is listed, also beside faults") {
    const std::string text =
        "Q = [[1, 2], [3, 4]]\nfoo = [[1, 2]]\nmask = [[True, False]]\nX = [[1, 2]]\nX *= 2\n";
    CHECK(noDocument(text) ==
          "W_q: is missing, expected the weight that made Q, a result for 2 tokens; print W_q and "
          "bring it, too\n"
          "W_k: is missing, expected a matrix of this name\n"
          "W_v: is missing, expected a matrix of this name");
    CHECK(unplacedIn(text) ==
          std::vector<std::string>{
              "Q (2 × 2) is not used: it is a result of the layer, Q, not a weight",
              "foo (1 × 2) is not used: its name does not say where it goes",
              "mask (1 × 2) is not used: it is a mask",
              "line 5: “X *= 2” is code, which is not computed"});
    const Document before = small();
    CHECK(noDocument("foo = [[7], [8]]", {}, &before) ==
          ": no matrix has a place, expected one with a name such as W_q, or the choice of its "
          "place");
}

TEST_CASE("a square Parameter is asked about, and the number of heads is said to be assumed") {
    const std::string printed =
        "X = [[1, 2], [3, 4]]\nW_q\nParameter containing:\ntensor([[1., 2.],\n        [3., 4.]], "
        "requires_grad=True)\nW_k = [[2, 0], [0, 2]]\nW_v = [[1, 2], [4, 5]]\n";
    CHECK(noDocument(printed) ==
          "W_q: is 2 × 2 and a Parameter of PyTorch: the weight of an nn.Linear is out × in, other "
          "weights are in × out");
    const Found found = foundIn(printed);
    const Placement asked = placementOf(found, {});
    REQUIRE(asked.questions.size() == 1);
    CHECK(asked.questions.front().kind == OpenQuestion::Kind::linear);
    CHECK(asked.questions.front().target == MatrixId::w_query);
    CHECK(importOf(printed, {.transpose = {"W_q"}}).weights.query(0, 1) == 3);
    CHECK(importOf(printed, {.keep = {"W_q"}}).weights.query(0, 1) == 2);
    CHECK(placementOf(found, {.keep = {"W_q"}}).are_heads_assumed);
    CHECK_FALSE(placementOf(found, {.keep = {"W_q"}, .heads = 1}).are_heads_assumed);
    // The name of a layer answers.
    std::string layer = printed;
    layer.replace(layer.find("W_q"), 3, "att.W_query.weight");
    CHECK(importOf(layer).weights.query(0, 1) == 3);
    // One column has one head.
    CHECK_FALSE(placementOf(foundIn("X = [[1]]\nW_q = [[1]]\nW_k = [[1]]\nW_v = [[1]]"), {})
                    .are_heads_assumed);
}

TEST_CASE("a new document from named matrices") {
    const Document document = importOf(kNamed);
    CHECK(document.tokens == std::vector<std::string>{"t1", "t2", "t3"});
    CHECK(document.dtype == DType::float64);
    CHECK(document.heads == 1);
    CHECK(document.mask.rules.size() == 1);
    CHECK(std::isinf(document.masking.value));
    CHECK(document.embeddings(2, 1) == 6);
    CHECK(document.weights.key(1, 1) == 2);
    CHECK(document.weights.value(1, 2) == 6);
    CHECK_FALSE(document.weights.output.has_value());
    CHECK(importOf("tokens = ['a', 'b', 'c']\n" + kNamed).tokens ==
          std::vector<std::string>{"a", "b", "c"});
    CHECK(
        told("tokens = ['a', 'b', 'c']\n" + kNamed + "b_q = [1, 2]\nother = [[1]]\n") ==
        std::vector<std::string>{"X (3 × 2) → X", "W_q (2 × 2) → W_q", "W_k (2 × 2) → W_k",
                                 "W_v (2 × 3) → W_v", "b_q (2) → b_q", "tokens (3 texts) → tokens",
                                 "other (1 × 1) is not used: its name does not say where it goes"});
}

TEST_CASE("matrices without names are taken in order") {
    const std::string plain =
        "[[1, 2], [3, 4], [5, 6]]\n[[1, 0], [0, 1]]\n[[2, 0], [0, 2]]\n[[1], [2]]\n";
    const Document document = importOf(plain);
    CHECK(document.weights.key(0, 0) == 2);
    CHECK(document.weights.value.cols() == 1);
    CHECK_FALSE(importOf(plain + "[[7, 8, 9]]").weights.output.has_value());
    CHECK(told(plain + "[[7]]\n[[8]]").back() ==
          "line 6 (1 × 1) is not used: X, W_q, W_k and W_v are already given, and a matrix without "
          "a name is never W_o");
    CHECK(noDocument("[[1, 2]]\n[[1], [2]]") ==
          "W_k: is missing, expected a matrix of this name\n"
          "W_v: is missing, expected a matrix of this name");
}

TEST_CASE("matrices are transposed where shapes, names or a person say so") {
    const std::string tall =
        "X = [[1, 2], [3, 4], [5, 6]]\nW_q = [[1, 0], [0, 1], [1, 1]]\n"
        "k_proj.weight = [[1, 2], [3, 4]]\nW_v = [[1, 2], [3, 4]]";
    CHECK(noDocument(tall, {.transpose = {"W_v"}}) ==
          "W_q: is 3 × 2, but X has 2 columns, so W_q needs 2 rows");
    CHECK(told(tall, {.transpose = {"W_v", "W_q"}})[1] == "W_q (3 × 2) → W_q, transposed");
    CHECK(told("X = [[1, 2], [3, 4], [5, 6]]\nW_q.T = [[1, 0], [0, 1], [1, 1]]\n"
               "W_k = [[1, 2], [3, 4]]\nW_v^T = [[1, 2], [3, 4]]")[1] ==
          "W_q.T (3 × 2) → W_q, transposed: its name says so");
    const Document document = importOf(
        "X = [[1, 2], [3, 4], [5, 6]]\nW_q = [[1, 0], [0, 1]]\nk_proj.weight = [[1, 2], [3, 4]]\n"
        "W_v = [[1, 2], [3, 4]]",
        {.transpose = {"W_v"}});
    CHECK(document.weights.query(0, 1) == 0);
    CHECK(document.weights.key(0, 1) == 3);
    CHECK(document.weights.value(0, 1) == 3);
    // X as columns, told by all weights: asked once.
    const std::string columns =
        "X = [[1, 2, 3], [4, 5, 6]]\nW_q = [[1], [2]]\nW_k = [[1], [2]]\nW_v = [[1], [2]]";
    CHECK(noDocument(columns) ==
          "X: is 2 × 3, expected a row for each token and 2 columns, as the weights have 2 rows");
    const Document turned = importOf(columns, {.transpose = {"X"}});
    CHECK(turned.n() == 3);
    CHECK(turned.embeddings(2, 1) == 6);
    CHECK(noDocument("X = [[1, 2], [3, 4], [5, 6]]\nW_q = [[1, 2, 3, 4]]\nW_k = [[1], [2]]\n"
                     "W_v = [[1], [2]]") ==
          "W_q: is 1 × 4, but X has 2 columns, so W_q needs 2 rows");
    CHECK(noDocument(kNamed, {.transpose = {"W_u"}}).starts_with("transpose: “W_u” was not found"));
}

TEST_CASE("wishes go before names") {
    const std::string matrices = "A = [[1, 2]]\nB = [[3], [4]]\nW_k = [[5], [6]]\nW_v = [[7], [8]]";
    const ImportWishes wishes{.into = {{"A", MatrixId::embeddings}, {"B", MatrixId::w_query}}};
    CHECK(importOf(matrices, wishes).weights.query(1, 0) == 4);
    CHECK(noDocument(matrices, {.into = {{"", MatrixId::w_query}}})
              .starts_with("into: there are 4 matrices, expected the name of one before the "
                           "target, such as NAME=W_q"));
    CHECK(noDocument(matrices, {.into = {{"C", MatrixId::w_query}}})
              .starts_with("into: “C” was not found"));
    CHECK(noDocument("X = [[1]]\nX = [[2]]\nW_q = [[1]]\nW_k = [[1]]\nW_v = [[1]]") ==
          "X: X is given by X and by X, expected one of them");
    CHECK(importOf("X = [[1]]\nX = [[1]]\nW_q = [[1]]\nW_k = [[1]]\nW_v = [[1]]").n() == 1);
}

TEST_CASE("choices about single tensors go before names, shapes and order") {
    ImportWishes wishes;
    // The keys go to the queries; the tensor of that name gives way.
    wishes.choices = {{.tensor = 2, .target = MatrixId::w_query},
                      {.tensor = 1, .target = MatrixId::w_key}};
    CHECK(importOf(kNamed, wishes).weights.query.get()(0, 0) == 2);
    CHECK(importOf(kNamed, wishes).weights.key.get()(0, 0) == 1);
    wishes.choices = {{.tensor = 1, .is_left_out = true}};
    CHECK(noDocument(kNamed, wishes).starts_with("W_q: is missing"));
    // Without names the others keep their order.
    const std::string nameless =
        "[[1, 2], [3, 4]] [[5, 6], [7, 8]] [[1, 0], [0, 1]] [[2, 0], [0, 2]]";
    wishes.choices = {{.tensor = 0, .target = MatrixId::w_value}};
    CHECK(importOf(nameless, wishes).weights.value.get()(0, 1) == 2);
    CHECK(importOf(nameless, wishes).embeddings.get()(0, 0) == 5);
    wishes.choices = {{.tensor = 0, .target = MatrixId::w_value},
                      {.tensor = 1, .target = MatrixId::w_value}};
    CHECK(noDocument(nameless, wishes).starts_with("W_v: W_v is given by"));
    // A list goes to a bias, a matrix does not.
    const std::string listed = kNamed + "c = [7, 8]\nd = [[1, 0], [0, 1]]\n";
    wishes.choices = {{.tensor = 4, .target = MatrixId::b_key}};
    CHECK(importOf(listed, wishes).biases.key->get()(0, 1) == 8);
    wishes.choices = {{.tensor = 5, .target = MatrixId::b_key}};
    CHECK_FALSE(importOf(listed, wishes).biases.key.has_value());
}

TEST_CASE("a tensor has a size as each matrix that it can be") {
    const FoundTensor list{.shape = {3}, .values = {1, 2, 3}};
    CHECK(sizeAs(MatrixId::b_key, list) == Cell{1, 3});
    CHECK_FALSE(sizeAs(MatrixId::w_key, list).has_value());
    const FoundTensor column{.shape = {3, 1}, .values = {1, 2, 3}};
    CHECK(sizeAs(MatrixId::b_key, column) == Cell{1, 3});
    CHECK(sizeAs(MatrixId::w_key, column) == Cell{3, 1});
    CHECK_FALSE(sizeAs(MatrixId::b_key, {.shape = {2, 2}, .values = {1, 2, 3, 4}}).has_value());
    CHECK_FALSE(sizeAs(MatrixId::b_key, {.shape = {0}}).has_value());
    CHECK_FALSE(sizeAs(MatrixId::b_key, {.shape = {}, .values = {1}}).has_value());
}

TEST_CASE("a choice transposes a square matrix, or keeps one as it is that only fits transposed") {
    const std::string tall =
        "X = [[1, 2], [3, 4], [5, 6]]\nW_q = [[1, 2], [3, 4]]\n"
        "W_k = [[2, 0], [0, 2]]\nW_v = [[1, 2], [3, 4], [5, 6]]\n";
    ImportWishes wishes;
    wishes.choices = {{.tensor = 1, .is_transposed = true}, {.tensor = 3, .is_transposed = true}};
    CHECK(importOf(tall, wishes).weights.query.get()(0, 1) == 3);
    CHECK(importOf(tall, wishes).weights.value.cols() == 3);
    wishes.choices = {{.tensor = 3, .is_transposed = false}};
    CHECK(noDocument(tall, wishes).starts_with("W_v: is 3 × 2, but X has 2 columns"));
}

TEST_CASE("lists of texts that are left out are no tokens") {
    const std::string two = "first = ['a', 'b', 'c']\nsecond = ['d', 'e', 'f']\n" + kNamed;
    ImportWishes wishes;
    CHECK(importOf(two, wishes).tokens.front() == "a");
    wishes.texts_left_out = {0};
    CHECK(importOf(two, wishes).tokens.front() == "d");
    wishes.texts_left_out = {0, 1};
    CHECK(importOf(two, wishes).tokens.front() == "t1");
}

TEST_CASE("a document that is changed keeps all else") {
    const Document before = small();
    const Document changed = importOf("W_v = [[7], [8]]", {}, &before);
    CHECK(changed.tokens == before.tokens);
    CHECK(changed.dtype == before.dtype);
    CHECK(changed.weights.value(1, 0) == 8);
    CHECK(changed.weights.query == before.weights.query);
    const Document longer = importOf("[[1, 2], [3, 4], [5, 6], [7, 8]]", {}, &before);
    CHECK(longer.tokens == std::vector<std::string>{"t1", "t2", "t3", "t4"});
    CHECK(importOf("[[9], [9]]", {}, &before).weights.value(0, 0) == 9);
    CHECK(noDocument("[[9, 9], [9, 9]]", {}, &before) ==
          "line 1: fits W_q and W_k, expected the choice of one");
    CHECK(importOf("[[9, 9], [9, 8]]", {.into = {{"", MatrixId::w_key}}}, &before)
              .weights.key(1, 1) == 8);
    CHECK(noDocument("[[1, 2, 3, 4, 5]]", {}, &before) ==
          "line 1: 1 × 5 is not the shape of a matrix of the document");
    CHECK(noDocument("W_v = [[1], [2], [3]]", {}, &before) ==
          "W_v: is 3 × 1, but X has 2 columns, so W_v needs 2 rows");
    CHECK(noDocument("W_k = [[1], [2]]", {}, &before).starts_with("heads: "));
    // A mask that belongs to three tokens cannot stay with two.
    Document masked = before;
    masked.mask.rules = {MaskRule{.kind = MaskKind::padding, .per_token = {1, 1, 0}}};
    CHECK(importOf("X = [[1, 2], [3, 4], [5, 7]]", {}, &masked).mask == masked.mask);
    CHECK(importOf("X = [[1, 2], [3, 4]]", {}, &masked).mask.rules == std::vector{MaskRule{}});
    // Numbers that a seed drew are no longer those of the recipe.
    Document drawn = before;
    drawn.draw = Draw{"torch", "42", "randn32:2", {"value"}};
    CHECK_FALSE(importOf("W_v = [[7], [8]]", {}, &drawn).draw.has_value());
    CHECK(importOf("X = [[1, 2], [3, 4], [5, 7]]", {}, &drawn).draw.has_value());
}

TEST_CASE("one layer and one head of models, as PyTorch's own modules compute them") {
    const Json models = reference("imports.json").at("models");
    CHECK(models.size() == 5);
    for (const auto& item : models.items()) {
        const std::string name = item.key();
        const Json& model = item.value();
        CAPTURE(name);
        ImportWishes wishes;
        const auto set = [&](const char* field, std::optional<Index>& wish) {
            if (!model.at(field).is_null()) wish = model.at(field).get<Index>();
        };
        set("layer", wishes.layer);
        set("heads", wishes.heads);
        set("head", wishes.head);
        const Document document = importOf(importBytes(model.value("file", name)), wishes);
        CHECK(document.heads == (wishes.head ? 1 : *wishes.heads));
        const auto check = [&](const char* field, const SharedMatrix& matrix) {
            CAPTURE(field);
            const Json& wanted = model.at("matrices").at(field);
            CHECK(wanted.at("shape") == Json{matrix.rows(), matrix.cols()});
            const double* const data = matrix.get().data();
            CHECK(bitsOf(std::vector<double>(data, data + matrix.rows() * matrix.cols())) ==
                  bitsOf(wanted.at("values")));
        };
        check("embeddings", document.embeddings);
        check("query", document.weights.query);
        check("key", document.weights.key);
        check("value", document.weights.value);
        REQUIRE(document.weights.output.has_value());
        check("output", *document.weights.output);
        CHECK(attend(document).has(MatrixId::output));
    }
}

namespace {

/// The weights of a layer of 4 wide embeddings and 2 heads, rows of (in, out).
struct ModelWeights {
    std::array<Matrix<double>, 4> matrices{};  ///< W_q, W_k, W_v, W_o

    ModelWeights() {
        double next = 0;
        for (Matrix<double>& matrix : matrices) {
            matrix.resize(4, 4);
            for (Index k = 0; k < 16; ++k) matrix.data()[k] = std::sin(next += 1);
        }
    }
};

std::vector<double> numbersIn(const Matrix<double>& matrix) {
    return {matrix.data(), matrix.data() + matrix.size()};
}

/// A tensor as a library stores this part of a weight.
using StoreTensor = FoundTensor (*)(const std::string& name, const Matrix<double>& weight,
                                    bool is_output);

FoundTensor asLinear(const std::string& name, const Matrix<double>& weight, bool) {
    const Matrix<double> turned = weight.transpose();
    return {.name = name, .shape = {weight.cols(), weight.rows()}, .values = numbersIn(turned)};
}
FoundTensor asKernel(const std::string& name, const Matrix<double>& weight, bool) {
    return {.name = name, .shape = {weight.rows(), weight.cols()}, .values = numbersIn(weight)};
}
/// (in, heads, out), of W_o (heads, in, out)
FoundTensor asDense(const std::string& name, const Matrix<double>& weight, bool is_output) {
    const std::vector<Index> shape =
        is_output ? std::vector<Index>{2, 2, 4} : std::vector<Index>{4, 2, 2};
    return {.name = name, .shape = shape, .values = numbersIn(weight)};
}
/// (heads, in, out)
FoundTensor asLens(const std::string& name, const Matrix<double>& weight, bool is_output) {
    if (is_output) return asDense(name, weight, true);
    std::vector<double> values = numbersIn(weight.leftCols(2).eval());
    const std::vector<double> second = numbersIn(weight.rightCols(2).eval());
    values.insert(values.end(), second.begin(), second.end());
    return {.name = name, .shape = {2, 4, 2}, .values = values};
}

void addEmbeddings(Found& found) {
    found.tensors.push_back({.name = "X", .shape = {2, 4}, .values = {1, 0, 0, 0, 0, 1, 0, 0}});
}

/// The document of a model that must have one, with its heads side by side.
Document documentOf(Found found, const ImportWishes& wishes) {
    joinHeads(found);
    const Placement placement = placementOf(found, wishes);
    REQUIRE_MESSAGE(placement.faults.empty(), placementFaults(placement));
    const Checked<Document> document = importedDocument(found, placement, nullptr, kMaxMemory);
    REQUIRE(document.has_value());
    return *document;
}

void checkWeights(const Document& document) {
    const ModelWeights wanted;
    CHECK(document.heads == 2);
    CHECK(document.weights.query.get() == wanted.matrices[0]);
    CHECK(document.weights.key.get() == wanted.matrices[1]);
    CHECK(document.weights.value.get() == wanted.matrices[2]);
    REQUIRE(document.weights.output.has_value());
    CHECK(document.weights.output->get() == wanted.matrices[3]);
}

}  // namespace

TEST_CASE("the layers of models by the names and axes of their libraries") {
    struct Row {
        std::array<const char*, 4> names;  ///< of W_q, W_k, W_v, W_o
        StoreTensor store;
        bool tells_heads = false;
    };
    const std::vector<Row> rows{
        {{"model.layers.3.self_attn.q_proj.weight", "model.layers.3.self_attn.k_proj.weight",
          "model.layers.3.self_attn.v_proj.weight", "model.layers.3.self_attn.o_proj.weight"},
         asLinear},
        {{"bert.encoder.layer.0.attention.self.query.weight",
          "bert.encoder.layer.0.attention.self.key.weight",
          "bert.encoder.layer.0.attention.self.value.weight",
          "bert.encoder.layer.0.attention.output.dense.weight"},
         asLinear},
        {{"attn1.to_q.weight", "attn1.to_k.weight", "attn1.to_v.weight", "attn1.to_out.0.weight"},
         asLinear},
        {{"blocks.0.attn.q.weight", "blocks.0.attn.k.weight", "blocks.0.attn.v.weight",
          "blocks.0.attn.proj.weight"},
         asLinear},
        {{"self_attn.linears.0.weight", "self_attn.linears.1.weight", "self_attn.linears.2.weight",
          "self_attn.linears.3.weight"},
         asLinear},
        {{"encoder.layers.1.self_attn.linears.0.weight",
          "encoder.layers.1.self_attn.linears.1.weight",
          "encoder.layers.1.self_attn.linears.2.weight",
          "encoder.layers.1.self_attn.linears.3.weight"},
         asLinear},
        {{"encoder.block.0.layer.0.SelfAttention.q.weight",
          "encoder.block.0.layer.0.SelfAttention.k.weight",
          "encoder.block.0.layer.0.SelfAttention.v.weight",
          "encoder.block.0.layer.0.SelfAttention.o.weight"},
         asLinear},
        {{"mha.query.linear.weight", "mha.key.linear.weight", "mha.value.linear.weight",
          "mha.output.weight"},
         asLinear},
        {{"trf_blocks.0.att.W_query.weight", "trf_blocks.0.att.W_key.weight",
          "trf_blocks.0.att.W_value.weight", "trf_blocks.0.att.out_proj.weight"},
         asLinear},
        {{"encoder/layer_0/attention/query/kernel", "encoder/layer_0/attention/key/kernel",
          "encoder/layer_0/attention/value/kernel", "encoder/layer_0/attention/out/kernel"},
         asKernel},
        {{"multi_head_attention/query/kernel:0", "multi_head_attention/key/kernel:0",
          "multi_head_attention/value/kernel:0", "multi_head_attention/attention_output/kernel:0"},
         asDense,
         true},
        {{"encoderblock_0/MultiHeadDotProductAttention_1/query/kernel",
          "encoderblock_0/MultiHeadDotProductAttention_1/key/kernel",
          "encoderblock_0/MultiHeadDotProductAttention_1/value/kernel",
          "encoderblock_0/MultiHeadDotProductAttention_1/out/kernel"},
         asDense,
         true},
        {{"blocks.0.attn.W_Q", "blocks.0.attn.W_K", "blocks.0.attn.W_V", "blocks.0.attn.W_O"},
         asLens,
         true},
        {{"W_Q", "W_K", "W_V", "W_O"}, asLens, true},
    };
    const ModelWeights weights;
    for (const Row& row : rows) {
        CAPTURE(row.names[0]);
        Found found;
        addEmbeddings(found);
        for (std::size_t k = 0; k < row.names.size(); ++k) {
            found.tensors.push_back(row.store(row.names[k], weights.matrices[k], k == 3));
        }
        // Layers behind attention have no place in it.
        found.tensors.push_back(asLinear("blocks.0.mlp.W_out", weights.matrices[0], false));
        found.tensors.push_back(asLinear("encoder.block.0.layer.1.DenseReluDense.wo.weight",
                                         weights.matrices[1], false));
        const ImportWishes wishes =
            row.tells_heads ? ImportWishes{} : ImportWishes{.heads = Index{2}};
        checkWeights(documentOf(found, wishes));
        if (!row.tells_heads) continue;
        joinHeads(found);
        CHECK(placementOf(found, {.heads = 4}).faults.at(0).where == "heads");
        CHECK(documentOf(found, {.head = 1}).weights.query.cols() == 2);
    }
}

TEST_CASE("fused weights of models, and W_o beside them") {
    const ModelWeights weights;
    Matrix<double> fused(4, 12);
    for (Index k = 0; k < 3; ++k) fused.middleCols(4 * k, 4) = weights.matrices[asSize(k)];
    struct Row {
        const char* fused;
        const char* output;
        StoreTensor store;
    };
    for (const Row& row : {Row{"blocks.0.attn.qkv.weight", "blocks.0.attn.proj.weight", asLinear},
                           Row{"layers.0.0.to_qkv.weight", "layers.0.0.to_out.0.weight", asLinear},
                           Row{"h.0.attn.c_attn.weight", "h.0.attn.c_proj.weight", asLinear},
                           Row{"h.0.attn.c_attn.weight", "h.0.attn.c_proj.weight", asKernel},
                           Row{"model/h0/attn/c_attn/w", "model/h0/attn/c_proj/w", asKernel},
                           Row{"in_proj_weight", "out_proj.weight", asLinear}}) {
        CAPTURE(row.fused);
        Found found;
        addEmbeddings(found);
        found.tensors.push_back(row.store(row.fused, fused, false));
        found.tensors.push_back(row.store(row.output, weights.matrices[3], true));
        checkWeights(documentOf(found, {.heads = Index{2}}));
    }
}

TEST_CASE("a list of heads is heads, not layers") {
    const ModelWeights weights;
    for (const bool is_linear : {true, false}) {
        const std::string ending = is_linear ? ".weight" : "";
        Found found;
        addEmbeddings(found);
        for (Index head : {1, 0}) {
            for (std::size_t k = 0; k < 3; ++k) {
                const std::array<std::string, 3> roles{"query", "key", "value"};
                const Matrix<double> own = weights.matrices[k].middleCols(2 * head, 2);
                const std::string name =
                    "blocks.0.sa.heads." + std::to_string(head) + "." + roles[k] + ending;
                found.tensors.push_back(is_linear ? asLinear(name, own, false)
                                                  : asKernel(name, own, false));
            }
        }
        found.tensors.push_back(asLinear("blocks.0.sa.proj.weight", weights.matrices[3], true));
        checkWeights(documentOf(found, {}));
        // A head that is missing is no list of heads: its weights are not told apart.
        found.tensors[1].name = "blocks.0.sa.heads.2.query" + ending;
        joinHeads(found);
        CHECK_FALSE(placementOf(found, {}).faults.empty());
    }
}

TEST_CASE("biases with an axis of heads") {
    const ModelWeights weights;
    Found found;
    addEmbeddings(found);
    const std::array<std::string, 4> letters{"Q", "K", "V", "O"};
    for (std::size_t k = 0; k < 4; ++k) {
        found.tensors.push_back(
            asLens("blocks.0.attn.W_" + letters[k], weights.matrices[k], k == 3));
    }
    found.tensors.push_back({.name = "blocks.0.attn.b_Q", .shape = {2, 2}, .values = {1, 2, 3, 4}});
    found.tensors.push_back({.name = "blocks.0.attn.b_O", .shape = {4}, .values = {5, 6, 7, 8}});
    const Document document = documentOf(found, {});
    CHECK((*document.biases.query)(0, 2) == 3);
    CHECK((*document.biases.output)(0, 3) == 8);
}

TEST_CASE("a model that does more between query and score is warned about") {
    const std::string linear =
        "X = [[1, 2], [3, 4]]\nattn.q_proj.weight = [[1, 2], [3, 4]]\n"
        "attn.k_proj.weight = [[1, 2], [3, 5]]\nattn.v_proj.weight = [[1, 2], [3, 6]]\n";
    const auto warned = [](const std::string& text) {
        for (const std::string& line : told(text)) {
            if (line.find("differ from its own") != std::string::npos) return line;
        }
        return std::string();
    };
    CHECK(warned(linear).empty());
    for (const char* const more :
         {"attn.q_norm.weight = [1, 1]", "attn.k_norm.weight = [1, 1]", "attn.norm_q.weight = [1]",
          "attn.relative_position_bias_table = [[1, 2]]", "attn.rel_pos_h = [[1, 2], [3, 4]]",
          "attn.rotary_emb.inv_freq = [1]", "attn.logit_scale = [[[1]], [[2]]]",
          "attn.self.distance_embedding.weight = [[1, 2], [3, 4]]"}) {
        CAPTURE(more);
        const std::string name = std::string(more).substr(0, std::string(more).find(' '));
        CHECK(warned(linear + more) == "This model does more between query and score (" + name +
                                           "): the weights here differ from its own.");
    }
    std::string t5 = linear;
    for (std::size_t at = t5.find("attn."); at != std::string::npos; at = t5.find("attn.", at)) {
        t5.replace(at, 5, "block.0.layer.0.SelfAttention.");
    }
    CHECK(warned(t5).find("T5") != std::string::npos);
    CHECK(warned(t5 + "block.0.layer.0.SelfAttention.relative_attention_bias.weight = [[1, 2]]\n")
              .find("relative_attention_bias") != std::string::npos);
}

TEST_CASE("choices that a model's file leaves open are asked for") {
    const std::string gpt2 = importBytes("gpt2.safetensors");
    CHECK(noDocument(gpt2) == "layer: the file has the layers 0 and 1, expected one of them");
    CHECK(noDocument(gpt2, {.layer = 2}) ==
          "layer: layer 2 was not found, expected one of 0 and 1");
    CHECK(noDocument(gpt2, {.layer = 1, .head = 0}) ==
          "heads: the number of heads is not in the file, expected it to take one of them");
    CHECK(noDocument(gpt2, {.layer = 1, .heads = 2, .head = 2}) ==
          "head: 2 is not a head, expected 0 to 1");
    CHECK(noDocument(gpt2, {.layer = 1, .heads = 3})
              .starts_with("W_q: has 4 columns, which 3 heads cannot share evenly"));
    CHECK(noDocument(gpt2, {.tensor = "h.3"}).starts_with("tensor: “h.3” was not found"));
    CHECK(importOf(gpt2, {.tensor = "h.1.attn"}).weights == importOf(gpt2, {.layer = 1}).weights);
    CHECK(noDocument(importBytes("grouped.safetensors")).starts_with("heads: "));
    CHECK(told(importBytes("grouped.safetensors"), {.heads = 4}) ==
          std::vector<std::string>{
              "hidden_states (3 × 8) → X",
              "model.layers.3.self_attn.q_proj.weight (8 × 8) → W_q, transposed: a layer stores "
              "out × in",
              "model.layers.3.self_attn.k_proj.weight (4 × 8) → W_k, transposed: a layer stores "
              "out × in",
              "W_k is shared by groups of heads: each of its heads is repeated 2 times",
              "model.layers.3.self_attn.v_proj.weight (4 × 8) → W_v, transposed: a layer stores "
              "out × in",
              "W_v is shared by groups of heads: each of its heads is repeated 2 times",
              "model.layers.3.self_attn.o_proj.weight (8 × 8) → W_o, transposed: a layer stores "
              "out × in"});
    const std::vector<std::string> lines = told(gpt2, {.layer = 1, .heads = 2, .head = 1});
    CHECK(lines[1] == "h.1.attn.c_attn.weight (4 × 12), 1 to 4 of its outputs → W_q");
    CHECK(lines[5] == "h.1.attn.c_attn.bias (12), 1 to 4 of its outputs → b_q");
    CHECK(lines[8] == "only head 1 is taken; the 2 heads begin with 0");
}

TEST_CASE("models with biases: the output is that of their layers") {
    const Json models = reference("biases.json").at("models");
    CHECK(models.size() == 4);
    for (const auto& item : models.items()) {
        CAPTURE(item.key());
        const Json& model = item.value();
        ImportWishes wishes{.heads = model.at("heads").get<Index>()};
        if (!model.at("layer").is_null()) wishes.layer = model.at("layer").get<Index>();
        const std::string bytes = importBytes(item.key());
        const Document document = importOf(bytes, wishes);
        REQUIRE(document.biases.query.has_value());
        CHECK(distance(attend(document).view(MatrixId::output), tensor(model.at("output"))) <=
              4e-6);
        // One head has its part of the biases, but not that of the output: it is added once.
        wishes.head = 2;
        const Document head = importOf(bytes, wishes);
        for (Index col = 0; col < 2; ++col) {
            CHECK((*head.biases.query)(0, col) == (*document.biases.query)(0, 4 + col));
            CHECK((*head.biases.key)(0, col) == (*document.biases.key)(0, 4 + col));
        }
        CHECK(!head.biases.output);
        CHECK(attend(head).view(MatrixId::attention_weights)(4, 1) ==
              doctest::Approx(attend(document).view(MatrixId::attention_weights, 2)(4, 1)));
    }
    const std::vector<std::string> lines =
        told(importBytes("biases-gpt2.safetensors"), {.layer = 1, .heads = 4, .head = 2});
    CHECK(std::find(lines.begin(), lines.end(),
                    "h.1.attn.c_proj.bias (8) is not used: it is added once, after all heads") !=
          lines.end());
}

TEST_CASE("biases go to a document by name or wish, and must fit its weights") {
    Document document = small();
    CHECK((*importOf("b_q = [5, 6]", {}, &document).biases.query)(0, 1) == 6);
    CHECK((*importOf("[5, 6]", {.into = {{"", MatrixId::b_key}}}, &document).biases.key)(0, 0) ==
          5);
    CHECK(noDocument("b_v = [5, 6]", {}, &document) ==
          "b_v: has 2 numbers, expected 1, one for each column of W_v");
    CHECK(noDocument("in_proj_bias = [5, 6]", {}, &document) ==
          "b_q (in_proj_bias): has 2 numbers, expected 5, one for each column of W_q, W_k and W_v");
    const Biases parts = importOf("in_proj_bias = [1, 2, 3, 4, 5]", {}, &document).biases;
    CHECK((*parts.query)(0, 1) == 2);
    CHECK((*parts.key)(0, 0) == 3);
    CHECK((*parts.value)(0, 0) == 5);
    document.biases = parts;
    // Weights of another width take the place of those that the biases belong to.
    const Document other = importOf("W_q = [[1], [2]]\nW_k = [[1], [2]]\n", {}, &document);
    CHECK(!other.biases.query);
    CHECK(!other.biases.key);
    CHECK(other.biases.value.has_value());
}

TEST_CASE("matrices without numbers have no place") {
    const std::string fused = "X = [[],[]]\nin_proj_weight = [[],[],[],[],[],[]]\n";
    CHECK(noDocument(fused, {.heads = 2}).find("is missing") != std::string::npos);
}

TEST_CASE("documents that cannot be are refused") {
    CHECK(noDocument(
              "X = [[nan, 2], [3, 4]]\nW_q = [[1], [2]]\nW_k = [[1], [2]]\nW_v = [[1], [2]]") ==
          "embeddings[0][0]: nan does not fit float64, expected a finite number");
    std::string rows = "X\n";
    for (int k = 0; k < 4097; ++k) rows += "1\n";
    CHECK(noDocument(rows + "\nW_q\n1\n\nW_k\n1\n\nW_v\n1\n") ==
          "X: 4,097 tokens, expected at most 4,096");
    Found found = foundIn(kNamed);
    found.tensors[0].dtype = DType::float16;
    CHECK(importedDocument(found, placementOf(found, {}), nullptr, kMaxMemory)->dtype ==
          DType::float16);
    found.tensors[1].dtype = DType::bfloat16;
    CHECK(importedDocument(found, placementOf(found, {}), nullptr, kMaxMemory)->dtype ==
          DType::float32);
    found.tensors[2].dtype = DType::float64;
    CHECK(importedDocument(found, placementOf(found, {}), nullptr, kMaxMemory)->dtype ==
          DType::float64);
    CHECK(placed(importedDocument(found, placementOf(found, {}), nullptr, 100).error())
              .find("would take") != std::string::npos);
}
