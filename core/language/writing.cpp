#include "core/language/writing.h"

#include <algorithm>
#include <cmath>

#include "core/language/language_model.h"
#include "core/language/writer.h"

namespace lookback {
namespace {

/// Computes every row of an input anew, as a training does.
template <class Scalar>
class FullRun {
public:
    FullRun(const Experiment& experiment, const Twin& twin, const Parameters<Scalar>& parameters)
        : experiment_(experiment), twin_(twin), parameters_(parameters) {}

    /// The logits of the last unit.
    [[nodiscard]] std::vector<double> logits(std::span<const Unit> input) {
        const auto length = std::ssize(input);
        if (length != made_for_) model_.emplace(experiment_, twin_, 1, made_for_ = length);
        const auto last = model_->logits(parameters_, input).row(length - 1);
        return {last.begin(), last.end()};
    }

private:
    const Experiment& experiment_;
    const Twin& twin_;
    const Parameters<Scalar>& parameters_;
    std::optional<LanguageModel<Scalar>> model_;  // for inputs of `made_for_` units
    Index made_for_ = 0;
};

bool areEqual(const std::vector<double>& a, const std::vector<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double one, double other) {
        const bool same_sign = std::signbit(one) == std::signbit(other);
        return (one == other && same_sign) || (std::isnan(one) && std::isnan(other));
    });
}

}  // namespace

template <class Scalar>
std::vector<WordWritten> writeOn(const Experiment& experiment, const Twin& twin,
                                 const Parameters<Scalar>& parameters, std::vector<Unit> prompt,
                                 Index count, const Sampling& sampling, const GivesUp& gives_up) {
    Writer<Scalar> writer(experiment, twin, parameters, std::move(prompt), sampling);
    FullRun<Scalar> full_run(experiment, twin, parameters);
    std::vector<WordWritten> words;
    for (Index step = 0; step < count && !isGivenUp(gives_up); ++step) {
        const std::vector<double> anew = full_run.logits(writer.input());
        words.push_back(writer.next());
        words.back().equals_full_run = areEqual(words.back().logits, anew);
    }
    return words;
}

template std::vector<WordWritten> writeOn(const Experiment&, const Twin&, const Parameters<float>&,
                                          std::vector<Unit>, Index, const Sampling&,
                                          const GivesUp&);
template std::vector<WordWritten> writeOn(const Experiment&, const Twin&, const Parameters<double>&,
                                          std::vector<Unit>, Index, const Sampling&,
                                          const GivesUp&);

}  // namespace lookback
