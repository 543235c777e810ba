// The mask's rules show themselves beside the matrix: steppers, and what blocks nothing.
#include <array>

#include <fmt/format.h>

#include "core/document/mask_edit.h"
#include "core/words/say.h"
#include "tests/app/layout_check.h"
#include "tests/app/mask_rules.h"

using namespace lookback;
using namespace lookback::test;

namespace {

const std::vector<ImVec2> kMaskRulesSizes = windows({kLaptop, kUsual, kProjector});

}  // namespace

TEST_CASE("a stepper above the mask changes what one looks at, step by step") {
    LabUnderTest lab("causal-two-ways");
    lab.goTo("Mask");
    for (const MaskInfo& kind : maskKinds()) {
        for (std::size_t which = 0; which < kind.numbers.size(); ++which) {
            const MaskNumber& number = kind.numbers[which];
            CAPTURE(kind.name);
            CAPTURE(number.field);
            lab.act(SetMaskRules{{newRule(kind.kind, 6)}});
            lab.ui.step();
            CHECK(lab.step() == "Mask");
            const Mask before = lab.document().mask;
            const std::string more = fmt::format("Centre/+##more {}", number.field);
            const std::string less = fmt::format("Centre/\u2212##less {}", number.field);
            const ImRect place = lab.ui.find(more).rect;
            const ImRect matrix = lab.ui.find("Centre/mask").rect;
            for (Index by = 1; by <= 5; ++by) {
                lab.ui.click(more);
                CHECK(lab.document().mask.rules.front().numbers[which] == number.usual + by);
                CHECK(isUpToDate(lab.state()));
                lab.ui.step();
                // Neither the button under the pointer nor what one looks at moves.
                const ImRect now = lab.ui.find(more).rect;
                CHECK(now.Min.x == place.Min.x);
                CHECK(now.Min.y == place.Min.y);
                CHECK(lab.ui.find("Centre/mask").rect.Min.x == matrix.Min.x);
                CHECK(lab.ui.find("Centre/mask").rect.Max.y == matrix.Max.y);
            }
            lab.ui.click(less);
            CHECK(lab.document().mask.rules.front().numbers[which] == number.usual + 4);
            for (int k = 0; k < 6; ++k) lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
            CHECK(lab.document().mask == before);
        }
    }
}

TEST_CASE("the mask follows its stepper cell by cell") {
    LabUnderTest lab(withMask(4, {numbered(MaskKind::sliding_window, 2)}));
    lab.goTo("Mask");
    CHECK(lab.shows("Sliding window"));
    REQUIRE(!allowed(lab, {3, 1}));
    lab.ui.click("Centre/+##more window");
    CHECK(allowed(lab, {3, 1}));
    CHECK(!allowed(lab, {3, 0}));
    // As the cell that one looks at says.
    lab.ui.step();
    const ImVec2 cell = lab.figureCell("Centre/mask", {3, 0}, 4, 4);
    const ImRect box{{cell.x - 8, cell.y - 8}, {cell.x + 8, cell.y + 8}};
    CHECK(lab.textIn(box) == "\u00d7");
    lab.ui.click("Centre/+##more window");
    lab.ui.step();
    CHECK(lab.textIn(box) == "\u2713");
    // A number may be typed, too.
    lab.ui.doubleClick("Centre/##window");
    lab.ui.type("1");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(lab.document().mask.rules.front().numbers[0] == 1);
    CHECK(!lab.ui.exists("Centre/\u2212##less stride"));
}

TEST_CASE("painted cells stay as they were painted while a number changes") {
    LabUnderTest lab(withMask(6, {numbered(MaskKind::sliding_window, 2)}));
    lab.goTo("Mask");
    lab.ui.clickAt(lab.figureCell("Centre/mask", {0, 5}, 6, 6));
    lab.ui.clickAt(lab.figureCell("Centre/mask", {3, 3}, 6, 6));
    lab.ui.step();
    CHECK(lab.shows("2 painted cells"));
    for (int k = 0; k < 3; ++k) {
        lab.ui.click("Centre/+##more window");
        CHECK(allowed(lab, {0, 5}));
        CHECK(!allowed(lab, {3, 3}));
    }
    lab.ui.step();
    lab.ui.click("Centre/\u00d7##remove 0");
    lab.ui.step();
    CHECK(lab.document().mask.rules.empty());
    CHECK(allowed(lab, {0, 5}));
    CHECK(!allowed(lab, {3, 3}));
    lab.ui.click("Centre/\u00d7##remove 0");
    CHECK(lab.document().mask == Mask{});
}

TEST_CASE("a rule that blocks nothing says so beside it") {
    LabUnderTest lab(withMask(4, {newRule(MaskKind::causal, 4), newRule(MaskKind::padding, 4)}));
    lab.goTo("Mask");
    CHECK(lab.shows("blocks nothing here"));
    CHECK(!lab.shows("no pair is blocked"));
    lab.ui.click(aboveMask(MaskKind::padding, 3));
    lab.ui.step();
    CHECK(!lab.shows("blocks nothing here"));

    LabUnderTest wide(withMask(4, {numbered(MaskKind::local_window, 3)}));
    wide.goTo("Mask");
    CHECK(!wide.shows("no pair is blocked"));
    wide.ui.click("Centre/+##more window");
    wide.ui.step();
    CHECK(wide.shows("no pair is blocked"));
    // A token more, and it hides something again.
    wide.act(InsertToken{4, "more"});
    wide.ui.step();
    CHECK(!wide.shows("no pair is blocked"));
    wide.act(SetMasked{false});
    wide.ui.step();
    CHECK(wide.shows("no pair is blocked"));
}

TEST_CASE("one of several rules can be taken away, the only one cannot") {
    LabUnderTest lab(withMask(4, {newRule(MaskKind::causal, 4), marking(MaskKind::padding, 4)}));
    lab.goTo("Mask");
    const Document before = lab.document();
    CHECK(lab.ui.exists("Centre/\u00d7##remove 1"));
    lab.ui.click("Centre/\u00d7##remove 0");
    lab.ui.step();
    REQUIRE(lab.document().mask.rules.size() == 1);
    CHECK(lab.document().mask.rules.front().kind == MaskKind::padding);
    CHECK(!lab.ui.exists("Centre/\u00d7##remove 0"));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.document() == before);
}

TEST_CASE("a mask that is chosen and blocks nothing is noticed in every mode") {
    LabUnderTest lab(withMask(2, {newRule(MaskKind::causal, 2)}));
    REQUIRE(lab.step() == "Embeddings");
    lab.choose("mask", english().text(info(MaskKind::local_window).label()));
    CHECK(lab.step() == "Embeddings");
    CHECK(lab.shows("Local window 2 blocks nothing in a sentence of 2 tokens."));
    lab.choose("mask", english().text(info(MaskKind::causal).label()));
    CHECK(lab.state().notice.empty());
    lab.act(SetMaskRules{{}});
    lab.choose("mask", english().text(info(MaskKind::custom).label()));
    CHECK(lab.step() == "Mask");
    CHECK(lab.shows("Paint its cells."));
    lab.choose("mask", english().text(info(MaskKind::none).label()));
    CHECK(lab.state().notice.empty());
}

TEST_CASE("presented, the rules and their steppers stand beside the name of the step") {
    for (const ImVec2 size : windows({kLaptop, kProjector})) {
        CAPTURE(size.x);
        LabUnderTest lab(
            withMask(6, {newRule(MaskKind::causal, 6), numbered(MaskKind::sliding_window, 2)}),
            size);
        lab.act(SetPresenting{true});
        lab.goTo("Mask");
        const ImRect more = lab.ui.find("Centre/+##more window").rect;
        CHECK(more.Max.y < lab.ui.find("Centre/mask").rect.Min.y);
        lab.ui.click("Centre/+##more window");
        CHECK(lab.document().mask.rules.back().numbers[0] == 3);
        lab.ui.step();
        CHECK(lab.ui.find("Centre/+##more window").rect.Min.x == more.Min.x);
        CHECK(allowed(lab, {3, 1}));
        lab.ui.click("Centre/\u00d7##remove 1");
        CHECK(lab.document().mask.rules.size() == 1);
        lab.goTo("Softmax");
        CHECK(!lab.ui.exists("Centre/+##more window"));
    }
}

TEST_CASE("with every kind of rule the layout is sound, and the step Mask has its digits") {
    for (const Index tokens : {1, 3, 6, 16}) {
        LayoutReport report;
        for (const ImVec2 size : kMaskRulesSizes) {
            LabUnderTest lab(withMask(tokens, {}, tokens == 16 ? 16 : 2), size);
            std::vector<std::vector<MaskRule>> masks{
                {},
                {newRule(MaskKind::causal, tokens), marking(MaskKind::padding, tokens)},
                {marking(MaskKind::padding, tokens), marking(MaskKind::documents, tokens)},
                {newRule(MaskKind::causal, tokens), numbered(MaskKind::sliding_window, 2),
                 marking(MaskKind::documents, tokens)}};
            for (const MaskInfo& kind : maskKinds()) masks.push_back({newRule(kind.kind, tokens)});
            lab.act(
                Change(&Preferences::theme, size.x == kUsual.x ? ThemeId::dark : ThemeId::light));
            for (const bool presenting : {false, true}) {
                lab.act(SetPresenting{presenting});
                for (const std::vector<MaskRule>& rules : masks) {
                    lab.act(SetMaskRules{rules});
                    lab.act(Notice{});
                    lab.goTo("Mask");
                    const std::string screen =
                        fmt::format("{} tokens at {}, {} rules, {}{}", tokens, size.x, rules.size(),
                                    rules.empty() ? "" : info(rules.back().kind).name,
                                    presenting ? ", presented" : "");
                    report.add(screen, layoutFaults(lab), {"shortened"});
                    const ImRect result = lab.ui.find("Centre/masked_scores").rect;
                    if (lab.textIn(result).find_first_of("0123456789") == std::string::npos) {
                        report.add(screen, {{"no digits", screen, ""}});
                    }
                }
            }
        }
        CHECK_MESSAGE(report.empty(), tokens, " tokens", report.text());
    }
}
