// Labels of the dots in a plane: whose label each is can be seen.
#include "app/widgets/plane_labels.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <doctest/doctest.h>

namespace lookback {
namespace {

constexpr Rect kRegion{{0, 0}, {290, 150}};
constexpr float kGap = 7.5f;

float farFrom(const Rect& box, ImVec2 dot) {
    const ImVec2 nearest = nearestIn(box, dot);
    return std::hypot(nearest.x - dot.x, nearest.y - dot.y);
}

TEST_CASE("a label is nearest to its own dot or has a leader, and covers nothing") {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> x(20, 270);
    std::uniform_real_distribution<float> y(20, 130);
    std::uniform_real_distribution<float> width(8, 60);
    int beside = 0;
    int led = 0;
    for (int round = 0; round < 500; ++round) {
        std::vector<ImVec2> dots;
        std::vector<ImVec2> sizes;
        for (int k = 0; k < 2 + round % 6; ++k) {
            dots.push_back({x(random), y(random)});
            sizes.push_back({width(random), 13});
        }
        const Rect output = Rect::at({x(random), y(random)}, {13, 13});
        const auto labels = placeLabels(dots, sizes, kRegion, {output}, kGap);
        REQUIRE(labels.size() == dots.size());
        for (std::size_t k = 0; k < dots.size(); ++k) {
            if (!labels[k]) continue;
            const Rect& box = labels[k]->box;
            CHECK((box.min.x > 0 && box.max.x < 290 && box.min.y > 0 && box.max.y < 150));
            CHECK(box.overlap(output) == 0);
            ++(labels[k]->has_leader ? led : beside);
            for (std::size_t other = 0; other < dots.size(); ++other) {
                CHECK_FALSE(box.contains(dots[other]));
                if (other == k) continue;
                if (labels[other]) CHECK(box.overlap(labels[other]->box) == 0);
                if (!labels[k]->has_leader) {
                    CHECK(farFrom(box, dots[other]) > 1.5f * farFrom(box, dots[k]));
                }
            }
        }
    }
    CHECK(beside > 1000);
    CHECK(led > 20);
}

TEST_CASE("labels of two dots side by side are on the outer sides") {
    const std::vector<ImVec2> dots{{100, 70}, {118, 70}};
    const std::vector<ImVec2> sizes{{30, 13}, {30, 13}};
    const auto labels = placeLabels(dots, sizes, kRegion, {}, kGap);
    REQUIRE((labels[0] && labels[1]));
    CHECK(labels[0]->box.max.x < 100);
    CHECK(labels[1]->box.min.x > 118);
}

TEST_CASE("dots on the same place both have a label") {
    const std::vector<ImVec2> dots{{100, 70}, {100, 70}};
    const std::vector<ImVec2> sizes{{30, 13}, {30, 13}};
    const auto labels = placeLabels(dots, sizes, kRegion, {}, kGap);
    REQUIRE((labels[0] && labels[1]));
    CHECK(labels[0]->box.overlap(labels[1]->box) == 0);
}

}  // namespace
}  // namespace lookback
