// What a document may take at most, each limit from both sides; and where it is asked.
#include "core/lesson/needs.h"

#include "core/engine/engine.h"
#include "core/engine/memory.h"
#include "core/gradients/backward.h"
#include "core/gradients/leak.h"
#include "core/io/redraw.h"
#include "core/lesson/lesson.h"
#include "tests/core/documents.h"
#include "tests/core/io_files.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr double kNeedsPlenty = kMaxMemory;

std::string textOf(const std::optional<Error>& fault) { return fault ? test::placed(*fault) : ""; }

std::string faultIn(const Document& document, double allowed = kNeedsPlenty) {
    return textOf(needsFault(document, allowed));
}

/// So many tokens and heads, and of each matrix nothing but its width.
Document sketch(Index tokens, Index heads, Index width) {
    Document document;
    document.tokens.assign(static_cast<std::size_t>(tokens), "t");
    document.heads = heads;
    document.embeddings = Matrix<double>(0, 1);
    document.weights.query = Matrix<double>(0, width);
    document.weights.key = Matrix<double>(0, width);
    document.weights.value = Matrix<double>(0, width);
    document.mask.rules = {MaskRule{}};
    return document;
}

Expectation printOf(double masking_value) {
    Expectation print;
    print.masking = Masking{MaskingMethod::fill, masking_value, MaskingOrder::after_scale};
    return print;
}

}  // namespace

TEST_CASE("a document is told to take what it takes") {
    forEveryTable([](Wanted wanted) {
        wanted.tokens = 40;
        wanted.heads = 3;
        wanted.d_k = 6;
        wanted.d_v = 5;
        wanted.output = true;
        const Document document = randomDocument(wanted);
        Engine engine;
        engine.attend(document);
        const Weights& w = document.weights;
        const Index own = 2 * w.query.get().size() + w.value.get().size() + w.output->get().size();
        const auto taken = static_cast<double>(engine.bytes()) + 8 * static_cast<double>(own);
        CHECK(traceMemory(document) <= taken * 1.1);
        CHECK(traceMemory(document) >= taken * 0.9);
    });
}

TEST_CASE("heads and tokens are refused where their pairs take too much") {
    CHECK(faultIn(sketch(4096, 8, 8)).empty());
    CHECK(faultIn(sketch(4096, 64, 64)) ==
          "heads: 64 heads of 4,096 tokens would take 17.2 GB of memory, expected at most 4 GB");
    CHECK(
        faultIn(sketch(4096, 1, 64), 1e8) ==
        "tokens: 4,096 tokens would take 291.5 MB of memory, expected at most 100 MB, half of the "
        "free memory");
    CHECK(faultIn(sketch(4096, 2, 64), 1e8).starts_with("tokens: 2 heads of 4,096 tokens would"));
    CHECK(faultIn(sketch(0, kMaxHeads, 0)).empty());
    CHECK(faultIn(sketch(0, 1'000'000'000, 0)) ==
          "heads: 1,000,000,000 heads, expected at most 4,096");
    Index most = Index{1} << 60;
    CHECK(faultIn(sketch(4096, most, 0)) ==
          "heads: 1,152,921,504,606,846,976 heads, expected at most 4,096");
}

TEST_CASE("wide matrices are refused by their name, and drawn ones by their draw") {
    Document wide = sketch(100, 1, 16'000'000);
    CHECK(
        faultIn(wide) ==
        "weights.query: 16,000,000 columns for 100 tokens would take 39 GB of memory, expected at "
        "most 4 GB");
    wide.draw = Draw{"torch", "1", "linear:1,16000000,0", {"query"}};
    CHECK(faultIn(wide).starts_with("draw.program: 16,000,000 columns for 100 tokens would take"));
    CHECK(faultIn(sketch(100, 1, 100'000)).empty());
}

TEST_CASE("a draw is refused before it is drawn") {
    const auto file = [](const std::string& program, const std::string& into) {
        return fileWith({{"weights", R"({"query": [[1], [2]], "key": [[1], [2]]})"},
                         {"tokens", "[\"a\", \"b\"]"},
                         {"draw", R"({"library": "torch", "seed": 1, "program": ")" + program +
                                      R"(", "into": [)" + into + "]}"}});
    };
    const auto faultWith = [&](const std::string& program, const std::string& into,
                               double allowed) {
        const Checked<Document> document = readDocument(file(program, into), allowed);
        return document ? std::string() : textOf(document.error().front());
    };
    CHECK(faultWith("linear:2,1000,1", "\"value\", null", 1e6).empty());
    CHECK(faultWith("linear:2,8000000,0", "\"value\"", 1e6)
              .starts_with("draw.program: 8,000,000 columns for 2 tokens would take"));
    CHECK(faultWith("rand32:16000000", "\"value\"", 1e6)
              .starts_with("draw.program: 8,000,000 columns for 2 tokens would take"));
    const Document document = *readDocument(fileWith({}));
    const Draw draw{"torch", "1", "linear:2,8000000,0", {"value"}};
    CHECK(redrawn(document, draw, 1e6).error().front().where == "draw.program");
}

TEST_CASE("too many rules, too much text and too many other maskings are refused") {
    Document document = sketch(1000, 1, 1);
    document.mask.rules.assign(1000, MaskRule{});
    CHECK(faultIn(document).empty());
    document.mask.rules.assign(100'000, MaskRule{});
    CHECK(faultIn(document) ==
          "mask: 100,000 rules for 1,000 tokens would be checked 1e11 times, expected at most 1e9");

    document = sketch(3, 1, 1);
    document.tokens[1].assign(kMaxTokenBytes - 2, 'x');
    CHECK(faultIn(document).empty());
    document.tokens[1].assign(60'000'000, 'x');
    CHECK(faultIn(document) == "tokens: 60 MB of text, expected at most 1 MB");

    document = sketch(4096, 1, 1);
    auto lesson = std::make_shared<Lesson>();
    lesson->expect.assign(3, printOf(document.masking.value));  // the document's own cost nothing
    for (int k = 0; k < 1000; ++k) lesson->expect.push_back(printOf(-1e6 - k));
    document.lesson = lesson;
    const std::string fault = faultIn(document);
    CHECK(fault.starts_with("expect[9"));
    CHECK(fault.find(": the prints with a masking of their own would take 5.7") !=
          std::string::npos);
    lesson->expect.resize(50);
    CHECK(faultIn(document).empty());
}

TEST_CASE("gradients and the leak test tell what they take in the same words") {
    const Document document = sketch(4096, 8, 8);
    CHECK_FALSE(gradientsFault(sketch(4096, 2, 2), kNeedsPlenty));
    CHECK(textOf(gradientsFault(document, kNeedsPlenty))
              .starts_with("heads: the gradients of 8 heads of 4,096 tokens would take 4."));
    CHECK_FALSE(leakFault(sketch(100, 2, 2), kNeedsPlenty));
    CHECK(textOf(leakFault(document, kNeedsPlenty))
              .starts_with("heads: the leak test of 8 heads of 4,096 tokens would take 8."));
    CHECK(
        textOf(leakFault(sketch(4096, 1, 4096), kNeedsPlenty)).starts_with("tokens: 4,096 tokens"));
}

TEST_CASE("a file says what it would take in one line, and nothing is half read") {
    CHECK(faultOf(fileWith(
              {{"heads", "1000000000"},
               {"weights", R"({"query": [[], []], "key": [[], []], "value": [[], []]})"}})) ==
          "heads: is 1000000000, expected a whole number from 1 to 4096");
    std::string texts = "\"\"";
    for (int k = 0; k < 4'000'000; ++k) texts += ",\"\"";
    const std::string limit =
        ": the lists and texts up to here take more than 250 MB of memory, the most that a file "
        "may "
        "take";
    CHECK(faultOf(fileWith({{"tokens", "[" + texts + "]"}})) == "tokens[3906247]" + limit);
    CHECK(faultOf(fileWith({{"embeddings", "[[" + texts + "]]"}})) ==
          "embeddings[0][3906243]" + limit);
}

TEST_CASE("bytes are told as people say them") {
    CHECK(memoryText(999) == "999 bytes");
    CHECK(memoryText(1e6) == "1 MB");
    CHECK(memoryText(17'179'869'184) == "17.2 GB");
    CHECK(memoryText(4e15) == "4000 TB");
    CHECK(memoryText(10'000'001, 1e7) == "10.000001 MB");
    CHECK(memoryText(10'012'345, 1e7) == "10.01 MB");
    CHECK(memoryText(12e6, 1e7) == "12 MB");
}
