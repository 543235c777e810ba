// Generate: what it shows is what the engine writes, and it follows the hands.
#include <fmt/format.h>

#include "app/state/commands.h"
#include "app/state/shown_writing.h"
#include "core/base/text.h"
#include "core/io/experiment_library.h"
#include "core/language/generation.h"
#include "tests/app/layout_check.h"
#include "tests/app/trains.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr ImGuiKeyChord kGenerate = ImGuiMod_Alt | ImGuiKey_5;

void openGenerate(LabUnderTest& lab) {
    lab.ui.key(kGenerate);
    lab.ui.step(3);
    trainToTheEnd(lab);
}

const GeneratePlace& placeOf(const LabUnderTest& lab) { return lab.state().workshop.generate; }

const TrainingRun& runOf(const LabUnderTest& lab) {
    return lab.state().workshop.training.report()->run;
}

const WritingMoment& momentOf(const LabUnderTest& lab) {
    const Workshop& workshop = lab.state().workshop;
    return workshop.writing.at(workshop.training, workshop.place, workshop.generate);
}

template <class Change>
void change(LabUnderTest& lab, Change how) {
    GeneratePlace place = placeOf(lab);
    how(place);
    lab.act(SetGeneratePlace{place});
    lab.ui.step(2);
}

/// What the engine's generation writes in the place of a twin.
Written engineWrites(const LabUnderTest& lab, std::size_t twin) {
    const TrainingRun& run = runOf(lab);
    const WritingMoment& moment = momentOf(lab);
    std::vector<Unit> prompt = moment.twins[twin].units;
    prompt.resize(moment.given);
    const NextWordChoice& choice = placeOf(lab).choice;
    Sampling sampling{.temperature = choice.temperature, .top_k = choice.top_k};
    if (!choice.is_greedy) sampling.seed = choice.seed;
    return run.twin(twin, [&](const auto& history) {
        return generate(run.experiment(), history.twin(),
                        history.stateAfter(moment.step)->parameters, prompt,
                        placeOf(lab).written + 1, sampling);
    });
}

void checkAgainstEngine(const LabUnderTest& lab) {
    for (std::size_t twin = 0; twin < momentOf(lab).twins.size(); ++twin) {
        const Written expected = engineWrites(lab, twin);
        const TwinWriting& found = momentOf(lab).twins[twin];
        REQUIRE(found.units.size() + 1 == expected.units.size());
        for (std::size_t at = 0; at < found.units.size(); ++at) {
            CHECK(found.units[at] == expected.units[at]);
        }
        for (std::size_t word = 0; word < found.words.size(); ++word) {
            const WordWritten& one = found.words[word];
            CHECK(one.unit == expected.units[momentOf(lab).given + word]);
            CHECK(one.chances[static_cast<std::size_t>(one.unit)] == expected.chances[word]);
            CHECK(one.lot.has_value() == !expected.uniforms.empty());
            if (one.lot) CHECK(*one.lot == expected.uniforms[word]);
            CHECK(one.equals_full_run);
        }
    }
}

}  // namespace

TEST_CASE("words, lots and chances are those of the engine, greedy and drawn") {
    LabUnderTest lab;
    openGenerate(lab);
    checkAgainstEngine(lab);
    for (const bool is_greedy : {true, false}) {
        for (const double temperature : {0.5, 1.0, 2.5}) {
            change(lab, [&](GeneratePlace& place) {
                place.choice = {.temperature = temperature,
                                .top_k = is_greedy ? 0 : 4,
                                .is_greedy = is_greedy,
                                .seed = 7};
                place.written = 12;
            });
            checkAgainstEngine(lab);
        }
    }
}

TEST_CASE("right goes through the steps of a word until it stands there, left takes it away") {
    LabUnderTest lab;
    openGenerate(lab);
    lab.ui.key(ImGuiKey_Home);
    CHECK(placeOf(lab).written == 0);
    CHECK(placeOf(lab).part == WordPart::word);
    lab.ui.step(2);
    CHECK(lab.shows("Nothing yet: only the prompt stands there."));
    for (std::size_t step = 1; step < kWordParts.size(); ++step) {
        lab.ui.key(ImGuiKey_RightArrow);
        lab.ui.step(2);
        CHECK(placeOf(lab).written == 0);
        CHECK(placeOf(lab).part == kWordParts[step].part);
    }
    const Unit next = momentOf(lab).twins[0].next().unit;
    const WordWritten& word = momentOf(lab).twins[0].next();
    CHECK(lab.shows(fmt::format("u = {} falls into", formatNumber(word.lot.value_or(-1), 4))));
    lab.ui.key(ImGuiKey_RightArrow);
    lab.ui.step(2);
    CHECK(placeOf(lab).written == 1);
    CHECK(placeOf(lab).part == WordPart::word);
    CHECK(momentOf(lab).twins[0].units.back() == next);
    lab.ui.key(ImGuiKey_LeftArrow);
    lab.ui.step(2);
    CHECK(placeOf(lab).written == 0);
    CHECK(placeOf(lab).part == WordPart::choice);
    CHECK(momentOf(lab).twins[0].units.size() == momentOf(lab).given);
}

TEST_CASE("down writes a whole word, up takes it away, end writes the line to its end") {
    LabUnderTest lab;
    openGenerate(lab);
    lab.ui.key(ImGuiKey_Home);
    lab.ui.key(ImGuiKey_DownArrow);
    lab.ui.key(ImGuiKey_DownArrow);
    CHECK(placeOf(lab).written == 2);
    CHECK(placeOf(lab).part == WordPart::word);
    lab.ui.key(ImGuiKey_UpArrow);
    CHECK(placeOf(lab).written == 1);
    lab.ui.key(ImGuiKey_End);
    lab.ui.step(2);
    CHECK(placeOf(lab).written == 6);  // two words are given, the longest line has eight
    CHECK(placeOf(lab).part == WordPart::choice);
    CHECK(momentOf(lab).twins[0].standing == LineStanding::whole);
    CHECK(momentOf(lab).twins[1].standing == LineStanding::none);
    CHECK(lab.shows("A\u2019s sentence stands in the text"));
    CHECK(lab.shows("B\u2019s sentence stands nowhere in the text"));
}

TEST_CASE("every step of a word shows its numbers") {
    LabUnderTest lab;
    openGenerate(lab);
    const auto at = [&](WordPart part) {
        change(lab, [&](GeneratePlace& place) { place.part = part; });
    };
    const TwinWriting& mine = momentOf(lab).twins[0];
    const Index last = mine.input.document().n() - 1;
    at(WordPart::query);
    CHECK(lab.shows(formatNumber(mine.input.matrix(MatrixId::query, 0)(last, 0), 4)));
    at(WordPart::weights);
    const MatrixView weights = mine.input.matrix(MatrixId::attention_weights, 0);
    for (Index key = 0; key <= last; ++key) CHECK(lab.shows(formatPercent(weights(last, key))));
    const WordWritten& next = momentOf(lab).twins[0].next();
    const double largest = *std::max_element(next.logits.begin(), next.logits.end());
    at(WordPart::logits);
    CHECK(lab.shows(formatNumber(largest, 4)));
    CHECK_FALSE(lab.shows("p("));
    at(WordPart::chances);
    CHECK(lab.shows("p("));
    CHECK(lab.shows("13 more"));
    CHECK(lab.shows(formatNumber(*std::max_element(next.chances.begin(), next.chances.end()), 4)));
    CHECK(lab.shows("chances add up to 1"));
    CHECK(lab.shows("kept rows equal the full run"));
}

TEST_CASE("the temperature is dragged, and every number follows at once") {
    LabUnderTest lab;
    openGenerate(lab);
    const Experiment before = lab.state().workshop.experiment();
    const ImRect track = lab.ui.find("Edit/##temperature").rect;
    lab.ui.move(track.GetCenter());
    lab.ui.press();
    for (const float share : {0.3f, 0.6f, 0.9f}) {
        lab.ui.move({track.Min.x + share * track.GetWidth(), track.GetCenter().y});
        lab.ui.step(2);
        CHECK(placeOf(lab).choice.temperature != 1);
        checkAgainstEngine(lab);
    }
    lab.ui.release();
    lab.ui.step(2);
    CHECK(lab.state().workshop.experiment() == before);
    CHECK(lab.isAsOpened());
}

TEST_CASE("a full context says what has gone, and nothing is kept where every place moved") {
    LabUnderTest lab;
    openGenerate(lab);
    change(lab, [](GeneratePlace& place) {
        place.written = 9;
        place.part = WordPart::choice;
    });
    const WordWritten& word = momentOf(lab).twins[0].next();
    CHECK(word.first == 4);
    CHECK(word.kept == 0);
    CHECK(word.nothing_kept == NothingKept::places_moved);
    CHECK(lab.shows("the context is full"));
    CHECK(lab.shows("0 rows kept, 7 computed"));
}

TEST_CASE("a prompt is typed in units of the text, and a word that it lacks is refused") {
    LabUnderTest lab;
    openGenerate(lab);
    const TrainingRun& run = runOf(lab);
    change(lab, [](GeneratePlace& place) { place.prompt = "bob greets ann"; });
    CHECK(momentOf(lab).given == 3);
    checkAgainstEngine(lab);
    const auto refused = promptUnits(run, "bob kisses ann");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message.find("kisses") != std::string::npos);
    lab.ui.click("Edit/+##prompt-add");
    lab.ui.step(3);
    const std::vector<std::string>& all = run.text().vocabulary;
    const auto place = std::find(all.begin(), all.end(), "dan") - all.begin();
    lab.ui.click(fmt::format("popup/dan###dan##{}", place));
    lab.ui.step(2);
    CHECK(placeOf(lab).prompt == "bob greets ann dan");
    checkAgainstEngine(lab);
    lab.act(OpenExperiment{"counting"});
    lab.ui.step(2);
    trainToTheEnd(lab);
    CHECK(placeOf(lab).prompt.empty());
    CHECK(momentOf(lab).given == 2);
    checkAgainstEngine(lab);
}

TEST_CASE("one twin is shown, or both, and its arithmetic is told") {
    LabUnderTest lab;
    openGenerate(lab);
    CHECK(toldTwin(placeOf(lab), 2) == 0);
    lab.ui.click("Edit/B##only");
    lab.ui.step(2);
    CHECK(placeOf(lab).shown == TwinsShown::b);
    CHECK(toldTwin(placeOf(lab), 2) == 1);
    CHECK_FALSE(lab.shows("A\u2019s sentence"));
    CHECK(lab.shows("B\u2019s sentence"));
    lab.ui.click("Edit/A and B");
    lab.ui.key(ImGuiKey_T);
    lab.ui.step(2);
    CHECK(toldTwin(placeOf(lab), 2) == 1);
}

TEST_CASE("play writes to the end of the line and stops there") {
    LabUnderTest lab;
    openGenerate(lab);
    lab.ui.key(ImGuiKey_Home);
    lab.ui.key(ImGuiKey_Space);
    CHECK(lab.place().playing);
    Index most = 0;
    for (int frame = 0; frame < 20000 && lab.place().playing; ++frame) {
        lab.ui.step();
        most = std::max(most, placeOf(lab).written);
    }
    CHECK_FALSE(lab.place().playing);
    CHECK(most == momentOf(lab).to_end);
}

TEST_CASE("the layout of Generate is sound at every size, in both themes and presented") {
    LayoutReport report;
    for (const ImVec2 size : {kLaptop, kUsual, kProjector}) {
        for (const ExperimentEntry& one : experiments()) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(OpenExperiment{one.id});
            openGenerate(lab);
            for (const bool presenting : {false, true}) {
                if (presenting) lab.ui.key(ImGuiKey_F5);
                for (const ThemeId theme_id : kThemes) {
                    lab.act(SetTheme{theme_id});
                    for (const WordPartInfo& row : kWordParts) {
                        for (const Index written : {Index{0}, Index{3}, Index{30}}) {
                            change(lab, [&](GeneratePlace& place) {
                                place.part = row.part;
                                place.written = written;
                            });
                            report.add(
                                fmt::format("{}, {}, {}, {}, {} written", one.id,
                                            theme(theme_id).name, size.x, row.title, written),
                                layoutFaults(lab));
                        }
                    }
                }
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}
