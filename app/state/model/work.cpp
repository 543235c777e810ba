#include "app/state/model/work.h"

#include <algorithm>

#include "core/io/lesson_library.h"
#include "core/lesson/guided_lesson.h"

namespace lookback {

const std::string& LessonSource::key() const { return file.empty() ? lesson->id : file; }

bool ExperimentSnapshot::operator==(const ExperimentSnapshot& other) const {
    const bool is_same = experiment == other.experiment || *experiment == *other.experiment;
    return is_same && origin == other.origin && stand == other.stand;
}

std::shared_ptr<const Document> comparedWith(const std::shared_ptr<const Document>& read) {
    if (!read->lesson || read->lesson->id.empty()) return read;
    Checked<Document> shipped = openLesson(read->lesson->id);
    if (!shipped) return read;
    shipped->lesson = read->lesson;  // documents are equal only where they share it
    return std::make_shared<const Document>(*std::move(shipped));
}

std::shared_ptr<const Experiment> comparedWith(const std::shared_ptr<const Experiment>& read) {
    return read;
}

template <>
Origin<Document> lessonOrigin(std::shared_ptr<const LessonSource> source) {
    const GuidedLesson& lesson = *source->lesson;
    return {.opened = lesson.document(),
            .shipped = source->file.empty() ? lesson.id : std::string(),
            .lesson = std::move(source)};
}

template <>
Origin<Experiment> lessonOrigin(std::shared_ptr<const LessonSource> source) {
    const GuidedLesson& lesson = *source->lesson;
    return {.opened = lesson.experiment(),
            .shipped = source->file.empty() ? lesson.id : std::string(),
            .lesson = std::move(source)};
}

Snapshot openedSnapshot(Origin<Document> origin) {
    const Document& document = origin.saved ? *origin.saved : *origin.opened;
    return {.document = document,
            .token = std::clamp<Index>(1, 0, std::max<Index>(document.n() - 1, 0)),
            .origin = std::make_shared<const Origin<Document>>(std::move(origin))};
}

ExperimentSnapshot openedSnapshot(Origin<Experiment> origin) {
    const auto experiment = origin.saved ? origin.saved : origin.opened;
    return {experiment, std::make_shared<const Origin<Experiment>>(std::move(origin))};
}

void boundUndoneText(Work<Experiment>& work) {
    const auto steps = work.history.steps().first;
    std::size_t bytes = 0;
    for (std::size_t left = steps.size(); left > 0; --left) {
        bytes += steps[left - 1]->experiment->text.size();
        if (bytes > kMostUndoneText) return work.history.forgetOldest(left);
    }
}

}  // namespace lookback
