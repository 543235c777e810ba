#include "core/engine/steps.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "core/document/document.h"
#include "core/engine/masking_arithmetic.h"
#include "core/engine/stages.h"
#include "messages/stages.h"

namespace lookback {
namespace {

using Id = MatrixId;

/// Why there is a step, by its title.
struct StepReason {
    Message (*title)();
    Message (*why)();
};
constexpr std::array kReasons{
    StepReason{stated<say::stages::StepEmbeddings>, stated<say::stages::WhyEmbeddings>},
    StepReason{stated<say::stages::StepQuery>, stated<say::stages::WhyQuery>},
    StepReason{stated<say::stages::StepKeysAndValues>, stated<say::stages::WhyKeysAndValues>},
    StepReason{stated<say::stages::StepRotate>, stated<say::stages::WhyRotate>},
    StepReason{stated<say::stages::StepScores>, stated<say::stages::WhyScores>},
    StepReason{stated<say::stages::StepScale>, stated<say::stages::WhyScale>},
    StepReason{stated<say::stages::StepCap>, stated<say::stages::WhyCap>},
    StepReason{stated<say::stages::StepDistance>, stated<say::stages::WhyDistance>},
    StepReason{stated<say::stages::StepMask>, stated<say::stages::WhyMask>},
    StepReason{stated<say::stages::StepSoftmax>, stated<say::stages::WhySoftmax>},
    StepReason{stated<say::stages::StepRenormalize>, stated<say::stages::WhyRenormalize>},
    StepReason{stated<say::stages::StepWeightedSum>, stated<say::stages::WhyWeightedSum>},
    StepReason{stated<say::stages::StepOutput>, stated<say::stages::WhyOutput>},
};

Message titleOf(const Document& document, const Stage& row) {
    return row.step != nullptr ? row.step() : maskingArithmetic(document.masking.method).step();
}

/// The stages of a step whose cells appear: those that no other stage of the step reads. A copy
/// shows nothing new, so its operand appears instead.
std::vector<Id> resultsOf(const Document& document, const std::vector<Id>& stages) {
    const auto is_copy = [&](Id id) { return stage(id).arithmetic(document) == Arithmetic::copy; };
    std::vector<Id> results;
    for (const Id id : stages) {
        const bool goes_on = std::any_of(stages.begin(), stages.end(), [&](Id other) {
            const Stage& row = stage(other);
            return other != id && !is_copy(other) &&
                   (row.left(document) == id || row.right(document) == id);
        });
        if (!goes_on && !is_copy(id)) results.push_back(id);
    }
    return results;
}

TensorShape shape(const Document& document, MatrixId id) { return stageShape(stage(id), document); }

Index columns(const Document& document, MatrixId id) { return shape(document, id).cols; }

/// Whether no token may look at the one after it, as under a causal rule.
bool blocksEveryNextToken(const Document& document) {
    for (Index token = 0; token + 1 < document.n(); ++token) {
        if (allows(document.mask, token, token + 1)) return false;
    }
    return document.n() > 1;
}

/// The number of cells of one row of all results, for one head.
Index rowSize(const Document& document, const Step& step) {
    Index cells = 0;
    for (const MatrixId id : step.results) cells += columns(document, id);
    return cells;
}

}  // namespace

std::vector<Step> documentSteps(const Document& document) {
    const std::vector<MatrixId> order = stageOrder(document);
    const auto place = [&](const Step& step) {
        return std::find(order.begin(), order.end(), step.results.front());
    };
    std::vector<Step> steps;
    for (const Id id : order) {
        const Message title = titleOf(document, stage(id));
        auto step = std::find_if(steps.begin(), steps.end(),
                                 [&](const Step& known) { return known.title == title; });
        if (step == steps.end()) step = steps.insert(step, Step{title, {}, {}});
        step->stages.push_back(id);
    }
    for (Step& step : steps) step.results = resultsOf(document, step.stages);
    std::stable_sort(steps.begin(), steps.end(),
                     [&](const Step& a, const Step& b) { return place(a) < place(b); });
    return steps;
}

Message whyOf(const Document& document, const Step& step) {
    if (isOverColumns(document.masking)) {
        if (step.title == Message(say::stages::StepSoftmax{})) {
            return say::stages::WhyColumnSoftmax{};
        }
        if (step.title == Message(say::stages::StepRenormalize{})) {
            return say::stages::WhyRenormalizeColumns{};
        }
    }
    if (step.title == Message(say::stages::StepMask{}) && blocksEveryNextToken(document)) {
        return say::stages::WhyCausalMask{};
    }
    const auto* const reason =
        std::find_if(kReasons.begin(), kReasons.end(),
                     [&](const StepReason& row) { return row.title() == step.title; });
    assert(reason != kReasons.end());
    return reason->why();
}

std::optional<std::size_t> stepCovering(const std::vector<Step>& steps, MatrixId id) {
    for (std::size_t k = 0; k < steps.size(); ++k) {
        const auto& stages = steps[k].stages;
        if (std::find(stages.begin(), stages.end(), id) != stages.end()) return k;
    }
    return std::nullopt;
}

Index cellCount(const Document& document, const Step& step) {
    // All results of a step have a row for each token.
    return shape(document, step.results.front()).rows * rowSize(document, step);
}

StepCell cellAt(const Document& document, const Step& step, Index index) {
    if (index >= cellCount(document, step)) return {step.results.back(), {}};
    const Index size = rowSize(document, step);
    Index col = index % size;
    for (const MatrixId id : step.results) {
        const Index cols = columns(document, id);
        if (col < cols) return {id, {index / size, col}};
        col -= cols;
    }
    return {step.results.back(), {}};
}

Index stepCellIndex(const Document& document, const Step& step, const StepCell& cell) {
    Index before = 0;
    for (const MatrixId id : step.results) {
        if (id == cell.id) return cell.cell.row * rowSize(document, step) + before + cell.cell.col;
        before += columns(document, id);
    }
    return 0;
}

StepRow stepRow(const Document& document, const Step& step, Index index) {
    const Index size = rowSize(document, step);
    if (size == 0 || index >= cellCount(document, step)) return {};
    const Index row = index / size;
    const Index count = shape(document, step.results.front()).rows;
    return {row, count, row * size, row * size + size - 1};
}

}  // namespace lookback
