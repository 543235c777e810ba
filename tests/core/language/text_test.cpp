#include <map>
#include <random>

#include "core/language/floor.h"
#include "core/language/unit_text.h"
#include "tests/core/said.h"
#include "tests/core/training_reference.h"

namespace lookback {
namespace {

using Units = std::vector<std::string>;

Experiment wordsIn(std::string text, Index context = 1) {
    return {.text = std::move(text), .context = context};
}

/// The floor by its definition: every prefix of every window counted.
double countedFloor(const UnitText& text, Index context) {
    const auto prefix = [&](Index start, Index length) {
        return std::vector<Unit>(text.units.begin() + start, text.units.begin() + start + length);
    };
    std::map<std::vector<Unit>, double> counts;
    for (const Index start : text.train_starts) {
        for (Index length = 1; length <= context + 1; ++length) ++counts[prefix(start, length)];
    }
    double sum = 0;
    for (const Index start : text.train_starts) {
        for (Index length = 1; length <= context; ++length) {
            sum -= std::log(counts[prefix(start, length + 1)] / counts[prefix(start, length)]);
        }
    }
    return sum / static_cast<double>(context) / static_cast<double>(text.train_starts.size());
}

TEST_CASE("the reference's texts have its vocabulary, windows and floor") {
    CHECK(test::trainingRuns().size() == 5);
    for (const Json& run : test::trainingRuns()) {
        const Experiment experiment = test::experimentOf(run);
        CAPTURE(experiment.title);
        const UnitText text = cutText(experiment);
        CHECK(text.vocabulary == run.at("vocabulary").get<Units>());
        CHECK(text.units.size() == run.at("unit_count").get<std::size_t>());
        CHECK(text.train_starts.size() == run.at("train_starts").get<std::size_t>());
        CHECK(text.held_out_starts.size() == run.at("held_out_starts").get<std::size_t>());
        CHECK(test::isClose(lossFloor(text, experiment.context), run.at("floor"), 1e-12));
    }
}

TEST_CASE("words stand between white space, and empty lines do not count") {
    const UnitText text = cutText(wordsIn("b  a\r\n\n \t\n\u00e9 a\n"));
    CHECK(text.vocabulary == Units{"a", "b", "\u00e9"});
    CHECK(text.units == std::vector<Unit>{1, 0, 2, 0});
    CHECK(text.train_starts == std::vector<Index>{0, 2});
    CHECK(cutText(wordsIn(" \n")).units.empty());
}

TEST_CASE("characters are code points, and a line break is one that ends its line") {
    Experiment experiment = wordsIn("\u00e9a\n\na");
    experiment.unit = TextUnit::characters;
    const UnitText text = cutText(experiment);
    CHECK(text.vocabulary == Units{"\n", "a", "\u00e9"});
    CHECK(text.units == std::vector<Unit>{2, 1, 0, 0, 1});
    CHECK(text.train_starts == std::vector<Index>{0, 3});
}

TEST_CASE("a typed sentence is split as the text is, and what the text lacks is named") {
    Experiment experiment = wordsIn("ann meets bob .");
    UnitText text = cutText(experiment);
    const auto fault = [&](std::string_view sentence) {
        const auto units = unitsOfSentence(experiment, text, sentence);
        REQUIRE(!units.has_value());
        return test::placed(units.error());
    };
    CHECK(unitsOfSentence(experiment, text, " bob  ann\nbob .") == std::vector<Unit>{2, 1, 2, 0});
    CHECK(fault(" \n") == "sentence: has no word, expected at least one");
    CHECK(fault("ann mets bob") ==
          "sentence: \u201cmets\u201d is not a word of the text (did you mean \u201cmeets\u201d?)");
    CHECK(fault(std::string(100, 'x')) ==
          "sentence: \u201c" + std::string(39, 'x') + "\u2026\u201d is not a word of the text");
    experiment = {.text = "ab\n", .unit = TextUnit::characters, .context = 1};
    text = cutText(experiment);
    CHECK(unitsOfSentence(experiment, text, "b\na") == std::vector<Unit>{2, 0, 1});
    CHECK(fault("") == "sentence: has no character, expected at least one");
    CHECK(fault("ab\xFF") == "sentence: \u201c\uFFFD\u201d is not a character of the text");
}

TEST_CASE("units on a line have signs for what has none") {
    CHECK(shownUnit("ann") == "ann");
    CHECK(shownUnit("\n") == "\u00B6");
    CHECK(shownUnit(" ") == "\u00B7");
    CHECK(shownUnit("\t") == "\u21E5");
    CHECK(shownUnit("\x1B") == "?");
    Experiment experiment = wordsIn("ann sees");
    CHECK(unitLine(experiment, cutText(experiment), std::vector<Unit>{1, 0, 1}) == "sees ann sees");
    experiment = {.text = "a \n", .unit = TextUnit::characters, .context = 1};
    CHECK(unitLine(experiment, cutText(experiment), std::vector<Unit>{2, 1, 2, 0}) == "a a\u00B6");
}

TEST_CASE("a sentence that is typed may have signs for line breaks and tabs") {
    Experiment experiment{.text = "a\tb\n", .unit = TextUnit::characters, .context = 1};
    UnitText text = cutText(experiment);  // tab, line break, a, b
    const std::vector<Unit> units{1, 2, 0, 3, 1, 1};
    CHECK(typedText(experiment, text, units) == "\u00B6a\u21E5b\u00B6\u00B6");
    CHECK(unitsOfSentence(experiment, text, "\u00B6a\u21E5b\u00B6\u00B6") == units);
    CHECK(unitsOfSentence(experiment, text, "\na\tb\n\n") == units);
    // A sign that the text has is itself.
    experiment.text = "a\n\u00B6";
    text = cutText(experiment);
    CHECK(typedText(experiment, text, std::vector<Unit>{0, 2}) == "\n\u00B6");
    CHECK(unitsOfSentence(experiment, text, "\n\u00B6") == std::vector<Unit>{0, 2});
    // A sign of what the text lacks is unknown.
    experiment.text = "ab";
    CHECK(!unitsOfSentence(experiment, cutText(experiment), "a\u00B6"));
}

TEST_CASE("no training window reaches what is held out, whatever the text") {
    std::mt19937 random(1);
    const auto below = [&](unsigned limit) { return static_cast<Index>(random() % limit); };
    std::size_t windows = 0;
    for (int round = 0; round < 300; ++round) {
        Experiment experiment = wordsIn("", 1 + below(5));
        experiment.unit = below(2) == 0 ? TextUnit::words : TextUnit::characters;
        experiment.starts = below(2) == 0 ? WindowStarts::lines : WindowStarts::anywhere;
        experiment.held_out = static_cast<double>(below(10)) / 10;
        std::vector<Index> lines;  // of words: where each begins
        for (Index unit = 0, length = below(60); unit < length; ++unit) {
            const bool begins = unit == 0 || below(4) == 0;
            if (begins) lines.push_back(unit);
            if (unit > 0) experiment.text += begins ? '\n' : ' ';
            experiment.text += static_cast<char>('a' + below(3));
        }
        CAPTURE(experiment.text);
        const UnitText text = cutText(experiment);
        const auto end = static_cast<Index>(text.units.size());
        const Index length = experiment.context + 1;
        if (experiment.unit == TextUnit::characters) {
            CHECK(text.units.size() == experiment.text.size());
            lines.assign(end > 0 ? 1 : 0, 0);
            for (Index k = 1; k < end; ++k) {
                if (experiment.text[static_cast<std::size_t>(k - 1)] == '\n') lines.push_back(k);
            }
        }
        const auto held = [&](Index count) {
            return count -
                   static_cast<Index>(std::floor(static_cast<double>(count) * experiment.held_out));
        };
        std::vector<Index> train, held_out;
        if (experiment.starts == WindowStarts::anywhere) {
            for (Index at = 0; at < end; ++at) {
                if (at + length <= held(end)) train.push_back(at);
                const bool on_grid = at >= held(end) && (at - held(end)) % experiment.context == 0;
                if (on_grid && at + length <= end) held_out.push_back(at);
            }
        } else {
            const Index trained = held(std::ssize(lines));
            for (Index line = 0; line < std::ssize(lines); ++line) {
                const Index at = lines[static_cast<std::size_t>(line)];
                const Index limit =
                    trained < std::ssize(lines) ? lines[static_cast<std::size_t>(trained)] : end;
                if (line < trained && at + length <= limit) train.push_back(at);
                if (line >= trained && at + length <= end) held_out.push_back(at);
            }
        }
        CHECK(text.train_starts == train);
        CHECK(text.held_out_starts == held_out);
        const TextSize size = sizeOfText(experiment);
        CHECK(size.units == end);
        CHECK(size.vocabulary == text.vocabularySize());
        CHECK(size.has_training_window == !train.empty());
        windows += train.size() + held_out.size();
        const std::span some = std::span(train).first(train.size() / 2);
        const LossFloors floors = lossFloors(text, experiment.context, some, {});
        if (!some.empty()) {
            CHECK(floors.all == lossFloor(text, experiment.context));
            CHECK(floors.some == lossFloor(text, experiment.context, some));
        }
        if (train.empty()) {
            CHECK(std::isnan(lossFloor(text, experiment.context)));
        } else {
            CHECK(test::isClose(lossFloor(text, experiment.context),
                                countedFloor(text, experiment.context), 1e-12));
        }
    }
    CHECK(windows > 1000);
}

}  // namespace
}  // namespace lookback
