#include "core/language/training_record.h"

#include "core/language/training.h"

namespace lookback {
namespace {

template <class To, class From>
Parameters<To> converted(const Parameters<From>& from) {
    Parameters<To> to;
    for (std::size_t k = 0; k < kParameters<To>.size(); ++k) {
        to.*kParameters<To>[k].matrix = (from.*kParameters<From>[k].matrix).template cast<To>();
    }
    return to;
}

template <class Scalar>
TrainingRecord record(const Experiment& experiment, const Twin& twin, const UnitText& text) {
    Training<Scalar> training(experiment, twin, text);
    TrainingRecord record{.name = twin.name,
                          .initial = converted<double>(training.parameters()),
                          .batches = {},
                          .loss = {},
                          .held_out_loss = {},
                          .parameters = {}};
    const auto note_held_out = [&](Index step) {
        if (step % kHeldOutEvery != 0 || text.held_out_starts.empty()) return;
        record.held_out_loss.push_back({step, training.heldOutLoss()});
    };
    for (Index step = 0; step < experiment.steps; ++step) {
        note_held_out(step);
        record.loss.push_back(training.step());
        if (step < kRecordedBatches) record.batches.push_back(training.batch());
    }
    note_held_out(experiment.steps);
    record.parameters = converted<double>(training.parameters());
    return record;
}

/// What `compute` makes of a number of the type that the experiment computes in.
template <class Compute>
auto inDType(const Experiment& experiment, Compute compute) {
    return info(experiment.dtype).kind == ScalarKind::float64 ? compute(double())
                                                              : compute(float());
}

}  // namespace

TrainingRecord recordTraining(const Experiment& experiment, const Twin& twin,
                              const UnitText& text) {
    return inDType(experiment,
                   [&](auto zero) { return record<decltype(zero)>(experiment, twin, text); });
}

double trainLossOf(const Experiment& experiment, const Twin& twin, const UnitText& text,
                   const Parameters<double>& parameters) {
    return inDType(experiment, [&](auto zero) {
        return meanLoss(experiment, twin, text, text.train_starts,
                        converted<decltype(zero)>(parameters));
    });
}

Written generateFrom(const Experiment& experiment, const Twin& twin,
                     const Parameters<double>& parameters, const std::vector<Unit>& prompt,
                     Index count, const Sampling& sampling) {
    return inDType(experiment, [&](auto zero) {
        return generate(experiment, twin, converted<decltype(zero)>(parameters), prompt, count,
                        sampling);
    });
}

}  // namespace lookback
