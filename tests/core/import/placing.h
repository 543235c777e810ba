/// Places of found numbers, and the documents that come of them, for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/import/placement.h"
#include "core/io/document_json.h"
#include "tests/core/import/read_import.h"
#include "tests/core/io_files.h"

namespace lookback::test {

inline std::string placementFaults(const Placement& placement) { return placed(placement.faults); }

/// The document of an input that must have one.
inline Document importOf(std::string_view bytes, const ImportWishes& wishes = {},
                         const Document* onto = nullptr) {
    const Found found = foundIn(bytes);
    const Placement placement = placementOf(found, wishes, onto);
    REQUIRE_MESSAGE(placement.faults.empty(), placementFaults(placement));
    const Checked<Document> document = importedDocument(found, placement, onto, kMaxMemory);
    REQUIRE_MESSAGE(document.has_value(), placed(document.error()));
    CHECK(readDocument(writeDocument(*document)).has_value());
    return *document;
}

/// The faults of an input that has no document.
inline std::string noDocument(std::string_view bytes, const ImportWishes& wishes = {},
                              const Document* onto = nullptr) {
    const Found found = foundIn(bytes);
    const Placement placement = placementOf(found, wishes, onto);
    if (!placement.faults.empty()) return placementFaults(placement);
    const Checked<Document> document = importedDocument(found, placement, onto, kMaxMemory);
    REQUIRE_FALSE(document.has_value());
    return placed(document.error());
}

inline std::vector<std::string> told(std::string_view bytes, const ImportWishes& wishes = {},
                                     const Document* onto = nullptr) {
    const Found found = foundIn(bytes);
    std::vector<std::string> lines;
    for (const Message& line : sentencesOf(found, placementOf(found, wishes, onto))) {
        lines.push_back(english().text(line));
    }
    return lines;
}

inline const std::string kNamed =
    "X = [[1, 2], [3, 4], [5, 6]]\nW_q = [[1, 0], [0, 1]]\nW_k = [[2, 0], [0, 2]]\n"
    "W_v = [[1, 2, 3], [4, 5, 6]]\n";

/// Four square matrices.
inline const std::string kNamedSquares =
    "X = [[1, 2], [3, 4]]\nW_q = [[1, 0], [0, 1]]\nW_k = [[2, 0], [0, 2]]\nW_v = [[1, 2], [4, "
    "5]]\n";

/// What was found and has no place.
inline std::vector<std::string> unplacedIn(std::string_view bytes) {
    const Found found = foundIn(bytes);
    std::vector<std::string> lines;
    for (const Message& line : unplacedSentences(found, placementOf(found, {}))) {
        lines.push_back(english().text(line));
    }
    return lines;
}

/// A document of three tokens, d_model 2, d_k 2 and d_v 1.
inline Document small() {
    return readOrFail(fileWith({{"tokens", R"(["a", "b", "c"])"},
                                {"embeddings", "[[1, 2], [3, 4], [5, 6]]"},
                                {"weights", R"({"query": [[1, 2], [3, 4]], "key": [[1, 2], [3, 4]],
                                  "value": [[1], [2]]})"}}));
}

}  // namespace lookback::test
