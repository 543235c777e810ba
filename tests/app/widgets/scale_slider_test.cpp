// The number by which scores are divided, on its slider and typed.
#include <cmath>

#include "app/widgets/slider.h"
#include "tests/app/menus.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr const char* kScaleSlider = "popup/##scale-slider";

void openScales(LabUnderTest& lab) {
    lab.ui.click("Top/##model");
    lab.ui.step(2);
    openSubmenu(lab, "popup/###scale");
    lab.ui.step(2);
}

}  // namespace

TEST_CASE("a slider's stops may rise, too") {
    constexpr std::array kStops{0.25, 1.0, 4.0, 64.0};
    for (std::size_t k = 0; k < kStops.size(); ++k) {
        CHECK(placeAmong(kStops, kStops[k]) == doctest::Approx(static_cast<double>(k)));
        CHECK(valueAt(kStops, static_cast<double>(k)) == kStops[k]);
    }
    CHECK(valueAt(kStops, 0.5) == 0.5);
    CHECK(placeAmong(kStops, 2) == doctest::Approx(1.5));
    CHECK(placeAmong(kStops, -3) == 0);
    CHECK(placeAmong(kStops, 1e9) == 3);
}

TEST_CASE("one drag of the scale goes through many numbers and is one step of undo") {
    LabUnderTest lab("write-a-poem");
    const Document before = lab.document();
    openScales(lab);
    const ImRect slider = lab.ui.find(kScaleSlider).rect;
    const float y = slider.Min.y + 12;
    lab.ui.move({slider.GetCenter().x, y});
    lab.ui.press();
    for (int k = 1; k <= 20; ++k) {
        lab.ui.move({slider.GetCenter().x + static_cast<float>(4 * k), y});
        REQUIRE(isUpToDate(lab.state()));
        CHECK(lab.document().scale.kind == Scale::Kind::number);
    }
    CHECK(lab.hands().doing<ScaleDrag>() != nullptr);
    const double number = lab.document().scale.number;
    CHECK(number > 4);
    lab.ui.release();
    CHECK(lab.document().scale.number == number);
    lab.carryOut(Undo{});
    CHECK(lab.document() == before);
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("Esc gives a drag of the scale back, and a number of which nothing is made is left out") {
    LabUnderTest lab("write-a-poem");
    openScales(lab);
    const ImRect slider = lab.ui.find(kScaleSlider).rect;
    lab.ui.move({slider.GetCenter().x, slider.Min.y + 12});
    lab.ui.press();
    lab.ui.move({slider.GetCenter().x + 60, slider.Min.y + 12});
    REQUIRE(lab.document().scale.kind == Scale::Kind::number);
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.release();
    CHECK(lab.isAsOpened());
    for (const double number : {0.0, std::nan(""), HUGE_VAL}) {
        lab.carryOut(dragged(Change(&Document::scale, {Scale::Kind::number, number})));
        CHECK(lab.isAsOpened());
        lab.carryOut(FinishDrag{});
    }
    CHECK(!lab.state().document_work.history.canUndo());
}

TEST_CASE("Compare divides by any number that is typed") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.ui.key(ImGuiMod_Alt | ImGuiKey_2);
    lab.ui.step(2);
    lab.ui.click("Centre/##b");
    lab.ui.step(3);
    openSubmenu(lab, "popup/###scales");
    const auto type = [&](std::string_view text) {
        lab.ui.click("popup/###divisor");
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
        lab.ui.type(text);
        lab.ui.key(ImGuiKey_Enter);
        lab.ui.step(2);
    };
    type("2.5");
    CHECK(lab.place().compared.b.kind == VariantKind::scale);
    CHECK(lab.place().compared.b.scale == Scale{Scale::Kind::number, 2.5});
    type("0");
    CHECK(lab.place().compared.b.scale.number == 2.5);
    CHECK_FALSE(lab.state().notice.empty());
    CHECK(lab.isAsOpened());
}
