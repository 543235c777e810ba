// Whether what was written could stand in the text.
#include <algorithm>

#include <doctest/doctest.h>

#include "core/language/line_writing.h"

using namespace lookback;

namespace {

Experiment textOf(const std::string& text, TextUnit unit) {
    Experiment experiment;
    experiment.text = text;
    experiment.unit = unit;
    experiment.context = 2;
    return experiment;
}

LineStanding standing(const std::string& written, const UnitText& text, TextUnit unit,
                      WindowStarts starts = WindowStarts::lines) {
    const UnitText cut = cutText(textOf(written, unit));
    std::vector<Unit> units;
    for (const Unit one : cut.units) {
        const std::string& name = cut.vocabulary[static_cast<std::size_t>(one)];
        const auto place = std::find(text.vocabulary.begin(), text.vocabulary.end(), name);
        REQUIRE(place != text.vocabulary.end());
        units.push_back(static_cast<Unit>(place - text.vocabulary.begin()));
    }
    return lineStanding(text, starts, units);
}

}  // namespace

TEST_CASE("words could stand in the text where they are lines of it, the last one begun or whole") {
    const UnitText text =
        cutText(textOf("ann sees bob .\nann sees\nbob calls ann .\ncleo calls\n", TextUnit::words));
    const auto found = [&](const std::string& words) {
        return standing(words, text, TextUnit::words);
    };
    CHECK(found("ann") == LineStanding::begun);
    CHECK(found("ann sees") == LineStanding::whole);
    CHECK(found("ann sees bob") == LineStanding::begun);
    CHECK(found("ann sees bob .") == LineStanding::whole);
    CHECK(found("ann sees bob calls") == LineStanding::begun);  // two lines, the second begun
    CHECK(found("ann sees bob calls ann .") == LineStanding::whole);
    CHECK(found("ann sees bob . ann") == LineStanding::begun);
    CHECK(found("ann calls") == LineStanding::none);
    CHECK(found("ann . .") == LineStanding::none);
    CHECK(found("ann sees bob . .") == LineStanding::none);
}

TEST_CASE("what begins in the middle of a line goes on with its end") {
    const UnitText text = cutText(textOf("ann sees bob .\nbob calls ann .\n", TextUnit::words));
    const auto found = [&](const std::string& words) {
        return standing(words, text, TextUnit::words);
    };
    CHECK(found("sees bob .") == LineStanding::whole);
    CHECK(found("sees bob . bob") == LineStanding::begun);
    CHECK(found("sees ann") == LineStanding::none);
    // Bob begins a line, so he is not taken for the end of another one.
    CHECK(found("bob .") == LineStanding::none);
    CHECK(standing("bob .", text, TextUnit::words, WindowStarts::anywhere) == LineStanding::whole);
}

TEST_CASE("characters end a line with its line break") {
    const UnitText text = cutText(textOf("1 2 3\n2 3 4\n", TextUnit::characters));
    const auto found = [&](const std::string& characters) {
        return standing(characters, text, TextUnit::characters);
    };
    CHECK(found("1 2") == LineStanding::begun);
    CHECK(found("1 2 3") == LineStanding::begun);
    CHECK(found("1 2 3\n") == LineStanding::whole);
    CHECK(found("1 2 3\n2 3") == LineStanding::begun);
    CHECK(found("1 2 4") == LineStanding::none);
    CHECK(found("2 3 3") == LineStanding::none);
}
