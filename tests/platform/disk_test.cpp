// What the window asks of the world outside: files read, written and listed.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "app/platform/disk.h"
#include "app/program/effects.h"
#include "core/io/lesson_library.h"
#include "tests/core/said.h"
#include "tests/platform/temporary_folder.h"

using namespace lookback;
using namespace lookback::test;

namespace {

namespace fs = std::filesystem;

template <class Answer>
Answer answerTo(const AppState& state, const Effect& effect) {
    Disk disk;
    const std::optional<Action> action = carryOut(disk, nullptr, state, effect);
    REQUIRE(action.has_value());
    const auto* const answer = action->as<Answer>();
    REQUIRE(answer != nullptr);
    return *answer;
}

}  // namespace

TEST_CASE("a document is written and read again") {
    const TemporaryFolder folder;
    const AppState state(*openLesson("the-cat-sat"), "the-cat-sat");
    const std::string path = folder / "cat.lookback.json";
    CHECK(answerTo<FileSaved>(state, WriteWork{path}).path == path);
    Document read = std::get<Document>(answerTo<FileOpened>(state, ReadDocument{path}).work);
    CHECK(read.tokens == state.document().tokens);
    CHECK(read.weights == state.document().weights);
}

TEST_CASE("what cannot be read is said in one line that names the place") {
    const TemporaryFolder folder;
    const AppState state(*openLesson("the-cat-sat"));
    const std::string missing = folder / "none.json";
    CHECK(answerTo<FileFailed>(state, ReadDocument{missing}).error.where.starts_with(missing));
    const std::string broken = folder / "broken.json";
    std::ofstream(broken) << R"({"lookback": 1, "tokens": 3})";
    const Error error = answerTo<FileFailed>(state, ReadDocument{broken}).error;
    const std::string message = test::placed(error);
    CHECK(message.find("tokens") != std::string::npos);
    CHECK(message.find('\n') == std::string::npos);
    const Error unwritten =
        answerTo<FileFailed>(state, WriteWork{folder / "no/such/folder.json"}).error;
    CHECK(!test::said(unwritten).empty());
}

TEST_CASE("a folder is listed: folders first, then what may be a document") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "zoo");
    for (const char* name :
         {"b.lookback.json", "a.json", "picture.png", "notes.md", ".hidden.json"}) {
        std::ofstream(folder / name) << "{}";
    }
    const AppState state(*openLesson("the-cat-sat"));
    const auto listed = answerTo<FolderListed>(state, ListFolder{folder.path().string()});
    REQUIRE(listed.entries.size() == 4);
    CHECK(listed.entries[0].name == "zoo");
    CHECK(listed.entries[0].is_folder);
    CHECK(listed.entries[1].name == "a.json");
    CHECK(listed.entries[2].name == "b.lookback.json");
    CHECK(listed.entries[3].name == "picture.png");
    const FileTask picture{.kind = FileTask::Kind::export_as, .as = ExportKind::picture};
    const auto pictures =
        answerTo<FolderListed>(state, ListFolder{folder.path().string(), picture});
    REQUIRE(pictures.entries.size() == 2);
    CHECK(pictures.entries[1].name == "picture.png");
    answerTo<FileFailed>(state, ListFolder{folder / "none"});
}

TEST_CASE("the numbers are exported as the commands print them") {
    const TemporaryFolder folder;
    const AppState state(*openLesson("the-cat-sat"));
    Disk disk;
    for (const ExportInfo& row : exports()) {
        if (!row.of_document) continue;
        const WriteExport wish{folder / row.ending.data(), row.kind};
        if (row.isPicture()) {
            const auto allowed = answerTo<PictureAllowed>(state, wish);
            CHECK(allowed.path == wish.path);  // the window takes it
            CHECK(allowed.kind == row.kind);
            const auto written = writePicture(disk, wish.path, encodePng({1, 1, {0, 0, 0, 255}}));
            CHECK(written.isOneOf<FileExported>());
        } else {
            CHECK(answerTo<FileExported>(state, wish).path == wish.path);
        }
        CHECK(fs::file_size(wish.path) > 50);
    }
}

TEST_CASE("a path that begins with ~ is one in the home of the person") {
    const char* const home = std::getenv("HOME");
    REQUIRE(home != nullptr);
    const Disk disk;
    CHECK(disk.meantPath("~/a.json") == std::string(home) + "/a.json");
    CHECK(disk.meantPath("~") == home);
    CHECK(disk.meantPath("~ada/a.json") == "~ada/a.json");
    CHECK(disk.meantPath("/tmp/~/a.json") == "/tmp/~/a.json");
}
