#pragma once

#include <optional>
#include <string>
#include <variant>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/io/task_place.h"
#include "core/language/experiment.h"
#include "core/lesson/guided_lesson.h"

// Documents and experiments by the names that are typed on the command line: a path, `-` for
// standard input, the id of a shipped lesson or experiment, or that of a lesson of one's own. A
// file goes before an id of the same name. A lesson with tasks stands for its document or
// experiment; a picture of one of its tasks for the lesson, with the numbers of the picture.

namespace lookback {

/// A document and its origin.
struct NamedDocument {
    Document document{};
    std::string name{};         ///< for error messages
    std::string file{};         ///< its path; empty for any lesson, or standard input
    std::string lesson{};       ///< the id of a shipped lesson; empty for a file
    std::string fingerprint{};  ///< of the file's bytes
};

/// An experiment and its origin.
struct NamedExperiment {
    Experiment experiment{};
    std::string file{};         ///< its path; empty for a shipped experiment or standard input
    std::string id{};           ///< of a shipped experiment; empty for a file
    std::string fingerprint{};  ///< of the file's bytes
};

/// A lesson with tasks and its name.
struct NamedLesson {
    GuidedLesson lesson{};
    std::string name{};                ///< for error messages
    std::optional<TaskPlace> place{};  ///< of a picture that shows one of its tasks
};

using NamedWork = std::variant<NamedDocument, NamedExperiment>;
using NamedSheet = std::variant<NamedDocument, NamedLesson>;
using NamedAny = std::variant<NamedDocument, NamedExperiment, NamedLesson>;

/// True for a name that `openWork` looks for on the disk or among the shipped works.
[[nodiscard]] bool isNameOfWork(const std::string& name);

/// Reads a document; `NAME#SNAPSHOT` is a snapshot within the document of that name. Errors: every
/// fault, `where` begins with the name.
[[nodiscard]] Checked<NamedDocument> openDocument(const std::string& name);

/// Reads a document, as `openDocument`, or a lesson with tasks. Errors: as `openDocument`.
[[nodiscard]] Checked<NamedSheet> openDocumentOrLesson(const std::string& name);

/// The work of a lesson, with the numbers of the picture that names it.
[[nodiscard]] LessonWork workOf(const NamedLesson& named);

/// The document of a lesson. Errors: it is about an experiment; `where` is its name.
[[nodiscard]] Checked<NamedDocument> documentOf(const NamedLesson& named);

/// Reads an experiment. Errors: every fault, `where` begins with the name.
[[nodiscard]] Checked<Experiment> openExperiment(const std::string& name);

/// Reads a document, as `openDocument`, or an experiment: the fields of a file decide.
/// Errors: every fault, `where` begins with the name.
[[nodiscard]] Checked<NamedWork> openWork(const std::string& name);

/// Reads a document, as `openDocument`, an experiment or a lesson with tasks. Errors: as
/// `openWork`.
[[nodiscard]] Checked<NamedAny> openAny(const std::string& name);

}  // namespace lookback
