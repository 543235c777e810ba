// Tooltips and messages are sentences for people.
#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "app/state/model/sentences.h"
#include "core/document/edit.h"
#include "core/words/say.h"
#include "tests/app/layout_check.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr double kWordsUntilShown = 0.6;  ///< seconds

/// The name of a number and what it is: "x(Write)[1] = 1.16".
bool isEquation(const std::string& words) { return words.find(" = ") != std::string::npos; }

/// Begins with a capital, a sign or the name of a precision; ends with a full stop or with a key in
/// parentheses.
bool isSentence(const std::string& words) {
    if (words.empty() || isEquation(words)) return true;
    const bool is_type = std::any_of(kDTypes.begin(), kDTypes.end(), [&](const DTypeInfo& type) {
        return words.starts_with(std::string(type.name) + " holds");
    });
    const bool begins = is_type || std::islower(static_cast<unsigned char>(words.front())) == 0;
    const bool ends = words.back() == '.' || words.back() == ')';
    const bool has_path =
        words.find('[') != std::string::npos && words.find("masking.") != std::string::npos;
    return begins && ends && !has_path;
}

/// Rests the pointer on everything there is, and keeps what does not read as a sentence.
void readTooltips(LabUnderTest& lab, std::set<std::string>& odd, int& seen) {
    const std::vector<UiItem> items = lab.ui.items();
    for (const UiItem& item : items) {
        if (item.is_window || item.label.empty() || !item.visible.Contains(item.center())) continue;
        lab.ui.move(item.center());
        lab.ui.wait(kWordsUntilShown);
        for (const std::string& words : lab.tooltip()) {
            if (!words.empty()) ++seen;
            if (!isSentence(words)) odd.insert(words);
        }
    }
}

std::string joined(const std::set<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += "\n  " + text;
    return all;
}

}  // namespace

TEST_CASE("every tooltip of the window is a sentence") {
    std::set<std::string> odd;
    int seen = 0;
    for (const ImVec2 size : windows({ImVec2{800, 600}, kUsual})) {
        LabUnderTest lab("causal-two-ways", size);
        lab.act(Change<Document>(setHeads, 2));
        for (const char* step : {"Embeddings", "Scores", "Softmax"}) {
            lab.goTo(step);
            readTooltips(lab, odd, seen);
        }
    }
    CHECK(seen > 100);
    CHECK_MESSAGE(odd.empty(), joined(odd));
}

TEST_CASE("every tooltip of the menus and sheets is a sentence") {
    std::set<std::string> odd;
    int seen = 0;
    for (const DType type : {DType::float32, DType::float16}) {
        LabUnderTest lab("causal-two-ways");
        lab.act(Change(&Document::dtype, type));
        lab.act(SetMaskRules{{newRule(MaskKind::sliding_window, lab.document().n())}});
        for (const ImGuiKey key :
             {ImGuiKey_1, ImGuiKey_2, ImGuiKey_3, ImGuiKey_E, ImGuiKey_Comma}) {
            lab.ui.key(ImGuiMod_Ctrl | key);
            lab.ui.step(3);
            readTooltips(lab, odd, seen);
            lab.ui.key(ImGuiKey_Escape);
            lab.ui.step(2);
        }
        for (const char* row : {"###heads", "###positions", "###scale", "###dtype"}) {
            lab.ui.click("Top/##model");
            lab.ui.step(2);
            lab.ui.hover(std::string("popup/") + row);
            lab.ui.wait(kWordsUntilShown);
            readTooltips(lab, odd, seen);
            lab.ui.key(ImGuiKey_Escape);
            lab.ui.key(ImGuiKey_Escape);
            lab.ui.step(2);
        }
        for (const ImGuiKeyChord chord : {ImGuiMod_Ctrl | ImGuiKey_O, ImGuiMod_Ctrl | ImGuiKey_S,
                                          static_cast<int>(ImGuiKey_R)}) {
            lab.ui.key(chord);
            lab.ui.step(2);
            readTooltips(lab, odd, seen);
            if (const auto* const sheet = lab.hands().open<FileSheet>()) {
                lab.act(FileDialogShown{sheet->number});
                lab.ui.step(2);
                readTooltips(lab, odd, seen);
            }
            lab.ui.key(ImGuiKey_Escape);
            lab.ui.step(2);
        }
    }
    CHECK(seen > 60);
    CHECK_MESSAGE(odd.empty(), joined(odd));
}

TEST_CASE("a precision that does not hold the masking value says what to do") {
    LabUnderTest lab("write-a-poem");
    REQUIRE(lab.document().masking.value == -1e9);
    lab.act(Change(&Document::dtype, DType::float16));
    CHECK(english().text(lab.state().notice) ==
          "\u22121e9 does not fit float16, so PyTorch\u2019s masked_fill refuses it. Choose "
          "\u221265504 "
          "or \u2212\u221e.");
}

TEST_CASE("whatever a document cannot be is refused in a sentence without the paths of its file") {
    const Document good = lessonDocument("causal-two-ways");
    std::vector<Document> wishes(8, good);
    wishes[0].positions.kind = PositionKind::sinusoidal;
    wishes[0].positions.base = -1;
    wishes[1].dtype = DType::float16;
    wishes[1].masking = {MaskingMethod::fill, -1e9, MaskingOrder::after_scale};
    wishes[2].positions = {.kind = PositionKind::alibi, .slopes = {1e300}};
    wishes[3].scale = {Scale::Kind::number, 0};
    setHeads(wishes[4], 2);
    setPositions(wishes[4], PositionKind::rope_half);
    wishes[5].dtype = DType::float16;
    wishes[5].embeddings = SharedMatrix(Matrix<double>::Constant(6, 3, 1e6));
    wishes[6].softcap = 0;
    wishes[7].softcap = 2;
    wishes[7].masking.order = MaskingOrder::before_scale;
    for (const Document& wish : wishes) {
        const std::vector<Error> found = faults(wish);
        REQUIRE(!found.empty());
        const std::string words = english().text(refusalSentence(wish, found.front()));
        CAPTURE(found.front().where);
        CAPTURE(words);
        CHECK(isSentence(words));
        CHECK(words.find(found.front().where) == std::string::npos);
        CHECK(words.find("expected") == std::string::npos);
    }
}
