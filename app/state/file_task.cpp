#include "app/state/file_task.h"

namespace lookback {

std::string_view endingOf(const FileTask& task) {
    return task.kind == FileTask::Kind::export_as ? info(task.as).ending : kDocumentEnding;
}

std::string fileName(const FileTask& task, const std::string& typed) {
    const std::string_view ending = endingOf(task);
    if (task.kind == FileTask::Kind::open || typed.ends_with(lastPart(ending))) return typed;
    return typed + std::string(ending);
}

}  // namespace lookback
