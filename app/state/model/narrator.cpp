#include "app/state/model/narrator.h"

#include <algorithm>

#include "app/state/model/app_state.h"
#include "core/narrator/narrate.h"

namespace lookback {

const std::vector<TextLine>& Narrator::tell(const AppState& state) const {
    const Subject subject{state.place.step, state.place.head, state.preferences.decimals};
    return sentences_.of(subject,
                         [&](std::vector<TextLine>& told) { told = sentences(state, subject); });
}

std::vector<TextLine> Narrator::sentences(const AppState& state, const Subject& subject) const {
    const std::vector<MatrixId>& stages = state.step().stages;
    const bool is_mask = std::find(stages.begin(), stages.end(), MatrixId::mask) != stages.end();
    const Variant* const unmasked = is_mask ? state.unmasked.of(state.shown) : nullptr;
    const Variant* const was = opened(state);
    const Narrated narrated{.document = state.document(),
                            .trace = state.trace(),
                            .step = state.step(),
                            .head = subject.head,
                            .unmasked = unmasked == nullptr ? nullptr : &unmasked->trace(),
                            .opened_document = was == nullptr ? nullptr : &was->document(),
                            .opened = was == nullptr ? nullptr : &was->trace()};
    std::vector<TextLine> told;
    for (const Claim& claim : claimsOf(narrated)) {
        told.push_back(
            lookback::tell(claim, narrated.document, state.shown.labels(), subject.decimals));
    }
    return told;
}

const Variant* Narrator::opened(const AppState& state) const {
    const Document& was = *state.origin().opened;
    const Document& is = state.document();
    if (state.is_as_opened || was.tokens != is.tokens || was.heads != is.heads) return nullptr;
    if (!mayBeComputedTwice(was)) return nullptr;
    return &opened_.of(was, [&](Variant& opened) { opened.show(was); });
}

}  // namespace lookback
