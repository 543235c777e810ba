/// Files of tests/reference/imports and their tensors as imports.json lists them.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/import/readers.h"
#include "core/io/file.h"
#include "tests/core/reference.h"
#include "tests/core/said.h"
#include "tests/source_folder.h"

namespace lookback::test {

inline std::string importBytes(const std::string& file) {
    const auto bytes = readFile(referencePath("imports/" + file));
    REQUIRE_MESSAGE(bytes.has_value(), file);
    return *bytes;
}

/// Reads an input that must be readable.
inline Found foundIn(std::string_view bytes) {
    const Result<Found> found = readNumbers(bytes);
    REQUIRE_MESSAGE(found.has_value(), placed(found.error()));
    return *found;
}

/// The fault of an input that must be refused, as `where: message`.
inline std::string refusal(const Result<Found>& found) {
    REQUIRE_FALSE(found.has_value());
    return placed(found.error());
}
inline std::string refusal(std::string_view bytes) { return refusal(readNumbers(bytes)); }

/// The bits of doubles as imports.json writes them.
inline std::vector<std::uint64_t> bitsOf(const Json& words) {
    std::istringstream stream(words.get<std::string>());
    std::vector<std::uint64_t> bits;
    for (std::string word; stream >> word;) bits.push_back(std::stoull(word, nullptr, 16));
    return bits;
}

inline std::vector<std::uint64_t> bitsOf(const std::vector<double>& values) {
    std::vector<std::uint64_t> bits;
    for (const double value : values) {
        bits.push_back(Eigen::numext::bit_cast<std::uint64_t>(value));
    }
    return bits;
}

}  // namespace lookback::test
