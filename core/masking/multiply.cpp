#include "core/masking/methods.h"
#include "core/masking/score_loops.h"

namespace lookback {
namespace {

constexpr auto kMultiplyMasked = []<class Scalar>(Scalar, Scalar score, bool allowed) -> Scalar {
    return allowed ? score : score * Scalar(0);
};

constexpr auto kMultiplyShare = []<class Scalar>(Scalar down, bool allowed) -> Scalar {
    return allowed ? down : down * Scalar(0);
};

}  // namespace

/// Scores are multiplied by the mask, 1 or 0.
constexpr MaskingRow kMultiply{
    .method = MaskingMethod::multiply,
    .arithmetic = {.mask_scores = maskedBy(kMultiplyMasked),
                   .masked = kMultiplyMasked,
                   .formula = [](std::string_view from,
                                 const Masking&) { return fmt::format("S_M = {} \u00b7 M", from); },
                   .weigh = kWeighBySoftmax,
                   .weights_formula = softmaxFormula},
    .derivative = {.unmask = unmaskedBy(kMultiplyShare),
                   .formula =
                       [](std::string_view from) {
                           return fmt::format("d{} = dS_M \u00b7 M", from);
                       },
                   .cuts = true,
                   .unweigh = kUnweighSoftmax,
                   .weights_formula = softmaxWeightsBackFormula},
    .path = {.open = [](const Masking&) -> std::string {
        return "others may: a blocked score of 0 gets weight beside lower ones";
    }},
    .words = {.label = "multiply by 0/1",
              .line = "scores times 1 or 0: a score of 0 still gets weight",
              .is_mistake = true,
              .formula_of_blocked =
                  [](std::string_view from, const Masking&) {
                      return fmt::format("S_M = {} \u00b7 (1 \u2212 M)", from);
                  },
              .lines = [](const ExplainContext& c) { return changedByMask(c, " \u00d7 "); },
              .allowed = sayThatItStays,
              .blocked = [](const ExplainContext&,
                            Sentence& s) { s.say(", so its score is multiplied by 0"); },
              .leak =
                  [](const ExplainContext&, Sentence& s) {
                      s.say("times 0 a score becomes 0, and ").power("0").say(" is 1, not 0.");
                  }},
};

}  // namespace lookback
