// Where found numbers go: by wishes, names and shapes; the documents that come of it.
#include <array>
#include <cmath>

#include "core/base/limits.h"
#include "core/import/tensor_name.h"
#include "tests/core/import/placing.h"

using namespace lookback;
using namespace lookback::test;

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
    // Neither is what is computed from a matrix of the text that matrix, nor one without a name.
    for (const std::string label :
         {"2X =", "-X =", "3 * X =", "2 X:", "-X\n", ">>> -X\n", ">>> 2*X\n", ">>> ~X\n",
          "print(2*X)\n", "\u221aX =", "\u00bdX =", "\u03b1X =", "+X\n", "0.5X =", "1/2 X:"}) {
        std::string text;
        for (const std::string name : {"X", "W_q", "W_k", "W_v"}) {
            std::string line = label;
            text += line.replace(line.find('X'), 1, name) + " [[1, 2], [3, 4]]\n";
        }
        CAPTURE(text);
        CHECK(noDocument(text).starts_with("X: is missing"));
        CHECK(unplacedIn(text).size() == 4);
    }
    // The marks of lists and formulas are none of the name.
    for (const std::string label : {"1. X =", "* X:", "- X:", "\u2022 X:", "$X$:", "**X**:"}) {
        std::string text;
        for (const std::string name : {"X", "W_q", "W_k", "W_v"}) {
            std::string line = label;
            text += line.replace(line.find('X'), 1, name) + " [[1, 2], [3, 4]]\n";
        }
        CAPTURE(text);
        CHECK(told(text).front() == "X (2 × 2) → X");
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

TEST_CASE("a matrix without a name has one place in the report, for the command and the sheet") {
    const std::vector<std::string> names{"X", "W_q", "W_k", "W_v"};
    constexpr std::array kTargets{MatrixId::embeddings, MatrixId::w_query, MatrixId::w_key,
                                  MatrixId::w_value};
    // Each set of names that is given, and one to five matrices without a name before or behind.
    for (std::size_t given = 0; given < 16; ++given) {
        for (std::size_t nameless = 1; nameless < 6; ++nameless) {
            for (const bool is_before : {true, false}) {
                std::string text;
                std::size_t named = 0;
                for (std::size_t k = 0; k < names.size(); ++k) {
                    if ((given >> k & 1) == 0) continue;
                    text += names[k] + " = [[1, 2], [3, 4]]\n";
                    ++named;
                }
                std::string others;
                for (std::size_t k = 0; k < nameless; ++k) others += "[[5, 6], [7, 8]]\n";
                text = is_before ? others + text : text + others;
                const std::size_t first = is_before ? 0 : named;
                CAPTURE(text);
                const Found found = foundIn(text);
                const Placement placement = placementOf(found, {});
                std::string report;
                for (const Message& line : unplacedSentences(found, placement)) {
                    report += english().text(line) + "\n";
                }
                for (std::size_t k = first; k < first + nameless; ++k) {
                    const std::string line = "line " + std::to_string(k + 1) + " (2 × 2) is ";
                    const PlacedTensor* const place = placement.placeOf(k);
                    const auto offered = placesFor(found, {}, nullptr, placement, k);
                    if (named > 0) {
                        CHECK(place == nullptr);
                        CHECK(report.find(line + "not used: ") != std::string::npos);
                        // It can go to each place that is empty.
                        std::vector<MatrixId> empty;
                        for (std::size_t target = 0; target < kTargets.size(); ++target) {
                            if ((given >> target & 1) == 0) empty.push_back(kTargets[target]);
                        }
                        CHECK(offered == empty);
                    } else if (k < kTargets.size()) {
                        REQUIRE(place != nullptr);
                        CHECK(place->target == kTargets[k]);
                        CHECK(offered.empty());
                        const bool is_told =
                            report.find(line + "taken as " + names[k]) != std::string::npos;
                        CHECK(is_told == !placement.faults.empty());
                    } else {
                        CHECK(place == nullptr);
                        CHECK(report.find(line + "not used: ") != std::string::npos);
                    }
                }
                const bool is_whole = named == 4 || (named == 0 && nameless >= 4);
                CHECK(placement.faults.empty() == is_whole);
            }
        }
    }
}

TEST_CASE("what was found and has no place is listed, also beside faults") {
    const std::string text =
        "Q = [[1, 2], [3, 4]]\nfoo = [[1, 2]]\nmask = [[True, False]]\nX = [[1, 2]]\nX *= 2\n";
    CHECK(noDocument(text) ==
          "W_q: is missing, expected the weight that made Q, a result for 2 tokens; print W_q and "
          "bring it, too\n"
          "W_k: is missing, expected a matrix of this name\n"
          "W_v: is missing, expected a matrix of this name\n"
          "line 5: “X *= 2” changes X after its numbers and is not computed; print X again below "
          "it, or remove the line");
    CHECK(unplacedIn(text + "W_q *= 2\n") ==
          std::vector<std::string>{
              "Q (2 × 2) is not used: it is a result of the layer, Q, not a weight",
              "foo (1 × 2) is not used: its name does not say where it goes",
              "mask (1 × 2) is not used: it is a mask",
              "line 6: “W_q *= 2” is code, which is not computed"});
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
