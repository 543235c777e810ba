#include "app/platform/png.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <doctest/doctest.h>

namespace lookback {
namespace {

namespace fs = std::filesystem;

/// An empty folder that goes away with the test.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "lookback-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~TemporaryFolder() { fs::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] std::string operator/(const char* name) const { return (path_ / name).string(); }
    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
    }

private:
    fs::path path_;
};

std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Image redPicture() {
    Image image{3, 2, {}};
    for (int i = 0; i < 6; ++i) image.rgba.insert(image.rgba.end(), {255, 0, 0, 255});
    return image;
}

TEST_CASE("a picture becomes a PNG file of its size and nothing is left beside it") {
    const TemporaryFolder folder;
    REQUIRE(writePng(folder / "a.png", redPicture()));
    const std::string bytes = contents(folder / "a.png");
    CHECK(bytes.substr(0, 8) == "\x89PNG\r\n\x1a\n");
    CHECK(bytes.substr(16, 8) == std::string("\0\0\0\3\0\0\0\2", 8));
    CHECK(folder.files() == 1);
    const auto rights = fs::status(folder / "a.png").permissions();
    CHECK((rights & fs::perms::owner_read) != fs::perms::none);
}

TEST_CASE("a picture replaces an old file, also behind a link") {
    const TemporaryFolder folder;
    std::ofstream(folder / "old.png") << "old";
    fs::create_symlink(folder / "old.png", folder / "link.png");
    REQUIRE(writePng(folder / "link.png", redPicture()));
    CHECK(fs::is_symlink(folder / "link.png"));
    CHECK(contents(folder / "old.png").substr(1, 3) == "PNG");
    CHECK(folder.files() == 2);
}

TEST_CASE("a picture that cannot be written says why and leaves nothing") {
    const TemporaryFolder folder;
    const auto into_folder = writePng(folder / "", redPicture());
    REQUIRE_FALSE(into_folder);
    CHECK(into_folder.error().message == "is a folder, a file is expected");
    const auto nowhere = writePng(folder / "missing/a.png", redPicture());
    REQUIRE_FALSE(nowhere);
    CHECK(nowhere.error().where == folder / "missing/a.png");
    CHECK(nowhere.error().message == "cannot be written: No such file or directory");
    CHECK(folder.files() == 0);
}

TEST_CASE("a device is written into and not replaced") {
    REQUIRE(writePng("/dev/null", redPicture()));
    CHECK(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace lookback
