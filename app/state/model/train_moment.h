#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/model/experiment_place.h"
#include "app/state/model/variant.h"
#include "core/language/line_writing.h"
#include "core/language/number_step.h"
#include "core/language/training_findings.h"
#include "core/language/training_run.h"

namespace lookback {

/// Work that is done between two frames, in multiplications (`placeWork`); more is a job.
inline constexpr double kMostAtOnce = 2.5e7;

/// The sentence that twins read has at most so many units, ...
inline constexpr Index kMostProbe = 256;
/// ... and takes at most so many multiplications (`placeWork`) of one twin.
inline constexpr double kMostProbeWork = 1e8;

/// A step of training, and what of it is to be shown.
struct TrainWish {
    Index step = 0;
    std::string probe{};                  ///< as it is typed
    std::optional<NumberPlace> number{};  ///< whose step is explained; none: no number's

    bool operator==(const TrainWish&) const = default;
};

/// One twin after so many steps.
struct TwinMoment {
    Variant probe;           ///< its attention over the probe sentence
    Matrix<double> chances;  ///< (units of the probe, vocabulary), of what follows each
    ProbeShares shares;      ///< of the weight, where it goes
    // Where the moment is measured:
    double loss = 0;                   ///< the mean over the measured training windows
    std::optional<double> held_out{};  ///< the same over those held out; none without any
    std::vector<LineWritten> lines{};
    std::vector<TrainingFinding> findings{};  ///< what matters most first
};

/// Both twins after so many steps, reading a sentence.
struct TrainMoment {
    TrainWish wish{};
    std::vector<Unit> probe{};
    std::vector<TwinMoment> twins{};
    std::vector<NumberStep> number_steps{};  ///< by twin; empty before the first step
    bool is_measured = false;                ///< what takes long is there, too
    bool began_alike = true;                 ///< with the same numbers
    bool saw_the_same = true;                ///< batches, until now
};

/// Work of `trainMoment`, in multiplications. @param wish of a step that the run has taken
[[nodiscard]] double momentWork(const TrainingRun& run, const TrainWish& wish);

/// Finds what a step of training shows. @param is_measured false: only what the twins read
[[nodiscard]] TrainMoment trainMoment(const TrainingRun& run, const TrainWish& wish,
                                      bool is_measured, const GivesUp& gives_up = {});

/// The sentence that twins read: as it was typed, or the text's own first window where that cannot
/// be read; as much of it as `kMostProbe` and `kMostProbeWork` allow, at least 1 unit.
[[nodiscard]] std::vector<Unit> probeOf(const TrainingRun& run, const std::string& typed);

/// Units as they are typed: words with spaces between them, characters without.
[[nodiscard]] std::string typedUnits(const TrainingRun& run, std::span<const Unit> units);

}  // namespace lookback
