// Attention as other conventions write it: no word of it is untrue there, and back it is as before.
#include "core/explain/in_conventions.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include <doctest/doctest.h>

#include "core/compare/findings.h"
#include "core/document/labels.h"
#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "core/explain/checks.h"
#include "core/explain/explain.h"
#include "core/explain/matrix_words.h"
#include "core/masking/methods.h"
#include "core/words/formula_words.h"
#include "tests/core/narrator_documents.h"
#include "tests/core/plain_text.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr Conventions kBlocked{.true_is_allowed = false};
constexpr Conventions kColumns{.rows_are_queries = false};
constexpr unsigned kDocuments = 300;

/// A token that is called like what must not be said.
constexpr const char* kToken = "row";

/// The text with all its words in small letters between spaces, without quoted tokens and names.
std::string wordsOf(const std::string& text) {
    std::string words = " ";
    bool is_token = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::string_view rest = std::string_view(text).substr(at);
        if (rest.starts_with("\u201c") || rest.front() == '[') is_token = true;
        if (rest.starts_with("\u201d") || rest.front() == ']') is_token = false;
        const char letter = static_cast<char>(std::tolower(static_cast<unsigned char>(text[at])));
        if (!is_token) words += letter >= 'a' && letter <= 'z' ? letter : ' ';
    }
    return words + " ";
}

/// True where it speaks of rows, or of what lies above the diagonal.
bool speaksOfRows(const std::string& text) {
    const std::string words = wordsOf(text);
    return words.find(" row ") != std::string::npos || words.find(" rows ") != std::string::npos ||
           words.find(" above ") != std::string::npos;
}

/// All that explains a cell, but for the names of what it is made of.
std::string proseOf(const Explanation& explanation, const Conventions& conventions) {
    std::string prose = plain(explanation.meaning, conventions) + "\n";
    for (const TextLine& line : explanation.lines) {
        for (const Piece& piece : line) {
            if (piece.words) prose += plain(*piece.words, conventions) + "\n";
        }
    }
    return prose;
}

template <class Check>
void forEveryPair(const Document& document, const Trace& trace, Check check) {
    for (const MatrixId id : trace.order) {
        if (!isOfPairs(id)) continue;
        const Tensor& stage = trace.tensor(id);
        for (Index head = 0; head < stage.heads(); ++head) {
            for (Index row = 0; row < document.n(); ++row) {
                for (Index col = 0; col < document.n(); ++col) check(id, head, Cell{row, col});
            }
        }
    }
}

Document withTellingToken(unsigned seed) {
    Document document = strangeDocument(seed);
    if (document.n() > 1) document.tokens[1] = kToken;
    return document;
}

/// All formulas and signs of stages, under every method, position encoding and mask rule, in all
/// conventions.
std::set<std::string> allFormulas() {
    std::set<std::string> formulas;
    const auto add = [&](const Document& document) {
        for (const bool rows : {true, false}) {
            for (const bool allowed : {true, false}) {
                const Conventions conventions{allowed, rows};
                for (const MatrixId id : stageOrder(document)) {
                    formulas.insert(formulaInConventions(document, id, conventions));
                    formulas.insert(signInConventions(document, id, conventions));
                }
            }
        }
    };
    for (const MaskingInfo& method : kMaskingMethods) {
        for (const double value : {-7.0, -std::numeric_limits<double>::infinity()}) {
            add(randomDocument({.output = true, .masking = {method.method, value}}));
        }
    }
    for (const PositionInfo& position : kPositionKinds)
        add(randomDocument({.position = position.kind}));
    for (const MaskInfo& mask : maskKinds()) {
        Document document = randomDocument({.mask = mask.kind});
        add(document);
        document.mask.rules.push_back(document.mask.rules.front());
        add(document);
    }
    return formulas;
}

/// The words of two letters or more, without symbols such as Q_k.
std::set<std::string> formulaWordsOf(const std::set<std::string>& formulas) {
    std::set<std::string> words;
    for (const std::string& formula : formulas) {
        std::string word;
        for (const char letter : formula + " ") {
            if ((letter >= 'a' && letter <= 'z') || letter == '_') {
                word += letter;
            } else {
                if (word.size() > 1 && word.find('_') == std::string::npos) words.insert(word);
                word.clear();
            }
        }
    }
    return words;
}

}  // namespace

TEST_CASE("where columns are queries, softmax over the wrong axis is over rows") {
    Document document = documentWithScores(Matrix<double>::Ones(2, 2), DType::float64);
    document.tokens = {"a", "b"};
    document.masking.softmax = SoftmaxOver::columns;
    const Trace trace = attend(document);
    const MatrixId id = MatrixId::attention_weights;
    CHECK(formulaInConventions(document, id, {}) == "A = softmax(S_M) over columns");
    CHECK(formulaInConventions(document, id, kColumns) == "A = softmax(S_M) over rows");
    const Explanation explained = explainCell(document, trace, id, 0, {1, 0}, {}, kColumns);
    CHECK(
        plain(explained.meaning, kColumns) ==
        "This softmax is over the row of \u201ca\u201d: the weights that all queries give to this "
        "key add up to 1. So the column of \u201cb\u201d need not add up to 1: its sum is 1.");
    document.masking.method = MaskingMethod::zero;
    document.mask.rules = {newRule(MaskKind::causal, 2)};
    CHECK(plain(checkWeights(document, attend(document)).front().text, kColumns) ==
          "1 column of weights does not add up to 1: softmax makes each row add up to 1 instead.");
    document.masking.method = MaskingMethod::renormalize;
    CHECK(formulaInConventions(document, id, kColumns) == "A = A_M / column sum of A_M");
}

TEST_CASE("where columns are queries, nothing that explains a pair speaks of rows") {
    int spoke = 0;
    for (unsigned seed = 0; seed < kDocuments; ++seed) {
        Document document = withTellingToken(seed);
        document.masking.softmax = SoftmaxOver::rows;  // that over columns is about rows then
        const Trace trace = attend(document);
        forEveryPair(document, trace, [&](MatrixId id, Index head, Cell cell) {
            const Explanation usual = explainCell(document, trace, id, head, cell);
            if (speaksOfRows(proseOf(usual, {}))) ++spoke;
            for (const bool is_allowed : {true, false}) {
                const Conventions conventions{is_allowed, false};
                const Explanation turned =
                    explainCell(document, trace, id, head, cell, {}, conventions);
                const std::string prose = proseOf(turned, conventions);
                if (speaksOfRows(prose)) FAIL_CHECK(std::string(info(id).name), ": ", prose);
                CHECK(plain(turned.lines.back()).ends_with(plain({turned.lines.back().back()})));
            }
        });
        for (const Check& check : checkWeights(document, trace)) {
            CHECK_FALSE(speaksOfRows(plain(check.text, kColumns)));
        }
        for (const MatrixId id : trace.order) {
            if (!isOfPairs(id)) continue;
            CHECK_FALSE(speaksOfRows(formulaInConventions(document, id, kColumns)));
            CHECK_FALSE(speaksOfRows(plain(stage(id).line(), kColumns)));
        }
    }
    CHECK(spoke > 1000);
    for (const MaskingRow* row : kMaskingRows) {
        CHECK_FALSE(speaksOfRows(plain(row->words.line(), kColumns)));
    }
    for (const MaskInfo& kind : maskKinds()) {
        CHECK_FALSE(speaksOfRows(plain(kind.used_by(), kColumns)));
    }
}

TEST_CASE(
    "where columns are queries, nothing that is found in a pair of documents speaks of rows") {
    int spoke = 0;
    for (unsigned seed = 0; seed < kDocuments; ++seed) {
        const Document a = withTellingToken(seed);
        const Document b = edited(a, seed);
        if (!faults(b).empty()) continue;
        const Trace a_trace = attend(a);
        const Trace b_trace = attend(b);
        const Compared compared{{a, a_trace}, {b, b_trace}};
        const std::vector<std::string> labels = comparedLabels(a, b);
        for (const MatrixId id : a_trace.order) {
            if (!isOfPairs(id) || !b_trace.has(id) || comparisonFault(a, b, id)) continue;
            for (const Finding& finding : comparisonFindings(compared, id)) {
                if (!isOfPairs(finding.id)) continue;
                if (speaksOfRows(plain(tell(finding, compared, labels)))) ++spoke;
                const std::string text =
                    plain(tell(finding, compared, labels, 4, kColumns), kColumns);
                if (speaksOfRows(text)) FAIL_CHECK(text);
            }
        }
    }
    CHECK(spoke > 100);
}

TEST_CASE("a name has the row of the matrix as it stands first") {
    const Document document = randomDocument({.tokens = 3});
    const Trace trace = attend(document);
    const auto labels = wholeLabels(document.tokens);
    const auto name = [&](MatrixId id, const Conventions& conventions) {
        return plain(cellName(document, labels, id, 0, {2, 1}, conventions));
    };
    CHECK(name(MatrixId::scores, {}) == "S[t3, t2]");
    CHECK(name(MatrixId::scores, kColumns) == "S[t2, t3]");
    CHECK(name(MatrixId::query, kColumns) == name(MatrixId::query, {}));
    const auto factors = [&](const Conventions& conventions) {
        return plain(explainCell(document, trace, MatrixId::scores, 0, {2, 1}, {}, conventions)
                         .lines.front());
    };
    CHECK(factors({}) == "q(t3) \u00b7 k(t2)");
    CHECK(factors(kColumns) == "k(t2) \u00b7 q(t3)");
}

TEST_CASE("formulas are those of the matrices as they are written") {
    Document document = randomDocument({.tokens = 3, .output = true});
    const auto formula = [&](MatrixId id, const Conventions& conventions) {
        return formulaInConventions(document, id, conventions);
    };
    CHECK(formula(MatrixId::scores, kColumns) == "S = K Q^T");
    CHECK(formula(MatrixId::context, kColumns) == "A^T V");
    CHECK(formula(MatrixId::output, kColumns) == "Y = (A^T V) W_o");
    CHECK(formula(MatrixId::mask, kBlocked) == "M = not (key \u2264 query)");
    CHECK(plain(stage(MatrixId::mask).line(), kBlocked) ==
          "which tokens each token may not look at");
    document.mask.rules.clear();
    CHECK(formula(MatrixId::mask, kBlocked) == "M = no key");
    struct Row {
        MaskingMethod method;
        const char* allowed;
        const char* blocked;
    };
    for (const Row& row :
         {Row{MaskingMethod::fill, "S_M = S\u2032 where M, else \u22127",
              "S_M = \u22127 where M, else S\u2032"},
          Row{MaskingMethod::zero_rows, "S_M = S\u2032 where M, else \u2212\u221e",
              "S_M = \u2212\u221e where M, else S\u2032"},
          Row{MaskingMethod::add, "S_M = S\u2032 + (\u22127)\u00b7(1 \u2212 M)",
              "S_M = S\u2032 + (\u22127)\u00b7M"},
          Row{MaskingMethod::multiply, "S_M = S\u2032 \u00b7 M",
              "S_M = S\u2032 \u00b7 (1 \u2212 M)"},
          Row{MaskingMethod::add_allowed, "S_M = S\u2032 + M", "S_M = S\u2032 + (1 \u2212 M)"}}) {
        document.masking = {row.method, -7};
        CHECK(formula(MatrixId::masked_scores, {}) == row.allowed);
        CHECK(formula(MatrixId::masked_scores, kBlocked) == row.blocked);
    }
    // −∞ · 0 is NaN: the value is not multiplied by the mask.
    document.masking = {MaskingMethod::add, -std::numeric_limits<double>::infinity()};
    CHECK(formula(MatrixId::masked_scores, {}) ==
          "S_M = S\u2032 + B, B = 0 where M, else \u2212\u221e");
    CHECK(formula(MatrixId::masked_scores, kBlocked) ==
          "S_M = S\u2032 + B, B = \u2212\u221e where M, else 0");
    document.masking.method = MaskingMethod::renormalize;
    CHECK(formula(MatrixId::masked_weights, {}) == "A_M = A_0 \u00b7 M");
    CHECK(formula(MatrixId::masked_weights, kBlocked) == "A_M = A_0 \u00b7 (1 \u2212 M)");
    CHECK(formula(MatrixId::attention_weights, kColumns) == "A = A_M / column sum of A_M");
}

TEST_CASE("every stage has its own formula in the usual conventions") {
    for (const MaskingInfo& method : kMaskingMethods) {
        const Document document = randomDocument({.output = true, .masking = {method.method}});
        for (const MatrixId id : stageOrder(document)) {
            CHECK(formulaInConventions(document, id, {}) == stage(id).formula(document));
            CHECK(signInConventions(document, id, {}) == stage(id).sign(document));
        }
    }
}

TEST_CASE("the signs of a stage are the operation of the masking method") {
    const auto sign = [](MaskingMethod method, MatrixId id, const Conventions& conventions = {}) {
        return signInConventions(randomDocument({.masking = {method, -7}}), id, conventions);
    };
    constexpr MatrixId kMasked = MatrixId::masked_scores;
    CHECK(sign(MaskingMethod::fill, kMasked) == "fill \u22127");
    CHECK(sign(MaskingMethod::zero_rows, kMasked) == "fill \u2212\u221e");
    CHECK(sign(MaskingMethod::add, kMasked) == "add \u22127");
    CHECK(sign(MaskingMethod::multiply, kMasked) == "\u00b7 mask");
    CHECK(sign(MaskingMethod::add_allowed, kMasked) == "+ mask");
    for (const MaskingInfo& row : kMaskingMethods) {
        const Document document = randomDocument({.masking = {row.method}});
        const bool is_softmax =
            stage(MatrixId::attention_weights).arithmetic(document) == Arithmetic::softmax;
        CHECK((sign(row.method, MatrixId::attention_weights) == "softmax A") == is_softmax);
    }
    constexpr MatrixId kWeights = MatrixId::attention_weights;
    CHECK(sign(MaskingMethod::renormalize, kWeights) == "\u00f7 row sum");
    CHECK(sign(MaskingMethod::renormalize, kWeights, kColumns) == "\u00f7 column sum");
    CHECK(sign(MaskingMethod::zero, kWeights).empty());
}

TEST_CASE("where true is blocked, the mask's numbers are the other ones, in words and arithmetic") {
    for (const MaskingMethod method :
         {MaskingMethod::multiply, MaskingMethod::add_allowed, MaskingMethod::zero}) {
        const Document document = randomDocument({.tokens = 3, .masking = {method}});
        const Trace trace = attend(document);
        const MatrixId id = info(method).place == MaskingPlace::scores ? MatrixId::masked_scores
                                                                       : MatrixId::masked_weights;
        for (const Cell cell : {Cell{0, 2}, Cell{2, 0}}) {
            const bool allowed = cell.col <= cell.row;
            const auto last = [&](MatrixId of, const Conventions& conventions) {
                return plain(
                    explainCell(document, trace, of, 0, cell, {}, conventions).lines.back());
            };
            CHECK(last(id, {}).find(allowed ? " 1 = " : " 0 = ") != std::string::npos);
            CHECK(last(id, kBlocked).find(allowed ? " (1 \u2212 0) = " : " (1 \u2212 1) = ") !=
                  std::string::npos);
            CHECK(last(MatrixId::mask, {}).ends_with(allowed ? " = allowed" : " = blocked"));
            CHECK(last(MatrixId::mask, kBlocked)
                      .ends_with(allowed ? " = 0: allowed" : " = 1: blocked"));
            CHECK(last(MatrixId::mask, kBlocked).starts_with("not (key \u2264 query)"));
        }
    }
}

/// What `numpy.tril(ones, diagonal)` or `triu` would hold.
bool holds(std::string_view name, Index diagonal, Index row, Index col) {
    return name == "tril" ? col - row <= diagonal : col - row >= diagonal;
}

TEST_CASE("what makes a diagonal offset in a library makes the matrix as it is written") {
    constexpr Index kOffset = 1;
    MaskRule rule = newRule(MaskKind::offset, 5);
    rule.numbers[0] = kOffset;
    struct Row {
        Conventions conventions;
        const char* words;
        const char* name;
        Index diagonal;
    };
    for (const Row& row :
         {Row{{true, true}, "This mask is tril(diagonal=k).", "tril", kOffset},
          Row{{true, false}, "This mask is triu(diagonal=\u2212k).", "triu", -kOffset},
          Row{{false, true}, "This mask is triu(diagonal=k+1).", "triu", kOffset + 1},
          Row{{false, false},
              "This mask is tril(diagonal=\u2212k\u22121).",
              "tril",
              -kOffset - 1}}) {
        CHECK(plain(info(MaskKind::offset).used_by(), row.conventions) == row.words);
        for (Index query = 0; query < 5; ++query) {
            for (Index key = 0; key < 5; ++key) {
                const bool allowed = info(rule.kind).allows(rule, query, key);
                const bool is_usual = row.conventions.rows_are_queries;
                CHECK(holds(row.name, row.diagonal, is_usual ? query : key,
                            is_usual ? key : query) == (truthOf(allowed, row.conventions) == 1));
            }
        }
    }
}

TEST_CASE("every symbol has a legend: symbol, meaning and shape") {
    for (const MatrixInfo& matrix : kMatrices) {
        CAPTURE(matrix.name);
        const std::string legend = english().text(legendOf(matrix.id, {}, false));
        CHECK(legend.starts_with(std::string(matrix.symbol) + ": the "));
        CHECK(legend.ends_with("."));
        if (isBias(matrix.id)) continue;
        CHECK(legend.find("one row for each ") != std::string::npos);
        CHECK(legend.find("one column for each ") != std::string::npos);
    }
    const auto said = [](MatrixId id, const Conventions& conventions, bool is_turned) {
        return english().in(conventions).text(legendOf(id, conventions, is_turned));
    };
    CHECK(said(MatrixId::scaled_scores, {}, false) ==
          "S\u2032: the scaled scores, one row for each query and one column for each key.");
    CHECK(said(MatrixId::attention_weights, kColumns, false) ==
          "A: the attention weights, one column for each query and one row for each key.");
    CHECK(said(MatrixId::attention_weights, kColumns, true) ==
          "A^T: the attention weights, one row for each query and one column for each key.");
    CHECK(said(MatrixId::key, {}, true) ==
          "K^T: the keys, one column for each token and one row for each dimension.");
    CHECK(said(MatrixId::w_query, {}, false) ==
          "W_q: the query weights, one row for each dimension of the embeddings and one column for "
          "each dimension of the queries.");
    CHECK(said(MatrixId::b_value, {}, false) ==
          "b_v: the value bias, one number for each dimension of the values, the same for every "
          "token.");
}

TEST_CASE("every word of a formula is in the language of the reader, but for terms") {
    const std::set<std::string> formulas = allFormulas();
    REQUIRE(formulas.contains("A = A_M / row sum of A_M"));
    // Names of functions, and terms that are the same in Indonesian.
    const std::set<std::string> terms{"softmax", "tanh", "cos",  "sin", "base", "slope", "mask",
                                      "query",   "key",  "fill", "add", "rope", "valid"};
    std::set<std::string> said;
    for (const std::string& formula : formulas) {
        CHECK(formulaIn(english(), formula) == formula);
        said.insert(formulaIn(wordingIn(*findLanguage("id")), formula));
    }
    const std::set<std::string> theirs = formulaWordsOf(said);
    for (const std::string& word : formulaWordsOf(formulas)) {
        CAPTURE(word);
        CHECK(theirs.contains(word) == terms.contains(word));
    }
}

TEST_CASE("words of formulas replace whole words only") {
    const Wording& wording = wordingIn(*findLanguage("id"));
    CHECK(formulaIn(wording, "S_M = S\u2032 where M, else \u22121e9") ==
          "S_M = S\u2032 jika M, selain itu \u22121e9");
    CHECK(formulaIn(wording, "\u00f7 row sum") == "\u00f7 total baris");
    CHECK(formulaIn(wording, "A = A_M / column sum of A_M") == "A = A_M / total kolom A_M");
    CHECK(formulaIn(wording, "Q\u2032 = R(position) Q") == "Q\u2032 = R(posisi) Q");
    CHECK(formulaIn(wording, "nowhere_else") == "nowhere_else");
}
