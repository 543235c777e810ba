#pragma once

#include "tests/app/lab_under_test.h"

namespace lookback::test {

constexpr ImGuiKeyChord kLeakTest = ImGuiMod_Alt | ImGuiKey_3;

inline void openLeakTest(LabUnderTest& lab) {
    lab.ui.key(kLeakTest);
    lab.ui.step(4);
}

/// The documents of both sides, tested anew.
struct Tested {
    explicit Tested(const LabUnderTest& lab)
        : a(*chosenVariant(lab.document(), lab.place().compared.a)),
          b(*chosenVariant(lab.document(), lab.place().compared.b)),
          report(leakReport({{a, b}})) {}

    Document a;
    Document b;
    LeakReport report;

    [[nodiscard]] const Document& of(Side side) const { return side == Side::a ? a : b; }
    [[nodiscard]] const LeakAnswer& answer(Side side) const { return report.answers.of(side); }
};

}  // namespace lookback::test
