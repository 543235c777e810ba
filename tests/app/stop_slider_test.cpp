// The arithmetic of a slider with stops: places and values belong together.
#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "app/widgets/stop_slider.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr std::array kStops{0.0, -1.0, -5.0, -10.0, -100.0, -1e4, -1e9, -kInfinity};

}  // namespace

TEST_CASE("every stop has its place, and its place has it") {
    for (std::size_t k = 0; k < kStops.size(); ++k) {
        const auto place = static_cast<double>(k);
        CAPTURE(k);
        CHECK(placeAmong(kStops, kStops[k]) == doctest::Approx(place));
        CHECK(valueAt(kStops, place) == kStops[k]);
        CHECK(valueAt(kStops, std::max(0.0, place - 0.05)) == kStops[k]);
    }
}

TEST_CASE("values between stops fall from left to right, and stand where they were taken") {
    double before = 1;
    for (double place = 0; place <= 6; place += 0.01) {
        const double value = valueAt(kStops, place);
        CAPTURE(place);
        CHECK(value <= before);
        CHECK(placeAmong(kStops, value) == doctest::Approx(place).epsilon(0.12));
        before = value;
    }
    CHECK(valueAt(kStops, 0.5) == -0.5);
    CHECK(valueAt(kStops, 3.5) == -32);  // of two digits
}

TEST_CASE("between the last number and infinity there is nothing, and outside are the ends") {
    CHECK(valueAt(kStops, 6.3) == -1e9);
    CHECK(valueAt(kStops, 6.7) == -kInfinity);
    CHECK(placeAmong(kStops, 3) == 0);
    CHECK(placeAmong(kStops, -1e30) > 6);
    CHECK(placeAmong(kStops, -1e30) < 6.5);
    CHECK(placeAmong(kStops, -1e300) < 7);
}
