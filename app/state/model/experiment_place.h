#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/base/matrix.h"
#include "core/language/parameters.h"
#include "messages/generate.h"

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

/// What leads to the next word, in the order of its steps.
enum class WordPart : std::uint8_t { word, query, scores, weights, logits, chances, choice };

struct WordPartInfo {
    WordPart part;
    Message (*title)();
};

/// Returns a message without slots.
template <class Text>
Message partTitle() {
    return Text{};
}

/// The only list of parts.
inline constexpr std::array kWordParts{
    WordPartInfo{WordPart::word, partTitle<say::generate::PartWord>},
    WordPartInfo{WordPart::query, partTitle<say::generate::PartQuery>},
    WordPartInfo{WordPart::scores, partTitle<say::generate::PartScores>},
    WordPartInfo{WordPart::weights, partTitle<say::generate::PartWeights>},
    WordPartInfo{WordPart::logits, partTitle<say::generate::PartLogits>},
    WordPartInfo{WordPart::chances, partTitle<say::generate::PartProbabilities>},
    WordPartInfo{WordPart::choice, partTitle<say::generate::PartNext>}};

inline constexpr double kLeastTemperature = 0.05;
inline constexpr double kMostTemperature = 5;
/// So many words are written behind a prompt at most.
inline constexpr Index kMostWords = 200;

/// How the next word is chosen.
struct NextWordChoice {
    double temperature = 1;
    Index top_k = 0;         ///< only so many of the largest logits count; 0: all
    bool is_greedy = false;  ///< the largest logit, whatever the others say
    std::uint64_t seed = 1;  ///< of the lots

    bool operator==(const NextWordChoice&) const = default;
};

/// Which twins write before one's eyes, in the order of their button.
enum class TwinsShown : std::uint8_t { both, a, b };

/// Where one stands in Generate: never undone.
struct GeneratePlace {
    std::string prompt;  ///< as typed; `promptOf` returns a valid one in its place if need be
    NextWordChoice choice;
    Index written = 3;                 ///< words that stand behind the prompt
    WordPart part = WordPart::choice;  ///< of the next one
    TwinsShown shown = TwinsShown::both;
    std::size_t told = 0;  ///< the twin whose arithmetic is told, where both are shown
    Index head = 0;        ///< of the attention

    bool operator==(const GeneratePlace&) const = default;
};

}  // namespace lookback
