#pragma once

#include <string>

#include "core/io/experiment_json.h"
#include "tests/core/reference.h"
#include "tests/core/said.h"

namespace lookback::test {

/// The runs that PyTorch trained, each with its experiment.
inline const Json& trainingRuns() {
    static const Json runs = reference("training.json").at("runs");
    return runs;
}

/// An experiment as the reference gives it, read as a file is.
inline Experiment experimentOf(const Json& run) {
    const Checked<Experiment> read = readExperiment(run.at("experiment").dump());
    REQUIRE_MESSAGE(read.has_value(), read.error().front().where, ": ",
                    test::said(read.error().front()));
    return *read;
}

}  // namespace lookback::test
