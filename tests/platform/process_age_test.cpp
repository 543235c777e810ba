#include "app/platform/process_age.h"

#include <doctest/doctest.h>

namespace lookback {
namespace {

TEST_CASE("a process knows how old it is") {
    const std::optional<double> first = processAge();
    REQUIRE(first);
    CHECK(*first > -0.02);  // a start is known to a hundredth of a second
    CHECK(*first < 600);
    CHECK(*processAge() >= *first);
}

}  // namespace
}  // namespace lookback
