// Document files, pictures that carry them, and places of tasks: what is read can be computed, and
// is written so that the same is read again.
#include "core/engine/attend.h"
#include "core/io/document_json.h"
#include "core/io/picture_text.h"
#include "core/io/task_place.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string text(textOf(data, size));
    if (isPicture(text)) {
        constexpr std::size_t kMostText = 100'000;
        Result<std::string> carried = textOfPicture(text, kMostText);
        if (!carried) {
            requireReason(carried.error());
            return 0;
        }
        require(carried->size() <= kMostText, "a text has a limit");
        text = *std::move(carried);
    }
    if (isTaskPlace(text)) {
        const Checked<TaskPlace> place = readTaskPlace(text);
        if (!place) {
            requireReason(place.error());
            return 0;
        }
        const Checked<TaskPlace> again = readTaskPlace(writeTaskPlace(*place));
        require(again.has_value() && *again == *place, "the place of a task is read again");
        return 0;
    }
    const Checked<Document> document = readDocument(text, kAllowed);
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
