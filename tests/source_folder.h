#pragma once

#include <string>

/// Absolute path of a file of the tree that the tests were built from.
/// @param path  from the root of the tree, such as "docs/keys.md".
[[nodiscard]] std::string sourcePath(const std::string& path);

/// Absolute path of a file of tests/reference, such as "rng.json".
[[nodiscard]] std::string referencePath(const std::string& path);
