// Lessons: every print that a file expects is compared, whatever it says.
#include "core/engine/attend.h"
#include "core/io/document_json.h"
#include "core/lesson/expectations.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Checked<Document> document = readDocument(textOf(data, size), kAllowed);
    if (!document || !document->lesson) return 0;
    bool all_met = true;
    for (const ExpectationResult& result : checkExpectations(*document)) {
        for (const Error& miss : result.misses) requireReason(miss);
        all_met = all_met && result.isMet();
    }
    require(meetsExpectations(*document, attend(*document)) == all_met,
            "the quick answer is that of the whole comparison");
    return 0;
}
