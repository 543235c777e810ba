// Numbers as people type them.
#include "app/widgets/expression.h"
#include "tests/core/said.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<double> number = parseExpression(textOf(data, size));
    if (!number) require(!test::said(number.error()).empty(), "a refusal says why");
    return 0;
}
