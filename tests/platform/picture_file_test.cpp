#include "app/platform/picture_file.h"

#include <filesystem>
#include <fstream>

#include <doctest/doctest.h>

#include "tests/core/said.h"
#include "tests/platform/temporary_folder.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

Image redPicture() {
    Image image{3, 2, {}};
    for (int i = 0; i < 6; ++i) image.rgba.insert(image.rgba.end(), {255, 0, 0, 255});
    return image;
}

TEST_CASE("a picture becomes a PNG file of its size and nothing is left beside it") {
    const TemporaryFolder folder;
    REQUIRE(writePng(folder / "a.png", redPicture()));
    const std::string bytes = test::contents(folder / "a.png");
    CHECK(bytes.substr(0, 8) == "\x89PNG\r\n\x1a\n");
    CHECK(bytes.substr(16, 8) == std::string("\0\0\0\3\0\0\0\2", 8));
    CHECK(folder.names() == std::vector<std::string>{"a.png"});
    const auto rights = fs::status(folder / "a.png").permissions();
    CHECK((rights & fs::perms::owner_read) != fs::perms::none);
}

TEST_CASE("a picture replaces an old file, also behind a link") {
    const TemporaryFolder folder;
    std::ofstream(folder / "old.png") << "old";
    fs::create_symlink(folder / "old.png", folder / "link.png");
    REQUIRE(writePng(folder / "link.png", redPicture()));
    CHECK(fs::is_symlink(folder / "link.png"));
    CHECK(test::contents(folder / "old.png").substr(1, 3) == "PNG");
    CHECK(folder.names().size() == 2);
}

TEST_CASE("a picture that cannot be written says why and leaves nothing") {
    const TemporaryFolder folder;
    const auto into_folder = writePng(folder / "", redPicture());
    REQUIRE_FALSE(into_folder);
    CHECK(test::said(into_folder.error()) == "is a folder, expected a file");
    const auto nowhere = writePng(folder / "missing/a.png", redPicture());
    REQUIRE_FALSE(nowhere);
    CHECK(nowhere.error().where == folder / "missing/a.png");
    CHECK(test::said(nowhere.error()) == "cannot be written: No such file or directory");
    CHECK(folder.names().empty());
}

TEST_CASE("a device is written into and not replaced") {
    REQUIRE(writePng("/dev/null", redPicture()));
    CHECK(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace lookback
