#pragma once

#include <string>
#include <variant>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/language/experiment.h"

// Documents and experiments by the names that are typed on the command line: a path, `-` for
// standard input, or the id of a shipped lesson or experiment. A file goes before an id of the same
// name.

namespace lookback {

/// A document and its origin.
struct NamedDocument {
    Document document{};
    std::string name{};         ///< for error messages
    std::string file{};         ///< its path; empty for a lesson or standard input
    std::string lesson{};       ///< its id; empty for a file
    std::string fingerprint{};  ///< of the file's bytes
};

/// An experiment and its origin.
struct NamedExperiment {
    Experiment experiment{};
    std::string file{};         ///< its path; empty for a shipped experiment or standard input
    std::string id{};           ///< of a shipped experiment; empty for a file
    std::string fingerprint{};  ///< of the file's bytes
};

using NamedWork = std::variant<NamedDocument, NamedExperiment>;

/// True for a name that `openWork` looks for on the disk or among the shipped works.
[[nodiscard]] bool isNameOfWork(const std::string& name);

/// Reads a document; `NAME#SNAPSHOT` is a snapshot within the document of that name. Errors: every
/// fault, `where` begins with the name.
[[nodiscard]] Checked<NamedDocument> openDocument(const std::string& name);

/// Reads an experiment. Errors: every fault, `where` begins with the name.
[[nodiscard]] Checked<Experiment> openExperiment(const std::string& name);

/// Reads a document, as `openDocument`, or an experiment: the fields of a file decide.
/// Errors: every fault, `where` begins with the name.
[[nodiscard]] Checked<NamedWork> openWork(const std::string& name);

}  // namespace lookback
