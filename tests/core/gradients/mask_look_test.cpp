// Which mistake of a causal mask a mask is, and which later tokens it lets in: against the
// definitions, written out as matrices.
#include "core/gradients/mask_look.h"

#include <doctest/doctest.h>

#include "core/masking/methods.h"
#include "tests/core/leak_documents.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Allows = bool (*)(Index query, Index key);

Mask customMask(Index n, const std::function<bool(Index, Index)>& allows) {
    MaskRule rule = newRule(MaskKind::custom, n);
    for (Index query = 0; query < n; ++query) {
        for (Index key = 0; key < n; ++key) {
            rule.allowed[static_cast<std::size_t>(query)][static_cast<std::size_t>(key)] =
                allows(query, key);
        }
    }
    return {.rules = {rule}, .flips = {}};
}

struct Known {
    Allows allows;
    std::optional<MaskLook> look;
    Index least;  ///< tokens from which on the mask is another than the causal and the open one
};

const std::array kKnown{
    Known{[](Index q, Index k) { return k <= q; }, std::nullopt, 1},
    Known{[](Index, Index) { return true; }, std::nullopt, 1},
    Known{[](Index q, Index k) { return k > q; }, MaskLook::inverted, 2},
    Known{[](Index q, Index k) { return k >= q; }, MaskLook::transposed, 2},
    Known{[](Index q, Index k) { return k <= q + 1; }, MaskLook::off_by_one, 3},
    Known{[](Index q, Index k) { return k < q; }, MaskLook::off_by_one, 2},
    Known{[](Index q, Index k) { return k <= q && k >= q - 1; }, std::nullopt, 3},
    Known{[](Index q, Index k) { return k >= q && k <= q + 1; }, MaskLook::transposed, 2},
    Known{[](Index q, Index k) { return k >= q && k <= q + 2; }, MaskLook::transposed, 2},
    Known{[](Index q, Index k) { return k > q || k < q - 1; }, MaskLook::inverted, 3},
    Known{[](Index q, Index k) { return k >= q - 1 && k <= q + 1; }, std::nullopt, 4},
    Known{[](Index q, Index k) { return k != q; }, std::nullopt, 3},
    Known{[](Index q, Index k) { return k == q; }, std::nullopt, 2},
    Known{[](Index q, Index k) { return k <= q + 2; }, std::nullopt, 4},
};

}  // namespace

TEST_CASE("a causal mask that is inverted, transposed or off by one is named, with padding, too") {
    for (std::size_t at = 0; at < kKnown.size(); ++at) {
        for (Index n = kKnown[at].least; n <= 6; ++n) {
            CAPTURE(at);
            CAPTURE(n);
            Mask mask = customMask(n, kKnown[at].allows);
            CHECK(maskLook(mask, n) == kKnown[at].look);
            MaskRule padding = newRule(MaskKind::padding, n);
            padding.per_token.back() = 0;
            mask.rules.push_back(padding);
            if (n > 4) CHECK(maskLook(mask, n) == kKnown[at].look);
            for (Index& valid : mask.rules.back().per_token) valid = 0;
            CHECK(maskLook(mask, n) == std::nullopt);
        }
    }
    CHECK(maskLook({}, 4) == std::nullopt);
    CHECK(maskLook(customMask(1, [](Index, Index) { return false; }), 1) == std::nullopt);
    Mask shifted{.rules = {newRule(MaskKind::strict_causal, 4)}, .flips = {}};
    CHECK(maskLook(shifted, 4) == MaskLook::off_by_one);
    for (Index at = 0; at < 4; ++at) flip(shifted, {at, at});
    CHECK(maskLook(shifted, 4) == std::nullopt);  // causal again
}

TEST_CASE("later tokens that an allowed pair lets in are counted, whatever the method") {
    for (const Known& known : kKnown) {
        for (const MaskingInfo& method : kMaskingMethods) {
            CAPTURE(method.name);
            Document document = randomDocument({.tokens = 4});
            document.mask = customMask(4, known.allows);
            document.masking = {.method = method.method, .value = -kInfinity};
            if (!fits(document.dtype, document.masking)) continue;
            const Matrix<double> before = resultOf(document);
            const LeakVerdict verdict = verdictOf(document);
            std::vector<Cell> wanted;
            for (Index row = 0; row < 4; ++row) {
                for (Index col = row + 1; col < 4; ++col) {
                    const Matrix<double> other = document.embeddings.get().row(col) * 1.01;
                    const Matrix<double> after = resultOf(withEmbedding(document, col, other));
                    const bool moves = (before.row(row) - after.row(row)).cwiseAbs().sum() > 0;
                    if (known.allows(row, col) && moves) wanted.push_back({row, col});
                }
            }
            CHECK(verdict.future == wanted);
            CHECK(verdict.isMaskWrong() == (known.look && !wanted.empty()));
        }
    }
}

TEST_CASE("a mask that lets later tokens in by mistake is told before the method is praised") {
    Document document = poem();
    document.masking.value = -kInfinity;
    document.mask = customMask(3, [](Index q, Index k) { return k >= q; });
    CHECK(said(verdictOf(document))
              .starts_with("Cannot leak. This is a causal mask upside down: it is transposed, so "
                           "tokens look at later ones. In 3 pairs, a later token changes an "
                           "earlier output, because the mask allows it. "));
    document.mask.rules = {newRule(MaskKind::strict_causal, 3)};
    document.masking.method = MaskingMethod::zero_rows;
    CHECK(said(verdictOf(document))
              .ends_with(" This is a causal mask that is off by one: it has one diagonal too few. "
                         "No later token changes an earlier output."));
}

TEST_CASE("outputs of which nothing is known are not said to stand still") {
    Document document = ofNumbers({300, 300, 300}, 1e-4);
    document.dtype = DType::float16;
    document.weights.value = Matrix<double>{{300}};
    document.mask.rules = {MaskRule{MaskKind::none}};
    CHECK(said(verdictOf(document)).find("No later token changes") == std::string::npos);
    document.weights.value = Matrix<double>{{0}};
    CHECK(said(verdictOf(document)).find("No later token changes") == std::string::npos);
    CHECK(said(verdictOf(document))
              .ends_with("In 3 pairs, the mask lets a later token change an earlier output. With "
                         "these numbers, their derivatives are exactly 0."));
}

TEST_CASE(
    "a later token that the mask allows is not said to change nothing where its weight is 0") {
    int zeros = 0;
    for (const DTypeInfo& dtype : kDTypes) {
        for (const double size : {1.0, 30.0, 250.0}) {
            Document document = poem();
            document.dtype = dtype.dtype;
            document.embeddings = Matrix<double>(size * document.embeddings.get());
            for (const Mask& mask :
                 {Mask{}, customMask(3, [](Index q, Index k) { return k >= q; }),
                  customMask(3, [](Index q, Index k) { return k == q || (q == 0 && k == 2); }),
                  Mask{.rules = {newRule(MaskKind::strict_causal, 3)}}}) {
                document.mask = mask;
                bool lets_later_in = false;
                for (Index q = 0; q < 3; ++q) {
                    for (Index k = q + 1; k < 3; ++k) lets_later_in |= allows(mask, q, k);
                }
                const std::string sentences = said(verdictOf(document));
                CAPTURE(sentences);
                if (lets_later_in) {
                    CHECK(sentences.find("No later token changes") == std::string::npos);
                }
                zeros += sentences.find("exactly 0.") != std::string::npos;
            }
        }
    }
    CHECK(zeros > 0);
}
