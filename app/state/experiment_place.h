#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/language/number_place.h"

namespace lookback {

/// How many steps of training Play takes a second.
inline constexpr std::array kTrainSpeeds{1, 5, 20, 50, 100, 200};
inline constexpr int kUsualTrainSpeed = 3;

/// The part of the loss chart that is on screen, as shares of the whole training.
struct ChartRange {
    double from = 0;
    double to = 1;

    bool operator==(const ChartRange&) const = default;
};

/// What is shown below the figures of Train.
enum class TrainBelow : std::uint8_t { written, step };

/// Where one stands in Train: kept in the session, never undone.
struct TrainPlace {
    Index step = 0;     ///< so many steps are taken
    Index head = 0;     ///< of both twins' attention
    Index word = 1;     ///< of the probe sentence: what follows it is told
    std::string probe;  ///< the sentence that both twins read; empty: the text's own first window
    bool is_logarithmic = false;  ///< the chart of the losses
    ChartRange chart;
    TrainBelow below = TrainBelow::written;
    NumberPlace number;            ///< whose step is explained
    int speed = kUsualTrainSpeed;  ///< a place in kTrainSpeeds

    bool operator==(const TrainPlace&) const = default;
};

}  // namespace lookback
