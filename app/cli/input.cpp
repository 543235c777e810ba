#include <filesystem>
#include <ostream>

#include <fmt/format.h>

#include "app/cli/subcommands.h"
#include "core/attention/stages.h"
#include "core/base/text.h"
#include "core/io/document_json.h"
#include "core/io/file.h"
#include "core/io/json_fields.h"
#include "core/io/lesson_library.h"

namespace lookback {
namespace {

/// The same errors, with the name of the input in front.
std::vector<Error> named(const std::string& name, std::vector<Error> errors) {
    for (Error& error : errors) {
        error.where = error.where.empty() ? name : fmt::format("{}: {}", name, error.where);
    }
    return errors;
}

Checked<OpenedInput> opened(const std::string& name, Checked<Document> document,
                            OpenedInput input) {
    if (!document) return tl::unexpected(named(name, std::move(document.error())));
    input.name = name;
    input.document = *std::move(document);
    return input;
}

/// What one may have meant: a lesson or a command.
Error unknownInput(const std::string& name) {
    std::vector<std::string_view> known;
    for (const LessonEntry& lesson : lessons()) known.push_back(lesson.id);
    for (const Subcommand& command : kSubcommands) known.push_back(command.name);
    return {name, "there is no file and no lesson of this name" + nearestHint(name, known)};
}

}  // namespace

Checked<OpenedInput> openInput(const std::string& name) {
    if (name.empty()) {
        return tl::unexpected(
            std::vector{Error{"FILE", fmt::format("is empty, expected {}", kInputHelp)}});
    }
    const bool is_input = name == "-";
    std::error_code ignored;
    if (!is_input && !std::filesystem::exists(name, ignored)) {
        if (isLesson(name)) return opened(name, openLesson(name), {.lesson = name});
        return tl::unexpected(std::vector{unknownInput(name)});
    }
    const Result<std::string> text = readFile(name);
    if (!text) return tl::unexpected(std::vector{text.error()});
    return opened(is_input ? "standard input" : name, readDocument(*text),
                  {.file = is_input ? "" : name, .fingerprint = fingerprintOf(*text)});
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
        option,
        fmt::format("{} is no stage of this document{}, expected one of {}", lookback::quoted(name),
                    nearestHint(name, names), fmt::join(names, ", "))});
}

}  // namespace lookback
