#include "core/attention/steps.h"

#include <algorithm>
#include <array>

#include "core/attention/stages.h"

namespace lookback {
namespace {

using Id = MatrixId;

struct StepInfo {
    std::string_view title;
    std::vector<MatrixId> stages;
    std::vector<MatrixId> results;
    bool (*applies)(const Document&);
};

bool masksScores(const Document& d) { return info(d.masking.method).place == MaskingPlace::scores; }
bool masksWeights(const Document& d) { return !masksScores(d); }
bool addsPositions(const Document& d) { return info(d.positions.kind).is_added; }

const std::array kSteps{
    StepInfo{"Embeddings",
             {Id::embeddings},
             {Id::embeddings},
             [](const Document& d) { return !addsPositions(d); }},
    StepInfo{
        "Embeddings", {Id::embeddings, Id::positions, Id::encoded}, {Id::encoded}, addsPositions},
    StepInfo{"Queries", {Id::query}, {Id::query}, [](const Document&) { return true; }},
    StepInfo{"Keys & values",
             {Id::key, Id::value},
             {Id::key, Id::value},
             [](const Document&) { return true; }},
    StepInfo{"Rotate",
             {Id::rotated_query, Id::rotated_key},
             {Id::rotated_query, Id::rotated_key},
             [](const Document& d) { return info(d.positions.kind).is_rotary; }},
    StepInfo{"Scores", {Id::scores}, {Id::scores}, [](const Document&) { return true; }},
    StepInfo{
        "Scale", {Id::scaled_scores}, {Id::scaled_scores}, [](const Document&) { return true; }},
    StepInfo{"Distance",
             {Id::biased_scores},
             {Id::biased_scores},
             [](const Document& d) { return d.positions.kind == PositionKind::alibi; }},
    StepInfo{"Mask", {Id::mask, Id::masked_scores}, {Id::masked_scores}, masksScores},
    StepInfo{"Softmax", {Id::attention_weights}, {Id::attention_weights}, masksScores},
    StepInfo{"Softmax", {Id::unmasked_weights}, {Id::unmasked_weights}, masksWeights},
    StepInfo{"Mask",
             {Id::mask, Id::masked_weights},
             {Id::masked_weights},
             [](const Document& d) { return d.masking.method == MaskingMethod::renormalize; }},
    StepInfo{"Mask",
             {Id::mask, Id::masked_weights, Id::attention_weights},
             {Id::masked_weights},
             [](const Document& d) { return d.masking.method == MaskingMethod::zero; }},
    StepInfo{"Renormalise",
             {Id::attention_weights},
             {Id::attention_weights},
             [](const Document& d) { return d.masking.method == MaskingMethod::renormalize; }},
    StepInfo{"Weighted sum", {Id::context}, {Id::context}, [](const Document&) { return true; }},
    StepInfo{"Output",
             {Id::output},
             {Id::output},
             [](const Document& d) { return d.weights.output.has_value(); }},
};

Index size(const Trace& trace, MatrixId id) {
    return trace.tensor(id).rows() * trace.tensor(id).cols();
}

}  // namespace

std::vector<Step> stepsOf(const Document& document) {
    const std::vector<MatrixId> order = stageOrder(document);
    const auto place = [&](const Step& step) {
        return std::find(order.begin(), order.end(), step.results.front());
    };
    std::vector<Step> steps;
    for (const StepInfo& row : kSteps) {
        if (row.applies(document)) steps.push_back({row.title, row.stages, row.results});
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [&](const Step& a, const Step& b) { return place(a) < place(b); });
    return steps;
}

std::optional<std::size_t> stepOf(const std::vector<Step>& steps, MatrixId id) {
    for (std::size_t k = 0; k < steps.size(); ++k) {
        const auto& stages = steps[k].stages;
        if (std::find(stages.begin(), stages.end(), id) != stages.end()) return k;
    }
    return std::nullopt;
}

Index cellCount(const Trace& trace, const Step& step) {
    Index count = 0;
    for (const MatrixId id : step.results) count += size(trace, id);
    return count;
}

StepCell cellAt(const Trace& trace, const Step& step, Index index) {
    for (const MatrixId id : step.results) {
        const Index cells = size(trace, id);
        if (index < cells) {
            const Index cols = trace.tensor(id).cols();
            return {id, {index / cols, index % cols}};
        }
        index -= cells;
    }
    return {step.results.back(), {}};
}

Index indexOf(const Trace& trace, const Step& step, const StepCell& cell) {
    Index before = 0;
    for (const MatrixId id : step.results) {
        if (id == cell.id) return before + cell.cell.row * trace.tensor(id).cols() + cell.cell.col;
        before += size(trace, id);
    }
    return 0;
}

}  // namespace lookback
