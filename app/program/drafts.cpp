#include "app/program/drafts.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <variant>

namespace lookback {
namespace {

template <class Subject, class Step>
KeptWork<Subject> stepsUpTo(const Step& step, const Work<Subject>& work) {
    const auto steps = work.history.steps().first;
    const auto at = std::find(steps.begin(), steps.end(), step);
    if (at == steps.end()) return {{step}, 0};
    auto first = at;
    while (first != steps.begin() && (*std::prev(first))->origin == step->origin) --first;
    return {{first, std::next(at)}, static_cast<std::size_t>(at - first)};
}

}  // namespace

Session draftOf(const AppState& state, const PutAside& aside) {
    Session draft{.document = {{state.document_work.history.currentStep()}, 0}, .is_closed = true};
    if (const auto* const step = std::get_if<std::shared_ptr<const Snapshot>>(&aside.work)) {
        draft.document = stepsUpTo(*step, state.document_work);
        draft.is_unsaved = true;
    } else {
        draft.experiment = stepsUpTo(std::get<1>(aside.work), state.experiment_work);
    }
    return draft;
}

}  // namespace lookback
