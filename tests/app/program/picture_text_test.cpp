// Pictures that carry a work, and open as it.
#include "core/io/picture_text.h"

#include <memory>

#include <doctest/doctest.h>

#include "app/program/carried_work.h"
#include "app/program/image.h"
#include "app/program/opened_file.h"
#include "app/state/update/update.h"
#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/guided_lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/io/task_place.h"
#include "tests/core/said.h"

namespace lookback {
namespace {

std::string pictureWith(const std::string& text) {
    return *encodePng({2, 1, {1, 2, 3, 255, 4, 5, 6, 255}}, text);
}

TEST_CASE("pictures: a text is read back, byte for byte") {
    const auto document = openLesson("write-a-poem");
    REQUIRE(document);
    for (const std::string& text :
         {std::string("{}"), writeDocument(*document), std::string(200'000, 'x')}) {
        const std::string png = pictureWith(text);
        REQUIRE(isPng(png));
        const Result<std::string> read = textOfPicture(png);
        REQUIRE(read.has_value());
        CHECK(*read == text);
    }
}

TEST_CASE("pictures: one without a text, and one of another program, say so") {
    const std::string plain = pictureWith("");
    REQUIRE(isPng(plain));
    const auto read = textOfPicture(plain);
    REQUIRE(!read.has_value());
    CHECK(test::said(read.error()).find("carries no document") != std::string::npos);
    CHECK(!isPng("{}"));
    CHECK(!isPng(""));
}

TEST_CASE("pictures: one that is cut off or changed anywhere is refused or gives its text") {
    const std::string text = R"({"lookback": 1, "title": "A picture"})";
    const std::string png = pictureWith(text);
    constexpr std::size_t kSignatureBytes = 8;
    const auto is_settled = [&](const Result<std::string>& read) {
        return read ? *read == text : !test::said(read.error()).empty();
    };
    for (std::size_t length = kSignatureBytes; length < png.size(); ++length) {
        CHECK(is_settled(textOfPicture(std::string_view(png).substr(0, length))));
    }
    for (std::size_t place = kSignatureBytes; place < png.size(); ++place) {
        std::string changed = png;
        changed[place] = static_cast<char>(changed[place] ^ 0x55);
        CHECK(is_settled(textOfPicture(changed)));
    }
}

/// An SVG file, as drawn by other programs, too.
std::string svgWith(const std::string& metadata, const std::string& prologue = "") {
    return prologue + R"(<svg xmlns="http://www.w3.org/2000/svg">)" + metadata + "<g/></svg>";
}

TEST_CASE("pictures: an SVG is known by its first element, whatever stands before it") {
    for (const char* const prologue :
         {"", "\xEF\xBB\xBF \n", "<?xml version=\"1.0\"?>\n<!-- a > b -->\n<!DOCTYPE svg>\n"}) {
        CHECK(isPicture(svgWith("", prologue)));
    }
    for (const char* const other : {"", "<", "<!--", "<?xml", "<!DOCTYPE html><html><svg/></html>",
                                    "{\"a\": \"<svg>\"}", "text <svg/>"}) {
        CAPTURE(other);
        CHECK_FALSE(isPicture(other));
    }
}

TEST_CASE("pictures: the text of an SVG is read back, byte for byte, also after an editor") {
    const std::string text = "{\"title\": \"<&> \xF0\x9F\x99\x82\"}" + std::string(100'000, ' ');
    const std::string metadata = svgMetadata(text);
    REQUIRE(metadata.find("id=\"lookback\"") != std::string::npos);
    CHECK(*textOfPicture(svgWith(metadata)) == text);
    CHECK(*textOfPicture(svgWith("<metadata id='other'>x</metadata>\n" + metadata)) == text);
    std::string edited = metadata;
    edited.replace(edited.find("id=\"lookback\""), 13, "\n   id='lookback'");
    edited.insert(edited.find('>') + 21, "\n");
    CHECK(*textOfPicture(svgWith(edited)) == text);
}

TEST_CASE("pictures: an SVG without a text, or with another picture, says so") {
    for (const std::string& metadata :
         {std::string(), std::string("<metadata id=\"other\">x</metadata>"),
          svgMetadata(svgWith("")), svgMetadata(pictureWith("{}"))}) {
        const auto read = textOfPicture(svgWith(metadata));
        REQUIRE(!read.has_value());
        CHECK(test::said(read.error()).find("carries no document") != std::string::npos);
    }
}

TEST_CASE("pictures: an SVG that is cut off or changed anywhere is refused or gives its text") {
    const std::string text = R"({"lookback": 1, "title": "A picture"})";
    const std::string svg = svgWith(svgMetadata(text));
    const auto is_settled = [&](const Result<std::string>& read) {
        return read ? *read == text : !test::said(read.error()).empty();
    };
    const std::size_t first = svg.find("<metadata");
    for (std::size_t length = first; length < svg.size(); ++length) {
        CHECK(is_settled(textOfPicture(std::string_view(svg).substr(0, length))));
    }
    for (std::size_t place = first; place < svg.size(); ++place) {
        std::string changed = svg;
        changed[place] = static_cast<char>(changed[place] ^ 0x15);
        CHECK(is_settled(textOfPicture(changed)));
    }
}

TEST_CASE("pictures: a large SVG of nothing but beginnings is read once") {
    std::string tags = "<svg>";
    while (tags.size() < (8u << 20)) tags += "<metadata <metadata id='x'";
    CHECK(!textOfPicture(tags));
    CHECK(!textOfPicture(tags + ">"));
    CHECK(!textOfPicture("<svg><metadata id=\"lookback\">" + std::string(8u << 20, '<')));
}

TEST_CASE("pictures: one that carries another picture carries no document") {
    const auto read = textOfPicture(pictureWith(pictureWith("{}")));
    REQUIRE(!read.has_value());
    CHECK(test::said(read.error()).find("carries no document") != std::string::npos);
}

TEST_CASE("pictures: a text that unpacks to more than the limit is refused") {
    const std::string png = pictureWith(std::string(3 << 20, 'x'));
    CHECK(png.size() < 10'000);
    CHECK(textOfPicture(png, 3 << 20).has_value());
    const auto read = textOfPicture(png, 2 << 20);
    REQUIRE(!read.has_value());
    CHECK(test::said(read.error()).find("2 MiB") != std::string::npos);
    const auto of_svg = textOfPicture(svgWith(svgMetadata(std::string(3 << 20, 'x'))), 2 << 20);
    REQUIRE(!of_svg.has_value());
    CHECK(test::said(of_svg.error()).find("2 MiB") != std::string::npos);
}

TEST_CASE("pictures: one of the window opens as its document, without a file to save to") {
    AppState drawn(*openLesson("the-cat-sat"), "the-cat-sat");
    update(drawn, SetTitle{"Mine"});
    const std::string png = pictureWith(carriedWork(drawn));
    AppState state(*openLesson("write-a-poem"), "write-a-poem");
    const Action opened = openedFile(state, "/home/mine.png", png);
    REQUIRE(opened.as<FileOpened>() != nullptr);
    update(state, opened);
    CHECK(state.document().embeddings == drawn.document().embeddings);
    CHECK(state.document().title == drawn.document().title);
    CHECK(state.document_work.origin().file.empty());

    const Action refused = openedFile(state, "/home/plain.png", pictureWith(""));
    REQUIRE(refused.as<FileFailed>() != nullptr);
    CHECK(test::said(refused.as<FileFailed>()->error).find("carries no document") !=
          std::string::npos);
}

TEST_CASE("pictures: one of Train opens as its experiment") {
    AppState drawn(*openLesson("the-cat-sat"), "the-cat-sat");
    update(drawn, SetMode{Mode::train});
    const std::string png = pictureWith(carriedWork(drawn));
    const Action opened = openedFile(drawn, "/home/train.png", png);
    REQUIRE(opened.as<FileOpened>() != nullptr);
    const auto* const experiment = std::get_if<Experiment>(&opened.as<FileOpened>()->work);
    REQUIRE(experiment != nullptr);
    CHECK(*experiment == drawn.experiment());
}

/// A window with a lesson that hides numbers at its first step. @param file of the lesson
AppState withHiddenNumbers(const std::string& file = "") {
    AppState state(*openLesson("write-a-poem"), "write-a-poem");
    const auto lesson = openGuidedLesson("a-finite-value");
    REQUIRE(lesson);
    GuidedLesson opened = *lesson;
    if (!file.empty()) opened.id.clear();
    update(state, LessonRead{file, std::make_shared<const GuidedLesson>(std::move(opened))});
    REQUIRE(!state.lesson.hiding.things.empty());
    return state;
}

TEST_CASE("pictures: one on which a task hides numbers opens as that step, with its numbers") {
    AppState drawn = withHiddenNumbers();
    for (const bool has_other_numbers : {false, true}) {
        CAPTURE(has_other_numbers);
        if (has_other_numbers) update(drawn, DrawAnother{});
        REQUIRE(drawn.lesson.stand.seed.empty() == !has_other_numbers);
        const std::string carried = carriedWork(drawn);
        CHECK(carried.find("embeddings") == std::string::npos);
        AppState state(*openLesson("the-cat-sat"), "the-cat-sat");
        const Action opened = openedFile(state, "/home/task.png", pictureWith(carried));
        REQUIRE(opened.as<LessonRead>() != nullptr);
        update(state, opened);
        CHECK(state.lesson.stand == drawn.lesson.stand);
        CHECK(state.lesson.source->key() == "a-finite-value");
        CHECK(state.document().embeddings == drawn.document().embeddings);
        CHECK(state.document().weights.query == drawn.document().weights.query);
        CHECK(!state.lesson.hiding.things.empty());
    }
}

TEST_CASE("pictures: a task of one's own lesson is looked for among one's own lessons") {
    const AppState drawn = withHiddenNumbers("/data/mine.lesson.json");
    const std::string png = pictureWith(carriedWork(drawn));
    std::string wanted;
    const auto own = [&](const std::string& id) {
        wanted = id;
        return std::optional(
            OwnLessonFile{"/own/mine.lesson.json", writeGuidedLesson(*drawn.lesson.lesson())});
    };
    AppState state(*openLesson("the-cat-sat"), "the-cat-sat");
    const Action opened = openedFile(state, "/home/task.png", png, own);
    CHECK(wanted == "mine");
    REQUIRE(opened.as<LessonRead>() != nullptr);
    update(state, opened);
    CHECK(state.lesson.source->key() == "/own/mine.lesson.json");
    CHECK(state.lesson.stand == drawn.lesson.stand);

    const auto none = [](const std::string&) { return std::optional<OwnLessonFile>(); };
    const Action refused = openedFile(state, "/home/task.png", png, none);
    REQUIRE(refused.as<FileFailed>() != nullptr);
    CHECK(test::said(refused.as<FileFailed>()->error).find("lesson not found") !=
          std::string::npos);
}

TEST_CASE("pictures: a place of a task that the lesson does not have is refused") {
    const AppState state(*openLesson("the-cat-sat"), "the-cat-sat");
    const auto fault = [&](const std::string& text) {
        const Action refused = openedFile(state, "/home/task.png", pictureWith(text));
        REQUIRE(refused.as<FileFailed>() != nullptr);
        const Error& error = refused.as<FileFailed>()->error;
        return error.where + ": " + test::said(error);
    };
    CHECK(fault(writeTaskPlace({"a-finite-value", 39, ""})).find("no step 40") !=
          std::string::npos);
    CHECK(fault(writeTaskPlace({"a-finite-value", 0, "x"})).find("seed") != std::string::npos);
    CHECK(fault(writeTaskPlace({"../a-finite-value", 0, ""})).find("not found") !=
          std::string::npos);
    CHECK(fault(R"({"lookback_task": 1, "lesson": 5})").find("lesson") != std::string::npos);
    CHECK(fault(R"({"lookback_task": 2})").find("version") != std::string::npos);
}

TEST_CASE("links: a text is read back, byte for byte, and its data need no escape in an address") {
    std::string text;
    for (int line = 0; line < 200; ++line) {
        text += "[1.16, " + std::to_string(line) + "]\n";
        const std::string data = linkData(text);
        CHECK(data.find_first_of("+/=%") == std::string::npos);
        const Result<std::string> read = textOfLinkData(data);
        REQUIRE(read.has_value());
        CHECK(*read == text);
    }
}

TEST_CASE("links: what Python's zlib and base64 wrote opens as a document without a file") {
    const std::string data =
        "TclBCoAgFEXRrcgfN3HaVqKB5stEUyotQtx7GgQN77mZUTTRgXpGctYKoI6RC8FKMdmqvGYMFv6oMZCg"
        "sQJWCaWM1y8OfGx4weglNsm0Jez371n86xQu4etSHg";
    const auto lesson = openLesson("write-a-poem");
    const AppState state(*lesson);
    const Action opened = openedFile(state, "/page.link", data);
    const auto* const file = opened.as<FileOpened>();
    REQUIRE(file != nullptr);
    CHECK(file->path.empty());
    REQUIRE(std::holds_alternative<Document>(file->work));
    CHECK(std::get<Document>(file->work).title == "bfgdee");
}

TEST_CASE("links: one that is cut off or changed is refused") {
    const AppState state(*openLesson("write-a-poem"));
    const std::string data = linkData(writeDocument(*openLesson("write-a-poem")));
    for (const std::string& damaged :
         {data.substr(0, data.size() / 2), "!" + data, std::string()}) {
        const Action opened = openedFile(state, "/page.link", damaged);
        const auto* const fault = opened.as<FileFailed>();
        REQUIRE(fault != nullptr);
        CHECK(test::said(fault->error).find("damaged") != std::string::npos);
    }
}

TEST_CASE("links: a task that hides numbers opens as the task") {
    AppState state(*openLesson("write-a-poem"));
    update(state, OpenLesson{"write-a-poem"});
    const Action opened = openedFile(state, "/page.link", linkData(carriedWork(state)));
    CHECK(opened.as<LessonRead>() != nullptr);
}

}  // namespace
}  // namespace lookback
