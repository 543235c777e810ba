#include "app/views/shared/mask_words.h"

#include <fmt/format.h>

#include "core/document/verdict.h"

namespace lookback {
namespace {

constexpr std::string_view kLeak = "It has weight all the same: a leak.";
constexpr std::string_view kStrokes = "Drag paints; with Shift a whole row, column or diagonal.";

void addLine(std::string& words, std::string_view line) {
    if (!words.empty()) words += '\n';
    words += line;
}

}  // namespace

std::string maskWords(const Variant& variant, Cell cell, const std::vector<std::string>& labels,
                      std::string_view where) {
    const Mask& mask = variant.document().mask;
    const Verdict verdict = verdictOf(mask, cell);
    std::string words;
    if (verdict.is_painted) {
        addLine(words,
                fmt::format("{}{} by hand.", verdict.allows() ? "Allowed" : "Masked", where));
    }
    const std::string how =
        verdict.allows() ? std::string("Against") : fmt::format("Masked{} by", where);
    for (const Objection& objection : objectionsTo(mask, cell, labels)) {
        addLine(words, fmt::format("{} {}: {}.", how, objection.rule, objection.why));
    }
    return words;
}

std::string maskWords(const Scene& scene, const Target& target) {
    const Variant& shown = scene.shown();
    const bool is_mask = target.id == MatrixId::mask;
    if (!is_mask && !shown.isHatched(target.id)) return "";
    std::string words = maskWords(shown, target.cell, shown.wholeLabels(), "");
    const bool is_blocked = shown.trace().view(MatrixId::mask)(target.cell) == 0;
    const bool is_weight = info(target.id).domain == Domain::weights;
    if (is_blocked && is_weight && scene.matrix(target.id)(target.cell) > 0) addLine(words, kLeak);
    if (is_mask) addLine(words, kStrokes);
    return words;
}

}  // namespace lookback
