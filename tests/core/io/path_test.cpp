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

TEST_CASE("a path is told from a URI") {
    CHECK(isUri("smb://server/a"));
    for (const char* const path : {"", "a.json", "/a.json", "/smb://server/a", "file:"}) {
        CHECK_FALSE(isUri(path));
    }
}

TEST_CASE("a URI of this computer is a path, any other stays what it is") {
    CHECK(pathOfUri("file:///home/ada/a.json") == "/home/ada/a.json");
    CHECK(pathOfUri("file://localhost/home/ada") == "/home/ada");
    CHECK(pathOfUri("file:///in%20%c3%a9%25/100%25") == "/in \u00e9%/100%");
    CHECK(pathOfUri("file:///") == "/");
    for (const char* const other :
         {"", "file:", "file://", "file://server/a", "smb://server/a", "/home/ada", "file:///a%",
          "file:///a%4", "file:///a%zz", "file:///a%00b", "document.json"}) {
        CHECK(pathOfUri(other) == other);
    }
}

TEST_CASE("the folder of a file is its path without the name") {
    CHECK(folderOf("/home/ada/a.json") == "/home/ada");
    CHECK(folderOf("/a.json") == "/");
    CHECK(folderOf("a.json").empty());
}

}  // namespace
}  // namespace lookback
