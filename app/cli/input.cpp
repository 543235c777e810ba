#include <filesystem>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/subcommands.h"
#include "core/attention/stages.h"
#include "core/base/result.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/io/document_json.h"
#include "core/io/experiment_library.h"
#include "core/io/file.h"
#include "core/io/lesson_library.h"
#include "core/io/shipped.h"

namespace lookback {
namespace {

Checked<OpenedInput> opened(const std::string& name, Checked<Document> document,
                            OpenedInput input) {
    if (!document) return tl::unexpected(within(name, std::move(document.error())));
    input.name = name;
    input.document = *std::move(document);
    return input;
}

/// What one may have meant: a lesson or a command.
Error unknownInput(const std::string& name) {
    if (isShippedExperiment(name)) return {name, "is an experiment, expected a document"};
    std::vector<std::string_view> known = shippedIds(lessons());
    for (const Subcommand& command : kSubcommands) known.push_back(command.name);
    return {name, "there is no file and no lesson of this name" + nearestHint(name, known)};
}

bool isThere(const std::string& name) {
    std::error_code ignored;
    return name == "-" || std::filesystem::exists(name, ignored) || isLesson(name);
}

/// A name that is there.
Checked<OpenedInput> openWhole(const std::string& name) {
    const bool is_input = name == "-";
    std::error_code ignored;
    if (!is_input && !std::filesystem::exists(name, ignored)) {
        return opened(name, openLesson(name), {.lesson = name});
    }
    const Result<std::string> text = readFile(name);
    if (!text) return tl::unexpected(std::vector{text.error()});
    return opened(inputName(name), readDocument(*text),
                  {.file = is_input ? "" : name, .fingerprint = fileFingerprint(*text)});
}

/// Where the name of a snapshot begins, behind that of a document which is there; a file's own name
/// may have the sign, too. npos where there is none.
std::size_t snapshotIn(const std::string& name) {
    std::size_t sign = name.find('#');
    while (sign != std::string::npos && !isThere(name.substr(0, sign))) {
        sign = name.find('#', sign + 1);
    }
    return sign;
}

/// A snapshot is in no file by itself: what is opened of it cannot be saved over its document.
Checked<OpenedInput> openSnapshot(const OpenedInput& whole, const std::string& name) {
    if (const DocumentSnapshot* found = findSnapshot(whole.document, name)) {
        return OpenedInput{.document = *found->document,
                           .name = fmt::format("{}#{}", whole.name, name)};
    }
    std::vector<std::string_view> names;
    for (const DocumentSnapshot& snapshot : whole.document.snapshots) {
        names.push_back(snapshot.name);
    }
    const std::string known = names.empty()
                                  ? "; it has none"
                                  : fmt::format("{}, expected one of {}", nearestHint(name, names),
                                                fmt::join(names, ", "));
    return tl::unexpected(
        std::vector{Error{whole.name, fmt::format("has no snapshot {}{}", inQuotes(name), known)}});
}

}  // namespace

Checked<OpenedInput> openInput(const std::string& name) {
    if (name.empty()) {
        return tl::unexpected(
            std::vector{Error{"FILE", fmt::format("is empty, expected {}", kInputHelp)}});
    }
    if (isThere(name)) return openWhole(name);
    const std::size_t sign = snapshotIn(name);
    if (sign == std::string::npos) return tl::unexpected(std::vector{unknownInput(name)});
    return openWhole(name.substr(0, sign)).and_then([&](const OpenedInput& whole) {
        return openSnapshot(whole, name.substr(sign + 1));
    });
}

int report(const Console& console, const std::vector<Error>& errors) {
    for (const Error& error : errors) {
        console.err << oneLine(error.where) << (error.where.empty() ? "" : ": ")
                    << oneLine(error.message) << '\n';
    }
    return bad_input;
}

int reportUsage(const Console& console, const Error& error) {
    report(console, {error});
    return wrong_usage;
}

Result<MatrixId> findStage(const Document& document, const std::string& option,
                           const std::string& name) {
    std::vector<std::string_view> names;
    for (const MatrixId id : stageOrder(document)) {
        if (info(id).name == name) return id;
        names.push_back(info(id).name);
    }
    return tl::unexpected(Error{
        option, fmt::format("{} is no stage of this document{}, expected one of {}", inQuotes(name),
                            nearestHint(name, names), fmt::join(names, ", "))});
}

}  // namespace lookback
