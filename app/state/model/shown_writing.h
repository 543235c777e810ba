#pragma once

#include <memory>
#include <optional>

#include "app/state/model/shown_training.h"

namespace lookback {

/// What the twins write, as views show it: a function of the training, of the step where Train
/// stands and of the place.
class ShownWriting {
public:
    /// Finds it where that takes less than a frame; else it is to be asked for, and what was
    /// written before is shown meanwhile.
    void settle(const ShownTraining& training, const TrainPlace& train, const GeneratePlace& place);
    /// Nothing is shown.
    void settle() {
        wish_.reset();
        is_measuring_ = false;
    }

    /// What is to be asked for beside the frames.
    [[nodiscard]] const std::optional<WritingWish>& wish() const { return wish_; }

    /// What came with the report of the training.
    void take(const ShownTraining& training);

    /// nullptr until there is one of the training that is shown.
    [[nodiscard]] const WritingMoment* moment() const { return moment_.get(); }
    /// Whether the moment where one stands is still to come: `moment` is an older one.
    [[nodiscard]] bool isMeasuring() const { return is_measuring_; }

private:
    /// Whether the training goes on and has not come far since what is shown.
    [[nodiscard]] bool isTooEarly(const TrainingRun& run, const WritingWish& wish) const;

    std::shared_ptr<const WritingMoment> moment_;
    std::uint64_t number_ = 0;  ///< of the report's question: one for each experiment
    std::optional<WritingWish> wish_;
    bool is_measuring_ = false;
};

/// The twin whose arithmetic is told.
[[nodiscard]] std::size_t toldTwin(const GeneratePlace& place, std::size_t twins);

/// True for a twin that writes before one's eyes.
[[nodiscard]] bool isShown(const GeneratePlace& place, std::size_t twin, std::size_t twins);

}  // namespace lookback
