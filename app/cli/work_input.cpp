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

Checked<OpenedWork> readNamed(const std::string& name) {
    const Result<std::string> text = readFile(name);
    if (!text) return tl::unexpected(std::vector{text.error()});
    const bool is_input = name == "-";
    const std::string called = inputName(name);
    const std::string file = is_input ? "" : name;
    Checked<DocumentOrExperiment> work = readWork(*text);
    if (!work) return tl::unexpected(within(called, std::move(work.error())));
    if (auto* const document = std::get_if<Document>(&*work)) {
        return OpenedInput{.document = std::move(*document),
                           .name = called,
                           .file = file,
                           .fingerprint = fingerprintOf(*text)};
    }
    return NamedExperiment{.experiment = std::get<Experiment>(*std::move(work)),
                           .file = file,
                           .fingerprint = fingerprintOf(*text)};
}

/// What one may have meant.
Error unknownExperiment(const std::string& name) {
    if (isLesson(name)) return {name, "is a lesson, expected an experiment"};
    return {name, "there is no file and no experiment of this name" +
                      nearestHint(name, shippedIds(experiments()))};
}

}  // namespace

Checked<OpenedWork> openWork(const std::string& name) {
    std::error_code ignored;
    if (name == "-" || (!name.empty() && std::filesystem::exists(name, ignored))) {
        return readNamed(name);
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
    std::error_code ignored;
    if (name != "-" && !std::filesystem::exists(name, ignored)) {
        if (isShippedExperiment(name)) return openShippedExperiment(name);
        return tl::unexpected(std::vector{unknownExperiment(name)});
    }
    const Result<std::string> text = readFile(name);
    if (!text) return tl::unexpected(std::vector{text.error()});
    return readExperiment(*text).map_error(
        [&](std::vector<Error> faults) { return within(inputName(name), std::move(faults)); });
}

}  // namespace lookback
