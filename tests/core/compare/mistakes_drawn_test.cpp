// The measured mistakes of drawing, found again in documents whose numbers are drawn.
#include "tests/core/compared_pair.h"
#include "tests/core/io_files.h"

namespace lookback {
namespace {

TEST_CASE("drawn: layers drawn from one seed each, and after a bias") {
    const auto all = test::pitfalls();
    // x @ W of two words with two numbers: what a layer drew is what the first two rows project.
    const auto drawn = [](const std::string& seed, const std::string& program,
                          const std::string& into) {
        return test::readOrFail(test::fileWith(
            {{"weights", ""},
             {"draw", R"({"library": "torch", "seed": )" + seed + R"(, "program": ")" + program +
                          R"(", "into": [)" + into + "]}"}}));
    };
    const Json& reseeded = all.at("reseed_gives_identical_matrices")["results"];
    const Document once =
        drawn("42", "linear:2,2,0 linear:2,2,0 linear:2,2,0", R"("query", "key", "value")");
    const Document again =
        drawn("42", "linear:2,2,0 linear:2,2,0 linear:2,2,0", R"("key", "query", "value")");
    CHECK(once.weights.query.get() == test::turned(reseeded["W_q"]));
    CHECK(again.weights.key.get() == test::turned(reseeded["W_k"]));

    const Json& bias = all.at("bias_shifts_the_stream");
    const Document with =
        drawn("42", "linear:2,2,1 linear:2,2,0 linear:2,2,0", R"("query", null, "key", "value")");
    CHECK(with.weights.query.get() == test::turned(bias["results"]["first_weight"]));
    CHECK(with.weights.key.get() ==
          test::turned(bias["results"]["second_weight_with_bias_before"]));
    CHECK(once.weights.key.get() == test::turned(bias["results"]["second_weight_without_bias"]));
    const test::Pair pair(once, with);
    CHECK(pair.isSame(MatrixId::query) == bias["facts"]["first_weight_same"].get<bool>());
    CHECK(pair.isSame(MatrixId::key) == bias["facts"]["second_weight_same"].get<bool>());
}

TEST_CASE("drawn: embeddings drawn for fewer and for more words") {
    const Json one = test::pitfalls().at("randn_is_not_a_prefix");
    const auto drawn = [&](std::size_t count) {
        std::string tokens;
        for (std::size_t k = 0; k < count; ++k) tokens += k == 0 ? "\"t\"" : ", \"t\"";
        const std::string text = R"({"lookback": 1, "tokens": [)" + tokens +
                                 R"(], "weights": {"query": [[1]], "key": [[1]], "value": [[1]]},
                "draw": {"library": "torch", "seed": )" +
                                 one["inputs"]["seed"].dump() + R"(, "program": "randn32:)" +
                                 std::to_string(count) + R"(", "into": ["embeddings"]}})";
        const Matrix<double> numbers = test::readOrFail(text).embeddings.get();
        const Json& expected = one["results"]["randn" + std::to_string(count)]["data"];
        for (std::size_t k = 0; k < count; ++k) {
            CHECK(numbers(static_cast<Index>(k), 0) == test::number(expected[k]));
        }
        return numbers;
    };
    const auto fifteen = drawn(15);
    const auto sixteen = drawn(16);
    const auto eighteen = drawn(18);
    const auto many = drawn(32);
    const auto begins = [](const Matrix<double>& a, const Matrix<double>& b, Index count) {
        return a.topRows(count) == b.topRows(count);
    };
    const Json& facts = one["facts"];
    CHECK(begins(eighteen, many, 2) == facts["randn18_first2_equal_randn32_first2"].get<bool>());
    CHECK(begins(eighteen, sixteen, 16) == facts["randn18[:16]==randn16"].get<bool>());
    CHECK(begins(sixteen, fifteen, 15) == facts["randn16==randn15 prefix"].get<bool>());
    CHECK(begins(many, sixteen, 16) == facts["randn32[:16]==randn16"].get<bool>());
}

}  // namespace
}  // namespace lookback
