#pragma once

#include <optional>
#include <vector>

#include "app/state/model/experiment_place.h"
#include "app/state/model/shown_training.h"
#include "core/language/line_standing.h"
#include "core/language/writing.h"

namespace lookback {

/// What one twin has written.
struct TwinWriting {
    std::vector<WordWritten> words;  ///< those that stand, and the one to come
    std::vector<Unit> units;         ///< the prompt and the words that stand
    Variant input;                   ///< the attention over what the word to come follows from
    LineStanding standing = LineStanding::none;

    [[nodiscard]] const WordWritten& next() const { return words.back(); }
    /// What the word to come follows from.
    [[nodiscard]] std::span<const Unit> read() const {
        return std::span(units).subspan(static_cast<std::size_t>(next().first));
    }
};

/// Both twins after so many words.
struct WritingMoment {
    Index step = 0;         ///< of their training
    std::size_t given = 0;  ///< units of the prompt
    Index to_end = 0;       ///< words behind it up to the end of the text's longest line
    std::vector<TwinWriting> twins;
};

/// What the twins write, as views ask for it: a function of the training, of the step where Train
/// stands and of the place.
class ShownWriting {
public:
    /// Call only where the training has a report.
    [[nodiscard]] const WritingMoment& at(const ShownTraining& training, const TrainPlace& train,
                                          const GeneratePlace& place) const;

private:
    mutable std::optional<WritingMoment> moment_;
    mutable std::uint64_t number_ = 0;  ///< of the report's question: one for each experiment
    mutable GeneratePlace place_;
};

/// What was typed, in units. Errors: one that the text lacks, and a prompt without units.
[[nodiscard]] Result<std::vector<Unit>> promptUnits(const TrainingRun& run,
                                                    const std::string& typed);

/// The same; the text's first two units where that cannot be read.
[[nodiscard]] std::vector<Unit> promptOf(const TrainingRun& run, const std::string& typed);

/// How the engine chooses.
[[nodiscard]] Sampling samplingOf(const NextWordChoice& choice);

/// The twin whose arithmetic is told.
[[nodiscard]] std::size_t toldTwin(const GeneratePlace& place, std::size_t twins);

/// True for a twin that writes before one's eyes.
[[nodiscard]] bool isShown(const GeneratePlace& place, std::size_t twin, std::size_t twins);

}  // namespace lookback
