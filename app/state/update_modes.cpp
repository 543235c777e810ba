#include "app/state/update_modes.h"

#include <memory>

#include "app/state/sentences.h"
#include "core/base/utf8.h"
#include "core/document/typed_words.h"

namespace lookback {

/// What cannot be made of the document is not chosen; a notice says why.
void ModeUpdate::operator()(const SetVariant& a) {
    const Result<Document> wished = variantOf(state_.document(), a.choice);
    if (wished) {
        state_.place.compared.of(a.side) = a.choice;
    } else {
        state_.notice = asSentence(wished.error().where + ": " + wished.error().message);
    }
}

void ModeUpdate::operator()(const SetCompareView& a) { state_.place.compare_view = a.view; }

/// The sheet on which it was asked for stood open in case it could not be read.
void ModeUpdate::operator()(const VariantRead& a) {
    if (state_.hands.open<FileSheet>() != nullptr) state_.hands.sheet = {};
    state_.place.compare_view = CompareView::pair;
    (*this)(SetVariant{a.side, {.kind = VariantKind::file, .name = a.name, .file = a.document}});
}

void ModeUpdate::operator()(const SetProbe& a) { state_.place.leak.probe = a.probe; }

void ModeUpdate::operator()(const SetProbeWord& a) {
    state_.place.leak.word = firstCharacters(a.word, kLongestTypedWord);
}

void ModeUpdate::operator()(const SetNudge& a) { state_.place.leak.nudge = a.nudge; }

void ModeUpdate::operator()(const SetWiggling& a) {
    Nudge& nudge = state_.place.leak.nudge;
    if (a.on && nudge.amount == 0) nudge.amount = Nudge().amount;
    state_.place.leak.wiggling = a.on;
    state_.place.leak.wiggled = 0;
}

void ModeUpdate::operator()(const TestLeaks&) {
    const ComparedPair pair = state_.comparison.of(state_.shown, state_.place.compared);
    if (leakPairFault(pair)) return;
    state_.effects.emplace_back(
        FindLeaks{std::make_shared<const LeakQuestion>(state_.leaks.takeQuestion(pair))});
}

void ModeUpdate::operator()(const LeaksTested& a) { state_.leaks.take(*a.report); }

}  // namespace lookback
