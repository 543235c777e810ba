// What is said of one row under many variants is true: redone with whole documents.
#include "core/compare/row_finding.h"

#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "core/document/labels.h"
#include "core/engine/attend.h"
#include "core/engine/position_arithmetic.h"
#include "core/explain/checks.h"
#include "core/io/lesson_library.h"
#include "tests/core/narrator_documents.h"
#include "tests/core/plain_text.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Kind = RowFindingKind;

struct Weighed {
    double blocked = 0;
    double sum = 0;
    double largest = 0;
    Index hidden = 0;
    std::vector<double> weights{};
};

Weighed weigh(const Document& document, Index query, Index head) {
    const Trace trace = attend(document);
    const MatrixView weights = trace.view(MatrixId::attention_weights, head);
    Weighed found;
    for (Index key = 0; key < document.n(); ++key) {
        const double weight = weights(query, key);
        found.weights.push_back(weight);
        found.sum += weight;
        found.largest = std::max(found.largest, weight);
        if (allows(document.mask, query, key)) continue;
        found.blocked += weight;
        ++found.hidden;
    }
    return found;
}

/// Checks one finding of one row.
struct Truth {
    const DocumentRow& row;
    const RowFinding& finding;

    [[nodiscard]] double number(std::size_t k) const { return finding.numbers[k]; }
    [[nodiscard]] Weighed weighed(const Document& document) const {
        return weigh(document, row.query, row.head);
    }
    [[nodiscard]] Document with(DType dtype) const {
        Document document = row.document;
        document.dtype = dtype;
        return document;
    }
    [[nodiscard]] Document with(double value) const {
        Document document = row.document;
        document.masking.value = value;
        return document;
    }

    /// The row with its raw scores so many times as large, in every row of another document.
    [[nodiscard]] Document grown(double value, double growth) const {
        const Document& was = row.document;
        Document sketch = was;
        sketch.masking.value = 0;
        const Trace trace = attend(sketch);
        const MatrixView scores = trace.view(MatrixId::scores, row.head);
        Matrix<double> raw(was.n(), was.n());
        for (Index query = 0; query < was.n(); ++query) {
            for (Index key = 0; key < was.n(); ++key) {
                raw(query, key) = roundedTo(scores(row.query, key) * growth, info(was.dtype).kind);
            }
        }
        Document document = documentWithScores(raw, was.dtype);
        document.scale = {Scale::Kind::number, divisor(was)};
        document.softcap = was.softcap;
        document.mask = was.mask;
        document.masking = was.masking;
        document.masking.value = value;
        if (info(was.positions.kind).has_slopes) {
            document.positions.kind = was.positions.kind;
            document.positions.slopes = {headSlope(was, row.head)};
        }
        return document;
    }
    [[nodiscard]] double blockedGrown(double value, double growth) const {
        return weigh(grown(value, growth), row.query, 0).blocked;
    }

    /// The share of blocked keys where the input of softmax for allowed keys is lowered or raised
    /// until its largest is `largest`.
    [[nodiscard]] double blockedShifted(double largest) const {
        const Document& was = row.document;
        const Trace trace = attend(with(0.0));
        const MatrixView logits = trace.view(softmaxInput(was), row.head);
        double most = -std::numeric_limits<double>::infinity();
        for (Index key = 0; key < was.n(); ++key) {
            if (allows(was.mask, row.query, key)) most = std::max(most, logits(row.query, key));
        }
        Matrix<double> raw = Matrix<double>::Zero(was.n(), was.n());
        for (Index key = 0; key < was.n(); ++key) {
            if (!allows(was.mask, row.query, key)) continue;
            const double shifted = logits(row.query, key) - most + largest;
            raw.col(key).setConstant(roundedTo(shifted, info(was.dtype).kind));
        }
        Document document = documentWithScores(raw, was.dtype);
        document.mask = was.mask;
        document.masking.value =
            masksBeforeScale(was.masking) ? number(0) / divisor(was) : number(0);
        return weigh(document, row.query, 0).blocked;
    }
    [[nodiscard]] bool failsBelow() const {
        const DTypeInfo& type = info(row.document.dtype);
        if (row.document.masking.method != MaskingMethod::fill) return false;
        const double about = 1 + 4 * type.epsilon * std::abs(number(1));
        if (blockedShifted(number(1) + about) != 0) return false;
        return !fits(type.dtype, number(1) - about) || blockedShifted(number(1) - about) > 0;
    }

    [[nodiscard]] bool getsNothing() const {
        for (const DTypeInfo& type : kDTypes) {
            const bool is_told =
                std::count(finding.dtypes.begin(), finding.dtypes.end(), type.dtype) > 0;
            const Document document = with(type.dtype);
            const bool holds = faults(document).empty() && weighed(document).blocked == 0;
            if (is_told != holds) return false;
        }
        return true;
    }

    [[nodiscard]] bool getsSomething() const {
        std::size_t told = 0;
        for (const DTypeInfo& type : kDTypes) {
            const Document document = with(type.dtype);
            const double blocked = faults(document).empty() ? weighed(document).blocked : 0;
            if (!(blocked > 0)) continue;
            if (told == finding.dtypes.size() || finding.dtypes[told] != type.dtype) return false;
            if (number(told++) != blocked) return false;
        }
        return told > 0 && told == finding.dtypes.size();
    }

    /// The next value that the dtype holds above this one.
    [[nodiscard]] double nextAbove(double value) const {
        const ScalarKind kind = info(row.document.dtype).kind;
        const double towards = std::numeric_limits<double>::infinity();
        double step = std::nextafter(value, towards) - value;
        while (roundedTo(value + step, kind) == value) step *= 2;
        return roundedTo(value + step, kind);
    }

    [[nodiscard]] bool isEnough() const {
        if (weighed(with(number(0))).blocked != 0) return false;
        if (weighed(with(nextAbove(number(0)))).blocked == 0) return false;
        const Trace trace = attend(with(number(0)));
        const MatrixView logits = trace.view(softmaxInput(row.document), row.head);
        double most = -std::numeric_limits<double>::infinity();
        for (Index key = 0; key < row.document.n(); ++key) {
            if (allows(row.document.mask, row.query, key)) {
                most = std::max(most, logits(row.query, key));
            }
        }
        return most == number(1);
    }

    [[nodiscard]] bool isLowestTwice() const {
        for (const DTypeInfo& type : kDTypes) {
            Document twice =
                documentWithScores(Matrix<double>::Constant(2, 2, -type.largest), type.dtype);
            twice.mask = customMask(Matrix<double>::Ones(2, 2));
            twice.masking = {MaskingMethod::add, -type.largest};
            const double score = attend(twice).view(MatrixId::masked_scores)(0, 0);
            const bool is_nan = std::isnan(weigh(twice, 0, 0).blocked);
            const bool is_told =
                std::count(finding.dtypes.begin(), finding.dtypes.end(), type.dtype) > 0;
            if ((std::isinf(score) && is_nan) != is_told) return false;
        }
        return true;
    }

    [[nodiscard]] bool isOrder(bool same) const {
        Document after = row.document;
        after.masking.order = MaskingOrder::after_scale;
        Document before = row.document;
        before.masking.order = MaskingOrder::before_scale;
        const std::vector<double> a = weighed(after).weights;
        const std::vector<double> b = weighed(before).weights;
        double most = 0;
        bool is_same = true;
        for (std::size_t key = 0; key < a.size(); ++key) {
            if (test::isSameNumber(a[key], b[key])) continue;
            is_same = false;
            const double by = std::abs(b[key] - a[key]);
            most = std::isnan(by) || std::isnan(most) ? std::nan("") : std::max(most, by);
        }
        Index hidden = 0;
        while (allows(row.document.mask, row.query, hidden)) ++hidden;
        const auto logit = [&](const Document& d) {
            return attend(d).view(softmaxInput(d), row.head)(row.query, hidden);
        };
        if (!test::isSameNumber(logit(after), number(0)) ||
            !test::isSameNumber(logit(before), number(1)))
            return false;
        if (same) return is_same;
        const auto key = static_cast<std::size_t>(finding.key);
        return !is_same && test::isSameNumber(most, number(2)) &&
               test::isSameNumber(std::abs(b[key] - a[key]), number(2));
    }

    [[nodiscard]] bool isLargest() const {
        for (std::size_t k = 0; k < finding.scales.size(); ++k) {
            Document document = row.document;
            document.scale = finding.scales[k];
            if (weighed(document).largest != number(k)) return false;
        }
        return finding.scales.size() > 1;
    }

    /// Of all maskings in the table those are told of which it is true.
    [[nodiscard]] bool isOfMaskings() const {
        std::size_t told = 0;
        for (const MethodRow& one : methodTable(row.document, row.query, row.head)) {
            Document document = row.document;
            document.masking = one.masking;
            if (!faults(document).empty()) continue;
            const Weighed found = weighed(document);
            const bool is_one = std::abs(found.sum - 1) <= sumTolerance(document.dtype);
            const bool leaks = finding.kind == Kind::masking_leaks;
            if (finding.kind == Kind::all_hold && !(found.blocked == 0 && is_one)) return false;
            if (finding.kind == Kind::all_hold || (leaks ? found.blocked == 0 : is_one)) continue;
            if (told == finding.maskings.size()) return false;
            if (finding.maskings[told] != one.masking) return false;
            if (!test::isSameNumber(number(told), leaks ? found.blocked : found.sum)) return false;
            ++told;
        }
        return told == finding.maskings.size();
    }

    [[nodiscard]] bool holds() const {
        const MaskingInfo& method = info(row.document.masking.method);
        Index hidden = 0;
        for (Index key = 0; key < row.document.n(); ++key) {
            if (!allows(row.document.mask, row.query, key)) ++hidden;
        }
        switch (finding.kind) {
            case Kind::no_hidden: return hidden == 0;
            case Kind::no_value: return !method.uses_value;
            case Kind::gets_nothing: return getsNothing();
            case Kind::gets_something: return getsSomething();
            case Kind::not_held: return !fits(finding.dtypes.front(), row.document.masking);
            case Kind::enough_from: return isEnough();
            case Kind::none_enough:
                return hidden == row.document.n() &&
                       weighed(with(-info(row.document.dtype).largest)).blocked != 0;
            case Kind::holds_until:
                return blockedGrown(number(0), number(1)) == 0 &&
                       blockedGrown(number(0), number(2)) > 0 && number(1) < number(2);
            case Kind::holds_throughout:
                for (std::size_t k = 0; k < finding.numbers.size(); k += 2) {
                    if (blockedGrown(number(k), number(k + 1)) != 0) return false;
                }
                return !finding.numbers.empty();
            case Kind::fails_below: return failsBelow();
            case Kind::leaks_already: return blockedGrown(number(0), 1) != 0;
            case Kind::lowest_twice: return isLowestTwice();
            case Kind::no_order: return method.place == MaskingPlace::weights;
            case Kind::order_same: return isOrder(true);
            case Kind::order_differs: return isOrder(false);
            case Kind::largest_weights: return isLargest();
            case Kind::all_hold: return hidden > 0 && isOfMaskings();
            case Kind::masking_leaks:
            case Kind::masking_loses: return isOfMaskings();
        }
        return false;
    }
};

std::vector<RowFinding> allFindings(const DocumentRow& row) {
    std::vector<RowFinding> all = rowFindings(row, methodTable(row.document, row.query, row.head));
    for (const auto& more : {rowFindings(row, precisionTable(row.document, row.query, row.head)),
                             rowFindings(row, scaleTable(row.document, row.query, row.head))}) {
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

/// All sentences of a table, a line each.
template <class Table>
std::string textOf(const DocumentRow& row, const Table& table) {
    std::string text;
    for (const RowFinding& finding : rowFindings(row, table)) {
        text += plain(tell(finding, row, tokenLabels(row.document.tokens))) + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("what is said of a row under many variants is true") {
    std::map<Kind, int> counts;
    int documents = 0;
    for (unsigned seed = 1; documents < 400; ++seed) {
        Document document = strangeDocument(seed);
        if (document.n() == 0 || !faults(document).empty()) continue;
        ++documents;
        const DocumentRow row{document, static_cast<Index>(seed) % document.n(),
                              static_cast<Index>(seed) % document.heads};
        for (const RowFinding& finding : allFindings(row)) {
            ++counts[finding.kind];
            const std::string text = plain(tell(finding, row, tokenLabels(document.tokens)));
            if (!Truth{row, finding}.holds()) FAIL_CHECK("seed ", seed, ", not true: ", text);
            if (!text.ends_with('.') || text.find("  ") != std::string::npos) {
                FAIL_CHECK("no sentence: ", text);
            }
        }
    }
    // What is never found is not tested.
    for (std::size_t kind = 0; kind < kRowFindingKinds; ++kind) {
        CHECK_MESSAGE(counts[static_cast<Kind>(kind)] > 0, "kind ", kind);
    }
}

TEST_CASE("the first lesson's row is told in plain words") {
    const Document document = *openLesson("write-a-poem");
    const DocumentRow row{document, 1, 0};
    CHECK(textOf(row, methodTable(document, 1, 0)) ==
          "Blocked tokens get this much of the weight of this row: 32.4% with “multiply by 0/1” "
          "and 2.1% with “add 0/1”.\n"
          "This row does not add up to 1: its sum is 0.9458 with “after softmax, zero only”.\n");
    CHECK(textOf(row, precisionTable(document, 1, 0)) ==
          "In float64, float32 and bfloat16, blocked tokens get exactly 0 with −1e9.\n"
          "−1e9 does not fit float16, so PyTorch’s masked_fill refuses it. Choose −65504 or −∞.\n"
          "In float32, every masking value up to −103.6838 is low enough for this row: its largest "
          "allowed "
          "score is 0.2883.\n"
          "−1e9 and −1e4 are low enough for this row, even with scores 1.1e38 times as large.\n"
          "The softmax only compares scores: where all allowed scores are below about −9896, −1e4 "
          "gives weight to blocked tokens.\n"
          "The lowest number (finfo.min) added to itself is −∞ in every precision. Where two masks "
          "add it to a whole row, "
          "that row is NaN.\n");
    CHECK(textOf(row, scaleTable(document, 1, 0)) ==
          "Masked before scaling, blocked scores are −7.071e8; masked after it, they are −1e9. "
          "The weights of this row are the same to the last bit.\n"
          "The largest weight of this row is 0.6394 (÷ √d_k), 0.5999 (÷ d_k) and 0.6921 (not "
          "divided).\n");
}

TEST_CASE("a network that drives its scores down leaves −1e4 behind") {
    // Every allowed score of the row is below 0: grown, they fall past the value.
    const Document document = *openLesson("write-a-poem");
    const DocumentRow row{document, 0, 0};
    const std::string text = textOf(row, precisionTable(document, 0, 0));
    CHECK_MESSAGE(
        text.find("−1e4 is low enough until the scores of this row are ") != std::string::npos,
        text);
}

TEST_CASE("a row without blocked tokens says so under every method") {
    const Document document = *openLesson("write-a-poem");
    const DocumentRow row{document, 2, 0};
    CHECK(textOf(row, methodTable(document, 2, 0)) == "The mask blocks no token for this row.\n");
}
