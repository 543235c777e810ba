// Document files: what is read can be computed, and is written so that the same is read again.
#include "core/engine/attend.h"
#include "core/io/document_json.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Checked<Document> document = readDocument(textOf(data, size), kAllowed);
    if (!document) {
        requireReason(document.error());
        return 0;
    }
    require(attend(*document).has(MatrixId::context), "a document has a context");
    const std::string written = writeDocument(*document);
    const Checked<Document> again = readDocument(written, kAllowed);
    require(again.has_value(), "what is written can be read");
    require(writeDocument(*again) == written, "what is read again is the same");
    return 0;
}
