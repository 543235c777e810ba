// Whatever is found in thousands of pairs of documents is true, and there is always something.
#include "core/compare/findings.h"

#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/engine/attend.h"
#include "core/io/lesson_library.h"
#include "tests/core/compare_pairs.h"
#include "tests/core/findings_truth.h"
#include "tests/core/plain_text.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// How often each kind was found.
using FindingCounts = std::map<FindingKind, int>;

void checkFinding(const Compared& compared, MatrixId id, const Finding& finding,
                  const std::vector<std::string>& labels) {
    const std::string text = plain(tell(finding, compared, labels));
    if (!holds({compared, finding, id})) FAIL_CHECK("not true: ", text);
    if (!text.ends_with('.') || text.find("  ") != std::string::npos) {
        FAIL_CHECK("no sentence: ", text);
    }
    if (text.find("In head ") == 0 && compared.a.document.heads == 1) FAIL_CHECK("no head: ", text);
}

/// Every stage that can be compared, all heads together and each alone.
void checkPair(const Document& a, const Document& b, const std::string& name,
               FindingCounts& counts) {
    const Trace a_trace = attend(a);
    const Trace b_trace = attend(b);
    const Compared compared{{a, a_trace}, {b, b_trace}};
    const std::vector<std::string> labels = comparedLabels(a, b);
    for (const MatrixId id : commonStages(a, b)) {
        if (comparisonFault(a, b, id)) continue;
        INFO(name, ", ", std::string(info(id).name));
        const std::vector<Finding> all = comparisonFindings(compared, id);
        CHECK(!all.empty());
        for (const Finding& finding : all) {
            ++counts[finding.kind];
            checkFinding(compared, id, finding, labels);
        }
        for (Index head = 0; head < a_trace.tensor(id).heads(); ++head) {
            const std::vector<Finding> of_head = comparisonFindings(compared, id, head);
            CHECK(!of_head.empty());
            for (const Finding& finding : of_head) {
                const bool is_of_matrix = finding.kind != FindingKind::other_words && a.n() > 0;
                if (is_of_matrix && finding.id == id) CHECK(finding.head == head);
                checkFinding(compared, id, finding, labels);
            }
        }
    }
}

/// All sentences, a line each.
std::string textOf(const Document& a, const Document& b,
                   MatrixId id = MatrixId::attention_weights) {
    const Trace a_trace = attend(a);
    const Trace b_trace = attend(b);
    const Compared compared{{a, a_trace}, {b, b_trace}};
    std::string text;
    for (const Finding& finding : comparisonFindings(compared, id)) {
        text += plain(tell(finding, compared, comparedLabels(a, b))) + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("findings: what they say of thousands of pairs is true") {
    FindingCounts counts;
    int pairs = 0;
    for (unsigned seed = 1; pairs < 4000; ++seed) {
        const Document a = strangeDocument(seed);
        const Document b = otherVariant(a, seed);
        if (!faults(a).empty() || !faults(b).empty()) continue;
        ++pairs;
        checkPair(a, b, fmt::format("seed {}", seed), counts);
        checkPair(b, a, fmt::format("seed {}, the other way round", seed), counts);
    }
    // What is never found is not tested.
    for (std::size_t kind = 0; kind < kFindingKinds; ++kind) {
        CHECK_MESSAGE(counts[static_cast<FindingKind>(kind)] > 0, "kind ", kind);
    }
}

TEST_CASE("findings: the lesson with and without its mask reads as in the picture") {
    const Document a = *openLesson("write-a-poem");
    Document b = a;
    setMasked(b, false);
    CHECK(
        textOf(a, b) ==
        "Without the mask, later tokens get a weight of 64.3% from “Write” and a weight of 5.4% "
        "from “a”.\n"
        "“poem” is the last token: its row of the attention weights is the same to the last "
        "bit.\n"
        "The largest change in the attention weights is 0.6427 at [Write, Write], from 1.0000 to "
        "0.3573.\n"
        "The largest change in the context vectors is 0.4063 at “Write”, dimension 1, from 0.6038 "
        "to 1.0100.\n");
    CHECK(textOf(a, a) ==
          "Nothing differs in the attention weights: every number is the same to the last bit.\n");
    CHECK(textOf(a, b, MatrixId::mask).starts_with("B allows 3 pairs that A blocks.\n"));
}

TEST_CASE("findings: what methods, precisions and words change is told in their words") {
    const Document a = *openLesson("write-a-poem");
    Document b = a;
    b.masking.method = MaskingMethod::multiply;
    CHECK(textOf(a, b).find("In B, blocked tokens get ") == 0);
    CHECK(textOf(a, b).find(" from “Write” and ") != std::string::npos);
    b.masking.method = MaskingMethod::zero;
    CHECK(textOf(a, b).find("In B, 2 of 3 rows of the attention weights no longer add up to 1: "
                            "their sums are 0.3573 for “Write” and 0.9458 for “a”.") !=
          std::string::npos);
    CHECK(textOf(b, a).find("In A, 2 of 3 rows of the attention weights do not add up to 1, unlike "
                            "in B: their sums are 0.3573 for “Write” and ") != std::string::npos);
    b = a;
    b.dtype = DType::float64;
    CHECK(textOf(a, b) ==
          "The row of “Write” in the attention weights is exactly the same.\n"
          "The largest change in the attention weights is less than 0.0001, at [poem, poem].\n"
          "The largest change in the context vectors is less than 0.0001, at “poem”, dimension "
          "1.\n");
    b = a;
    b.tokens[1] = "the";
    CHECK(textOf(a, b) ==
          "The tokens differ at 1 of 3 positions. Each position of A is compared with the same "
          "position of B.\n"
          "Nothing differs in the attention weights: every number is the same to the last bit.\n");
    b = a;
    b.masking.value = -kInfinity;
    b.mask.flips = {{0, 0}};
    CHECK(textOf(a, b).find(
              "In B, the row of “Write” in the attention weights is NaN; in A it is not.\n") == 0);
}

TEST_CASE("findings: what is said of a stage is not said of the context below it") {
    const Document a = *openLesson("write-a-poem");
    Document b = a;
    setMasked(b, false);
    CHECK(
        textOf(a, b, MatrixId::scaled_scores) ==
        "Nothing differs in the scaled scores: every number is the same to the last bit.\n"
        "The largest change in the context vectors is 0.4063 at “Write”, dimension 1, from 0.6038 "
        "to 1.0100.\n");
    b = a;
    Matrix<double> x = b.embeddings.get();
    x(0, 0) = -0.0;
    b.embeddings = x;
    Document zero = b;
    x(0, 0) = 0;
    zero.embeddings = x;
    CHECK(textOf(b, zero, MatrixId::embeddings)
              .find("All numbers of the embeddings are equal, but 1 of 6 is 0 in one variant") !=
          std::string::npos);
    x(0, 0) = 1;
    b.embeddings = x;
    CHECK(textOf(a, b, MatrixId::embeddings)
              .starts_with("2 of 3 rows of the embeddings are the same to the last bit: "));
}

TEST_CASE("findings: heads are told apart, and all of them at once where they say the same") {
    const Document a = randomDocument({.heads = 2, .seed = 5});
    CHECK(textOf(a, a) ==
          "Nothing differs in any head of the attention weights: every number is the same to the "
          "last bit.\n");
    Document b = a;
    setMasked(b, false);
    CHECK(textOf(a, b).starts_with("In head 1, without the mask, later tokens get "));
    CHECK(textOf(a, b).find("\nIn head 2, without the mask, later tokens get ") !=
          std::string::npos);
    CHECK(textOf(a, b).find(
              "\nIn head 2, “t4” is the last token: its row of the attention weights is ") !=
          std::string::npos);
}
