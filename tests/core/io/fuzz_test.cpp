#include <random>

#include "core/engine/attend.h"
#include "core/io/lesson_library.h"
#include "tests/core/io_files.h"
#include "tests/core/said.h"

namespace lookback {
namespace {

/// A file is either refused with a reason, or it is a document that can be computed and kept.
void mustBeSettled(const std::string& text) {
    const Checked<Document> document = readDocument(text);
    if (!document) {
        CHECK(!document.error().empty());
        CHECK(document.error().size() <= 21);
        for (const Error& error : document.error()) CHECK(!test::said(error).empty());
        return;
    }
    const Trace trace = attend(*document);
    CHECK(!trace.order.empty());
    const Checked<Document> again = readDocument(writeDocument(*document));
    REQUIRE(again.has_value());
    CHECK(again->embeddings == document->embeddings);
    CHECK(again->weights == document->weights);
}

TEST_CASE("a lesson that is cut off anywhere is refused") {
    for (const LessonEntry& lesson : lessons()) {
        const std::size_t whole = lesson.text.find_last_of('}');
        for (std::size_t length = 0; length <= whole; length += 7) {
            const std::string text(lesson.text.substr(0, length));
            const Checked<Document> document = readDocument(text);
            REQUIRE_MESSAGE(!document.has_value(), lesson.id, " cut at ", length);
            CHECK(!document.error().empty());
        }
    }
}

TEST_CASE("lessons with changed bytes are refused or valid") {
    std::mt19937 generator(11);
    constexpr std::string_view kLikely = "0123456789.-+eE[]{},:\"\\ \nntf\x80\xff";
    for (const LessonEntry& lesson : lessons()) {
        for (int round = 0; round < 400; ++round) {
            std::string text(lesson.text);
            const int changes = 1 + static_cast<int>(generator() % 3);
            for (int k = 0; k < changes; ++k) {
                const std::size_t place = generator() % text.size();
                const bool likely = generator() % 2 == 0;
                text[place] = likely ? kLikely[generator() % kLikely.size()]
                                     : static_cast<char>(generator() % 256);
            }
            mustBeSettled(text);
        }
    }
}

TEST_CASE("lessons with lines left out or doubled are refused or valid") {
    for (const LessonEntry& lesson : lessons()) {
        const std::string text(lesson.text);
        std::size_t start = 0;
        while (start < text.size()) {
            const std::size_t end = text.find('\n', start) + 1;
            mustBeSettled(text.substr(0, start) + text.substr(end));
            mustBeSettled(text.substr(0, end) + text.substr(start));
            start = end;
        }
    }
}

TEST_CASE("noise is refused") {
    std::mt19937 generator(5);
    for (int round = 0; round < 300; ++round) {
        std::string text(generator() % 200, ' ');
        for (char& c : text) c = static_cast<char>(generator() % 256);
        CHECK(!readDocument(text).has_value());
        for (char& c : text) c = "[]{}\":,1e-.tn "[generator() % 14];
        CHECK(!readDocument(text).has_value());
    }
}

}  // namespace
}  // namespace lookback
