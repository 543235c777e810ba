#include "app/state/model/course_pictures.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "core/engine/attend.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"

namespace lookback {
namespace {

constexpr std::chrono::milliseconds kInFrame{10};
constexpr std::size_t kKeptBytes = std::size_t{1}
                                   << 20;  ///< of one training: no step is gone back to

PicturedWeights weightsOfLesson(const GuidedEntry& entry) {
    const bool has_document =
        entry.lesson != nullptr && entry.lesson->subject() == LessonSubject::document;
    if (!has_document) return {};
    const Document& document = *entry.lesson->document();
    return picturedWeights(document, attend(document));
}

PicturedWeights weightsOfLesson(const std::string& id) {
    const Checked<Document> document = openLesson(id);
    return document ? picturedWeights(*document, attend(*document)) : PicturedWeights();
}

}  // namespace

PicturedWeights picturedWeights(const Document& document, const Trace& trace) {
    PicturedWeights picture{.n = std::min(document.n(), kMostPictured)};
    picture.tokens.assign(document.tokens.begin(), document.tokens.begin() + picture.n);
    const MatrixView weights = trace.view(MatrixId::attention_weights, 0);
    const MatrixView allowed = trace.view(MatrixId::mask);
    for (Index query = 0; query < picture.n; ++query) {
        for (Index key = 0; key < picture.n; ++key) {
            picture.weights.push_back({weights(query, key), allowed(query, key) != 0});
        }
    }
    return picture;
}

void CoursePictures::advance() {
    if (weights_.size() < lessons().size()) {
        for (const LessonEntry& lesson : lessons()) weights_.push_back(weightsOfLesson(lesson.id));
        return;
    }
    if (guided_.size() < guidedLessons().size()) {
        for (const GuidedEntry& lesson : guidedLessons()) {
            guided_.push_back(weightsOfLesson(lesson));
        }
        return;
    }
    const bool goes_on = !runs_.empty() && !runs_.back().isFinished();
    if (!goes_on) {
        if (runs_.size() == experiments().size()) return;
        auto experiment = std::make_shared<const Experiment>(
            *openShippedExperiment(experiments()[runs_.size()].id));
        runs_.emplace_back(std::move(experiment), kKeptBytes);
    }
    const auto end = std::chrono::steady_clock::now() + kInFrame;
    const auto is_enough = [end] { return std::chrono::steady_clock::now() >= end; };
    TrainingRun& run = runs_.back();
    run.advance(run.experiment().steps, {}, is_enough);
}

bool CoursePictures::isFinished() const {
    const bool has_weights =
        weights_.size() == lessons().size() && guided_.size() == guidedLessons().size();
    return has_weights && runs_.size() == experiments().size() &&
           (runs_.empty() || runs_.back().isFinished());
}

const PicturedWeights* CoursePictures::weights(std::size_t place) const {
    return place < weights_.size() ? &weights_[place] : nullptr;
}

const PicturedWeights* CoursePictures::guidedWeights(std::size_t place) const {
    return place < guided_.size() && guided_[place].n > 0 ? &guided_[place] : nullptr;
}

const TrainingRun* CoursePictures::run(std::size_t place) const {
    return place < runs_.size() ? &runs_[place] : nullptr;
}

}  // namespace lookback
