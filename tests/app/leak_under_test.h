#pragma once

#include "tests/app/lab_under_test.h"

namespace lookback::test {

constexpr ImGuiKeyChord kLeakTest = ImGuiMod_Alt | ImGuiKey_3;

inline void openLeakTest(LabUnderTest& lab) {
    lab.ui.key(kLeakTest);
    lab.ui.step(4);
}

/// Answers what was asked to be found beside the frames. @return how often that was
inline int answerQuestions(LabUnderTest& lab) {
    int asked = 0;
    for (const Effect& effect : lab.takeEffects()) {
        const auto* const leaks = std::get_if<FindLeaks>(&effect);
        if (leaks == nullptr) continue;
        ++asked;
        lab.act(LeaksTested{std::make_shared<const LeakReport>(leakReport(*leaks->question))});
    }
    lab.ui.step(2);
    return asked;
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
