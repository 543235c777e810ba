// The masking's value in the menu of the mask: its slider, and what blocked words still get.
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/words/say.h"
#include "tests/app/menus.h"
#include "tests/core/blocked_by_hand.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr std::array kMaskingValueStops{0.0, -1.0, -5.0, -10.0, -100.0, -1e4, -1e9, -kInfinity};
constexpr const char* kMaskingValueSlider = "popup/##value-slider";

/// Where a stop of the slider stands: its name is below it.
ImVec2 stopAt(const LabUnderTest& lab, double value) {
    const ImRect slider = lab.ui.find(kMaskingValueSlider).rect;
    const std::string name = formatShort(value);
    for (const LayoutProbe::Text& text : lab.texts()) {
        const ImVec2 at = text.drawn.center();
        if (text.text == name && slider.Contains(at)) return {at.x, slider.Min.y + 12};
    }
    FAIL("no stop is called ", name);
    return {};
}

/// The text in the table under the name of a precision.
std::string weightIn(const LabUnderTest& lab, std::string_view precision) {
    const float below = lab.ui.find(kMaskingValueSlider).rect.Max.y;
    const auto& texts = lab.texts();
    const auto name = std::find_if(texts.begin(), texts.end(), [&](const LayoutProbe::Text& text) {
        return text.text == precision && text.drawn.min.y > below;
    });
    REQUIRE(name != texts.end());
    for (const LayoutProbe::Text& text : texts) {
        const float down = text.drawn.min.y - name->drawn.min.y;
        if (std::abs(text.drawn.max.x - name->drawn.max.x) < 2 && down > 5 && down < 30) {
            return text.text;
        }
    }
    return "";
}

double value(const LabUnderTest& lab) { return lab.document().masking.value; }

/// What the table should say: attend() in that precision, cell by cell.
double largestBlocked(Document document, DType dtype) {
    document.dtype = dtype;
    return largestBlockedByHand(document);
}

/// The text is a number to four decimals, or in one digit.
bool says(const std::string& text, double weight) {
    if (std::isnan(weight)) return text == "NaN";
    if (weight == 0) return text == "0";
    if (weight >= 0.00005) return text == formatNumber(weight, 4);
    std::string plain = text;
    const std::size_t minus = plain.find("\u2212");
    if (minus != std::string::npos) plain.replace(minus, 3, "-");
    return std::abs(std::stod(plain) / weight - 1) < 0.6;
}

}  // namespace

TEST_CASE("the slider stops at its stops, by mouse and by keyboard, each a step of undo") {
    LabUnderTest lab("write-a-poem");
    openMaskMenu(lab);
    for (const double stop : kMaskingValueStops) {
        CAPTURE(stop);
        const double before = value(lab);
        lab.ui.clickAt(stopAt(lab, stop));
        CHECK(value(lab) == stop);
        CHECK(!lab.state().document_work.history.isDragging());
        CHECK(isUpToDate(lab.state()));
        CHECK(openMenus() == 1);
        if (before == stop) continue;
        lab.carryOut(Undo{});
        CHECK(value(lab) == before);
        lab.carryOut(Redo{});
        lab.ui.step();
    }
    for (std::size_t k = kMaskingValueStops.size() - 1; k > 0; --k) {
        CHECK(value(lab) == kMaskingValueStops[k]);
        lab.ui.key(ImGuiKey_LeftArrow);
    }
    lab.ui.key(ImGuiKey_LeftArrow);
    CHECK(value(lab) == 0);
    lab.act(SetMasking{{MaskingMethod::fill, -3}});
    lab.ui.key(ImGuiKey_RightArrow);
    CHECK(value(lab) == -5);
    lab.act(SetMasking{{MaskingMethod::fill, -3}});
    lab.ui.key(ImGuiKey_LeftArrow);
    CHECK(value(lab) == -1);
    lab.ui.key(ImGuiKey_DownArrow);  // the slider takes Left and Right alone
    CHECK(markedLabel(lab) != "##value-slider");
}

TEST_CASE("one drag of the slider goes through values between the stops and is one step") {
    LabUnderTest lab("write-a-poem");
    const Document before = lab.document();
    openMaskMenu(lab);
    const ImVec2 from = stopAt(lab, -1e9);
    const ImVec2 to{(stopAt(lab, -1).x + stopAt(lab, -5).x) / 2, from.y};
    lab.ui.move(from);
    lab.ui.press();
    for (int k = 1; k <= 20; ++k) {
        lab.ui.move({from.x + (to.x - from.x) * static_cast<float>(k) / 20, from.y});
        REQUIRE(isUpToDate(lab.state()));
        CHECK(says(weightIn(lab, "float32"), largestBlocked(lab.document(), DType::float32)));
    }
    lab.ui.release();
    CHECK(value(lab) < -1);
    CHECK(value(lab) > -5);
    CHECK(openMenus() == 1);
    lab.carryOut(Undo{});
    CHECK(lab.document() == before);
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("Esc gives a drag of the slider back and leaves the menu open") {
    LabUnderTest lab("write-a-poem");
    openMaskMenu(lab);
    lab.ui.move(stopAt(lab, -1e9));
    lab.ui.press();
    lab.ui.move(stopAt(lab, -5));
    CHECK(value(lab) == -5);
    lab.ui.key(ImGuiKey_Escape);
    CHECK(value(lab) == -1e9);
    CHECK(openMenus() == 1);
    lab.ui.release();
    CHECK(lab.isAsOpened());
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("any value is typed that the precision holds") {
    LabUnderTest lab("write-a-poem");
    openMaskMenu(lab);
    const auto type = [&](std::string_view text) {
        lab.ui.click("popup/##masking-value");
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
        lab.ui.type(text);
        lab.ui.key(ImGuiKey_Enter);
        lab.ui.step(2);
    };
    type("-2.5");
    CHECK(value(lab) == -2.5);
    type("-inf");
    CHECK(value(lab) == -kInfinity);
    type("3");
    CHECK(value(lab) == 3);
    type("nonsense");
    CHECK(value(lab) == 3);
    type("nan");
    CHECK(value(lab) == 3);
    CHECK(openMenus() == 1);
    CHECK(isUpToDate(lab.state()));
}

TEST_CASE("the table says what the engine computes in each precision") {
    LabUnderTest lab("causal-two-ways");
    openMaskMenu(lab);
    for (const MaskingMethod method : {MaskingMethod::fill, MaskingMethod::add}) {
        for (const MaskKind kind : {MaskKind::causal, MaskKind::strict_causal}) {
            for (const double stop : kMaskingValueStops) {
                lab.act(SetMaskRules{{newRule(kind, lab.document().n())}});
                lab.act(SetMasking{{method, stop}});
                lab.ui.step();
                CAPTURE(stop);
                for (const DTypeInfo& type : kDTypes) {
                    CAPTURE(type.name);
                    const std::string text = weightIn(lab, type.name);
                    CAPTURE(text);
                    if (!fits(type.dtype, lab.document().masking)) {
                        CHECK(text == "\u2013");
                        continue;
                    }
                    const double weight = largestBlocked(lab.document(), type.dtype);
                    CAPTURE(weight);
                    CHECK(says(text, weight));
                }
                CHECK(lab.showsLines(english().text(misfitSentence(DType::float16, -1e9))) ==
                      (stop == -1e9));
            }
        }
    }
}

TEST_CASE("nothing moves in the menu when the table gets its note") {
    LabUnderTest lab("write-a-poem");
    openMaskMenu(lab);
    const auto heightAt = [&](double stop) {
        lab.act(SetMasking{{MaskingMethod::fill, stop}});
        lab.ui.step(2);
        return lab.ui.find("popup/###method-add").rect.Min.y;
    };
    CHECK(heightAt(-1e9) == heightAt(-1e4));
}

TEST_CASE("a document that is too large for all precisions says which one is computed") {
    Document document = lessonDocument("write-a-poem");
    std::vector<std::string> words;
    for (int k = 0; k < 700; ++k) words.push_back(std::to_string(k));
    LabUnderTest lab(document);
    lab.act(SetSentence{words});
    lab.act(SetMasking{{MaskingMethod::fill, -1}});
    openMaskMenu(lab);
    CHECK(lab.shows("This document is too large for other precisions than float32."));
    CHECK(weightIn(lab, "float64") == "\u2013");
    CHECK(says(weightIn(lab, "float32"), largestBlocked(lab.document(), DType::float32)));
}

TEST_CASE("in float16 the slider ends at what it holds") {
    LabUnderTest lab("write-a-poem");
    lab.act(Change<Document>(setDType, DType::float16, -65504));
    REQUIRE(lab.document().dtype == DType::float16);
    openMaskMenu(lab);
    lab.ui.clickAt(stopAt(lab, -1e4));
    CHECK(value(lab) == -1e4);
    lab.ui.key(ImGuiKey_RightArrow);
    CHECK(value(lab) == -65504);
    lab.ui.key(ImGuiKey_RightArrow);
    CHECK(value(lab) == -kInfinity);
    // A method with a value takes one that fits.
    lab.act(SetMasking{{MaskingMethod::renormalize, -1e9}});
    lab.ui.click("popup/fill");
    CHECK(lab.document().masking.method == MaskingMethod::fill);
    CHECK(value(lab) == -65504);
}
