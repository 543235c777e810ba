#include "app/cli/work_input.h"

#include <filesystem>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/file.h"
#include "core/io/lesson_library.h"
#include "core/io/shipped.h"

namespace lookback {
namespace {

bool isFile(const std::string& name) {
    std::error_code ignored;
    return name == "-" || (!name.empty() && std::filesystem::exists(name, ignored));
}

/// What `read` makes of the text of a file or of standard input. Errors: `where` begins with the
/// name.
template <class Read>
auto readNamed(const std::string& name, Read read) -> decltype(read(std::string())) {
    const Result<std::string> text = readFile(name);
    if (!text) return tl::unexpected(std::vector{text.error()});
    return read(*text).map_error(
        [&](std::vector<Error> faults) { return within(inputName(name), std::move(faults)); });
}

/// What one may have meant.
Error unknownExperiment(const std::string& name) {
    if (isLesson(name)) return {name, "is a lesson, expected an experiment"};
    return {name, "there is no file and no experiment of this name" +
                      nearestHint(name, shippedIds(experiments()))};
}

}  // namespace

Checked<OpenedWork> openWork(const std::string& name) {
    if (isFile(name)) {
        return readNamed(name, [&](const std::string& text) {
            return readWork(text).map([&](DocumentOrExperiment work) -> OpenedWork {
                const std::string file = name == "-" ? "" : name;
                const std::string fingerprint = fileFingerprint(text);
                if (auto* const experiment = std::get_if<Experiment>(&work)) {
                    return NamedExperiment{.experiment = std::move(*experiment),
                                           .file = file,
                                           .fingerprint = fingerprint};
                }
                return OpenedInput{.document = std::get<Document>(std::move(work)),
                                   .name = inputName(name),
                                   .file = file,
                                   .fingerprint = fingerprint};
            });
        });
    }
    if (isShippedExperiment(name)) {
        return openShippedExperiment(name).map([&](Experiment experiment) -> OpenedWork {
            return NamedExperiment{.experiment = std::move(experiment), .id = name};
        });
    }
    return openInput(name).map(
        [](OpenedInput input) -> OpenedWork { return OpenedWork(std::move(input)); });
}

Checked<Experiment> openExperiment(const std::string& name) {
    if (name.empty()) {
        return tl::unexpected(
            std::vector{Error{"FILE", fmt::format("is empty, expected {}", kExperimentInputHelp)}});
    }
    if (isFile(name)) {
        return readNamed(name, [](const std::string& text) { return readExperiment(text); });
    }
    if (isShippedExperiment(name)) return openShippedExperiment(name);
    return tl::unexpected(std::vector{unknownExperiment(name)});
}

}  // namespace lookback
