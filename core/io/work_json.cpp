#include "core/io/work_json.h"

#include <utility>

#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/json_tree.h"

namespace lookback {

Checked<DocumentOrExperiment> readWork(std::string_view text, double allowed) {
    return parseJson(text).and_then([&](const Json& root) -> Checked<DocumentOrExperiment> {
        // No conversion of one expected into the other: tl::expected leaks what it makes first.
        const auto as_work = [](auto&& read) {
            return DocumentOrExperiment(std::forward<decltype(read)>(read));
        };
        if (root.is_object() && root.contains("lookback_experiment")) {
            return experimentOf(root).map(as_work);
        }
        return documentOf(root, allowed).map(as_work);
    });
}

}  // namespace lookback
