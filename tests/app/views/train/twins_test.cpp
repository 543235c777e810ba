// The twins in the panel of Train: each has any rules and any method.
#include <array>

#include <fmt/format.h>

#include "tests/app/layout_check.h"
#include "tests/app/train_panel_under_test.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("each twin gets any rules and any method in the menu of its mask") {
    constexpr std::array kWishes{
        Chosen{"##twin-b", "##rule-causal",
               [](Experiment& e) {
                   e.twins[1] = {.name = "fill \u2212\u221e",
                                 .mask = e.twins[0].mask,
                                 .masking = e.twins[1].masking};
               }},
        Chosen{"##twin-b", "##rule-offset",
               [](Experiment& e) {
                   e.twins[1].mask = {{newRule(MaskKind::offset, e.context)}, {}};
                   e.twins[1].name = "Diagonal offset 1";
               }},
        Chosen{"##twin-a", "##rule-padding",
               [](Experiment& e) {
                   e.twins[0].mask.rules.push_back(newRule(MaskKind::padding, e.context));
                   e.twins[0].name = "Causal + Padding";
               }},
        Chosen{"##twin-a", "##method-renormalize",
               [](Experiment& e) {
                   e.twins[0].masking.method = MaskingMethod::renormalize;
                   e.twins[0].name = "Causal";
               }},
        Chosen{"##twin-a", "###before-scale",
               [](Experiment& e) {
                   e.twins[0].masking.order = MaskingOrder::before_scale;
                   e.twins[0].name = "Causal";
               }},
    };
    TrainPanelUnderTest lab;
    lab.openSections();
    for (const Chosen& one : kWishes) {
        CAPTURE(one.item);
        const Experiment before = lab.now();
        lab.choose(one);
        lab.checkStep(before, one.change);
    }
    lab.click("Edit/##twin-a");
    CHECK_FALSE(lab.ui.exists("popup/##rule-custom"));       // the mask of a model is not painted
    CHECK_FALSE(lab.ui.exists("popup/###softmax-columns"));  // models do not train with it
    closeAll(lab);
}

TEST_CASE("a twin's rules add up, have their numbers and their marks, and its value is dragged") {
    TrainPanelUnderTest lab;
    lab.openSections();
    const Experiment before = lab.now();
    const auto rules = [&] { return lab.now().twins[0].mask.rules; };
    lab.click("Edit/##twin-a");
    lab.click("popup/##also");
    lab.click("popup/##also-sliding_window");
    REQUIRE(rules().size() == 2);
    CHECK(lab.now().twins[0].name == "Causal + Sliding window 2");
    lab.click("popup/+##more window");
    CHECK(rules()[1].numbers[0] == 3);
    lab.click("popup/##also");
    lab.click("popup/##also-documents");
    lab.overwrite("popup/##marks", "1 1 1 2 2 2");
    REQUIRE_FALSE(lab.tooltip().empty());
    CHECK(lab.tooltip()[0].find("Expected 7 whole numbers") != std::string::npos);
    lab.ui.key(ImGuiKey_Enter);
    CHECK(rules()[2].per_token == std::vector<Index>(7, 1));
    lab.enter("popup/##marks", "1 1 1 2 2 2 2");
    CHECK(rules()[2].per_token == std::vector<Index>{1, 1, 1, 2, 2, 2, 2});

    const ImRect track = lab.ui.find("popup/##value-slider").rect;
    lab.ui.drag({track.Max.x - 12, track.Min.y + 12}, {track.Min.x + 12, track.Min.y + 12});
    lab.ui.step(2);
    CHECK(lab.now().twins[0].masking.value == 0);
    closeAll(lab);
    lab.ui.key(kUndo);
    CHECK(lab.now().twins[0].masking == before.twins[0].masking);
    for (int k = 0; k < 4; ++k) lab.ui.key(kUndo);
    CHECK(lab.now() == before);
    CHECK_FALSE(lab.state().experiment_work.history.canUndo());
}

TEST_CASE("what masks say of single places follows the context") {
    TrainPanelUnderTest lab;
    lab.openSections();
    auto marked = std::make_shared<Experiment>(lab.now());
    MaskRule documents = newRule(MaskKind::documents, 7);
    documents.per_token = {1, 1, 1, 2, 2, 2, 2};
    marked->twins[1].mask = {{documents, newRule(MaskKind::custom, 7)}, {{6, 0}}};
    lab.act(SetExperiment{marked});
    for (const Index context : {9, 4}) {
        CAPTURE(context);
        lab.enter("Edit/##context", fmt::format("{}", context));
        const Mask& mask = lab.now().twins[1].mask;
        CHECK(lab.now().context == context);
        CHECK(std::ssize(mask.rules[0].per_token) == context);
        CHECK(mask.rules[0].per_token.back() == 2);
        CHECK(std::ssize(mask.rules[1].allowed) == context);
        CHECK(mask.flips.size() == (context == 9 ? 1 : 0));
    }
}

TEST_CASE("the title of every mask and method has room beside its twin") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual})) {
        TrainPanelUnderTest lab(size);
        lab.openSections();
        auto next = std::make_shared<Experiment>(lab.now());
        for (const MaskInfo& kind : maskKinds()) {
            next->twins[1].mask = {{MaskRule{}, newRule(kind.kind, next->context)}, {}};
            for (const MaskingInfo& method : kMaskingMethods) {
                next->twins[0].masking = {.method = method.method,
                                          .order = MaskingOrder::before_scale};
                next->twins[1].masking = next->twins[0].masking;
                lab.act(SetExperiment{std::make_shared<const Experiment>(*next)});
                lab.reveal("Edit/##twin-b");
                report.add(fmt::format("{}, {}, {}", kind.name, method.name, size.x),
                           layoutFaults(lab));
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}
