#include "app/cli/work_input.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "core/base/within.h"
#include "core/io/experiment_library.h"
#include "core/io/file.h"
#include "core/io/work_json.h"

namespace lookback {
namespace {

Checked<OpenedWork> readNamed(const std::string& name) {
    const Result<std::string> text = readFile(name);
    if (!text) return tl::unexpected(std::vector{text.error()});
    const bool is_input = name == "-";
    const std::string called = calledInput(name);
    const std::string file = is_input ? "" : name;
    Checked<Work> work = readWork(*text);
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

}  // namespace lookback
