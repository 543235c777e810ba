#include "app/state/model/shown_writing.h"

#include <algorithm>

namespace lookback {

std::size_t toldTwin(const GeneratePlace& place, std::size_t twins) {
    const std::size_t wished = place.shown == TwinsShown::both ? place.told
                               : place.shown == TwinsShown::b  ? 1
                                                               : 0;
    return std::min(wished, twins - 1);
}

bool isShown(const GeneratePlace& place, std::size_t twin, std::size_t twins) {
    return place.shown == TwinsShown::both || twin == toldTwin(place, twins);
}

void ShownWriting::settle(const ShownTraining& training, const TrainPlace& train,
                          const GeneratePlace& place) {
    const bool is_first = training.report() == nullptr;
    WritingWish wish{.step = is_first ? train.step : training.stepOf(train),
                     .prompt = place.prompt,
                     .choice = place.choice,
                     .written = place.written};
    wish_.reset();
    is_measuring_ = true;
    if (is_first) {
        wish_ = std::move(wish);
        return;
    }
    const TrainingReport& report = *training.report();
    const bool is_of_training = moment_ && number_ == report.number;
    if (is_of_training && moment_->wish == wish) {
        is_measuring_ = false;
        return;
    }
    if (!is_of_training) moment_.reset();
    number_ = report.number;
    if (writingWork(report.run, wish) <= kMostAtOnce) {
        moment_ = std::make_shared<const WritingMoment>(writingMoment(report.run, wish));
        is_measuring_ = false;
    } else if (!isTooEarly(report.run, wish)) {
        wish_ = std::move(wish);
    }
}

bool ShownWriting::isTooEarly(const TrainingRun& run, const WritingWish& wish) const {
    if (!moment_ || run.isFinished()) return false;
    WritingWish before = moment_->wish;
    const bool is_near = wish.step < 2 * before.step;
    before.step = wish.step;
    return is_near && wish.step == run.steps() && wish == before;
}

void ShownWriting::take(const ShownTraining& training) {
    const TrainingReport* const report = training.report();
    if (report == nullptr || !report->writing) return;
    moment_ = report->writing;
    number_ = report->number;
}

}  // namespace lookback
