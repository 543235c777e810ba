#include <algorithm>
#include <set>

#include "core/language/line_writing.h"
#include "core/language/training.h"
#include "tests/core/training_reference.h"

namespace lookback {
namespace {

std::string spelled(const UnitText& text, const std::vector<Unit>& units,
                    std::string_view between) {
    std::string all;
    for (const Unit unit : units) {
        if (!all.empty()) all += between;
        all += text.vocabulary[static_cast<std::size_t>(unit)];
    }
    return all;
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (end > at) lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

/// Checks what a trained twin writes against the text as it stands. @return lines of the text
Index checkLines(const Experiment& experiment, const Twin& twin, std::size_t beginnings) {
    const UnitText text = cutText(experiment);
    Training<double> training(experiment, twin, text);
    for (Index step = 0; step < experiment.steps; ++step) (void)training.step();
    const bool is_words = experiment.unit == TextUnit::words;
    const std::vector<std::string> lines = linesOf(experiment.text);
    const std::set<std::string> known(lines.begin(), lines.end());
    std::vector<std::string> begun;
    for (const std::string& line : lines) {
        const std::string first = is_words ? line.substr(0, line.find(' ')) : line.substr(0, 1);
        if (std::find(begun.begin(), begun.end(), first) == begun.end()) begun.push_back(first);
    }
    begun.resize(std::min<std::size_t>(begun.size(), 8));
    CHECK(begun.size() == beginnings);

    const auto written = linesWritten(experiment, twin, text, training.parameters());
    REQUIRE(written.size() == begun.size());
    Index count = 0;
    for (std::size_t k = 0; k < written.size(); ++k) {
        const std::vector<Unit>& units = written[k].units;
        const std::string line = spelled(text, units, is_words ? " " : "");
        CAPTURE(line);
        CHECK(spelled(text, {units.front()}, "") == begun[k]);
        CHECK(written[k].is_of_text == (known.count(line) > 0));
        CHECK(line.find('\n') == std::string::npos);
        const auto greedy = generate(experiment, twin, training.parameters(), {units.front()},
                                     std::ssize(units) - 1, {});
        CHECK(greedy.units == units);
        if (written[k].is_of_text) ++count;
    }
    CHECK(linesOfText(written) == count);
    return count;
}

TEST_CASE("who was masked writes lines of the text, who was not does not") {
    const Json& run = test::trainingRuns()[1];
    const Experiment experiment = test::experimentOf(run);
    REQUIRE(experiment.dtype == DType::float64);
    CHECK(checkLines(experiment, experiment.twins[0], 8) == 8);
    CHECK(checkLines(experiment, experiment.twins[1], 8) == 0);
}

TEST_CASE("lines of characters end with their line break") {
    Experiment experiment{.unit = TextUnit::characters,
                          .context = 3,
                          .model = {.d_model = 12, .positions = PositionKind::learned},
                          .dtype = DType::float64,
                          .optimizer = {.learning_rate = 0.02},
                          .batch = 8,
                          .steps = 200,
                          .twins = {{"", {{MaskRule{}}, {}}, {}}}};
    experiment.text = "abc\nbca\n\ncab\nabc\nbca\ncab\n";
    CHECK(checkLines(experiment, experiment.twins[0], 3) == 3);
    experiment.steps = 0;
    CHECK(checkLines(experiment, experiment.twins[0], 3) == 0);
}

/// A masked model over words.
Experiment linesOfWords(std::string text) {
    return {.text = std::move(text),
            .context = 2,
            .model = {.d_model = 12, .positions = PositionKind::learned},
            .dtype = DType::float64,
            .optimizer = {.learning_rate = 0.02},
            .batch = 8,
            .steps = 100,
            .twins = {{"", {{MaskRule{}}, {}}, {}}}};
}

TEST_CASE("each beginning is tried once, in the order of the text, and no more than eight") {
    std::string text;
    for (const char name : std::string_view("hdbachdbfgieha")) {
        text += std::string(1, name) + " sees x\n";
    }
    const Experiment experiment = linesOfWords(text);
    CHECK(checkLines(experiment, experiment.twins[0], 8) == 8);
}

TEST_CASE("a line that is held out is a line of the text, a part of one is none") {
    Experiment experiment = linesOfWords("a sees x\nb sees x\na sees x\nb sees x\nd sees x\n");
    experiment.held_out = 0.2;
    REQUIRE(cutText(experiment).held_out_starts.size() == 1);
    CHECK(checkLines(experiment, experiment.twins[0], 3) == 3);
    experiment.text = "a sees x\nb sees x\na sees x\nb sees x\nd sees x a\n";
    CHECK(checkLines(experiment, experiment.twins[0], 3) == 2);
}

}  // namespace
}  // namespace lookback
