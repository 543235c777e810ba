
#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Places = std::vector<Index>;

}  // namespace

TEST_CASE("where each token stood before one was moved is seen from the two documents") {
    const Document was = randomDocument({.tokens = 5});
    for (Index from = 0; from < was.n(); ++from) {
        for (Index to = 0; to < was.n(); ++to) {
            CAPTURE(from);
            CAPTURE(to);
            Document is = was;
            moveToken(is, from, to);
            const Places places = placesBeforeMove(was, is);
            CHECK(places.empty() == (from == to));
            if (places.empty()) continue;
            CHECK(places[static_cast<std::size_t>(to)] == from);
            for (Index place = 0; place < is.n(); ++place) {
                const auto now = static_cast<std::size_t>(place);
                CHECK(is.tokens[now] == was.tokens[static_cast<std::size_t>(places[now])]);
            }
            // What undo makes of it.
            CHECK(placesBeforeMove(is, was)[static_cast<std::size_t>(from)] == to);
        }
    }
}

TEST_CASE("the same word twice is told apart by its embedding") {
    Document was = randomDocument({.tokens = 4});
    was.tokens = {"a", "a", "b", "a"};
    Document is = was;
    moveToken(is, 3, 0);
    CHECK(placesBeforeMove(was, is) == Places{3, 0, 1, 2});
}

TEST_CASE("no token was moved where another word, another number or another length is all") {
    const Document was = randomDocument({.tokens = 4});
    Document renamed = was;
    renamed.tokens[1] = "other";
    CHECK(placesBeforeMove(was, renamed).empty());
    Document nudged = was;
    setNumber(nudged, MatrixId::embeddings, {2, 0}, 7);
    CHECK(placesBeforeMove(was, nudged).empty());
    Document shorter = was;
    removeToken(shorter, 0);
    CHECK(placesBeforeMove(was, shorter).empty());
    Document twice = was;
    moveToken(twice, 0, 3);
    moveToken(twice, 0, 2);
    CHECK(placesBeforeMove(was, twice).empty());
}
