// What the mask should block and has weight all the same is orange wherever weights are drawn.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/look/painter.h"
#include "app/look/theme.h"
#include "core/words/say.h"
#include "tests/app/leak_under_test.h"
#include "tests/app/stripes.h"

using namespace lookback;
using namespace lookback::test;

namespace {

struct Case {
    MaskingMethod method;
    double value;
    bool leaks;
};

constexpr std::array kCases{
    Case{MaskingMethod::fill, -5, true},          Case{MaskingMethod::fill, -1e9, false},
    Case{MaskingMethod::add, -5, true},           Case{MaskingMethod::add, -1e9, false},
    Case{MaskingMethod::add_allowed, -1e9, true}, Case{MaskingMethod::multiply, -1e9, true},
    Case{MaskingMethod::zero, -1e9, false},       Case{MaskingMethod::renormalize, -1e9, false},
    Case{MaskingMethod::zero_rows, -1e9, false},
};

ImRect boxOf(const ImRect& matrix, Cell cell) {
    const ImVec2 size{matrix.GetWidth() / 3, matrix.GetHeight() / 3};
    const ImVec2 min{matrix.Min.x + size.x * static_cast<float>(cell.col),
                     matrix.Min.y + size.y * static_cast<float>(cell.row)};
    return {min, {min.x + size.x, min.y + size.y}};
}

ImRect boxOf(const LabUnderTest& lab, std::string_view matrix, Cell cell) {
    return boxOf(lab.ui.find(matrix).rect, cell);
}

/// The result of the step: where the weights are masked last, that is another stage.
std::string weightsOf(const LabUnderTest& lab) {
    return "Centre/" + std::string(info(lab.state().step().results.back()).name);
}

void mask(LabUnderTest& lab, const Case& how) {
    lab.act(SetMasking{{how.method, how.value}});
    lab.goTo(*stepCovering(lab.state().steps(), MatrixId::attention_weights));
    lab.ui.move({5, 5});
    lab.ui.wait(1);
}

}  // namespace

TEST_CASE("blocked weights are hatched in orange where they leak, in grey where they do not") {
    LabUnderTest lab("write-a-poem");
    for (const ThemeId theme_id : kThemes) {
        lab.act(Change(&Preferences::theme, theme_id));
        const Theme& c = theme(theme_id);
        for (const Case& how : kCases) {
            CAPTURE(static_cast<int>(how.method));
            CAPTURE(how.value);
            mask(lab, how);
            const MatrixView weights = lab.trace().view(MatrixId::attention_weights);
            for (const Cell cell : {Cell{0, 1}, Cell{0, 2}, Cell{1, 2}}) {
                REQUIRE((weights(cell) > 0) == how.leaks);
                const ImRect box = boxOf(lab, weightsOf(lab), cell);
                CHECK(isStriped(lab, box, leakHatching(c)) == how.leaks);
                CHECK(isStriped(lab, box, maskedHatching(c)) != how.leaks);
            }
            const ImRect seen = boxOf(lab, weightsOf(lab), {2, 1});
            CHECK(!isStriped(lab, seen, leakHatching(c)));
            CHECK(!isStriped(lab, seen, maskedHatching(c)));
        }
    }
}

TEST_CASE("scores have no weight yet: what is blocked of them stays grey") {
    LabUnderTest lab("write-a-poem");
    mask(lab, {MaskingMethod::fill, -5, true});
    const Theme& c = lab.look().colors();
    const ImRect box = boxOf(lab, "Centre/masked_scores", {0, 2});
    CHECK(isStriped(lab, box, maskedHatching(c)));
    CHECK(!isStriped(lab, box, leakHatching(c)));
}

TEST_CASE("NaN is not a leak") {
    LabUnderTest lab("the-cat-sat");
    lab.choose("mask", english().text(info(MaskKind::strict_causal).label()));
    lab.goTo("Softmax");
    lab.ui.move({5, 5});
    REQUIRE(std::isnan(lab.trace().view(MatrixId::attention_weights)(0, 2)));
    const Theme& c = lab.look().colors();
    const ImRect box = boxOf(lab, "Centre/attention_weights", {0, 2});
    CHECK(isStriped(lab, box, maskedHatching(c)));
    CHECK(!isStriped(lab, box, leakHatching(c)));
}

TEST_CASE("leaks are orange in the ribbon, in the bars and beside another variant") {
    LabUnderTest lab("write-a-poem");
    mask(lab, {MaskingMethod::fill, -1, true});
    lab.act(SelectToken{0});
    lab.ui.move({5, 5});
    lab.ui.step();
    const Theme& c = lab.look().colors();
    CHECK(isStriped(lab, lab.ui.find("Centre/attention_weights##ribbon").rect, leakHatching(c)));
    CHECK(!isStriped(lab, lab.ui.find("Centre/masked_scores##ribbon").rect, leakHatching(c)));
    const ImRect leaking = lab.ui.find("Meaning/###bar2").rect;
    CHECK(isStriped(lab, leaking, {.line = c.bad}));
    CHECK(isStriped(lab, leaking, leakHatching(c)));
    const ImRect seen = lab.ui.find("Meaning/###bar0").rect;
    CHECK(!isStriped(lab, seen, {.line = c.bad}));
    CHECK(!isStriped(lab, seen, leakHatching(c)));
    lab.act(SetMode{Mode::compare});
    lab.ui.step();
    const auto& items = lab.ui.items();
    const auto a = std::find_if(items.begin(), items.end(), [](const UiItem& item) {
        return item.label == "attention_weights";
    });
    REQUIRE(a != items.end());
    CHECK(isStriped(lab, boxOf(a->rect, {0, 2}), leakHatching(c)));
    CHECK(!isStriped(lab, boxOf(a->rect, {2, 0}), leakHatching(c)));
}

TEST_CASE("the tooltip of a leak says that it is one") {
    LabUnderTest lab("write-a-poem");
    mask(lab, {MaskingMethod::fill, -5, true});
    lab.ui.move(lab.figureCell("Centre/attention_weights", {0, 2}, 3, 3));
    lab.ui.wait(0.6);
    REQUIRE(lab.tooltip().size() > 1);
    CHECK(lab.tooltip()[1].find("a leak") != std::string::npos);
    mask(lab, {MaskingMethod::fill, -1e9, false});
    lab.ui.move(lab.figureCell("Centre/attention_weights", {0, 2}, 3, 3));
    lab.ui.wait(0.6);
    REQUIRE(lab.tooltip().size() > 1);
    CHECK(lab.tooltip()[1].find("a leak") == std::string::npos);
    CHECK(lab.tooltip()[1].find("Blocked by Causal") != std::string::npos);
}

TEST_CASE("digits and signs can be read on every hatching") {
    for (const ThemeId theme_id : kThemes) {
        const Theme& c = theme(theme_id);
        const Hatching leak = leakHatching(c);
        for (const ImU32 ground : {leak.ground, leak.line}) {
            CHECK(contrast(readable(c, c.bad, leak.line), ground) >= 4.5f);
        }
        for (std::size_t rule = 0; rule < 12; ++rule) {
            const Hatching how = ruleHatching(c, rule);
            for (const ImU32 ground : {how.ground, how.line}) {
                CHECK(contrast(readable(c, c.soft, how.line), ground) >= 4.5f);
            }
        }
        const Hatching painted = paintedHatching(c);
        for (const ImU32 ground : {painted.ground, painted.line}) {
            CHECK(contrast(readable(c, c.soft, painted.line), ground) >= 4.5f);
        }
    }
}

TEST_CASE("a move of rounding size is not orange, a leak is") {
    LabUnderTest lab("causal-two-ways");
    openLeakTest(lab);
    lab.act(Change(&LeakPlace::nudge, Nudge{.token = 5, .dimension = 0, .amount = 2}));
    static_cast<void>(answerQuestions(lab));
    lab.ui.move({5, 5});
    lab.ui.step(3);
    const auto& verdict = lab.state().leaks.report().answers.a.verdict;
    REQUIRE(verdict.has_value());
    REQUIRE(verdict->kind == LeakKind::rounding);
    const ComparedPair pair = lab.state().comparison.of(lab.state().shown, lab.place().compared);
    const ProbeMoves& moves =
        lab.state().probed.of(pair, lab.place().compared, lab.place().leak, 2);
    const auto blocked = std::span(moves.moves.a).first(5);
    REQUIRE(std::any_of(blocked.begin(), blocked.end(), [](double move) { return move > 0; }));
    const Theme& c = lab.look().colors();
    const ImRect grid = lab.ui.find("Centre/influence-a").rect;
    const ImRect bars{grid.Min.x, lab.ui.find("Centre/##amount").rect.Max.y + 2, grid.Max.x,
                      kUsual.y - 130};
    CHECK(!isStriped(lab, bars, {.line = c.bad}));
    lab.act(SetMasking{{MaskingMethod::fill, -1}});
    static_cast<void>(answerQuestions(lab));
    lab.ui.step(3);
    CHECK(isStriped(lab, bars, {.line = c.bad}));
}
