#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/document/document.h"
#include "core/engine/trace.h"
#include "core/language/training_run.h"

namespace lookback {

/// The attention weights of head 1 for the first tokens of a document, as a small picture shows
/// them.
struct PicturedWeights {
    struct Weight {
        double share = 0;
        bool is_allowed = true;
        bool is_shown = true;  ///< false: it is hidden until one steps to it
    };
    Index n = 0;                        ///< ≤ kMostPictured
    std::vector<std::string> tokens{};  ///< n of them
    std::vector<Weight> weights{};      ///< (n, n), row by row

    [[nodiscard]] const Weight& at(Index query, Index key) const {
        return weights[static_cast<std::size_t>(query * n + key)];
    }
};

inline constexpr Index kMostPictured = 8;

/// @param trace of the document
[[nodiscard]] PicturedWeights picturedWeights(const Document& document, const Trace& trace);

/// Numbers of the pictures on the page of lessons: the weights of every shipped lesson about a
/// document, and the losses of every shipped experiment, which is trained for its picture.
class CoursePictures {
public:
    /// Computes more of the numbers, for about a hundredth of a second.
    void advance();
    /// True where all numbers are computed.
    [[nodiscard]] bool isFinished() const;

    /// Null: not computed yet. @param place among the shipped lessons
    [[nodiscard]] const PicturedWeights* weights(std::size_t place) const;
    /// Those of a lesson with tasks; null also where it is about an experiment. @param place among
    /// the shipped ones
    [[nodiscard]] const PicturedWeights* guidedWeights(std::size_t place) const;
    /// The training as far as it has come; null before it begins. @param place among the shipped
    /// experiments
    [[nodiscard]] const TrainingRun* run(std::size_t place) const;

private:
    std::vector<PicturedWeights> weights_;  ///< of lessons, in their order
    std::vector<PicturedWeights> guided_;   ///< of lessons with tasks, in their order
    std::vector<TrainingRun> runs_;  ///< of experiments, in their order; only the last goes on
};

}  // namespace lookback
