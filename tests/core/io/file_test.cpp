#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/io/document_json.h"
#include "core/io/file.h"
#include "core/io/system_file.h"
#include "tests/core/documents.h"
#include "tests/core/said.h"

namespace lookback {
namespace {

namespace fs = std::filesystem;

/// A folder of its own that goes with the test.
class Folder {
public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "lookback_test_XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path_); }

    [[nodiscard]] std::string file(const std::string& name) const {
        return (path_ / name).string();
    }
    [[nodiscard]] std::ptrdiff_t entries() const {
        return std::distance(fs::directory_iterator(path_), fs::directory_iterator());
    }

private:
    fs::path path_;
};

std::string content(const std::string& path) {
    const Result<std::string> bytes = readFile(path);
    REQUIRE_MESSAGE(bytes.has_value(), path);
    return *bytes;
}

TEST_CASE("bytes are written and read as they are") {
    const Folder folder;
    const std::string bytes("a\0b\r\n\xff", 6);
    REQUIRE(writeFileAtomically(folder.file("new"), bytes).has_value());
    CHECK(content(folder.file("new")) == bytes);
    REQUIRE(writeFileAtomically(folder.file("new"), "").has_value());
    CHECK(content(folder.file("new")).empty());
    const std::string large(3'000'000, 'x');
    REQUIRE(writeFileAtomically(folder.file("new"), large).has_value());
    CHECK(content(folder.file("new")) == large);
    CHECK(folder.entries() == 1);
}

TEST_CASE("a document is saved and opened again") {
    const Folder folder;
    const Document document = test::randomDocument({.output = true, .dtype = DType::bfloat16});
    const Result<std::string> bytes = documentBytes(document);
    REQUIRE(bytes.has_value());
    REQUIRE(writeFileAtomically(folder.file("new"), *bytes).has_value());
    const Checked<Document> read = readDocument(content(folder.file("new")));
    REQUIRE(read.has_value());
    CHECK(*read == document);
    CHECK(!documentBytes(document, 100).has_value());
}

TEST_CASE("what could not be opened again is not written") {
    Document document = test::randomDocument({});
    document.tokens[1] = "caf\xE9";
    const Result<std::string> bytes = documentBytes(document);
    REQUIRE(!bytes.has_value());
    CHECK(test::said(bytes.error()) ==
          "could not be opened again (is not UTF-8 text, expected a JSON object); nothing was "
          "written");
}

TEST_CASE("permissions and links stay") {
    const Folder folder;
    REQUIRE(writeFileAtomically(folder.file("real"), "old").has_value());
    REQUIRE(chmod(folder.file("real").c_str(), 0640) == 0);
    fs::create_symlink("real", folder.file("link"));
    fs::create_symlink("link", folder.file("link2"));
    REQUIRE(writeFileAtomically(folder.file("link2"), "new").has_value());
    CHECK(content(folder.file("real")) == "new");
    CHECK(fs::is_symlink(folder.file("link")));
    CHECK(fs::is_symlink(folder.file("link2")));
    struct stat status {};
    REQUIRE(stat(folder.file("real").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0640);
    fs::create_symlink("later", folder.file("dangling"));
    REQUIRE(writeFileAtomically(folder.file("dangling"), "x").has_value());
    CHECK(content(folder.file("later")) == "x");
    CHECK(fs::is_symlink(folder.file("dangling")));
}

TEST_CASE("a write that fails leaves the old file and nothing else") {
    const Folder folder;
    REQUIRE(writeFileAtomically(folder.file("kept"), "old").has_value());
    // The system lets no file grow beyond this: the disk is as good as full.
    struct rlimit before {};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    const struct rlimit small { 4096, before.rlim_max };
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    const Result<void> written =
        writeFileAtomically(folder.file("kept"), std::string(100'000, 'x'));
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    REQUIRE(!written.has_value());
    CHECK(written.error().where == folder.file("kept"));
    CHECK(test::said(written.error()) == "cannot be written: File too large");
    CHECK(content(folder.file("kept")) == "old");
    CHECK(folder.entries() == 1);
}

TEST_CASE("two who write at the same time write two drafts, and one that was left stays") {
    const Folder folder;
    REQUIRE(writeFileAtomically(folder.file(".lookback-0.tmp"), "left").has_value());
    REQUIRE(writeFileAtomically(folder.file("new"), "x").has_value());
    CHECK(content(folder.file(".lookback-0.tmp")) == "left");
    CHECK(content(folder.file("new")) == "x");
    CHECK(folder.entries() == 2);
}

TEST_CASE("a file with several names stays one file") {
    const Folder folder;
    REQUIRE(writeFileAtomically(folder.file("one"), "a long old text").has_value());
    fs::create_hard_link(folder.file("one"), folder.file("other"));
    REQUIRE(writeFileAtomically(folder.file("other"), "new").has_value());
    CHECK(content(folder.file("one")) == "new");
    CHECK(fs::hard_link_count(folder.file("one")) == 2);
    CHECK(folder.entries() == 2);
}

TEST_CASE("half-written files of processes that are gone are cleaned away") {
    const Folder folder;
    const std::string own = ".lookback-" + std::to_string(processId()) + "-3.tmp";
    for (const std::string& name : {std::string(".lookback-999999999-0.tmp"),
                                    std::string(".lookback-0.tmp"), own, std::string("poem.tmp")}) {
        REQUIRE(writeFileAtomically(folder.file(name), "half").has_value());
    }
    removeLeftovers(folder.file(""));
    CHECK(folder.entries() == 2);
    CHECK(content(folder.file(own)) == "half");
    CHECK(content(folder.file("poem.tmp")) == "half");
    removeLeftovers(folder.file("no such folder"));
}

TEST_CASE("a fingerprint tells files from each other") {
    CHECK(fileFingerprint("") == "0-cbf29ce484222325");
    CHECK(fileFingerprint("a") == "1-af63dc4c8601ec8c");
    CHECK(fileFingerprint("foobar") == "6-85944171f73967e8");
}

TEST_CASE("what cannot be written says why") {
    const Folder folder;
    CHECK(test::placed(writeFileAtomically(folder.file("no/such"), "x").error()) ==
          folder.file("no/such") + ": cannot be written: No such file or directory");
    CHECK(test::placed(writeFileAtomically(folder.file(""), "x").error()) ==
          folder.file("") + ": is a folder, expected a file");
    CHECK(test::placed(writeFileAtomically("/dev/full", "x").error()) ==
          "/dev/full: cannot be written: No space left on device");
    CHECK(writeFileAtomically("/dev/null", "x").has_value());
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("what cannot be read says why") {
    const Folder folder;
    CHECK(test::placed(readFile(folder.file("none")).error()) ==
          folder.file("none") + ": cannot be opened: No such file or directory");
    CHECK(test::placed(readFile(folder.file("")).error()) ==
          folder.file("") + ": is a folder, expected a file");
    REQUIRE(writeFileAtomically(folder.file("large"), std::string((1 << 20) + 1, 'x')).has_value());
    CHECK(test::placed(readFile(folder.file("large"), 1 << 20).error()) ==
          folder.file("large") + ": is larger than 1 MiB");
    // It has no end, so only the limit can stop the reading.
    CHECK(test::placed(readFile("/dev/zero").error()) == "/dev/zero: is larger than 64 MiB");
}

}  // namespace
}  // namespace lookback
