#include "core/masking/methods.h"
#include "core/masking/score_loops.h"

namespace lookback {
namespace {

constexpr auto kAddAllowedMasked = []<class Scalar>(Scalar, Scalar score, bool allowed) -> Scalar {
    return allowed ? score + Scalar(1) : score;
};

}  // namespace

/// The mask, 1 or 0, is added to the scores.
constexpr MaskingRow kAddAllowed{
    .method = MaskingMethod::add_allowed,
    .arithmetic = {.mask_scores = maskedBy(kAddAllowedMasked),
                   .masked = kAddAllowedMasked,
                   .formula = [](std::string_view from,
                                 const Masking&) { return fmt::format("S_M = {} + M", from); },
                   .weigh = kWeighBySoftmax,
                   .weights_formula = softmaxFormula},
    .derivative = {.unmask = unmaskedBy(kShareOfAdded),
                   .formula = addedBackFormula,
                   .unweigh = kUnweighSoftmax,
                   .weights_formula = softmaxWeightsBackFormula},
    .path = {.open = [](const Masking&) -> std::string {
        return "others may: a blocked score that is large outweighs the 1";
    }},
    .words = {
        .label = "add 0/1",
        .line = "1 is added where allowed: the rest still gets weight",
        .is_mistake = true,
        .formula_of_blocked =
            [](std::string_view from, const Masking&) {
                return fmt::format("S_M = {} + (1 \u2212 M)", from);
            },
        .lines = [](const ExplainContext& c) { return changedByMask(c, " + "); },
        .allowed = [](Sentence& s) { s.say(", so this score gains ").bold("1").say("."); },
        .blocked = [](const ExplainContext&,
                      Sentence& s) { s.say(", so its score gains nothing, unlike the rest"); },
        .leak =
            [](const ExplainContext&, Sentence& s) {
                s.say("1 more for the allowed scores does not shut the others out.");
            }},
};

}  // namespace lookback
