#include "app/program/drafts.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lookback {
namespace {

template <class Kept>
std::vector<std::shared_ptr<const Kept>> stepsUpTo(const std::shared_ptr<const Kept>& work,
                                                   const History<Kept>& history) {
    const auto steps = history.steps().first;
    const auto at = std::find(steps.begin(), steps.end(), work);
    if (at == steps.end()) return {work};
    auto first = at;
    while (first != steps.begin() && (*std::prev(first))->origin == work->origin) --first;
    return {first, std::next(at)};
}

}  // namespace

Session draftOf(const AppState& state, const PutAside& aside) {
    auto steps = stepsUpTo(aside.work, state.history);
    const std::size_t at = steps.size() - 1;
    return {.steps = std::move(steps), .at = at, .is_unsaved = true, .is_closed = true};
}

Session draftOf(const AppState& state, const PutExperimentAside& aside) {
    auto steps = stepsUpTo(aside.work, state.workshop.history);
    const std::size_t at = steps.size() - 1;
    return {.steps = {state.history.currentStep()},
            .is_closed = true,
            .workshop = KeptWorkshop{std::move(steps), at}};
}

}  // namespace lookback
