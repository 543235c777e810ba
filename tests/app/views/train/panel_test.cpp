// The panel of Train: all that an experiment is can be edited there, a step of undo each.
#include <array>

#include <fmt/format.h>

#include "tests/app/layout_check.h"
#include "tests/app/train_panel_under_test.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("every number of an experiment is typed in the panel as one step of undo") {
    constexpr std::array kAlways{
        Typed{"##context", "5", [](Experiment& e) { e.context = 5; }},
        Typed{"##held-out", "0.5", [](Experiment& e) { e.held_out = 0.5; }},
        Typed{"##d_model", "24",
              [](Experiment& e) { e.model.d_model = 24, e.model.d_k = e.model.d_v = 12; }},
        Typed{"##d_model", "17", [](Experiment& e) { e.model.d_model = 17; }},
        Typed{"##heads", "4",
              [](Experiment& e) { e.model.heads = 4, e.model.d_k = e.model.d_v = 4; }},
        Typed{"##heads", "3", [](Experiment& e) { e.model.heads = 3; }},
        Typed{"##d_k", "5", [](Experiment& e) { e.model.d_k = 5; }},
        Typed{"##d_v", "6", [](Experiment& e) { e.model.d_v = 6; }},
        Typed{"##typed-rate", "1/80", [](Experiment& e) { e.optimizer.learning_rate = 0.0125; }},
        Typed{"##batch", "9", [](Experiment& e) { e.batch = 9; }},
        Typed{"##steps", "77", [](Experiment& e) { e.steps = 77; }},
        Typed{"##seed", "18446744073709551615",
              [](Experiment& e) { e.seed = 18446744073709551615U; }},
        Typed{"##seed", "9007199254740993", [](Experiment& e) { e.seed = 9007199254740993U; }},
    };
    constexpr std::array kOfAdamW{
        Typed{"##beta1", "0.8", [](Experiment& e) { e.optimizer.beta1 = 0.8; }},
        Typed{"##beta2", "0.95", [](Experiment& e) { e.optimizer.beta2 = 0.95; }},
        Typed{"##epsilon", "1e-6", [](Experiment& e) { e.optimizer.epsilon = 1e-6; }},
        Typed{"##decay", "0.1", [](Experiment& e) { e.optimizer.weight_decay = 0.1; }},
    };
    constexpr std::array kOfSgd{
        Typed{"##momentum", "0.9", [](Experiment& e) { e.optimizer.momentum = 0.9; }}};
    TrainPanelUnderTest lab;
    lab.openSections();
    const auto check = [&](const Typed& one) {
        CAPTURE(one.field);
        CAPTURE(one.text);
        const Experiment before = lab.now();
        lab.enter(fmt::format("Edit/{}", one.field), one.text);
        lab.checkStep(before, one.change);
    };
    for (const Typed& one : kAlways) check(one);
    lab.use(OptimizerKind::adamw);
    for (const Typed& one : kOfAdamW) check(one);
    CHECK_FALSE(lab.ui.exists("Edit/##momentum"));
    lab.use(OptimizerKind::sgd);
    for (const Typed& one : kOfSgd) check(one);
    CHECK_FALSE(lab.ui.exists("Edit/##beta1"));
    CHECK(lab.isAsOpened());
}

TEST_CASE("a number that cannot be is told of in its field, and changes nothing") {
    struct Bad {
        const char* field;
        const char* text;
        const char* why;
    };
    constexpr std::array kBad{
        Bad{"##context", "0", "a whole number from 1 to 4096"},
        Bad{"##context", "1010", "of memory, expected at most 4 GB"},
        Bad{"##held-out", "1", "from 0 to less than 1"},
        Bad{"##d_model", "0", "a whole number from 1"},
        Bad{"##d_model", "2.5", "Expected a whole number."},
        Bad{"##heads", "-1", "a whole number from 1"},
        Bad{"##d_k", "1e9", "a whole number from 1"},
        Bad{"##typed-rate", "-0.1", "a finite number of 0 or more"},
        Bad{"##typed-rate", "inf", "a finite number of 0 or more"},
        Bad{"##beta1", "1", "from 0 to less than 1"},
        Bad{"##batch", "5000", "batch: is 5000, expected a whole number from 1 to 4096."},
        Bad{"##steps", "many", "Expected a whole number."},
        Bad{"##seed", "18446744073709551616",
            "Expected a whole number from \u22122^63 to 2^64 \u2212 1."},
    };
    TrainPanelUnderTest lab;
    lab.openSections();
    const Experiment before = lab.now();
    for (const Bad& one : kBad) {
        CAPTURE(one.field);
        CAPTURE(one.text);
        lab.overwrite(fmt::format("Edit/{}", one.field), one.text);
        std::string told;
        for (const std::string& words : lab.tooltip()) told += words;
        CAPTURE(told);
        CHECK(told.find(one.why) != std::string::npos);
        lab.ui.key(ImGuiKey_Enter);
        lab.ui.step(2);
        CHECK(lab.now() == before);
        CHECK_FALSE(lab.state().experiment_work.history.canUndo());
    }
}

TEST_CASE("every choice of an experiment is made in a menu of the panel") {
    constexpr std::array kChoices{
        Chosen{"##unit", "##characters", [](Experiment& e) { e.unit = TextUnit::characters; }},
        Chosen{"##starts", "##anywhere", [](Experiment& e) { e.starts = WindowStarts::anywhere; }},
        Chosen{"##positions", "##none",
               [](Experiment& e) { e.model.positions = PositionKind::none; }},
        Chosen{"##positions", "##sinusoidal",
               [](Experiment& e) { e.model.positions = PositionKind::sinusoidal; }},
        Chosen{"##scale", "##scale-dk", [](Experiment& e) { e.model.scale = {Scale::Kind::dk}; }},
        Chosen{"##scale", "##scale-none",
               [](Experiment& e) { e.model.scale = {Scale::Kind::none}; }},
        Chosen{"##softcap", "##cap-usual", [](Experiment& e) { e.model.softcap = 50; }},
        Chosen{"##residual", "##left-out", [](Experiment& e) { e.model.residual = false; }},
        Chosen{"##dtype", "float64", [](Experiment& e) { e.dtype = DType::float64; }},
        Chosen{"##optimizer", "SGD", [](Experiment& e) { e.optimizer.kind = OptimizerKind::sgd; }},
        Chosen{"##optimizer", "AdamW",
               [](Experiment& e) { e.optimizer.kind = OptimizerKind::adamw; }},
    };
    TrainPanelUnderTest lab;
    lab.openSections();
    for (const Chosen& one : kChoices) {
        CAPTURE(one.menu);
        CAPTURE(one.item);
        const Experiment before = lab.now();
        lab.choose(one);
        lab.checkStep(before, one.change);
    }
}

TEST_CASE("the sliders of the panel are dragged as one step of undo each") {
    TrainPanelUnderTest lab;
    lab.openSections();
    lab.use(OptimizerKind::sgd);
    const Experiment before = lab.now();
    for (const char* const path :
         {"Edit/##rate", "Edit/##held-out-slider", "Edit/##momentum-slider"}) {
        CAPTURE(path);
        lab.reveal(path);
        const ImRect track = lab.ui.find(path).rect;
        const auto move = [&](float share) {
            lab.ui.move({track.Min.x + share * track.GetWidth(), track.GetCenter().y});
            lab.ui.step(2);
        };
        move(0.2f);
        lab.ui.press();
        Experiment last = before;
        for (const float share : {0.45f, 0.6f, 0.8f}) {
            move(share);
            CHECK(lab.now() != last);
            last = lab.now();
        }
        lab.ui.release();
        lab.ui.step(2);
        CHECK(lab.now() == last);
        CHECK(lab.hands().isIdle());
        lab.ui.key(kUndo);
        lab.ui.step(2);
        CHECK(lab.now() == before);
    }
    lab.click("Edit/##scale");
    const ImRect stops = lab.ui.find("popup/##scale-slider").rect;
    lab.ui.drag({stops.Min.x + 40, stops.Min.y + 12}, {stops.Max.x - 12, stops.Min.y + 12});
    lab.ui.step(2);
    CHECK(lab.now().model.scale == Scale{Scale::Kind::number, 64});
    closeAll(lab);
    lab.ui.key(kUndo);
    CHECK(lab.now() == before);
}

TEST_CASE("the panel is sound at every size with all of it open, and calm when it is closed") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector})) {
        TrainPanelUnderTest lab(size);
        CHECK(ImGui::FindWindowByName("Edit")->ScrollMax.y == 0);
        lab.openSections();
        for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::adamw}) {
            lab.use(kind);
            for (const ThemeId theme_id : kThemes) {
                lab.act(Change(&Preferences::theme, theme_id));
                for (const char* const item : {"Edit/##unit", "Edit/##seed", "Edit/##twin-b"}) {
                    lab.reveal(item);
                    report.add(fmt::format("{}, {}", theme(theme_id).name, size.x),
                               layoutFaults(lab));
                }
            }
        }
        for (const char* const menu : {"Edit/##twin-a", "Edit/##scale", "Edit/##softcap"}) {
            CAPTURE(menu);
            lab.click(menu);
            checkWhole(lab);
            closeAll(lab);
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}
