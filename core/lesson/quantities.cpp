#include "core/lesson/quantities.h"

#include <array>
#include <cassert>

#include "core/document/document.h"
#include "core/gradients/leak_verdict.h"
#include "core/lesson/lesson_look.h"
#include "core/random/draw_library.h"

namespace lookback {
namespace {

constexpr std::array kQuantities{
    QuantityInfo{QuantityId::n, "n", QuantityRoom::document},
    QuantityInfo{QuantityId::d_in, "d_in", QuantityRoom::document},
    QuantityInfo{QuantityId::d_k, "d_k", QuantityRoom::document},
    QuantityInfo{QuantityId::d_v, "d_v", QuantityRoom::document},
    QuantityInfo{QuantityId::heads, "heads", QuantityRoom::document},
    QuantityInfo{QuantityId::value, "value", QuantityRoom::document},
    QuantityInfo{QuantityId::divisor, "divisor", QuantityRoom::document},
    QuantityInfo{QuantityId::softcap, "softcap", QuantityRoom::document},
    QuantityInfo{QuantityId::largest, "largest", QuantityRoom::document},
    QuantityInfo{QuantityId::smallest, "smallest", QuantityRoom::document},
    QuantityInfo{QuantityId::leaks, "leaks", QuantityRoom::document},
    QuantityInfo{
        .id = QuantityId::row_sum, .name = "row_sum", .room = QuantityRoom::document, .indices = 1},
    QuantityInfo{.id = QuantityId::column_sum,
                 .name = "column_sum",
                 .room = QuantityRoom::document,
                 .indices = 1},
    QuantityInfo{.id = QuantityId::influence,
                 .name = "influence",
                 .room = QuantityRoom::document,
                 .indices = 2},
    QuantityInfo{QuantityId::verdict, "verdict", QuantityRoom::document, true},
    QuantityInfo{QuantityId::method, "method", QuantityRoom::document, true},
    QuantityInfo{QuantityId::order, "order", QuantityRoom::document, true},
    QuantityInfo{QuantityId::softmax, "softmax", QuantityRoom::document, true},
    QuantityInfo{QuantityId::dtype, "dtype", QuantityRoom::document, true},
    QuantityInfo{QuantityId::encoding, "encoding", QuantityRoom::document, true},
    QuantityInfo{QuantityId::library, "library", QuantityRoom::document, true},
    QuantityInfo{QuantityId::rules, "rules", QuantityRoom::document, true, 1},
    QuantityInfo{QuantityId::tokens, "tokens", QuantityRoom::document, true, 1},
    QuantityInfo{QuantityId::loss, "loss", QuantityRoom::experiment, false, 1, true, true},
    QuantityInfo{QuantityId::training_loss, "training_loss", QuantityRoom::experiment, false, 1,
                 true, true},
    QuantityInfo{QuantityId::held_out_loss, "held_out_loss", QuantityRoom::experiment, false, 1,
                 true, true},
    QuantityInfo{QuantityId::floor, "floor", QuantityRoom::experiment},
    QuantityInfo{QuantityId::written, "written", QuantityRoom::experiment, true, 1, true},
    QuantityInfo{QuantityId::steps, "steps", QuantityRoom::experiment},
    QuantityInfo{QuantityId::context, "context", QuantityRoom::experiment},
    QuantityInfo{QuantityId::batch, "batch", QuantityRoom::experiment},
    QuantityInfo{QuantityId::learning_rate, "learning_rate", QuantityRoom::experiment},
    QuantityInfo{QuantityId::vocabulary, "vocabulary", QuantityRoom::experiment},
    QuantityInfo{QuantityId::place_mode, "place.mode", QuantityRoom::place, true},
    QuantityInfo{QuantityId::place_step, "place.step", QuantityRoom::place, true},
    QuantityInfo{QuantityId::place_row, "place.row", QuantityRoom::place},
    QuantityInfo{QuantityId::place_col, "place.col", QuantityRoom::place},
    QuantityInfo{QuantityId::place_head, "place.head", QuantityRoom::place},
    QuantityInfo{QuantityId::place_training_step, "place.training_step", QuantityRoom::place},
    QuantityInfo{QuantityId::place_presenting, "place.presenting", QuantityRoom::place},
    QuantityInfo{QuantityId::it, "it", QuantityRoom::candidate},
    QuantityInfo{QuantityId::row, "row", QuantityRoom::candidate},
    QuantityInfo{QuantityId::col, "col", QuantityRoom::candidate},
    QuantityInfo{QuantityId::token, "token", QuantityRoom::candidate},
    QuantityInfo{
        .id = QuantityId::all, .name = "all", .room = QuantityRoom::candidate, .indices = 1},
    QuantityInfo{QuantityId::answer, "answer", QuantityRoom::answer},
    QuantityInfo{QuantityId::answer_row, "answer_row", QuantityRoom::answer},
    QuantityInfo{QuantityId::answer_col, "answer_col", QuantityRoom::answer},
    QuantityInfo{QuantityId::right, "right", QuantityRoom::right},
};

template <class Table>
std::vector<std::string_view> rowNames(const Table& table) {
    std::vector<std::string_view> names;
    for (const auto& row : table) names.push_back(row.name);
    return names;
}

template <class Names>
std::vector<std::string_view> listOf(const Names& names) {
    return {names.begin(), names.end()};
}

}  // namespace

std::vector<std::string_view> knownWords(QuantityId id) {
    switch (id) {
        case QuantityId::verdict: return rowNames(kLeakKinds);
        case QuantityId::method: return rowNames(kMaskingMethods);
        case QuantityId::order: return listOf(kMaskingOrderNames);
        case QuantityId::softmax: return listOf(kSoftmaxOverNames);
        case QuantityId::dtype: return rowNames(kDTypes);
        case QuantityId::encoding: return rowNames(kPositionKinds);
        case QuantityId::library: return rowNames(kDrawLibraries);
        case QuantityId::rules: return rowNames(maskKinds());
        case QuantityId::place_mode: return listOf(kLessonModeNames);
        case QuantityId::place_step: {
            std::vector<std::string_view> stages = rowNames(kMatrices);
            std::erase_if(stages,
                          [](std::string_view name) { return isParameter(findMatrix(name)->id); });
            return stages;
        }
        default: return {};
    }
}

std::span<const QuantityInfo> quantityTable() { return kQuantities; }

const QuantityInfo& info(QuantityId id) {
    const QuantityInfo& row = kQuantities[static_cast<std::size_t>(id)];
    assert(row.id == id);
    return row;
}

bool isKnown(const QuantityInfo& quantity, const ExpressionScope& scope) {
    switch (quantity.room) {
        case QuantityRoom::document: return scope.subject == LessonSubject::document;
        case QuantityRoom::experiment: return scope.subject == LessonSubject::experiment;
        case QuantityRoom::place: return true;
        case QuantityRoom::candidate: return scope.has_candidate;
        case QuantityRoom::answer: return scope.has_answer;
        case QuantityRoom::right: return scope.has_right;
    }
    return false;
}

}  // namespace lookback
