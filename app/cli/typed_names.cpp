#include "app/cli/typed_names.h"

#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/file.h"
#include "core/io/lesson_library.h"
#include "core/io/shipped.h"
#include "messages/cli.h"
#include "messages/faults.h"

namespace lookback {
namespace {

bool isStandardInput(const std::string& name) { return name == "-"; }

/// True for standard input and for a path on the disk.
bool isReadable(const std::string& name) {
    std::error_code ignored;
    return isStandardInput(name) || (!name.empty() && std::filesystem::exists(name, ignored));
}

/// Reads a file or standard input as `read(text)` does. Errors: `where` begins with the name.
template <class Read>
auto readNamed(const std::string& name, Read read) -> decltype(read(std::string())) {
    const Result<std::string> text = readFile(name);
    if (!text) return tl::unexpected(std::vector{text.error()});
    return read(*text).map_error(
        [&](std::vector<Error> faults) { return within(inputName(name), std::move(faults)); });
}

/// The path that a document or experiment is saved to.
std::string fileToSave(const std::string& name) { return isStandardInput(name) ? "" : name; }

/// @param text of the file
NamedDocument namedDocument(Document document, const std::string& name, const std::string& text) {
    return {.document = std::move(document),
            .name = inputName(name),
            .file = fileToSave(name),
            .fingerprint = fileFingerprint(text)};
}

/// A name that is neither on the disk nor shipped, with the nearest lesson or command.
Error unknownDocument(const std::string& name) {
    if (isShippedExperiment(name)) return {name, say::cli::IsExperiment{}};
    std::vector<std::string_view> known = shippedIds(lessons());
    for (const Subcommand& command : kSubcommands) known.push_back(command.name);
    return {name, say::cli::DocumentNotFound{.hint = nearestHint(name, known)}};
}

/// A name that is neither on the disk nor shipped, with the nearest experiment.
Error unknownExperiment(const std::string& name) {
    if (isLesson(name)) return {name, say::cli::IsLesson{}};
    const std::vector<std::string_view> known = shippedIds(experiments());
    return {name, say::cli::ExperimentNotFound{.hint = nearestHint(name, known)}};
}

Error emptyName(const Message& expected) {
    return {"FILE", say::faults::Empty{.expected = expected}};
}

bool isDocumentName(const std::string& name) { return isReadable(name) || isLesson(name); }

/// @param name of a document, `isDocumentName`
Checked<NamedDocument> openWholeDocument(const std::string& name) {
    if (isReadable(name)) {
        return readNamed(name, [&](const std::string& text) {
            return readDocument(text).map(
                [&](Document document) { return namedDocument(std::move(document), name, text); });
        });
    }
    return openLesson(name)
        .map([&](Document document) {
            return NamedDocument{.document = std::move(document), .name = name, .lesson = name};
        })
        .map_error([&](std::vector<Error> faults) { return within(name, std::move(faults)); });
}

/// The place of the # between a document's name and a snapshot's name; npos where no document's
/// name is followed by #. File names may contain #, too.
std::size_t snapshotSign(const std::string& name) {
    std::size_t sign = name.find('#');
    while (sign != std::string::npos && !isDocumentName(name.substr(0, sign))) {
        sign = name.find('#', sign + 1);
    }
    return sign;
}

/// A snapshot has no file of its own: saving it must not replace the document around it.
Checked<NamedDocument> openSnapshot(const NamedDocument& whole, const std::string& name) {
    if (const DocumentSnapshot* found = findSnapshot(whole.document, name)) {
        return NamedDocument{.document = *found->document,
                             .name = fmt::format("{}#{}", whole.name, name)};
    }
    std::vector<std::string_view> names;
    for (const DocumentSnapshot& snapshot : whole.document.snapshots) {
        names.push_back(snapshot.name);
    }
    const Verbatim quoted = givenText(name);
    const Message fault =
        names.empty()
            ? Message(say::cli::NoSnapshots{.name = quoted})
            : Message(say::cli::SnapshotNotFound{
                  .name = quoted, .hint = nearestHint(name, names), .names = joined(names)});
    return tl::unexpected(std::vector{Error{whole.name, fault}});
}

}  // namespace

bool isNameOfWork(const std::string& name) {
    return isDocumentName(name) || isShippedExperiment(name) ||
           snapshotSign(name) != std::string::npos;
}

Checked<NamedDocument> openDocument(const std::string& name) {
    if (name.empty()) return tl::unexpected(std::vector{emptyName(say::cli::DocumentInput{})});
    if (isDocumentName(name)) return openWholeDocument(name);
    const std::size_t sign = snapshotSign(name);
    if (sign == std::string::npos) return tl::unexpected(std::vector{unknownDocument(name)});
    return openWholeDocument(name.substr(0, sign)).and_then([&](const NamedDocument& whole) {
        return openSnapshot(whole, name.substr(sign + 1));
    });
}

Checked<Experiment> openExperiment(const std::string& name) {
    if (name.empty()) return tl::unexpected(std::vector{emptyName(say::cli::ExperimentInput{})});
    if (isReadable(name)) {
        return readNamed(name, [](const std::string& text) { return readExperiment(text); });
    }
    if (isShippedExperiment(name)) return openShippedExperiment(name);
    return tl::unexpected(std::vector{unknownExperiment(name)});
}

Checked<NamedWork> openWork(const std::string& name) {
    if (isReadable(name)) {
        return readNamed(name, [&](const std::string& text) {
            return readWork(text).map([&](DocumentOrExperiment work) -> NamedWork {
                if (auto* const document = std::get_if<Document>(&work)) {
                    return namedDocument(std::move(*document), name, text);
                }
                return NamedExperiment{.experiment = std::get<Experiment>(std::move(work)),
                                       .file = fileToSave(name),
                                       .fingerprint = fileFingerprint(text)};
            });
        });
    }
    if (isShippedExperiment(name)) {
        return openShippedExperiment(name).map([&](Experiment experiment) -> NamedWork {
            return NamedExperiment{.experiment = std::move(experiment), .id = name};
        });
    }
    return openDocument(name).map(
        [](NamedDocument document) -> NamedWork { return NamedWork(std::move(document)); });
}

}  // namespace lookback
