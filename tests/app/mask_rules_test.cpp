// The mask's rules show themselves beside the matrix: steppers, flags, documents, and what hides
// nothing.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/document/mask_edit.h"
#include "tests/app/layout_check.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr std::array kSizes{kLaptop, kUsual, kProjector};

MaskRule numbered(MaskKind kind, Index number) { return {kind, number, {}, {}}; }

/// Half of the tokens are padding, or belong to another document.
MaskRule marking(MaskKind kind, Index tokens) {
    MaskRule rule = newRule(kind, tokens);
    for (Index k = tokens / 2; k < tokens; ++k) rule = withNextMark(rule, k);
    return rule;
}

std::string mark(const char* window, MaskKind kind, const char* place, Index token) {
    return fmt::format("{}/##{} {} {}", window, info(kind).name, place, token);
}

std::string inSentence(MaskKind kind, Index token) { return mark("Edit", kind, "token", token); }
std::string aboveMask(MaskKind kind, Index token) { return mark("Centre", kind, "key", token); }

bool allowed(const LabUnderTest& lab, Cell cell) {
    return lab.trace().view(MatrixId::mask)(cell) != 0;
}

Index markOf(const LabUnderTest& lab, Index token, std::size_t rule = 0) {
    return lab.document().mask.rules[rule].per_token[static_cast<std::size_t>(token)];
}

Document withMask(Index tokens, std::vector<MaskRule> rules, Index width = 2) {
    Document document =
        randomDocument({.tokens = tokens, .d_in = width, .d_k = width, .d_v = width});
    document.mask = {std::move(rules), {}};
    return document;
}

}  // namespace

TEST_CASE("a stepper above the mask changes what one looks at, step by step") {
    LabUnderTest lab("causal-two-ways");
    lab.goTo("Mask");
    for (const MaskInfo& kind : maskKinds()) {
        if (kind.parameter != MaskParameter::number) continue;
        CAPTURE(kind.name);
        lab.act(SetMaskRules{{newRule(kind.kind, 6)}});
        lab.ui.step();
        CHECK(lab.step() == "Mask");
        const Mask before = lab.document().mask;
        const std::string more = fmt::format("Centre/+##more {}", kind.field);
        const std::string less = fmt::format("Centre/\u2212##less {}", kind.field);
        const ImRect place = lab.ui.find(more).rect;
        const ImRect matrix = lab.ui.find("Centre/mask").rect;
        for (Index by = 1; by <= 5; ++by) {
            lab.ui.click(more);
            CHECK(lab.document().mask.rules.front().number == kind.usual + by);
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
        CHECK(lab.document().mask.rules.front().number == kind.usual + 4);
        for (int k = 0; k < 6; ++k) lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
        CHECK(lab.document().mask == before);
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
    CHECK(lab.document().mask.rules.front().number == 1);
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
    CHECK(lab.shows("hides nothing here"));
    CHECK(!lab.shows("nothing is hidden at all"));
    lab.ui.click(aboveMask(MaskKind::padding, 3));
    lab.ui.step();
    CHECK(!lab.shows("hides nothing here"));

    LabUnderTest wide(withMask(4, {numbered(MaskKind::local_window, 3)}));
    wide.goTo("Mask");
    CHECK(!wide.shows("nothing is hidden at all"));
    wide.ui.click("Centre/+##more window");
    wide.ui.step();
    CHECK(wide.shows("nothing is hidden at all"));
    // A token more, and it hides something again.
    wide.act(InsertToken{4, "more"});
    wide.ui.step();
    CHECK(!wide.shows("nothing is hidden at all"));
    wide.act(SetMasked{false});
    wide.ui.step();
    CHECK(wide.shows("nothing is hidden at all"));
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

TEST_CASE("choosing padding goes to its editor, and words are flagged in the sentence") {
    LabUnderTest lab("causal-two-ways");
    REQUIRE(lab.step() == "Embeddings");
    const Index read = lab.state().token();
    lab.choose("mask", info(MaskKind::padding).label);
    CHECK(lab.step() == "Mask");
    CHECK(lab.state().token() == read);
    CHECK(lab.shows("Padding hides nothing yet. Click the words that are padding."));
    CHECK(lab.shows("nothing is hidden at all"));
    const std::string flag = inSentence(MaskKind::padding, 4);
    CHECK(lab.textIn(lab.ui.find(flag).rect).empty());
    lab.ui.click(flag);
    CHECK(markOf(lab, 4) == 0);
    for (Index query = 0; query < 6; ++query) {
        CHECK(!allowed(lab, {query, 4}));
        CHECK(lab.trace().view(MatrixId::attention_weights)(query, 4) == 0);
    }
    lab.ui.step();
    CHECK(lab.textIn(lab.ui.find(flag).rect) == "pad");
    CHECK(!lab.shows("nothing is hidden at all"));
    CHECK(lab.state().token() == read);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(markOf(lab, 4) == 1);
    lab.ui.click(flag);
    lab.ui.click(flag);
    CHECK(markOf(lab, 4) == 1);
    lab.undoAll();
    CHECK(lab.isAsOpened());
    CHECK(!lab.ui.exists(flag));
}

TEST_CASE("words are flagged at the mask, and flags travel with their tokens") {
    LabUnderTest lab(withMask(4, {newRule(MaskKind::padding, 4)}));
    lab.goTo("Mask");
    lab.ui.click(aboveMask(MaskKind::padding, 2));
    CHECK(markOf(lab, 2) == 0);
    lab.act(SelectToken{1});
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_LeftArrow);  // the second token goes to the front
    CHECK(markOf(lab, 2) == 0);
    lab.ui.key(ImGuiKey_Delete);
    CHECK(markOf(lab, 1) == 0);
    CHECK(lab.document().mask.rules.front().per_token == std::vector<Index>{1, 0, 1});
    lab.ui.step();
    lab.ui.click(aboveMask(MaskKind::padding, 1));
    CHECK(markOf(lab, 1) == 1);
    CHECK(isUpToDate(lab.state()));
}

TEST_CASE("labels stand beside their rows and above their columns, outside of the marks") {
    LabUnderTest lab(withMask(4, {marking(MaskKind::padding, 4), marking(MaskKind::documents, 4)}));
    lab.goTo("Mask");
    const ImRect mask = lab.ui.find("Centre/mask").rect;
    const float left = lab.ui.find(mark("Centre", MaskKind::documents, "query", 0)).rect.Min.x;
    const float top = lab.ui.find(aboveMask(MaskKind::padding, 0)).rect.Min.y;
    const float reach = lab.ui.find("Centre/scaled_scores").rect.Max.x;
    std::vector<int> seen(2);
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (text.text.size() != 2 || text.text[0] != 't') continue;
        const auto token = static_cast<Index>(text.text[1] - '1');
        const ImVec2 cell = lab.figureCell("Centre/mask", {token, token}, 4, 4);
        const ImVec2 at = text.drawn.center();
        if (at.y > mask.Min.y && at.y < mask.Max.y && at.x > reach && at.x < mask.Min.x) {
            CHECK(std::abs(at.y - cell.y) <= 2);
            CHECK(text.drawn.max.x <= left);
            ++seen[0];
        } else if (at.x > mask.Min.x && at.x < mask.Max.x && at.y < mask.Min.y) {
            CHECK(text.drawn.max.y <= top + 1);
            CHECK(std::abs(at.x - cell.x) <= mask.GetWidth() / 8);
            ++seen[1];
        }
    }
    CHECK(seen == std::vector<int>{4, 4});
}

TEST_CASE("packed documents are told by number and colour, and change by a click") {
    LabUnderTest lab("causal-two-ways");
    lab.choose("mask", info(MaskKind::documents).label);
    CHECK(lab.step() == "Mask");
    CHECK(lab.shows("Packed documents hide nothing yet."));
    for (const Index token : {4, 5}) lab.ui.click(inSentence(MaskKind::documents, token));
    CHECK(lab.document().mask.rules.front().per_token == std::vector<Index>{1, 1, 1, 1, 2, 2});
    lab.ui.click(aboveMask(MaskKind::documents, 3));
    CHECK(markOf(lab, 3) == 2);
    lab.ui.click(mark("Centre", MaskKind::documents, "query", 3));
    CHECK(markOf(lab, 3) == 3);
    CHECK(!allowed(lab, {3, 4}));
    CHECK(!allowed(lab, {3, 2}));
    CHECK(allowed(lab, {3, 3}));
    lab.ui.step();
    for (const ThemeId theme_id : kThemes) {
        lab.act(SetTheme{theme_id});
        lab.ui.step();
        std::vector<ImU32> colors;
        for (const Index token : {0, 3, 5}) {
            const ImRect box = lab.ui.find(inSentence(MaskKind::documents, token)).rect;
            CHECK(lab.textIn(box) == std::to_string(markOf(lab, token)));
            colors.push_back(lab.ui.colorAt({box.Min.x + 4, box.GetCenter().y}));
            const ImRect above = lab.ui.find(aboveMask(MaskKind::documents, token)).rect;
            CHECK(lab.ui.colorAt({above.Min.x + 4, above.GetCenter().y}) == colors.back());
        }
        CHECK(colors[0] != colors[1]);
        CHECK(colors[0] != colors[2]);
        CHECK(colors[1] != colors[2]);
    }
    lab.undoAll();
    CHECK(lab.isAsOpened());
}

TEST_CASE("a mask that is chosen and hides nothing says so wherever one is") {
    LabUnderTest lab(withMask(2, {newRule(MaskKind::causal, 2)}));
    REQUIRE(lab.step() == "Embeddings");
    lab.choose("mask", info(MaskKind::local_window).label);
    CHECK(lab.step() == "Embeddings");
    CHECK(lab.shows("Local window 2 hides nothing among 2 tokens."));
    lab.choose("mask", info(MaskKind::causal).label);
    CHECK(lab.state().notice.empty());
    lab.act(SetMaskRules{{}});
    lab.choose("mask", info(MaskKind::custom).label);
    CHECK(lab.step() == "Mask");
    CHECK(lab.shows("Paint its cells."));
    lab.choose("mask", info(MaskKind::none).label);
    CHECK(lab.state().notice.empty());
}

TEST_CASE("marks and numbers have keys, presented, too") {
    LabUnderTest lab(withMask(4, {numbered(MaskKind::sliding_window, 2)}));
    for (const bool presenting : {false, true}) {
        CAPTURE(presenting);
        if (presenting) lab.ui.key(ImGuiKey_F5);
        lab.ui.key(ImGuiKey_3);
        lab.ui.key(ImGuiMod_Shift | ImGuiKey_UpArrow);
        CHECK(lab.document().mask.rules[0].number == 3);
        lab.ui.key(ImGuiMod_Shift | ImGuiKey_DownArrow);
        lab.ui.key(ImGuiMod_Shift | ImGuiKey_DownArrow);
        lab.ui.key(ImGuiMod_Shift | ImGuiKey_DownArrow);
        CHECK(lab.document().mask.rules[0].number == 1);
        lab.ui.key(ImGuiKey_P);
        REQUIRE(lab.document().mask.rules.size() == 2);
        CHECK(lab.document().mask.rules[1].kind == MaskKind::padding);
        CHECK(markOf(lab, 2, 1) == 0);
        lab.ui.key(ImGuiKey_D);
        REQUIRE(lab.document().mask.rules.size() == 3);
        CHECK(lab.document().mask.rules[2].per_token == std::vector<Index>{1, 1, 2, 1});
        lab.ui.key(ImGuiKey_P);
        CHECK(markOf(lab, 2, 1) == 1);
        CHECK(isUpToDate(lab.state()));
        lab.undoAll();
    }
}

TEST_CASE("presented, the marks at the mask can be clicked") {
    for (const ImVec2 size : kSizes) {
        LabUnderTest lab(withMask(4, {newRule(MaskKind::padding, 4)}), size);
        lab.ui.key(ImGuiKey_F5);
        lab.goTo("Mask");
        const std::string above = aboveMask(MaskKind::padding, 1);
        const std::string beside = mark("Centre", MaskKind::padding, "query", 1);
        REQUIRE(lab.ui.exists(above) != lab.ui.exists(beside));
        lab.ui.click(lab.ui.exists(above) ? above : beside);
        CHECK(markOf(lab, 1) == 0);
    }
}

TEST_CASE("presented, the rules and their steppers stand beside the name of the step") {
    for (const ImVec2 size : {kLaptop, kProjector}) {
        CAPTURE(size.x);
        LabUnderTest lab(
            withMask(6, {newRule(MaskKind::causal, 6), numbered(MaskKind::sliding_window, 2)}),
            size);
        lab.act(SetPresenting{true});
        lab.goTo("Mask");
        const ImRect more = lab.ui.find("Centre/+##more window").rect;
        CHECK(more.Max.y < lab.ui.find("Centre/mask").rect.Min.y);
        lab.ui.click("Centre/+##more window");
        CHECK(lab.document().mask.rules.back().number == 3);
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
        for (const ImVec2 size : kSizes) {
            LabUnderTest lab(withMask(tokens, {}, tokens == 16 ? 16 : 2), size);
            std::vector<std::vector<MaskRule>> masks{
                {},
                {newRule(MaskKind::causal, tokens), marking(MaskKind::padding, tokens)},
                {marking(MaskKind::padding, tokens), marking(MaskKind::documents, tokens)},
                {newRule(MaskKind::causal, tokens), numbered(MaskKind::sliding_window, 2),
                 marking(MaskKind::documents, tokens)}};
            for (const MaskInfo& kind : maskKinds()) masks.push_back({newRule(kind.kind, tokens)});
            lab.act(SetTheme{size.x == kUsual.x ? ThemeId::dark : ThemeId::light});
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
