#include "core/base/base64.h"

#include <array>
#include <string>
#include <utility>

#include <doctest/doctest.h>

namespace lookback {
namespace {

TEST_CASE("base64: the test vectors of RFC 4648, in both directions") {
    const std::array<std::pair<std::string, std::string>, 7> rows{
        std::pair{"", ""},    {"f", "Zg=="},         {"fo", "Zm8="},        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="}, {"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"}};
    for (const auto& row : rows) {
        CHECK(base64(row.first) == row.second);
        CHECK(bytesOfBase64(row.second) == row.first);
    }
}

TEST_CASE("base64: every byte is kept, and white space is skipped") {
    std::string bytes;
    for (int k = 0; k < 256; ++k) bytes += static_cast<char>(k);
    std::string text = base64(bytes);
    CHECK(bytesOfBase64(text) == bytes);
    for (std::size_t at = 76; at < text.size(); at += 77) text.insert(at, "\r\n");
    CHECK(bytesOfBase64(" \t" + text + "\n") == bytes);
}

TEST_CASE("base64: a text that is cut off or has other characters is refused") {
    for (const char* const text :
         {"Zg=", "Zg", "Zm9vY", "Zm9v=", "Z===", "====", "Zg==Zg==", "Zm9-", "Zm\xC3\xA4"}) {
        CAPTURE(text);
        CHECK_FALSE(bytesOfBase64(text));
    }
}

}  // namespace
}  // namespace lookback
