#include "app/cli/typed_names.h"

#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/platform/own_lessons.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/file.h"
#include "core/io/guided_lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/io/picture_text.h"
#include "core/io/shipped.h"
#include "messages/cli.h"
#include "messages/faults.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

bool isStandardInput(const std::string& name) { return name == "-"; }

/// True for standard input and for a path on the disk.
bool isReadable(const std::string& name) {
    std::error_code ignored;
    return isStandardInput(name) || (!name.empty() && std::filesystem::exists(name, ignored));
}

/// A text that was read, and the path that its document or experiment is saved to: none for
/// standard input, and for a picture that carries the text.
struct ReadText {
    std::string text;
    std::string file;
};

Result<ReadText> readText(const std::string& name) {
    Result<std::string> bytes = readFile(name);
    if (!bytes) return tl::unexpected(bytes.error());
    if (!isPicture(*bytes)) return ReadText{*std::move(bytes), isStandardInput(name) ? "" : name};
    Result<std::string> carried = textOfPicture(*bytes);
    if (!carried) return tl::unexpected(within(inputName(name), std::move(carried.error())));
    return ReadText{*std::move(carried), ""};
}

/// Reads a file or standard input as `read` does. Errors: `where` begins with the name.
template <class Read>
auto readNamed(const std::string& name, Read read) -> decltype(read(ReadText())) {
    const Result<ReadText> input = readText(name);
    if (!input) return tl::unexpected(std::vector{input.error()});
    return read(*input).map_error(
        [&](std::vector<Error> faults) { return within(inputName(name), std::move(faults)); });
}

NamedDocument namedDocument(Document document, const std::string& name, const ReadText& input) {
    return {.document = std::move(document),
            .name = inputName(name),
            .file = input.file,
            .fingerprint = fileFingerprint(input.text)};
}

/// A name that is neither on the disk nor shipped, with the nearest lesson or command.
Error unknownDocument(const std::string& name) {
    if (isShippedExperiment(name)) return {name, say::cli::IsExperiment{}};
    std::vector<std::string_view> known = lessonIds();
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

/// The document of a lesson with tasks. It has no file: saving it must not replace the lesson.
Checked<NamedDocument> documentOfLesson(const NamedLesson& named) {
    if (named.lesson.subject() == LessonSubject::document) {
        return NamedDocument{.document = *std::get<0>(workOf(named)),
                             .name = named.name,
                             .lesson = isLesson(named.lesson.id) ? named.lesson.id : ""};
    }
    return tl::unexpected(std::vector{Error{"", say::lesson::IsOnExperiment{}}});
}

Checked<Experiment> experimentOfLesson(const NamedLesson& named) {
    if (named.lesson.subject() == LessonSubject::experiment) return *std::get<1>(workOf(named));
    return tl::unexpected(std::vector{Error{"", say::lesson::IsOnDocument{}}});
}

/// True for the id of a lesson with tasks, shipped or one's own.
bool isLessonName(const std::string& name) {
    return isGuidedLesson(name) || (!isLesson(name) && !ownLessonPath(name).empty());
}

/// @param name `isLessonName`. Errors have no name yet.
Checked<NamedLesson> openLessonNamed(const std::string& name) {
    const auto named = [&](GuidedLesson lesson) {
        lesson.id = name;
        return NamedLesson{std::move(lesson), name};
    };
    if (isGuidedLesson(name)) return openGuidedLesson(name).map(named);
    const Result<std::string> text = readFile(ownLessonPath(name));
    if (!text) return tl::unexpected(std::vector{Error{"", text.error().message}});
    return readGuidedLesson(*text).map(named);
}

/// True for a text that `lessonOfText` reads.
bool namesLesson(std::string_view text) { return isLessonFile(text) || isTaskPlace(text); }

/// @param text of a lesson file, or of the place of a task
Checked<NamedLesson> lessonOfText(const std::string& name, const std::string& text) {
    if (isTaskPlace(text)) {
        const Checked<TaskPlace> place = readTaskPlace(text);
        if (!place) return tl::unexpected(place.error());
        if (!isLessonName(place->lesson)) {
            return tl::unexpected(openGuidedLesson(place->lesson).error());
        }
        return openLessonNamed(place->lesson)
            .and_then([&](NamedLesson named) -> Checked<NamedLesson> {
                if (auto fault = taskPlaceFault(*place, named.lesson)) {
                    return tl::unexpected(std::vector{*std::move(fault)});
                }
                named.name = inputName(name);
                named.place = *place;
                return named;
            });
    }
    return readGuidedLesson(text).map([&](GuidedLesson lesson) {
        return NamedLesson{std::move(lesson), inputName(name)};
    });
}

/// Reads what a name that is not a file's stands for. Errors: `where` begins with the name.
template <class Opened>
Opened withName(const std::string& name, Opened opened) {
    if (!opened) opened.error() = within(name, std::move(opened.error()));
    return opened;
}

bool isDocumentName(const std::string& name) {
    return isReadable(name) || isLesson(name) || isLessonName(name);
}

/// @param name of a document, `isDocumentName`
Checked<NamedDocument> openWholeDocument(const std::string& name) {
    if (isReadable(name)) {
        return readNamed(name, [&](const ReadText& input) -> Checked<NamedDocument> {
            if (namesLesson(input.text))
                return lessonOfText(name, input.text).and_then(documentOfLesson);
            return readDocument(input.text).map([&](Document document) {
                return namedDocument(std::move(document), name, input);
            });
        });
    }
    if (isLessonName(name)) return withName(name, openLessonNamed(name).and_then(documentOfLesson));
    return withName(name, openLesson(name).map([&](Document document) {
        return NamedDocument{.document = std::move(document), .name = name, .lesson = name};
    }));
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

LessonWork workOf(const NamedLesson& named) {
    const std::string seed = named.place ? named.place->seed : std::string();
    return workWithSeed(named.lesson, seed).value_or(named.lesson.work);
}

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

Checked<NamedSheet> openDocumentOrLesson(const std::string& name) {
    const auto as_sheet = [](auto named) -> NamedSheet { return named; };
    if (isReadable(name)) {
        return readNamed(name, [&](const ReadText& input) -> Checked<NamedSheet> {
            if (namesLesson(input.text)) return lessonOfText(name, input.text).map(as_sheet);
            return readDocument(input.text).map([&](Document document) -> NamedSheet {
                return namedDocument(std::move(document), name, input);
            });
        });
    }
    if (isLessonName(name)) return withName(name, openLessonNamed(name)).map(as_sheet);
    return openDocument(name).map(as_sheet);
}

Checked<NamedDocument> documentOf(const NamedLesson& named) {
    return withName(named.name, documentOfLesson(named));
}

Checked<Experiment> openExperiment(const std::string& name) {
    if (name.empty()) return tl::unexpected(std::vector{emptyName(say::cli::ExperimentInput{})});
    if (isReadable(name)) {
        return readNamed(name, [&](const ReadText& input) -> Checked<Experiment> {
            if (namesLesson(input.text))
                return lessonOfText(name, input.text).and_then(experimentOfLesson);
            return readExperiment(input.text);
        });
    }
    if (isShippedExperiment(name)) return openShippedExperiment(name);
    if (isLessonName(name))
        return withName(name, openLessonNamed(name).and_then(experimentOfLesson));
    return tl::unexpected(std::vector{unknownExperiment(name)});
}

Checked<NamedAny> openAny(const std::string& name) {
    if (isReadable(name)) {
        return readNamed(name, [&](const ReadText& input) -> Checked<NamedAny> {
            const auto as_any = [](auto named) -> NamedAny { return named; };
            if (namesLesson(input.text)) return lessonOfText(name, input.text).map(as_any);
            return readWork(input.text).map([&](DocumentOrExperiment work) -> NamedAny {
                if (auto* const document = std::get_if<Document>(&work)) {
                    return namedDocument(std::move(*document), name, input);
                }
                return NamedExperiment{.experiment = std::get<Experiment>(std::move(work)),
                                       .file = input.file,
                                       .fingerprint = fileFingerprint(input.text)};
            });
        });
    }
    if (isShippedExperiment(name)) {
        return openShippedExperiment(name).map([&](Experiment experiment) -> NamedAny {
            return NamedExperiment{.experiment = std::move(experiment), .id = name};
        });
    }
    if (isLessonName(name)) {
        return withName(name, openLessonNamed(name)).map([](NamedLesson lesson) -> NamedAny {
            return lesson;
        });
    }
    return openDocument(name).map([](NamedDocument document) -> NamedAny { return document; });
}

Checked<NamedWork> openWork(const std::string& name) {
    return openAny(name).and_then([&](NamedAny any) -> Checked<NamedWork> {
        if (auto* const document = std::get_if<NamedDocument>(&any)) return std::move(*document);
        if (auto* const experiment = std::get_if<NamedExperiment>(&any)) {
            return std::move(*experiment);
        }
        const auto& named = std::get<NamedLesson>(any);
        const auto as_work = [](auto work) -> NamedWork { return work; };
        if (named.lesson.subject() == LessonSubject::document)
            return documentOfLesson(named).map(as_work);
        return experimentOfLesson(named).map([](Experiment experiment) -> NamedWork {
            return NamedExperiment{.experiment = std::move(experiment)};
        });
    });
}

}  // namespace lookback
