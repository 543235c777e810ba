// Tokens are flagged as padding, and given to documents, in the sentence and at the mask.
#include <array>
#include <cmath>
#include <vector>

#include "core/document/mask_edit.h"
#include "core/words/say.h"
#include "tests/app/mask_rules.h"

using namespace lookback;
using namespace lookback::test;

namespace {

const std::vector<ImVec2> kMaskMarksSizes = windows({kLaptop, kUsual, kProjector});

std::string inSentence(MaskKind kind, Index token) { return mark("Edit", kind, "token", token); }

Index markOf(const LabUnderTest& lab, Index token, std::size_t rule = 0) {
    return lab.document().mask.rules[rule].per_token[static_cast<std::size_t>(token)];
}

}  // namespace

TEST_CASE("choosing padding goes to its editor, and words are flagged in the sentence") {
    LabUnderTest lab("causal-two-ways");
    REQUIRE(lab.step() == "Embeddings");
    const Index read = lab.state().token();
    lab.choose("mask", english().text(info(MaskKind::padding).label()));
    CHECK(lab.step() == "Mask");
    CHECK(lab.state().token() == read);
    CHECK(lab.shows("Padding blocks nothing yet. Click the tokens that are padding."));
    CHECK(lab.shows("blocks nothing here"));
    const std::string flag = inSentence(MaskKind::padding, 4);
    CHECK(lab.textIn(lab.ui.find(flag).rect).empty());
    lab.ui.click(flag);
    CHECK(markOf(lab, 4, 1) == 0);
    for (Index query = 0; query < 6; ++query) {
        CHECK(!allowed(lab, {query, 4}));
        CHECK(lab.trace().view(MatrixId::attention_weights)(query, 4) == 0);
    }
    lab.ui.step();
    CHECK(lab.textIn(lab.ui.find(flag).rect) == "pad");
    CHECK(!lab.shows("blocks nothing here"));
    CHECK(lab.state().token() == read);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(markOf(lab, 4, 1) == 1);
    lab.ui.click(flag);
    lab.ui.click(flag);
    CHECK(markOf(lab, 4, 1) == 1);
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
    lab.choose("mask", english().text(info(MaskKind::documents).label()));
    CHECK(lab.step() == "Mask");
    CHECK(lab.shows("Packed documents block nothing yet."));
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
        lab.act(Change(&Preferences::theme, theme_id));
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

TEST_CASE("marks and numbers have keys, presented, too") {
    LabUnderTest lab(withMask(4, {numbered(MaskKind::sliding_window, 2)}));
    for (const bool presenting : {false, true}) {
        CAPTURE(presenting);
        if (presenting) lab.ui.key(ImGuiKey_F5);
        lab.ui.key(ImGuiKey_3);
        lab.ui.key(ImGuiMod_Shift | ImGuiKey_UpArrow);
        CHECK(lab.document().mask.rules[0].numbers[0] == 3);
        lab.ui.key(ImGuiMod_Shift | ImGuiKey_DownArrow);
        lab.ui.key(ImGuiMod_Shift | ImGuiKey_DownArrow);
        lab.ui.key(ImGuiMod_Shift | ImGuiKey_DownArrow);
        CHECK(lab.document().mask.rules[0].numbers[0] == 1);
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
    for (const ImVec2 size : kMaskMarksSizes) {
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
