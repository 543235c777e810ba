#include "app/state/model/shown_training.h"

#include <algorithm>

namespace lookback {

void ShownTraining::forget() {
    ++number_;
    is_asked_ = false;
}

TrainWish ShownTraining::wishAt(const TrainPlace& place) const {
    const TrainingRun& run = report_->run;
    TrainWish wish{.step = stepOf(place), .probe = place.probe};
    if (place.below == TrainBelow::step) {
        wish.number = nearestPlace(place.number, run.experiment(), run.text().vocabularySize());
    }
    return wish;
}

bool ShownTraining::isTooEarly(const TrainWish& wish) const {
    const TrainingRun& run = report_->run;
    if (!moment_ || !moment_->is_measured || run.isFinished()) return false;
    TrainWish before = moment_->wish;
    const bool is_near = wish.step < 2 * before.step;
    before.step = wish.step;
    return is_near && wish.step == run.steps() && wish == before;
}

void ShownTraining::settle(const TrainPlace& place) {
    wish_.reset();
    if (!report_) {
        wish_ = TrainWish{.step = place.step, .probe = place.probe};
        return;
    }
    TrainWish wish = wishAt(place);
    if (moment_ && moment_->is_measured && moment_->wish == wish) return;
    if (momentWork(report_->run, wish) <= kMostAtOnce) {
        moment_ = std::make_shared<const TrainMoment>(trainMoment(report_->run, wish, true));
    } else if (!isTooEarly(wish)) {
        wish_ = std::move(wish);
    }
}

bool ShownTraining::isMeasuring(const TrainPlace& place) const {
    return !moment_ || !moment_->is_measured || moment_->wish != wishAt(place);
}

bool ShownTraining::hasQuestion() const {
    if (is_asked_) return false;
    return !isCurrent() || !report_->run.isFinished() || wish_;
}

TrainingQuestion ShownTraining::takeQuestion(std::shared_ptr<const Experiment> experiment) {
    is_asked_ = true;
    return {.experiment = std::move(experiment),
            .number = number_,
            .so_far = isCurrent() ? report_ : nullptr,
            .moment = wish_,
            .is_first_moment = !isCurrent() || !moment_};
}

void ShownTraining::take(std::shared_ptr<const TrainingReport> report) {
    if (report->number > number_) return;
    const bool is_current = report->number == number_;
    if (is_current) is_asked_ = false;
    // While somebody drags, what was found of the moment before is shown.
    const bool is_other = !report_ || report->number > report_->number;
    if (!is_current && !is_other) return;
    if (is_other || report->moment) moment_ = report->moment;
    report_ = std::move(report);
}

Index ShownTraining::stepOf(const TrainPlace& place) const {
    return std::clamp<Index>(place.step, 0, report_->run.steps());
}

}  // namespace lookback
