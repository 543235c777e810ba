// The arithmetic of a slider with stops: places and values belong together.
#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "app/widgets/slider.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr std::array kStopSliderStops{0.0, -1.0, -5.0, -10.0, -100.0, -1e4, -1e9, -kInfinity};

}  // namespace

TEST_CASE("every stop has its place, and its place has it") {
    for (std::size_t k = 0; k < kStopSliderStops.size(); ++k) {
        const auto place = static_cast<double>(k);
        CAPTURE(k);
        CHECK(placeAmong(kStopSliderStops, kStopSliderStops[k]) == doctest::Approx(place));
        CHECK(valueAt(kStopSliderStops, place) == kStopSliderStops[k]);
        CHECK(valueAt(kStopSliderStops, std::max(0.0, place - 0.05)) == kStopSliderStops[k]);
    }
}

TEST_CASE("values between stops fall from left to right, and stand where they were taken") {
    double before = 1;
    for (double place = 0; place <= 6; place += 0.01) {
        const double value = valueAt(kStopSliderStops, place);
        CAPTURE(place);
        CHECK(value <= before);
        CHECK(placeAmong(kStopSliderStops, value) == doctest::Approx(place).epsilon(0.12));
        before = value;
    }
    CHECK(valueAt(kStopSliderStops, 0.5) == -0.5);
    CHECK(valueAt(kStopSliderStops, 3.5) == -32);  // of two digits
}

TEST_CASE("between the last number and infinity there is nothing, and outside are the ends") {
    CHECK(valueAt(kStopSliderStops, 6.3) == -1e9);
    CHECK(valueAt(kStopSliderStops, 6.7) == -kInfinity);
    CHECK(placeAmong(kStopSliderStops, 3) == 0);
    CHECK(placeAmong(kStopSliderStops, -1e30) > 6);
    CHECK(placeAmong(kStopSliderStops, -1e30) < 6.5);
    CHECK(placeAmong(kStopSliderStops, -1e300) < 7);
}
