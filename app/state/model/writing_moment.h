#pragma once

#include <string>
#include <vector>

#include "app/state/model/experiment_place.h"
#include "app/state/model/variant.h"
#include "core/language/line_writing.h"
#include "core/language/training_run.h"
#include "core/language/writing.h"

namespace lookback {

/// A prompt has at most so many units.
inline constexpr Index kMostPrompt = 256;

/// What the twins are to write, after so many steps of training.
struct WritingWish {
    Index step = 0;
    std::string prompt{};  ///< as it is typed
    NextWordChoice choice{};
    Index written = 0;  ///< units that stand behind the prompt

    bool operator==(const WritingWish&) const = default;
};

/// What one twin has written.
struct TwinWriting {
    std::vector<WordWritten> words{};  ///< those that stand, and the one to come
    std::vector<Unit> units{};         ///< the prompt and the words that stand
    Variant input{};                   ///< the attention over what the word to come follows from
    LineStanding standing = LineStanding::none;

    [[nodiscard]] const WordWritten& next() const { return words.back(); }
    /// What the word to come follows from.
    [[nodiscard]] std::span<const Unit> read() const {
        return std::span(units).subspan(static_cast<std::size_t>(next().first));
    }
};

/// Both twins after so many words.
struct WritingMoment {
    WritingWish wish{};
    std::size_t given = 0;  ///< units of the prompt
    Index to_end = 0;       ///< `wordsToEnd` of the prompt
    std::vector<TwinWriting> twins{};
};

/// Work of `writingMoment`, in multiplications (`placeWork`).
/// @param wish of a step that the run has taken
[[nodiscard]] double writingWork(const TrainingRun& run, const WritingWish& wish);

/// Finds what the twins write.
[[nodiscard]] WritingMoment writingMoment(const TrainingRun& run, const WritingWish& wish,
                                          const GivesUp& gives_up = {});

/// What was typed, in units. Errors: one that the text lacks, and a prompt without units.
[[nodiscard]] Result<std::vector<Unit>> promptUnits(const TrainingRun& run,
                                                    const std::string& typed);

/// The first `kMostPrompt` units of the typed prompt. If it cannot be read: those of the
/// experiment's prompt, else the first two units of the text.
[[nodiscard]] std::vector<Unit> promptOf(const TrainingRun& run, const std::string& typed);

/// Words behind a prompt up to the end of the text's longest line. @param given units of the prompt
[[nodiscard]] Index wordsToEnd(const UnitText& text, Index given);

/// How the engine chooses.
[[nodiscard]] Sampling samplingOf(const NextWordChoice& choice);

}  // namespace lookback
