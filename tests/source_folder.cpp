#include "tests/source_folder.h"

std::string sourcePath(const std::string& path) { return TEST_SOURCE_DIR "/" + path; }

std::string referencePath(const std::string& path) { return sourcePath("tests/reference/" + path); }
