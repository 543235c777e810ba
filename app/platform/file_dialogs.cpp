#include "app/platform/file_dialogs.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/platform/dialog_program.h"
#include "app/platform/portal_dialog.h"

namespace lookback {

bool SystemDialogs::ask(const FileQuestion& question) {
#ifdef LOOKBACK_DBUS
    const std::string bus = sessionBus();
#else
    const std::string bus;
#endif
    const std::vector<DialogProgram> programs = dialogPrograms();
    if (shared_->has_failed || (bus.empty() && programs.empty())) return false;
    shared_->asked = question.number;
    worker_.ask([shared = shared_, parent = parent_, bus, programs,
                 question](const GivesUp& gives_up) -> Action {
        const auto is_closed = [&] {
            return shared->asked != question.number || isGivenUp(gives_up);
        };
        ChosenFiles files;
#ifdef LOOKBACK_DBUS
        if (!bus.empty()) files = askPortal(bus, parent, question, is_closed);
#endif
        for (const DialogProgram& program : programs) {
            if (!files && !is_closed()) files = askProgram(program, parent, question, is_closed);
        }
        if (!files && !is_closed()) shared->has_failed = true;
        return FilesChosen{question.number, std::move(files)};
    });
    return true;
}

std::optional<Action> SystemDialogs::takeAnswer() {
    std::optional<Action> answer = worker_.takeAnswer();
    const auto* const chosen = answer ? answer->as<FilesChosen>() : nullptr;
    if (chosen == nullptr || chosen->number != shared_->asked) return std::nullopt;
    return answer;
}

}  // namespace lookback
