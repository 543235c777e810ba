#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/io/document_json.h"
#include "tests/core/said.h"

namespace lookback::test {

/// A small valid file with some fields replaced; an empty text leaves a field out.
inline std::string fileWith(const std::map<std::string, std::string>& changes) {
    std::vector<std::pair<std::string, std::string>> fields{
        {"lookback", "1"},
        {"tokens", R"(["a", "b"])"},
        {"embeddings", "[[1, 2], [3, 4]]"},
        {"weights", R"({"query": [[1], [2]], "key": [[1], [2]], "value": [[1], [2]]})"}};
    for (const auto& [name, value] : changes) {
        bool is_known = false;
        for (auto& field : fields) {
            if (field.first == name) field.second = value;
            is_known = is_known || field.first == name;
        }
        if (!is_known) fields.emplace_back(name, value);
    }
    std::string text = "{";
    for (const auto& [name, value] : fields) {
        if (value.empty()) continue;
        if (text.size() > 1) text += ", ";
        text.append("\"").append(name).append("\": ").append(value);
    }
    return text + "}";
}

/// The faults of a file as lines `where: message`; none where it is valid.
inline std::vector<std::string> faultsOf(std::string_view text) {
    const Checked<Document> document = readDocument(text);
    std::vector<std::string> lines;
    if (document) return lines;
    for (const Error& error : document.error()) lines.push_back(test::placed(error));
    return lines;
}

/// The one fault of a file.
inline std::string faultOf(std::string_view text) {
    const std::vector<std::string> lines = faultsOf(text);
    std::string all;
    for (const std::string& line : lines) all += all.empty() ? line : "\n" + line;
    return all;
}

/// A document that must be readable.
inline Document readOrFail(std::string_view text) {
    const Checked<Document> document = readDocument(text);
    REQUIRE_MESSAGE(document.has_value(), faultOf(text));
    return *document;
}

}  // namespace lookback::test
