#include "core/language/training_findings.h"

#include <algorithm>

#include "core/engine/trace.h"

namespace lookback {
namespace {

/// Least distance of a loss below its floor: rounding of float32 does not explain it.
constexpr double kRounding = 1e-6;
/// Less than half of the weight gets no sentence.
constexpr double kTrainingFindingsMost = 0.5;
/// Least share of all weight with a sentence; smaller shares are written as 0.0%.
constexpr double kSome = 0.0005;

}  // namespace

ProbeShares probeShares(const Trace& probe) {
    const Tensor& weights = probe.tensor(MatrixId::attention_weights);
    const Index n = weights.rows();
    ProbeShares shares{
        .next = std::vector<double>(static_cast<std::size_t>(std::max<Index>(n - 1, 0)))};
    const auto heads = static_cast<double>(weights.heads());
    for (Index head = 0; head < weights.heads(); ++head) {
        const MatrixView of_head = weights.view(head);
        for (Index row = 0; row + 1 < n; ++row) {
            double sum = 0;
            double later = 0;
            for (Index key = 0; key < n; ++key) {
                sum += of_head(row, key);
                if (key > row) later += of_head(row, key);
            }
            if (sum == 0) continue;
            shares.next[static_cast<std::size_t>(row)] += of_head(row, row + 1) / sum / heads;
            shares.later += later / sum / heads / static_cast<double>(n);
        }
    }
    return shares;
}

bool isClearlyBelow(double loss, double floor) {
    return loss < floor - kRounding * std::max(1.0, floor);
}

std::vector<TrainingFinding> findingsOf(const TwinFacts& facts) {
    std::vector<TrainingFinding> findings;
    const auto add = [&](TrainingFindingKind kind, double number) -> TrainingFinding& {
        findings.push_back({.kind = kind, .place = facts.place, .number = number});
        return findings.back();
    };
    if (facts.lost) {
        add(TrainingFindingKind::lost_loss, facts.train_loss).lost = *facts.lost;
    }
    if (isClearlyBelow(facts.train_loss, facts.floor)) {
        TrainingFinding& finding = add(TrainingFindingKind::below_floor, facts.train_loss);
        finding.floor = facts.floor;
        finding.windows = facts.windows;
    }
    const std::vector<double>& next = facts.shares.next;
    const auto most = std::max_element(next.begin(), next.end());
    if (most != next.end() && *most >= kTrainingFindingsMost) {
        add(TrainingFindingKind::next_word, *most).row = most - next.begin();
    }
    if (facts.shares.later >= kSome) add(TrainingFindingKind::later_words, facts.shares.later);
    return findings;
}

}  // namespace lookback
