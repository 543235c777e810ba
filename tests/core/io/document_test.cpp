#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "core/document/edit.h"
#include "core/io/lesson_library.h"
#include "tests/core/documents.h"
#include "tests/core/io_files.h"
#include "tests/core/said.h"

namespace lookback {
namespace {

using test::fileWith;
using test::readOrFail;

std::uint64_t bits(double value) {
    std::uint64_t word = 0;
    std::memcpy(&word, &value, sizeof word);
    return word;
}

bool sameBits(const SharedMatrix& a, const SharedMatrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
    for (Index row = 0; row < a.rows(); ++row) {
        for (Index col = 0; col < a.cols(); ++col) {
            if (bits(a(row, col)) != bits(b(row, col))) return false;
        }
    }
    return true;
}

/// Where a field of the document stands in its file; npos where it does not.
std::size_t placeOf(const std::string& text, const std::string& field) {
    return text.find("\n  \"" + field + "\": ");
}

TEST_CASE("a small file gets the usual values for what it leaves out") {
    const Document document = readOrFail(fileWith({}));
    CHECK(document.title.empty());
    CHECK(document.tokens == std::vector<std::string>{"a", "b"});
    CHECK(document.dtype == DType::float32);
    CHECK(document.positions == Positions{});
    CHECK(document.heads == 1);
    CHECK(document.scale == Scale{});
    CHECK(!document.softcap);
    CHECK(document.mask == Mask{});
    CHECK(document.masking == Masking{});
    CHECK(!document.weights.output);
    CHECK(!document.draw);
    CHECK(!document.lesson);
    CHECK(document.embeddings(1, 0) == 3);
}

TEST_CASE("every document of the tables survives writing and reading") {
    test::forEveryTable([](const test::Wanted& wanted) {
        Document document = test::randomDocument(wanted);
        document.mask.flips = {{0, 1}, {2, 3}};
        CHECK(readOrFail(writeDocument(document)) == document);
    });
}

TEST_CASE("heads, W_o, scales, slopes and infinite masking values survive") {
    Document document = test::randomDocument({.heads = 3, .output = true});
    document.masking.value = -std::numeric_limits<double>::infinity();
    document.positions.kind = PositionKind::alibi;
    document.positions.slopes = {0.5, 0.1, 1e-300};
    for (const Scale scale : {Scale{Scale::Kind::dk, 1}, Scale{Scale::Kind::none, 1},
                              Scale{Scale::Kind::number, 0.1}, Scale{Scale::Kind::sqrt_dk, 1}}) {
        document.scale = scale;
        CHECK(readOrFail(writeDocument(document)) == document);
    }
    document.softcap = 0.1;
    CHECK(readOrFail(writeDocument(document)) == document);
    document.positions = {PositionKind::sinusoidal, 1234.5, {}, {}};
    CHECK(readOrFail(writeDocument(document)) == document);
}

TEST_CASE("every double survives bit for bit") {
    std::mt19937_64 generator(7);
    Matrix<double> x(500, 4);
    for (Index row = 0; row < x.rows(); ++row) {
        for (Index col = 0; col < x.cols(); ++col) {
            double value = std::numeric_limits<double>::infinity();
            while (!std::isfinite(value)) {
                const std::uint64_t word = generator();
                std::memcpy(&value, &word, sizeof value);
            }
            x(row, col) = value;
        }
    }
    using Limits = std::numeric_limits<double>;
    x.row(0) << -0.0, 0.0, Limits::max(), Limits::lowest();
    x.row(1) << Limits::min(), Limits::denorm_min(), -Limits::denorm_min(), 0.1;
    x.row(2) << 1e22, 1e23, 9007199254740993.0, -1.0;
    Document document = test::randomDocument({.tokens = 500, .d_in = 4});
    document.embeddings = x;
    CHECK(sameBits(readOrFail(writeDocument(document)).embeddings, document.embeddings));
}

TEST_CASE("-0 keeps its sign however it is written") {
    for (const std::string zero : {"-0", "-0.0", "-0e5"}) {
        const Document document =
            readOrFail(fileWith({{"embeddings", "[[" + zero + ", 0], [3, 4]]"}}));
        CHECK(std::signbit(document.embeddings(0, 0)));
        CHECK(!std::signbit(document.embeddings(0, 1)));
    }
}

TEST_CASE("tokens keep every character") {
    Document document = test::randomDocument({.tokens = 5});
    document.title = "line\nbreak \x01";
    document.tokens = {"", "\"\\/\b\f\n\r\t", "naïve 日本 🙂", "naïve 日本 🙂",
                       std::string("\x7f")};
    CHECK(readOrFail(writeDocument(document)) == document);
    CHECK(readOrFail(fileWith({{"tokens", R"(["\u00e9", "\ud83d\ude42"])"}})).tokens ==
          std::vector<std::string>{"é", "🙂"});
}

TEST_CASE("an empty sentence keeps the width of its embeddings") {
    Document document = test::randomDocument({.tokens = 0, .d_in = 3});
    document.embeddings = Matrix<double>(0, 3);
    CHECK(readOrFail(writeDocument(document)) == document);
    document.positions.kind = PositionKind::learned;
    document.positions.table = Matrix<double>(0, 3);
    CHECK(readOrFail(writeDocument(document)) == document);
    Document narrow = test::randomDocument({.d_k = 0, .d_v = 0});
    CHECK(readOrFail(writeDocument(narrow)) == narrow);
}

TEST_CASE("vectors without numbers keep the widths that follow from other matrices") {
    Document document =
        test::randomDocument({.tokens = 3, .d_in = 0, .heads = 2, .d_k = 0, .output = true});
    REQUIRE(document.weights.value.cols() == 4);
    CHECK(readOrFail(writeDocument(document)) == document);
    document.weights.output.reset();
    document.weights.value = Matrix<double>(0, 0);
    CHECK(readOrFail(writeDocument(document)) == document);
}

TEST_CASE("a document too large for people is written without space, and still the same") {
    Document document = test::randomDocument({.heads = 2, .output = true});
    document.title = R"(keeps " its \" spaces \\)";
    document.tokens = {"a b", "", "  ", "\n\"\\"};
    const std::string wide = writeDocument(document);
    CHECK(writeDocument(document, wide.size()) == wide);
    const std::string dense = writeDocument(document, wide.size() - 1);
    CHECK(dense.size() < wide.size());
    CHECK(dense.find('\n') == std::string::npos);
    CHECK(dense.find(": ") == std::string::npos);
    CHECK(readOrFail(dense) == document);
}

TEST_CASE("a file that could not be opened again is not written") {
    const Document document = test::randomDocument({.tokens = 300, .d_in = 2000});
    const Result<std::string> bytes = documentBytes(document, std::size_t{1} << 20);
    REQUIRE(!bytes.has_value());
    CHECK(test::placed(bytes.error()) ==
          ": would be larger than 1 MiB, the most that can be opened again; "
          "nothing was written");
}

TEST_CASE("the fields stand in the order of the contract") {
    Document document = *openLesson("write-a-poem");
    document.mask.flips = {{0, 2}};
    addSnapshot(document, "before");
    std::vector<std::string> fields{"lookback",  "title",   "tokens",  "dtype", "embeddings",
                                    "positions", "heads",   "weights", "scale", "mask",
                                    "flips",     "masking", "draw",    "from",  "snapshots"};
    const auto check = [&] {
        const std::string text = writeDocument(document);
        std::size_t last = 0;
        for (const std::string& field : fields) {
            const std::size_t place = placeOf(text, field);
            REQUIRE_MESSAGE(place != std::string::npos, field);
            CHECK_MESSAGE(place >= last, field);
            last = place;
        }
        CHECK(text.substr(0, 18) == "{\n  \"lookback\": 1,");
    };
    check();
    Lesson own = *document.lesson;
    own.id.clear();
    document.lesson = std::make_shared<const Lesson>(std::move(own));
    std::erase(fields, "from");
    fields.insert(fields.end(), {"lesson", "expect"});
    check();
}

TEST_CASE("a file is laid out for people") {
    Document document = readOrFail(fileWith({{"mask", R"([{"kind": "offset", "diagonal": -1}])"}}));
    document.masking = {MaskingMethod::add, -1e9, MaskingOrder::before_scale};
    document.masking.softmax = SoftmaxOver::columns;
    CHECK(writeDocument(document).find(R"("order": "before_scale", "softmax": "columns"})") !=
          std::string::npos);
    CHECK(readOrFail(writeDocument(document)).masking == document.masking);
    document.masking.softmax = SoftmaxOver::rows;
    CHECK("\n" + writeDocument(document) == R"(
{
  "lookback": 1,
  "title": "",
  "tokens": ["a", "b"],
  "dtype": "float32",
  "embeddings": [
    [1, 2],
    [3, 4]
  ],
  "positions": {"kind": "none"},
  "heads": 1,
  "weights": {
    "query": [
      [1],
      [2]
    ],
    "key": [
      [1],
      [2]
    ],
    "value": [
      [1],
      [2]
    ],
    "output": null
  },
  "scale": "sqrt_dk",
  "mask": [{"kind": "offset", "diagonal": -1}],
  "masking": {"method": "add", "value": -1e9, "order": "before_scale"}
}
)");
    document.tokens.assign(60, "word");
    document.embeddings = Matrix<double>(Matrix<double>::Ones(60, 2));
    std::size_t line_start = 0;
    const std::string text = writeDocument(document);
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] != '\n') continue;
        CHECK(k - line_start <= 100);
        line_start = k + 1;
    }
}

TEST_CASE("what a document does not have is left out") {
    const std::string text = writeDocument(readOrFail(fileWith({})));
    for (const std::string field : {"flips", "draw", "lesson", "expect"}) {
        CHECK(placeOf(text, field) == std::string::npos);
    }
}

TEST_CASE("a text of a lesson of one's own is kept in every language that it has") {
    Document document = test::randomDocument({});
    Lesson lesson;
    lesson.order = 1;
    lesson.summary = "For all.";
    LocalText note;
    note.set("en", "Each token is a row.");
    note.set("id", "Setiap token adalah satu baris.");
    lesson.notes = {{MatrixId::embeddings, note}};
    lesson.outline = {.minutes = 8, .goal = note, .next = "a-later-lesson"};
    document.lesson = std::make_shared<const Lesson>(lesson);
    const std::string text = writeDocument(document);
    CHECK(text.find("\"summary\": \"For all.\"") != std::string::npos);
    const Document read = readOrFail(text);
    REQUIRE(read.lesson);
    CHECK(read.lesson->summary == lesson.summary);
    CHECK(read.lesson->notes == lesson.notes);
    CHECK(read.lesson->outline == lesson.outline);
    CHECK(text.find("\"minutes\": 8,") != std::string::npos);
    CHECK(writeDocument(read) == text);
    CHECK(read.lesson->notes.front().text.in("id") == "Setiap token adalah satu baris.");
}

TEST_CASE("a document made from a lesson is written with its id, and without its texts") {
    Document document = *openLesson("write-a-poem");
    document.embeddings.set({0, 0}, 3);
    const std::string text = writeDocument(document);
    CHECK(placeOf(text, "from") != std::string::npos);
    CHECK(text.find("\"from\": \"write-a-poem\"") != std::string::npos);
    for (const char* const field : {"lesson", "expect"}) {
        CAPTURE(field);
        CHECK(placeOf(text, field) == std::string::npos);
    }
    const Document read = readOrFail(text);
    REQUIRE(read.lesson);
    CHECK(*read.lesson == *document.lesson);
    CHECK(read.embeddings(0, 0) == 3);
}

TEST_CASE("an id in `from` that is not shipped here is kept; a lesson beside it is refused") {
    const Document document = readOrFail(fileWith({{"from", "\"a-later-lesson\""}}));
    REQUIRE(document.lesson);
    CHECK(document.lesson->notes.empty());
    CHECK(writeDocument(document).find("\"from\": \"a-later-lesson\"") != std::string::npos);
    const auto fault = [](std::map<std::string, std::string> fields) {
        const auto read = readDocument(fileWith(std::move(fields)));
        REQUIRE(!read);
        return test::placed(read.error().front());
    };
    CHECK(fault({{"from", "\"\""}}) == "from: is empty, expected the id of a shipped document");
    CHECK(fault({{"from", "5"}}).starts_with("from: is 5, expected "));
    CHECK(fault({{"from", "\"write-a-poem\""},
                 {"lesson", R"({"order": 1, "summary": "s", "source": "s", "notes": []})"}}) ==
          "from: is given together with a lesson, expected only one of them");
}

}  // namespace
}  // namespace lookback
