/// Pages of worksheets in tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace lookback::test {

/// The page before the answers.
inline std::string_view sheetOf(std::string_view page) {
    return page.substr(0, page.find("<section class=\"key\">"));
}

/// What stands between `begin` and the next `end`, each time.
inline std::vector<std::string> allBetween(std::string_view text, std::string_view begin,
                                           std::string_view end) {
    std::vector<std::string> found;
    for (std::size_t at = text.find(begin); at != std::string_view::npos;
         at = text.find(begin, at)) {
        at += begin.size();
        found.emplace_back(text.substr(at, text.find(end, at) - at));
    }
    return found;
}

/// Checks that each tag is closed in its turn and that no sign is left unescaped.
inline void checkTags(std::string_view page) {
    std::vector<std::string> open;
    const std::string_view body = page.substr(page.find("<body>"));
    for (std::size_t at = 0; at < body.size(); ++at) {
        if (body[at] == '&') {
            const std::string_view name = body.substr(at + 1, body.find(';', at) - at - 1);
            CHECK((name == "amp" || name == "lt" || name == "gt" || name == "quot"));
        }
        if (body[at] != '<') continue;
        const std::string_view tag = body.substr(at + 1, body.find('>', at) - at - 1);
        if (!tag.starts_with('/')) {
            open.emplace_back(tag.substr(0, tag.find(' ')));
        } else if (open.empty()) {
            CHECK(tag == "/html");  // opened before the body
        } else {
            CHECK(tag.substr(1) == open.back());
            open.pop_back();
        }
    }
    CHECK(open.empty());
}

}  // namespace lookback::test
