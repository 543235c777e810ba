#include "app/state/document_editor.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/state/sentences.h"
#include "app/state/settle.h"
#include "core/attention/memory.h"
#include "core/io/system_memory.h"
#include "core/lesson/needs.h"

namespace lookback {

double DocumentEditor::allowed() const {
    return std::max(allowedMemory(), memoryOf(state_.document()));
}

bool DocumentEditor::isTooLarge(const Document& wished) {
    // The system takes a good part of a frame to say what is free: asked where more is wanted only.
    const double held = memoryOf(state_.document());
    const auto found = needsFault(wished, memoryOf(wished) > held ? allowed() : held);
    if (found) state_.notice = refusalOf(wished, *found);
    return found.has_value();
}

void DocumentEditor::edit(const Change& change) {
    Snapshot next = state_.history.current();
    change(next);
    if (const std::vector<Error> found = faults(next.document); !found.empty()) {
        state_.notice = refusalOf(next.document, found.front());
        return;
    }
    if (isTooLarge(next.document)) return;
    state_.history.commit(std::move(next));
    settleKeepingStep(state_);
}

void DocumentEditor::drag(const Change& change) {
    if (!state_.history.isDragging()) state_.history.begin();
    Snapshot next = state_.history.current();
    change(next);
    state_.history.update(std::move(next));
    settle(state_);
}

}  // namespace lookback
