#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/language/lost_loss.h"

namespace lookback {

struct Trace;

/// Where the words of a probe sentence put their weight. A row's share is relative to the sum of
/// the row, 0 where the sum is 0; NaN where weights are NaN.
struct ProbeShares {
    std::vector<double> next{};  ///< of each row but the last: to the very next word; mean of heads
    double later = 0;            ///< to all later words; the mean over heads and rows
};

/// @param probe the trace of one window: (heads, n, n) attention weights
[[nodiscard]] ProbeShares probeShares(const Trace& probe);

/// The name of a twin in sentences.
[[nodiscard]] constexpr char twinLetter(std::size_t place) { return place == 0 ? 'A' : 'B'; }

/// The choice `unit` of a message about tokens or characters.
template <class Text>
[[nodiscard]] constexpr typename Text::Unit unitIn(TextUnit unit) {
    return unit == TextUnit::characters ? Text::Unit::characters : Text::Unit::other;
}

/// The letter of a model, as messages have it. @param twin 0 or 1
[[nodiscard]] inline Verbatim modelLetter(std::size_t twin) {
    return {std::string(1, twinLetter(twin))};
}

/// Facts about a twin after some steps.
struct TwinFacts {
    std::size_t place = 0;  ///< among the twins
    double train_loss = 0;  ///< the mean over training windows
    double floor = 0;       ///< of these windows (`lossFloor`)
    Index windows = 0;      ///< how many these are; 0: all
    ProbeShares shares{};   ///< none without a probe
    std::optional<LostLoss> lost{};
};

enum class TrainingFindingKind : std::uint8_t {
    lost_loss,    ///< see `lost`
    below_floor,  ///< `number`, the mean loss over `windows`, is below their floor
    next_word,    ///< `row` gives `number` of its weight to the next word: no row gives more
    later_words,  ///< `number` of all weight lies on later words
};

/// A statement about a twin after some steps, without its words.
struct TrainingFinding {
    TrainingFindingKind kind = TrainingFindingKind::lost_loss;
    std::size_t place = 0;
    double number = 0;
    double floor = 0;
    Index windows = 0;  ///< of training; 0: all
    Index row = 0;
    LostLoss lost{};

    bool operator==(const TrainingFinding&) const = default;
};

/// True for a mean loss that is below its floor by more than rounding.
[[nodiscard]] bool isClearlyBelow(double loss, double floor);

/// Findings about a twin, the most important first; none about a twin that looks back only and
/// learns. The loss of a batch is not compared with the floor: a batch can be easier than all
/// windows.
[[nodiscard]] std::vector<TrainingFinding> findingsOf(const TwinFacts& facts);

/// A finding as one or two sentences. @param labels of the probe's words @param decimals of losses
[[nodiscard]] Message tell(const TrainingFinding& finding, const Experiment& experiment,
                           const std::vector<std::string>& labels, int decimals = 4);

}  // namespace lookback
