#include "app/state/model/narrator.h"

#include <algorithm>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "core/compare/difference.h"
#include "core/document/edit.h"
#include "core/engine/stages.h"
#include "core/lesson/guided_lesson.h"
#include "core/narrator/narrate.h"

namespace lookback {
namespace {

/// Whether two documents have a matrix with the same numbers in all heads; NaN equals NaN.
bool isSameMatrix(const Variant& a, const Variant& b, MatrixId id) {
    const auto has = [&](const Variant& variant) {
        return isParameter(id) ? isEditable(variant.document(), id) : variant.trace().has(id);
    };
    if (!has(a) || !has(b)) return has(a) == has(b);
    for (Index head = 0; head < a.document().heads; ++head) {
        const MatrixView left = a.matrix(id, head);
        const MatrixView right = b.matrix(id, head);
        if (left.rows() != right.rows() || left.cols() != right.cols()) return false;
        for (Index row = 0; row < left.rows(); ++row) {
            for (Index col = 0; col < left.cols(); ++col) {
                if (numberDifference(left(row, col), right(row, col)) != 0) return false;
            }
        }
    }
    return true;
}

/// Whether both documents compute a step in the same way from the same numbers.
bool isSameStep(const Variant& was, const Variant& is, const Step& step) {
    if (was.document().dtype != is.document().dtype) return false;
    return std::all_of(step.stages.begin(), step.stages.end(), [&](MatrixId id) {
        const auto operand = [&](MatrixId (*of)(const Document&)) {
            return of == nullptr || (of(was.document()) == of(is.document()) &&
                                     isSameMatrix(was, is, of(is.document())));
        };
        const auto bias = biasOf(is.document(), id);
        const bool is_same_bias =
            bias == biasOf(was.document(), id) && (!bias || isSameMatrix(was, is, *bias));
        return is_same_bias && isSameMatrix(was, is, id) && operand(stage(id).left) &&
               operand(stage(id).right);
    });
}

/// Whether the numbers of two documents can be compared: their rows stand for the same tokens, and
/// the first is not too large to be computed as well.
bool isComparable(const Document& was, const Document& is) {
    return was.tokens == is.tokens && was.heads == is.heads && mayBeComputedTwice(was);
}

/// True if a claim tells no hidden number. Three claims about the mask follow from the weights of a
/// later step: the share of blocked tokens, with the mask and without it, and the weights of a row
/// without keys. The last is withheld only while a lesson hides weights.
bool isTold(const AppState& state, const Claim& claim) {
    const MatrixId weights = MatrixId::attention_weights;
    if (claim.kind == ClaimKind::no_key) return !hidesCellsOf(state, weights);
    const bool is_share = claim.kind == ClaimKind::would_look || claim.kind == ClaimKind::leak;
    return !is_share || isShown(state, {.id = weights});
}

}  // namespace

const std::vector<Message>& Narrator::tell(const AppState& state) const {
    static const std::vector<Message> nothing;
    if (state.lesson.awaitsChoice()) return nothing;
    const std::vector<MatrixId>& results = state.step().results;
    const bool is_step_shown = std::all_of(results.begin(), results.end(),
                                           [&](MatrixId id) { return isShown(state, {.id = id}); });
    if (!is_step_shown) return nothing;
    const Subject subject{state.place.step, state.place.head, state.preferences.decimals,
                          hidesWhatIsToCome(state)};
    return sentences_.of(subject,
                         [&](std::vector<Message>& told) { told = sentences(state, subject); });
}

std::vector<Message> Narrator::sentences(const AppState& state, const Subject& subject) const {
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
    std::vector<Message> told;
    for (const Claim& claim : claimsOf(narrated)) {
        if (!isTold(state, claim)) continue;
        told.push_back(
            lookback::tell(claim, narrated.document, state.shown.labels(), subject.decimals));
    }
    return told;
}

bool Narrator::isStepAsNoted(const AppState& state) const {
    return unchanged_.of(state.place.step, [&](bool& is_same) {
        const Document& noted = notedDocument(state);
        const bool is_opened = noted == *state.origin().opened;
        is_same = is_opened && state.is_as_opened;
        if (is_same || !isComparable(noted, state.document())) return;
        const Variant& was = noted_.of(noted, [&](Variant& own) { own.show(noted); });
        is_same = isSameStep(was, state.shown, state.step());
    });
}

const Variant* Narrator::opened(const AppState& state) const {
    const Document& was = *state.origin().opened;
    if (state.is_as_opened || !isComparable(was, state.document())) return nullptr;
    return &opened_.of(was, [&](Variant& opened) { opened.show(was); });
}

const Document& notedDocument(const AppState& state) {
    const auto& lesson = state.origin().lesson;
    return lesson != nullptr ? *lesson->lesson->document() : *state.origin().opened;
}

}  // namespace lookback
