#include <doctest/doctest.h>

#include "core/io/path.h"

namespace lookback {
namespace {

TEST_CASE("a name in a folder becomes a path, a path stays one") {
    CHECK(joinedPath("/home/ada", "a.json") == "/home/ada/a.json");
    CHECK(joinedPath("/home/ada/", "a.json") == "/home/ada/a.json");
    CHECK(joinedPath("/", "home") == "/home");
    CHECK(joinedPath("", "a.json") == "a.json");
    CHECK(joinedPath("/home/ada", "..") == "/home/ada/..");
    CHECK(joinedPath("/home/ada", "lessons/a.json") == "/home/ada/lessons/a.json");
    CHECK(joinedPath("/home/ada", "/tmp/a.json") == "/tmp/a.json");
}

TEST_CASE("what is typed with the home of a person is not looked for below the folder") {
    CHECK(joinedPath("/tmp", "~/a.json") == "~/a.json");
    CHECK(joinedPath("/tmp", "~") == "~");
    CHECK(joinedPath("/tmp", "~a.json") == "/tmp/~a.json");
}

TEST_CASE("only the root has no folder above it") {
    CHECK(isRootFolder("/"));
    CHECK_FALSE(isRootFolder("/home"));
    CHECK_FALSE(isRootFolder(""));
    CHECK_FALSE(isRootFolder("home"));
}

TEST_CASE("a name that ends like a folder's is one") {
    CHECK(namesFolder("lessons/"));
    CHECK(namesFolder("/"));
    CHECK_FALSE(namesFolder("lessons"));
    CHECK_FALSE(namesFolder("a.json"));
    CHECK_FALSE(namesFolder(""));
}

}  // namespace
}  // namespace lookback
