// Numbers of others: what is read is in bounds, and what has places makes a document that can be
// read again.
#include "core/base/limits.h"
#include "core/import/placement.h"
#include "core/import/readers.h"
#include "core/io/document_json.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

namespace {

void requireBounds(const Found& found) {
    std::size_t numbers = 0;
    for (const FoundTensor& tensor : found.tensors) {
        require(numbersOf(tensor.shape) == tensor.values.size(), "a shape tells its numbers");
        numbers += tensor.values.size();
    }
    require(numbers <= kMaxImportedNumbers, "numbers have a limit");
}

void requireSentences(const Found& found, const Placement& placement) {
    for (const Message& line : sentencesOf(found, placement)) {
        require(isUtf8(english().text(line)), "a sentence is readable");
    }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<Found> found = readNumbers(textOf(data, size), "input");
    if (!found) {
        requireReason(found.error());
        return 0;
    }
    requireBounds(*found);
    for (const bool has_layer : {false, true}) {
        ImportWishes wishes;
        if (has_layer) wishes = {.layer = 1, .heads = 2, .head = 1};
        const Placement placement = placementOf(*found, wishes);
        requireSentences(*found, placement);
        if (!placement.faults.empty()) {
            requireReason(placement.faults);
            continue;
        }
        const Checked<Document> document = importedDocument(*found, placement, nullptr, kAllowed);
        if (!document) {
            requireReason(document.error());
            continue;
        }
        require(readDocument(writeDocument(*document)).has_value(), "what is imported can be read");
    }
    return 0;
}
