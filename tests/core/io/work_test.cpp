// A file says itself whether it is a document or an experiment.

#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"
#include "tests/core/io_files.h"
#include "tests/core/said.h"

using namespace lookback;
using namespace lookback::test;

namespace {

std::string firstFaultOf(std::string_view text) {
    const Checked<DocumentOrExperiment> work = readWork(text);
    REQUIRE(!work);
    return test::placed(work.error().front());
}

}  // namespace

TEST_CASE("every lesson is read as a document, every experiment as one") {
    for (const LessonEntry& lesson : lessons()) {
        const Checked<DocumentOrExperiment> work = readWork(lesson.text);
        REQUIRE(work);
        CHECK(std::get<Document>(*work).tokens == openLesson(lesson.id)->tokens);
    }
    for (const ExperimentEntry& experiment : experiments()) {
        const Checked<DocumentOrExperiment> work = readWork(experiment.text);
        REQUIRE(work);
        CHECK(std::get<Experiment>(*work) == *openShippedExperiment(experiment.id));
    }
}

TEST_CASE("what is neither is refused as a document, what is both as an experiment") {
    CHECK(firstFaultOf("{}") == "lookback: is missing, expected 1 (the version of the format)");
    CHECK(firstFaultOf("[]").starts_with(": is a list of 0, expected an object"));
    CHECK(firstFaultOf(fileWith({{"lookback_experiment", "1"}}))
              .starts_with("lookback: unknown field"));
    CHECK(firstFaultOf(R"({"lookback_experiment": 2})")
              .starts_with("lookback_experiment: was written by a newer version of Lookback (2)"));
}
