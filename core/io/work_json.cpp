#include "core/io/work_json.h"

#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/json_tree.h"

namespace lookback {

Checked<Work> readWork(std::string_view text, double allowed) {
    return parseJson(text).and_then([&](const Json& root) -> Checked<Work> {
        if (root.is_object() && root.contains("lookback_experiment")) return experimentOf(root);
        return documentOf(root, allowed);
    });
}

}  // namespace lookback
