#include "app/state/file_task.h"

namespace lookback {

std::string_view endingOf(const FileTask& task) {
    return task.kind == FileTask::Kind::export_as ? info(task.as).ending : kDocumentEnding;
}

std::string fileName(const FileTask& task, const std::string& typed) {
    const std::string_view ending = endingOf(task);
    const bool is_read = task.kind == FileTask::Kind::open || task.kind == FileTask::Kind::compare;
    if (is_read || typed.ends_with(lastPart(ending))) return typed;
    return typed + std::string(ending);
}

}  // namespace lookback
