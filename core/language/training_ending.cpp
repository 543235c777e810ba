#include "core/language/training_ending.h"

#include <algorithm>
#include <cmath>

#include "core/document/mask.h"

namespace lookback {
namespace {

std::optional<Index> firstEmptyRow(const Mask& mask, Index tokens) {
    for (Index query = 0; query < tokens; ++query) {
        Index key = 0;
        while (key < tokens && !allows(mask, query, key)) ++key;
        if (key == tokens) return query;
    }
    return std::nullopt;
}

}  // namespace

TrainingEnding endingOf(const Experiment& experiment, const Twin& twin, const UnitText& text,
                        double floor, const TrainingRecord& record) {
    // Of a model that has learnt all that the words before tell, the loss is the floor but for the
    // rounding of float32.
    constexpr double kRounding = 1e-6;
    TrainingEnding ending{.train_loss = trainLossOf(experiment, twin, text, record.parameters)};
    ending.is_below_floor = ending.train_loss < floor - kRounding;
    const auto failed = std::find_if(record.loss.begin(), record.loss.end(),
                                     [](double loss) { return !std::isfinite(loss); });
    if (failed == record.loss.end() && std::isfinite(ending.train_loss)) return ending;
    ending.failed_at = failed - record.loss.begin();
    if (ending.failed_at > 0) {
        const Optimizer& optimizer = experiment.optimizer;
        const bool divides_by_0 = info(optimizer.kind).has_moments && optimizer.epsilon == 0;
        ending.failure = divides_by_0 ? LossFailure::epsilon : LossFailure::learning_rate;
        return ending;
    }
    // Nothing was learnt yet: it is the mask, or what the first numbers are computed into.
    const std::optional<Index> row = firstEmptyRow(twin.mask, experiment.context);
    ending.failure = row ? LossFailure::empty_row : LossFailure::first_numbers;
    ending.empty_row = row.value_or(0);
    return ending;
}

std::vector<Unit> beginningsOf(const UnitText& text, std::size_t most) {
    std::vector<Unit> beginnings;
    for (const Index start : text.train_starts) {
        if (beginnings.size() == most) break;
        const Unit unit = text.units[static_cast<std::size_t>(start)];
        const bool is_new =
            std::find(beginnings.begin(), beginnings.end(), unit) == beginnings.end();
        if (is_new) beginnings.push_back(unit);
    }
    return beginnings;
}

bool isWindowOf(const UnitText& text, std::span<const Unit> units) {
    const auto has = [&](const std::vector<Index>& starts) {
        return std::any_of(starts.begin(), starts.end(), [&](Index start) {
            return std::equal(units.begin(), units.end(), text.units.begin() + start);
        });
    };
    return has(text.train_starts) || has(text.held_out_starts);
}

}  // namespace lookback
