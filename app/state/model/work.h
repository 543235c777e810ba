/// What a person works on, with its file and its undo. The same for both subjects: documents and
/// experiments.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/document/document.h"
#include "core/document/history.h"
#include "core/language/experiment.h"

namespace lookback {

struct GuidedLesson;

/// The lesson that a document or an experiment belongs to.
struct LessonSource {
    std::shared_ptr<const GuidedLesson> lesson;  ///< never null
    std::string file{};                          ///< path; empty: it is shipped

    /// Its id if it is shipped, else the path of its file.
    [[nodiscard]] const std::string& key() const;
};

/// Where a document or an experiment stands in its lesson. Undo brings it back with the numbers.
struct LessonStand {
    std::size_t step = 0;
    std::string seed{};  ///< of numbers that were drawn again; empty: the lesson's own

    bool operator==(const LessonStand&) const = default;
};

/// Where a document or an experiment came from.
template <class Subject>
struct Origin {
    /// As it was opened; of a file that was made from a shipped document, the shipped document.
    std::shared_ptr<const Subject> opened{};
    std::string shipped{};  ///< id of the shipped lesson or experiment; empty: none
    std::string file{};     ///< path where it was read or saved; empty: none
    /// As it is in the file, or as it came without a file, where `opened` is another; null: in no
    /// file.
    std::shared_ptr<const Subject> saved{};
    std::string fingerprint{};  ///< of the file's bytes, as they were read or written
    std::string draft{};        ///< id of the draft that was made of it; empty: none
    bool is_made = false;       ///< made in the window, so that it is unsaved until it is saved
    std::shared_ptr<const LessonSource> lesson{};  ///< null: it belongs to no lesson
};

/// The shipped document from which a document was made, as far as its lesson says; else the same.
[[nodiscard]] std::shared_ptr<const Document> comparedWith(
    const std::shared_ptr<const Document>& read);
/// The same experiment: experiments do not say from which one they were made.
[[nodiscard]] std::shared_ptr<const Experiment> comparedWith(
    const std::shared_ptr<const Experiment>& read);

/// The origin of what is shipped under an id; with an empty id, of what has neither id nor file.
template <class Subject>
[[nodiscard]] Origin<Subject> shippedOrigin(Subject given, const std::string& id) {
    const auto read = std::make_shared<const Subject>(std::move(given));
    const auto opened = id.empty() ? comparedWith(read) : read;
    return {.opened = opened, .shipped = id, .saved = opened == read ? nullptr : read};
}

/// The origin of the work that a lesson begins with.
template <class Subject>
[[nodiscard]] Origin<Subject> lessonOrigin(std::shared_ptr<const LessonSource> source);

/// The origin of what was read from a file.
template <class Subject>
[[nodiscard]] Origin<Subject> fileOrigin(Subject read, const std::string& file,
                                         const std::string& fingerprint) {
    const auto saved = std::make_shared<const Subject>(std::move(read));
    return {
        .opened = comparedWith(saved), .file = file, .saved = saved, .fingerprint = fingerprint};
}

/// What undo brings back of a document: the document, and what belongs to it. Opening another
/// document is undone like any edit.
struct Snapshot {
    Document document;
    Index token = 0;  ///< the query token that was read when it was edited
    std::shared_ptr<const Origin<Document>> origin;
    Mask remembered{};  ///< the mask that was taken off last; one that cannot block: none was
    /// Words that a trained model lacked when its embeddings were taken: they kept their numbers.
    std::vector<std::string> unlearned{};
    LessonStand stand{};  ///< in the lesson of its origin

    [[nodiscard]] const Document& subject() const { return document; }
    bool operator==(const Snapshot&) const = default;
};

/// What undo brings back of an experiment. Opening another experiment is undone like any edit.
struct ExperimentSnapshot {
    std::shared_ptr<const Experiment> experiment;  ///< shared, for its text may be long
    std::shared_ptr<const Origin<Experiment>> origin;
    LessonStand stand{};  ///< in the lesson of its origin

    [[nodiscard]] const Experiment& subject() const { return *experiment; }
    bool operator==(const ExperimentSnapshot& other) const;
};

template <class Subject>
using SnapshotOf =
    std::conditional_t<std::is_same_v<Subject, Document>, Snapshot, ExperimentSnapshot>;

/// A document as it is opened, with the second token to be read.
[[nodiscard]] Snapshot openedSnapshot(Origin<Document> origin);
/// An experiment as it is opened.
[[nodiscard]] ExperimentSnapshot openedSnapshot(Origin<Experiment> origin);

/// Whether nothing would be lost if it were closed: it is as in its file, or can be found
/// elsewhere. The work on a lesson is kept with the lesson's progress.
template <class Kept>
[[nodiscard]] bool isSaved(const Kept& snapshot) {
    const auto is = [&](const auto& other) {
        return &snapshot.subject() == other.get() || snapshot.subject() == *other;
    };
    const auto& origin = *snapshot.origin;
    if (origin.lesson && origin.file.empty()) return true;
    if (origin.saved && is(origin.saved)) return true;
    if (origin.is_made) return false;
    return (!origin.saved || !origin.shipped.empty()) && is(origin.opened);
}

/// All of a work that is kept between two starts: what is on screen, and what can be undone.
template <class Subject>
struct KeptWork {
    std::vector<std::shared_ptr<const SnapshotOf<Subject>>> steps{};  ///< oldest first, at least 1
    std::size_t at = 0;                                               ///< the one on screen

    [[nodiscard]] const SnapshotOf<Subject>& current() const { return *steps[at]; }
};

/// What a person works on: what is on screen, what can be undone, and the file of each step.
template <class Subject>
struct Work {
    explicit Work(SnapshotOf<Subject> opened) : history(std::move(opened)) {}
    explicit Work(KeptWork<Subject> kept) : history(std::move(kept.steps), kept.at) { settle(); }

    History<SnapshotOf<Subject>> history;
    bool is_saved = true;  ///< nothing would be lost if it were closed

    [[nodiscard]] const Subject& subject() const { return history.current().subject(); }
    [[nodiscard]] const Origin<Subject>& origin() const { return *history.current().origin; }
    [[nodiscard]] KeptWork<Subject> kept() const {
        auto [steps, at] = history.steps();
        return {std::move(steps), at};
    }

    /// After each change of the history.
    void settle() { is_saved = isSaved(history.current()); }

    /// Changes the origin of all steps that came from the same place.
    void changeOrigin(const std::shared_ptr<const Origin<Subject>>& before, Origin<Subject> after) {
        const auto origin = std::make_shared<const Origin<Subject>>(std::move(after));
        history.changeWhere([&](const auto& step) { return step.origin == before; },
                            [&](auto& step) { step.origin = origin; });
        settle();
    }
};

/// The snapshot with which the step on the screen began: the first of those with its stand. Where
/// one came back to the step as one had left it, the step began before that.
template <class Subject>
[[nodiscard]] std::shared_ptr<const SnapshotOf<Subject>> begunSnapshot(const Work<Subject>& work) {
    const auto [steps, at] = work.history.steps();
    const auto is_of_step = [&steps = steps, &now = *steps[at]](std::size_t k) {
        return steps[k]->origin == now.origin && steps[k]->stand == now.stand;
    };
    std::size_t first = at;
    for (std::size_t k = at; k-- > 0;) {
        if (!is_of_step(k)) continue;
        const bool is_next = k + 1 == first;
        if (!is_next && !(steps[k]->subject() == steps[first]->subject())) break;
        first = k;
    }
    return steps[first];
}

/// The texts of all steps of an experiment that can be undone take so much memory; the oldest steps
/// make room.
inline constexpr std::size_t kMostUndoneText = std::size_t{256} << 20;  ///< bytes

/// Forgets the oldest steps of which the texts have no room.
void boundUndoneText(Work<Experiment>& work);

}  // namespace lookback
