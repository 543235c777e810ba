// Lessons of one's own, found by their names.
#include "app/platform/own_lessons.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "tests/platform/temporary_folder.h"

namespace lookback {
namespace {

/// A folder for data, in which files are made.
class DataFolder {
public:
    DataFolder() { REQUIRE(setenv("XDG_DATA_HOME", folder_.path().c_str(), 1) == 0); }
    ~DataFolder() { unsetenv("XDG_DATA_HOME"); }
    DataFolder(const DataFolder&) = delete;
    DataFolder& operator=(const DataFolder&) = delete;

    void add(const std::string& name) const {
        std::filesystem::create_directories(lessons());
        std::ofstream(lessons() / name) << "{}";
    }
    [[nodiscard]] std::filesystem::path lessons() const {
        return folder_.path() / "lookback" / "lessons";
    }

private:
    test::TemporaryFolder folder_;
};

TEST_CASE("files with the ending of lessons are found, sorted by id") {
    const DataFolder data;
    CHECK(ownLessons().empty());
    for (const char* const name : {"mine.lesson.json", "a.lesson.json", "notes.json",
                                   ".lesson.json", "lesson.json", "b.lesson.json.bak"}) {
        data.add(name);
    }
    const std::vector<OwnLesson> own = ownLessons();
    REQUIRE(own.size() == 2);
    CHECK(own[0].id == "a");
    CHECK(own[1].id == "mine");
    CHECK(own[1].path == (data.lessons() / "mine.lesson.json").string());
    CHECK(ownLessonPath("a") == own[0].path);
    CHECK(ownLessonPath("b").empty());
    CHECK(ownLessonPath("").empty());
}

TEST_CASE("the folder is made when a lesson is to be saved in it") {
    const DataFolder data;
    REQUIRE_FALSE(std::filesystem::exists(data.lessons()));
    CHECK(ownLessonsFolder() == data.lessons().string());
    CHECK(std::filesystem::is_directory(data.lessons()));
}

TEST_CASE("an id of a shipped lesson or experiment stays its own") {
    const DataFolder data;
    for (const char* const id : {"write-a-poem", "a-finite-value", "greetings", "mine"}) {
        data.add(std::string(id) + ".lesson.json");
    }
    REQUIRE(ownLessons().size() == 1);
    CHECK(ownLessons().front().id == "mine");
    CHECK(ownLessonPath("greetings").empty());
}

TEST_CASE("a folder in the place of a file is not a lesson") {
    const DataFolder data;
    std::filesystem::create_directories(data.lessons() / "folder.lesson.json");
    CHECK(ownLessons().empty());
}

}  // namespace
}  // namespace lookback
