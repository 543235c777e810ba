#include <algorithm>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/engine/attend.h"
#include "core/io/document_json.h"
#include "core/io/lesson_library.h"
#include "core/io/shipped.h"
#include "core/lesson/expectations.h"
#include "core/print/print_tensor.h"
#include "tests/core/reference.h"
#include "tests/core/said.h"

namespace lookback {
namespace {

/// A lesson and the notebook that it tells.
struct Source {
    std::string lesson;
    std::string notebook;
    Index numbers;  ///< that the notebook printed
};
const std::vector<Source> kSources{
    {"write-a-poem", "003_torch_walkthrough", 103},
    {"masked-self-attention", "000_torch_masked_fill", 15},
    {"the-cat-sat", "002_torch_additive_inf", 15},
    {"numpy-from-scratch", "001_numpy_output_projection", 80},
    {"causal-two-ways", "004_torch_two_procedures", 180},
};

Document openedLesson(const std::string& id) {
    const Checked<Document> document = openLesson(id);
    REQUIRE_MESSAGE(document.has_value(), id);
    return *document;
}

bool meets(const Document& document) { return meetsExpectations(document, attend(document)); }

Json notebook(const Source& source) {
    return test::reference("notebooks/" + source.notebook + ".json");
}

/// A printed block without PyTorch's `, grad_fn=<MmBackward0>`, which may stand on a line of its
/// own.
std::string withoutGradient(std::string text) {
    const std::size_t gradient = text.find("grad_fn=");
    if (gradient == std::string::npos) return text;
    return text.substr(0, text.rfind(',', gradient)) + ")";
}

/// The numbers with four decimals in a text, each with its minus sign.
std::vector<std::string> numbersIn(const std::string& text) {
    constexpr std::string_view kDigits = "0123456789";
    const std::string minus = "−";
    std::vector<std::string> numbers;
    std::size_t start = 0;
    while ((start = text.find_first_of(kDigits, start)) != std::string::npos) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789.", start), text.size());
        std::string number = text.substr(start, end - start);
        number.erase(number.find_last_of(kDigits) + 1);
        const std::size_t point = number.find('.');
        if (point != std::string::npos && number.size() - point == 5) {
            const bool is_negative = start >= minus.size() &&
                                     text.compare(start - minus.size(), minus.size(), minus) == 0;
            numbers.push_back((is_negative ? minus : "") + number);
        }
        start = end;
    }
    return numbers;
}

TEST_CASE("the lessons come in the order of learning") {
    REQUIRE(lessons().size() >= kSources.size());
    for (std::size_t k = 0; k < lessons().size(); ++k) {
        const LessonEntry& lesson = lessons()[k];
        CHECK(isLesson(lesson.id));
        CHECK(lesson.title.in("en") == openedLesson(lesson.id).title);
        if (k == 0) continue;
        const LessonEntry& before = lessons()[k - 1];
        CHECK(std::pair(before.order, before.id) < std::pair(lesson.order, lesson.id));
    }
    for (std::size_t k = 0; k < kSources.size(); ++k) {
        const auto lesson =
            std::find_if(lessons().begin(), lessons().end(),
                         [&](const LessonEntry& entry) { return entry.id == kSources[k].lesson; });
        REQUIRE(lesson != lessons().end());
        CHECK(lesson->order == static_cast<int>(k) + 1);
    }
    CHECK(!isLesson("nothing"));
    CHECK(test::placed(openLesson("write-a-pom").error()) ==
          "write-a-pom: lesson not found (did you mean “write-a-poem”?), expected one of " +
              fmt::format("{}", fmt::join(lessonIds(), ", ")));
}

TEST_CASE("each document among the lessons is written exactly as Lookback writes it") {
    for (const EmbeddedFile& file : embeddedLessons()) {
        if (file.name.ends_with(".lesson")) continue;
        const Checked<Document> document = readDocument(file.text);
        REQUIRE(document.has_value());
        CHECK_MESSAGE(writeDocument(*document) == file.text, file.name);
    }
}

TEST_CASE("each lesson holds its notebook's numbers exactly") {
    for (const Source& source : kSources) {
        const Document document = openedLesson(source.lesson);
        const Json tensors = notebook(source)["tensors"];
        const ScalarKind kind = info(document.dtype).kind;
        const auto same = [&](const SharedMatrix& matrix, const std::string& name) {
            const Matrix<double> expected = test::tensor(tensors[name]);
            return matrix.get().unaryExpr([&](double x) { return roundedTo(x, kind); }) == expected;
        };
        CHECK_MESSAGE(same(document.embeddings, "X"), source.lesson);
        CHECK_MESSAGE(same(document.weights.query, "W_q"), source.lesson);
        CHECK_MESSAGE(same(document.weights.key, "W_k"), source.lesson);
        CHECK_MESSAGE(same(document.weights.value, "W_v"), source.lesson);
        if (tensors.contains("W_o")) CHECK(same(*document.weights.output, "W_o"));
    }
}

TEST_CASE("all 393 printed numbers come out, string for string") {
    Index numbers = 0;
    for (const Source& source : kSources) {
        Index here = 0;
        for (const ExpectationResult& result : checkExpectations(openedLesson(source.lesson))) {
            here += result.numbers;
            for (const Error& miss : result.misses) FAIL_CHECK(test::placed(miss));
        }
        CHECK_MESSAGE(here == source.numbers, source.lesson);
        numbers += here;
    }
    CHECK(numbers == 393);
}

TEST_CASE("whatever a lesson expects comes out") {
    for (const LessonEntry& lesson : lessons())
        CHECK_MESSAGE(meets(openedLesson(lesson.id)), lesson.id);
}

TEST_CASE("the lessons expect every string that the notebooks printed") {
    for (const Source& source : kSources) {
        const Document document = openedLesson(source.lesson);
        const Json printed = notebook(source)["printed"];
        REQUIRE(document.lesson->expect.size() == printed.size());
        for (std::size_t k = 0; k < printed.size(); ++k) {
            const auto rows = printed[k]["rows"].get<std::vector<std::vector<std::string>>>();
            CHECK_MESSAGE(document.lesson->expect[k].rows == rows, source.lesson, " print ", k);
        }
    }
}

TEST_CASE("all printed blocks come out verbatim") {
    int blocks = 0;
    for (const Source& source : kSources) {
        const Document document = openedLesson(source.lesson);
        const Json prints = notebook(source)["printed"];
        for (std::size_t k = 0; k < prints.size(); ++k) {
            const Expectation& expected = document.lesson->expect[k];
            Document variant = document;
            if (expected.masking) variant.masking = *expected.masking;
            const std::string text =
                printed(expectedTensor(variant, attend(variant), expected), expected.style);
            const std::string wanted = withoutGradient(prints[k]["text"].get<std::string>());
            CHECK_MESSAGE(text == wanted, source.lesson);
            ++blocks;
        }
    }
    CHECK(blocks == 28);
}

TEST_CASE("a miss says stage, row, column, expected and found") {
    Document document = openedLesson("write-a-poem");
    Lesson changed = *document.lesson;
    changed.expect = {changed.expect.back()};
    changed.expect[0].rows[1][0] = "0.0000";
    document.lesson = std::make_shared<const Lesson>(changed);
    auto results = checkExpectations(document);
    REQUIRE(results.size() == 1);
    CHECK(test::placed(results[0].misses) ==
          "expect[0].rows[1][0]: context[“a”, 0] prints as -0.0062, expected 0.0000");
    CHECK(!meets(document));
    changed.expect[0].rows.pop_back();
    document.lesson = std::make_shared<const Lesson>(changed);
    results = checkExpectations(document);
    CHECK(test::placed(results[0].misses) ==
          "expect[0]: context is 3 × 2, but the expected rows are not");
    changed.expect[0].matrix = MatrixId::output;
    document.lesson = std::make_shared<const Lesson>(changed);
    CHECK(test::placed(checkExpectations(document)[0].misses) ==
          "expect[0]: the document has no output");
}

TEST_CASE("a lesson that is edited no longer gives the notebook's numbers") {
    for (const Source& source : kSources) {
        Document document = openedLesson(source.lesson);
        document.mask.rules.clear();
        CHECK_MESSAGE(!meets(document), source.lesson);
    }
}

TEST_CASE("both procedures of the notebook meet its prints, and no other does") {
    Document document = openedLesson("causal-two-ways");
    CHECK(followedProcedure(document) == 0);
    const Masking first = document.masking;
    document.masking.method = MaskingMethod::fill;
    CHECK(followedProcedure(document) == 1);
    CHECK(meets(document));
    document.masking.value = -1e9;  // the same digits
    CHECK(followedProcedure(document) == 1);
    CHECK(meets(document));
    document.masking.value = -1;
    CHECK(!meets(document));
    document.masking = {MaskingMethod::zero, first.value, first.order};
    CHECK(!followedProcedure(document));
    CHECK(!meets(document));
    document.masking.method = MaskingMethod::fill;
    Matrix<double> query = document.weights.query.get();
    query(0, 0) += 0.01;
    document.weights.query = std::move(query);
    CHECK(!meets(document));
    CHECK(!followedProcedure(openedLesson("write-a-poem")));
}

TEST_CASE("every stage of a lesson has a note, in order") {
    for (const Source& source : kSources) {
        const Document document = openedLesson(source.lesson);
        CHECK(!document.lesson->summary.empty());
        CHECK(!document.lesson->source.empty());
        std::vector<MatrixId> noted;
        for (const LessonNote& note : document.lesson->notes) noted.push_back(note.stage);
        CHECK_MESSAGE(noted == attend(document).order, source.lesson);
    }
}

TEST_CASE("NumPy from scratch: the old score is in the masked one, as its note tells") {
    const Document document = openedLesson("numpy-from-scratch");
    const Trace trace = attend(document);
    const auto number = [&](MatrixId id) { return trace.view(id, 0)(0, 1); };
    const double scaled = number(MatrixId::scaled_scores);
    const double masked = number(MatrixId::masked_scores);
    CHECK(masked + 1e9 == doctest::Approx(scaled).epsilon(1e-6));
    CHECK(number(MatrixId::attention_weights) == 0);
    const std::string told =
        fmt::format("{:.2f} of “{}” at “{}” becomes −{:.2f}, and adding 1e9 gives it back", scaled,
                    document.tokens[0], document.tokens[1], -masked);
    const auto& notes = document.lesson->notes;
    const auto note = std::find_if(notes.begin(), notes.end(), [](const LessonNote& one) {
        return one.stage == MatrixId::masked_scores;
    });
    REQUIRE(note != notes.end());
    CHECK_MESSAGE(note->text.in("en").find(told) != std::string::npos, told);
}

TEST_CASE("every number in a note is one of the lesson's numbers") {
    int found = 0;
    for (const Source& source : kSources) {
        const Document document = openedLesson(source.lesson);
        const Trace trace = attend(document);
        std::vector<std::string> known;
        for (const MatrixId id : trace.order) {
            for (const double value : notebookTensor(document, trace, id).values) {
                known.push_back(formatNumber(value, 4));
            }
        }
        for (const LessonNote& note : document.lesson->notes) {
            for (const LocalText::Version& version : note.text.versions()) {
                for (const std::string& number : numbersIn(version.text)) {
                    CHECK_MESSAGE(std::find(known.begin(), known.end(), number) != known.end(),
                                  source.lesson, ": ", number);
                    ++found;
                }
            }
        }
    }
    CHECK(found >= 40);
}

}  // namespace
}  // namespace lookback
