#include <limits>

#include "tests/core/io_files.h"
#include "tests/core/said.h"

namespace lookback {
namespace {

using test::faultOf;
using test::fileWith;

/// A field with a value that is wrong, and what is said of it.
struct WrongValue {
    std::string field;
    std::string value;
    std::string fault;
};

void checkAll(const std::vector<WrongValue>& rows) {
    for (const WrongValue& row : rows) {
        CHECK_MESSAGE(faultOf(fileWith({{row.field, row.value}})) == row.fault, row.value);
    }
}

TEST_CASE("wrong types in the head") {
    checkAll({
        {"title", "1", "title: is 1, expected a text in quotes"},
        {"tokens", "\"ab\"", "tokens: is “ab”, expected a list"},
        {"tokens", "[\"a\", 2]", "tokens[1]: is 2, expected a text in quotes"},
        {"dtype", "\"float\"",
         "dtype: is “float”, expected one of float64, float32, float16, bfloat16"},
        {"dtype", "\"float16\"",
         "masking.value: -1000000000 does not fit float16, so PyTorch’s masked_fill refuses it; "
         "expected a number from -65504 to 65504 or \"-inf\""},
        {"dtype", "32", "dtype: is 32, expected one of float64, float32, float16, bfloat16"},
        {"heads", "0", "heads: is 0, expected a whole number from 1 to 4096"},
        {"heads", "1.5", "heads: is 1.5, expected a whole number from 1 to 4096"},
        {"heads", "1.0", "heads: is 1.0, expected a whole number from 1 to 4096, without a point"},
        {"heads", "99999999999999999999",
         "heads: is 1e+20, expected a whole number from 1 to 4096"},
        {"heads", "18446744073709551615",
         "heads: is 18446744073709551615, expected a whole number from 1 to 4096"},
        {"heads", "3",
         "weights.query: has 1 column, expected a multiple of the 3 heads\n"
         "weights.value: has 1 column, expected a multiple of the 3 heads"},
    });
}

TEST_CASE("wrong matrices") {
    checkAll({
        {"embeddings", "7", "embeddings: is 7, expected a list of rows"},
        {"embeddings", "[1, 2]",
         "embeddings[0]: is 1, expected a list of numbers\n"
         "embeddings[1]: is 2, expected a list of numbers"},
        {"embeddings", "[[1, 2], [3]]",
         "embeddings[1]: has 1 number, expected 2 as in the first row"},
        {"embeddings", "[[1, 2], 3]", "embeddings[1]: is 3, expected a list of numbers"},
        {"embeddings", "[[1, 2], [3, \"4\"]]",
         "embeddings[1][1]: is “4”, expected a finite number"},
        {"embeddings", "[[1, \"nan\"], [3, 4]]",
         "embeddings[0][1]: is “nan”, expected a finite number"},
        {"embeddings", "[[1, 2], [3, 1e39]]",
         "embeddings[1][1]: 1e+39 does not fit float32, expected a finite number"},
        {"scale", "1e-60",
         "scale: 1e-60 rounds to 0 in float32, expected a finite number other than 0"},
        {"embeddings", "[[1, 2]]",
         "embeddings: is 1 × 2, expected 2 × any width (one row for each token)"},
        {"embeddings", "[[1, 2, 3], [4, 5, 6]]",
         "weights.query: is 2 × 1, expected 3 × any width (d_in rows, heads × d_k columns)\n"
         "weights.key: is 2 × 1, expected 3 × 1 (the shape of weights.query)\n"
         "weights.value: is 2 × 1, expected 3 × any width (d_in rows, heads × d_v columns)"},
        {"weights", "[]",
         "weights: is a list of 0, expected an object\n"
         "weights.query: is missing, expected a list of rows or a draw that gives it\n"
         "weights.key: is missing, expected a list of rows or a draw that gives it\n"
         "weights.value: is missing, expected a list of rows or a draw that gives it"},
        {"weights",
         R"({"query": [[1], [2]], "key": [[1], [2]], "value": [[1], [2]], "output": [[1], [2]]})",
         "weights.output: is 2 × 1, expected 1 × any width (heads × d_v rows, d_out columns)"},
    });
}

TEST_CASE("a ragged matrix of great width takes no memory") {
    std::string row = "[0";
    for (int k = 0; k < 100'000; ++k) row += ",0";
    std::string rows = row + "]";
    for (int k = 0; k < 100'000; ++k) rows += ",[]";
    CHECK(faultOf(fileWith({{"embeddings", "[" + rows + "]"}}))
              .find("embeddings[1]: has 0 numbers, expected 100,001 as in the first row") == 0);
}

TEST_CASE("wrong positions and scales") {
    checkAll({
        {"positions", "\"none\"", "positions: is “none”, expected an object"},
        {"positions", R"({"kind": "rotary"})",
         "positions.kind: is “rotary”, expected one of none, sinusoidal, learned, "
         "rope_interleaved, rope_half, alibi"},
        {"positions", R"({"kind": "sinusoidal", "base": "x"})",
         "positions.base: is “x”, expected a finite number"},
        {"positions", R"({"kind": "sinusoidal", "base": 0})",
         "positions.base: is 0, expected a finite number above 0"},
        {"positions", R"({"kind": "rope_half"})",
         "positions.kind: rope_half turns pairs of dimensions, expected an even d_k instead of 1"},
        {"positions", R"({"kind": "learned", "table": [[1, 2]]})",
         "positions.table: is 1 × 2, expected 2 × 2 (the shape of the embeddings)"},
        {"positions", R"({"kind": "alibi", "slopes": [1, 2]})",
         "positions.slopes: has 2 numbers, expected 1, one for each head"},
        {"positions", R"({"kind": "alibi", "slopes": ["a"]})",
         "positions.slopes[0]: is “a”, expected a finite number"},
        {"scale", "\"sqrt\"", "scale: is “sqrt”, expected one of sqrt_dk, dk, none or a number"},
        {"scale", "0", "scale: is 0, expected a finite number other than 0"},
        {"scale", "1e308",
         "scale: 1e+308 does not fit float32, expected a finite number other than 0"},
    });
}

TEST_CASE("wrong caps") {
    const std::string expected = ", expected null or a finite number above 0";
    checkAll({
        {"softcap", "null", ""},
        {"softcap", "0", "softcap: is 0" + expected},
        {"softcap", "-2.5", "softcap: is -2.5" + expected},
        {"softcap", "1e-60", "softcap: 1e-60 rounds to 0 in float32" + expected},
        {"softcap", "1e300", "softcap: 1e+300 does not fit float32" + expected},
        {"softcap", "\"inf\"", "softcap: is “inf”, expected a finite number"},
        {"softcap", "true", "softcap: is true, expected a finite number"},
    });
    CHECK(faultOf(fileWith({{"softcap", "2"}, {"masking", R"({"order": "before_scale"})"}})) ==
          "softcap: does not go with masking.order before_scale, expected null or after_scale");
    CHECK(faultOf(fileWith({{"softcap", "null"}, {"masking", R"({"order": "before_scale"})"}})) ==
          "");
    Document document = test::readOrFail(fileWith({}));
    document.softcap = std::numeric_limits<double>::infinity();
    REQUIRE(faults(document).size() == 1);
    CHECK(test::said(faults(document).front()) == "is inf" + expected);
}

TEST_CASE("wrong masks") {
    checkAll({
        {"mask", "{}", "mask: is an object, expected a list"},
        {"mask", "[\"causal\"]", "mask[0]: is “causal”, expected an object"},
        {"mask", R"([{"kind": "sliding_window", "window": 0}])",
         "mask[0].window: is 0, expected a whole number from 1 to 1000000000"},
        {"mask", R"([{"kind": "strided", "stride": "2"}])",
         "mask[0].stride: is “2”, expected a whole number from 1 to 1000000000"},
        {"mask", R"([{"kind": "offset", "diagonal": -5000}])",
         "mask[0].diagonal: is -5000, expected a whole number from -4096 to 1000000000"},
        {"mask", R"([{"kind": "streaming", "window": 0, "sinks": -1}])",
         "mask[0].window: is 0, expected a whole number from 1 to 1000000000\n"
         "mask[0].sinks: is -1, expected a whole number from 0 to 1000000000"},
        {"mask", R"([{"kind": "global_window", "window": 1, "global": true}])",
         "mask[0].global: is true, expected a whole number from 0 to 1000000000"},
        {"mask", R"([{"kind": "dilated_window", "window": 1, "dilation": 0}])",
         "mask[0].dilation: is 0, expected a whole number from 1 to 1000000000"},
        {"mask", R"([{"kind": "dilated_window", "dilation": 2, "sinks": 1}])",
         "mask[0].sinks: unknown field\n"
         "mask[0].window: is missing, expected a whole number"},
        {"mask", R"([{"kind": "padding", "valid": [true]}])",
         "mask[0].valid: has 1 entry, expected 2, one for each token"},
        {"mask", R"([{"kind": "padding", "valid": [true, 1]}])",
         "mask[0].valid[1]: is 1, expected true or false"},
        {"mask", R"([{"kind": "documents", "doc": [0, true]}])",
         "mask[0].doc[1]: is true, expected a whole number of at most nine digits"},
        {"mask", R"([{"kind": "custom", "allowed": [[true], [true]]}])",
         "mask[0].allowed: expected 2 × 2 booleans"},
        {"flips", "[[0, 0], [1]]", "flips[1]: has 1 number, expected 2: query and key"},
        {"flips", "[[0, 2]]", "flips[0]: [0, 2] is outside the 2 × 2 mask"},
        {"flips", "[[0, -1]]", "flips[0][1]: is -1, expected a whole number from 0 to 1000000000"},
        {"flips", "[[1, 0], [0, 0], [1, 0]]", "flips: has [1, 0] twice, expected each cell once"},
        {"masking", R"({"method": "fil"})",
         "masking.method: is “fil”, expected one of fill, add, zero_rows, renormalize, "
         "zero, multiply, add_allowed"},
        {"masking", R"({"value": "nan"})",
         "masking.value: is “nan”, expected a finite number or \"-inf\""},
        {"masking", R"({"order": "before"})",
         "masking.order: is “before”, expected one of after_scale, before_scale"},
        {"masking", R"({"softmax": "keys"})",
         "masking.softmax: is “keys”, expected one of rows, columns"},
        {"masking", R"({"softmax": 0})", "masking.softmax: is 0, expected one of rows, columns"},
        {"masking", "1", "masking: is 1, expected an object"},
    });
}

TEST_CASE("wrong lessons") {
    checkAll({
        {"lesson", R"({"order": "a"})",
         "lesson.order: is “a”, expected a whole number from 0 to 1000000000"},
        {"lesson", R"({"notes": [{"stage": "score", "text": ""}]})",
         "lesson.notes[0].stage: is “score”, expected the name of a stage or weight (did you mean "
         "“scores”?)"},
        {"lesson", R"({"summary": {"en": 1, "id": "Satu."}})",
         "lesson.summary.en: is 1, expected a text in quotes"},
        {"lesson", R"({"minutes": 0})",
         "lesson.minutes: is 0, expected a whole number from 1 to 600"},
        {"lesson", R"({"minutes": "ten"})",
         "lesson.minutes: is “ten”, expected a whole number from 1 to 600"},
        {"lesson", R"({"goal": ["I can say why."]})",
         "lesson.goal: is a list of 1, expected a text in quotes"},
        {"lesson", R"({"goal": {"en": 2}})", "lesson.goal.en: is 2, expected a text in quotes"},
        {"lesson", R"({"next": ""})",
         "lesson.next: is empty, expected the id of a lesson or experiment"},
        {"lesson", R"({"next": 3})", "lesson.next: is 3, expected a text in quotes"},
        {"lesson", R"({"notes": [{"stage": "scores"}]})",
         "lesson.notes[0].text: is missing, expected a text in quotes"},
        {"expect", R"([{"matrix": "scores"}])",
         "expect[0].rows: is missing, expected rows of printed numbers in quotes"},
        {"expect", R"([{"matrix": "scores", "rows": [[1]]}])",
         "expect[0].rows[0][0]: is 1, expected a text in quotes"},
        {"expect", R"([{"matrix": "scores", "style": "jax", "rows": []}])",
         "expect[0].style: is “jax”, expected one of torch, numpy"},
    });
}

}  // namespace
}  // namespace lookback
