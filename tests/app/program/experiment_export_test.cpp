// What is written of a training is what the commands print of it.
#include <sstream>

#include "app/program/exports.h"
#include "core/base/named_rows.h"
#include "core/io/training_formats.h"
#include "tests/app/trains.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr ImGuiKeyChord kExperimentExportTrain = ImGuiMod_Alt | ImGuiKey_4;

std::string printed(const TrainingRun& run, std::string_view format) {
    std::ostringstream out;
    findByName(kTrainingFormats, format)->write(out, run);
    return out.str();
}

}  // namespace

TEST_CASE("the menu of exports has what can be written of a training, under its own endings") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(kExperimentExportTrain);
    lab.ui.step(2);
    for (const ExportInfo& row : exports()) {
        if (!row.of_experiment) continue;
        CAPTURE(row.name);
        lab.choose("export", "###export-" + std::string(row.name));
        const auto* const sheet = lab.hands().open<FileSheet>();
        REQUIRE(sheet != nullptr);
        CHECK(sheet->task.as == row.kind);
        CHECK(lab.shows(english().text(row.line())));
        CHECK(sheet->text == "greetings" + std::string(row.ending));
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
    }
}

TEST_CASE("a training is exported once it is at its end, as the commands print it") {
    LabUnderTest lab("write-a-poem");
    lab.ui.key(kExperimentExportTrain);
    lab.ui.step(2);
    const Result<std::string> early = exportedText(lab.state(), ExportKind::losses);
    REQUIRE_FALSE(early);
    CHECK(test::said(early.error()) == "the training is not finished yet");
    trainToTheEnd(lab);
    TrainingRun run(std::make_shared<const Experiment>(lab.state().experiment()));
    run.advance(run.experiment().steps);
    for (const ExportInfo& row : exports()) {
        if (!row.of_experiment || row.format.empty()) continue;
        CAPTURE(row.name);
        const Result<std::string> text = exportedText(lab.state(), row.kind);
        REQUIRE(text);
        CHECK(*text == printed(run, row.format));
    }
}
