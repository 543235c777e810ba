// Which words change the output that one reads: a line in the panel to the right.
#include <limits>

#include "core/base/text.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("the panel to the right ranks what changes an output, without what is hidden") {
    LabUnderTest lab("write-a-poem");
    CHECK(lab.shows("WHAT CHANGES THIS OUTPUT"));
    // The second token sees the first and itself.
    const std::vector<double> norms = lab.state().shown.influenceOn(1);
    CHECK(norms[2] == 0);
    const ImRect line = lab.ui.find("Meaning/influence").rect;
    const std::string before = lab.textIn(line);
    const double sum = norms[0] + norms[1];
    const bool is_own_first = norms[1] > norms[0];
    CHECK(before.find(is_own_first ? "a " : "Write ") == 0);
    CHECK(before.find("poem") == std::string::npos);
    CHECK(before.find(formatPercent(norms[0] / sum)) != std::string::npos);
    CHECK(before.find(formatPercent(norms[1] / sum)) != std::string::npos);
    lab.act(SetMasked{false});
    CHECK(lab.textIn(line).find("poem") != std::string::npos);
    lab.act(SelectToken{0});
    CHECK(lab.textIn(line).find("a ") != std::string::npos);
    lab.act(SetMasked{true});
    CHECK(lab.textIn(line) == "Write 100.0%");
}

TEST_CASE("without a ranking the panel says why") {
    LabUnderTest wide(randomDocument({.tokens = 20}));
    CHECK(wide.shows("Told of sentences up to 16 tokens."));
    LabUnderTest undefined(randomDocument(
        {.tokens = 3,
         .mask = MaskKind::strict_causal,
         .masking = {MaskingMethod::fill, -std::numeric_limits<double>::infinity()}}));
    undefined.act(SelectToken{0});
    CHECK(undefined.shows("Not defined: this output is NaN."));
    undefined.act(SetMasking{{MaskingMethod::zero_rows}});
    CHECK(undefined.shows("No word changes it."));
}
