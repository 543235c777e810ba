// Snapshots within a document: taken, named and removed as edits, written and read with it.

#include <cmath>

#include "core/document/edit.h"
#include "core/document/history.h"
#include "core/engine/memory.h"
#include "core/io/lesson_library.h"
#include "core/lesson/lesson.h"
#include "core/lesson/needs.h"
#include "core/words/say.h"
#include "tests/core/documents.h"
#include "tests/core/io_files.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// A small document as JSON, with some of its numbers left to say.
std::string small(const std::string& query) {
    return R"({"lookback": 1, "tokens": ["a"], "embeddings": [[1]], "weights": {"query": )" +
           query + R"(, "key": [[1]], "value": [[1]]}})";
}

std::string fileWithSnapshots(const std::string& snapshots) {
    return fileWith({{"snapshots", snapshots}});
}

std::string snapshot(const std::string& name, const std::string& document) {
    return "{\"name\": \"" + name + "\", \"document\": " + document + "}";
}

Document withSnapshots() {
    Document document = randomDocument({.heads = 2, .output = true});
    addSnapshot(document, "as it was");
    setNumber(document, MatrixId::w_query, {0, 0}, 0.1);
    addSnapshot(document, "with \"0.1\"\n");
    setMasked(document, false);
    return document;
}

}  // namespace

TEST_CASE("a snapshot is the document as it was, without snapshots and lesson") {
    Document document = *openLesson("write-a-poem");
    REQUIRE(document.lesson);
    const Document before = document;
    addSnapshot(document, "before");
    setNumber(document, MatrixId::w_query, {0, 0}, 2.5);
    addSnapshot(document, "after");
    REQUIRE(document.snapshots.size() == 2);
    Document expected = before;
    expected.lesson.reset();
    CHECK(*findSnapshot(document, "before")->document == expected);
    CHECK(findSnapshot(document, "before")->document->weights.key.isShared(before.weights.key));
    CHECK(findSnapshot(document, "after")->document->weights.query(0, 0) == 2.5);
    CHECK(findSnapshot(document, "after")->document->snapshots.empty());
    CHECK(findSnapshot(document, "other") == nullptr);
    CHECK(document.lesson == before.lesson);
    CHECK(faults(document).empty());
}

TEST_CASE("names of snapshots are texts of their own") {
    Document document = withSnapshots();
    CHECK(english().text(snapshotNameFault(document, "").value()) == "A snapshot needs a name.");
    CHECK(english().text(snapshotNameFault(document, "as it was").value()) ==
          "Another snapshot is named “as it was”. Choose another name.");
    CHECK(english().text(snapshotNameFault(document, "\xff").value()) ==
          "The name of a snapshot must be readable text.");
    CHECK(!snapshotNameFault(document, "As it was"));
    document.snapshots[1].name = document.snapshots[0].name;
    document.snapshots.push_back({"", document.snapshots[0].document});
    const std::vector<Error> found = faults(document);
    REQUIRE(found.size() == 2);
    CHECK(found[0].where == "snapshots[1].name");
    CHECK(test::placed(found[1]) == "snapshots[2].name: is empty, expected a name");
}

TEST_CASE("taking, renaming and removing a snapshot is undone like any edit") {
    const Document first = randomDocument({});
    History<Document> history(first);
    const auto edit = [&](auto change) {
        Document next = history.current();
        change(next);
        history.commit(std::move(next));
    };
    edit([](Document& d) { addSnapshot(d, "one"); });
    edit([](Document& d) { renameSnapshot(d, 0, "two"); });
    edit([](Document& d) { removeSnapshot(d, 0); });
    CHECK(history.current() == first);
    history.undo();
    CHECK(history.current().snapshots.at(0).name == "two");
    history.undo();
    CHECK(history.current().snapshots.at(0).name == "one");
    history.undo();
    CHECK(history.current() == first);
    CHECK(!history.canUndo());
    history.redo();
    Document same = history.current();
    renameSnapshot(same, 0, "one");
    CHECK(same == history.current());
}

TEST_CASE("snapshots survive writing and reading, each of them as its own file would") {
    forEveryTable([](const Wanted& wanted) {
        Document document = randomDocument(wanted);
        addSnapshot(document, "kept");
        document.mask.flips = {{0, 1}};
        setNumber(document, MatrixId::w_value, {0, 0}, std::ldexp(1.0, -7));
        addSnapshot(document, "flipped");
        const Document again = readOrFail(writeDocument(document));
        CHECK(again == document);
        REQUIRE(again.snapshots.size() == 2);
        CHECK(writeDocument(*again.snapshots[0].document) ==
              writeDocument(*document.snapshots[0].document));
    });
}

TEST_CASE("a file with snapshots is laid out like any other and reads back to the same text") {
    const Document document = withSnapshots();
    const std::string text = writeDocument(document);
    CHECK(writeDocument(readOrFail(text)) == text);
    CHECK(text.find("\n  \"snapshots\": [\n    {\n      \"name\": \"as it was\",\n"
                    "      \"document\": {\n        \"lookback\": 1,\n") != std::string::npos);
    CHECK(text.find("\"masking\"") < text.find("\"snapshots\""));
    Document lesson = *openLesson("write-a-poem");
    addSnapshot(lesson, "before");
    const std::string of_lesson = writeDocument(lesson);
    CHECK(of_lesson.find("\n  \"draw\": ") < of_lesson.find("\n  \"snapshots\": "));
    CHECK(of_lesson.find("\n  \"snapshots\": ") < of_lesson.find("\n  \"lesson\": "));
    CHECK(readOrFail(of_lesson).snapshots == lesson.snapshots);
    const std::string dense = writeDocument(document, text.size() - 1);
    CHECK(dense.find('\n') == std::string::npos);
    CHECK(readOrFail(dense) == document);
    CHECK(writeDocument(randomDocument({})).find("snapshots") == std::string::npos);
}

TEST_CASE("a snapshot may have what any document has, a lesson too") {
    const Document lesson = *openLesson("write-a-poem");
    Document document = randomDocument({});
    document.snapshots = {{"lesson", std::make_shared<const Document>(lesson)}};
    const Document again = readOrFail(writeDocument(document));
    CHECK(again == document);
    CHECK(*again.snapshots[0].document->lesson == *lesson.lesson);
    CHECK(again.snapshots[0].document->draw == lesson.draw);
}

TEST_CASE("faults of snapshots name their place") {
    const std::string good = small("[[1]]");
    CHECK(faultOf(fileWithSnapshots("[" + snapshot("a", good) + "]")).empty());
    CHECK(faultOf(fileWithSnapshots("[]")).empty());
    CHECK(faultOf(fileWithSnapshots("{}")) == "snapshots: is an object, expected a list");
    CHECK(faultOf(fileWithSnapshots("[1]")) == "snapshots[0]: is 1, expected an object");
    CHECK(faultOf(fileWithSnapshots("[{}]")) ==
          "snapshots[0].name: is missing, expected a text in quotes\n"
          "snapshots[0].document: is missing, expected a document");
    CHECK(faultOf(fileWithSnapshots(R"([{"nam": "a", "document": )" + good + "}]"))
              .starts_with("snapshots[0].nam: unknown field (did you mean “name”?)"));
    CHECK(faultOf(fileWithSnapshots("[" + snapshot("", good) + "]")) ==
          "snapshots[0].name: is empty, expected a name");
    CHECK(
        faultOf(fileWithSnapshots("[" + snapshot("a", good) + ", " + snapshot("a", good) + "]")) ==
        "snapshots[1].name: “a” is the name of another snapshot, expected one of its own");
    CHECK(faultOf(fileWithSnapshots(R"([{"name": 1, "document": )" + good + "}]")) ==
          "snapshots[0].name: is 1, expected a text in quotes");
    CHECK(faultOf(fileWithSnapshots("[" + snapshot("a", "[]") + "]")) ==
          "snapshots[0].document: is a list of 0, expected an object");
    CHECK(faultOf(fileWithSnapshots("[" + snapshot("a", small("[[true]]")) + "]")) ==
          "snapshots[0].document.weights.query[0][0]: is true, expected a finite number");
    CHECK(faultOf(fileWithSnapshots("[" + snapshot("a", good) + ", " +
                                    snapshot("b", small("[[1], [2]]")) + "]"))
              .starts_with("snapshots[1].document.weights.query: is 2 × 1, expected 1 × "));
    CHECK(faultOf(
              fileWithSnapshots("[" + snapshot("a", "{\"lookback\": 2" + good.substr(14)) + "]")) ==
          "snapshots[0].document.lookback: was written by a newer version of Lookback (2), "
          "expected version 1");
}

TEST_CASE("a snapshot has no snapshots of its own") {
    const std::string good = small("[[1]]");
    const std::string nested =
        good.substr(0, good.size() - 1) + ", \"snapshots\": [" + snapshot("b", good) + "]}";
    CHECK(faultOf(fileWithSnapshots("[" + snapshot("a", nested) + "]")) ==
          "snapshots[0].document.snapshots: a snapshot has no snapshots of its own");
    const std::string wrong = good.substr(0, good.size() - 1) + ", \"snapshots\": 1}";
    CHECK(faultOf(fileWithSnapshots("[" + snapshot("a", wrong) + "]")) ==
          "snapshots[0].document.snapshots: a snapshot has no snapshots of its own");
    const std::string none = good.substr(0, good.size() - 1) + ", \"snapshots\": []}";
    CHECK(faultOf(fileWithSnapshots("[" + snapshot("a", none) + "]")).empty());
    Document document = withSnapshots();
    document.snapshots = {{"a", std::make_shared<const Document>(document)}};
    REQUIRE(faults(document).size() == 1);
    CHECK(faults(document)[0].where == "snapshots[0].document.snapshots");
}

TEST_CASE("the numbers of snapshots count as what is kept, not as what is computed") {
    Document document = randomDocument({.tokens = 300, .d_in = 4});
    const double alone = traceMemory(document);
    const double kept = keptMemoryOf(document);
    CHECK(kept >= 8.0 * (300 * 4 + 3 * 4 * 2));
    CHECK(kept < alone / 10);
    addSnapshot(document, "a");
    addSnapshot(document, "b");
    CHECK(traceMemory(document) == alone + 2 * kept);
    for (int k = 0; k < 400; ++k) addSnapshot(document, std::to_string(k));
    CHECK(!needsFault(document, traceMemory(document)));
    const auto fault = needsFault(document, traceMemory(document) - 1);
    REQUIRE(fault);
    CHECK(fault->where == "snapshots");
    CHECK(test::said(*fault).starts_with("300 tokens and 402 snapshots would take "));
}

TEST_CASE("snapshots are refused before all of them have taken memory") {
    std::string row = "[[1";
    for (int k = 1; k < 20000; ++k) row += ",1";
    row += "]]";
    const std::string large = R"({"lookback": 1, "tokens": [], "embeddings": [], "weights": )"
                              R"({"query": [[1]], "key": [[1]], "value": )" +
                              row + "}}";
    std::string many = "[";
    for (int k = 0; k < 50; ++k) {
        many += (k > 0 ? ", " : "") + snapshot(std::to_string(k), large);
    }
    const Checked<Document> read = readDocument(fileWithSnapshots(many + "]"), 1e6);
    REQUIRE(!read);
    REQUIRE(read.error().size() == 1);
    CHECK(read.error()[0].where == "snapshots[6]");
    CHECK(test::said(read.error()[0]) ==
          "the snapshots up to here would take 1.1 MB of memory, expected at most 1 MB");
}
