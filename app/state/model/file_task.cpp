#include "app/state/model/file_task.h"

namespace lookback {

std::string_view endingOf(const FileTask& task) {
    if (task.kind == FileTask::Kind::export_as) return info(task.as).ending;
    return task.subject == SubjectKind::document ? kDocumentEnding : kExperimentEnding;
}

std::string_view listedEnding(const FileTask& task) {
    const bool lists_all =
        task.subject == SubjectKind::experiment && task.kind == FileTask::Kind::open;
    return lists_all ? "" : lastPart(endingOf(task));
}

std::string fileName(const FileTask& task, const std::string& typed) {
    const std::string_view ending = endingOf(task);
    const bool is_read = task.kind == FileTask::Kind::open || task.kind == FileTask::Kind::compare;
    if (is_read || typed.ends_with(lastPart(ending))) return typed;
    return typed + std::string(ending);
}

}  // namespace lookback
