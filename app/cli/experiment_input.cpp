#include "app/cli/experiment_input.h"

#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/base/within.h"
#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/file.h"
#include "core/io/lesson_library.h"
#include "core/io/shipped.h"

namespace lookback {
namespace {

/// What one may have meant.
Error unknownExperiment(const std::string& name) {
    if (isLesson(name)) return {name, "is a lesson, expected an experiment"};
    return {name, "there is no file and no experiment of this name" +
                      nearestHint(name, idsOf(experiments()))};
}

}  // namespace

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
        [&](std::vector<Error> faults) { return within(calledInput(name), std::move(faults)); });
}

}  // namespace lookback
