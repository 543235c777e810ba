#include "core/lesson/hidden_cells.h"

#include <algorithm>

#include "core/explain/depending_cells.h"
#include "core/lesson/judge.h"

namespace lookback {
namespace {

template <class List, class Value>
bool contains(const List& list, const Value& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

template <class List, class Value>
void addOnce(List& list, const Value& value) {
    if (!contains(list, value)) list.push_back(value);
}

/// Gathers what a step hides, before what follows from it.
class Gathering {
public:
    explicit Gathering(const LessonFacts& facts) : facts_(facts) {}

    void add(const HiddenEntry& entry) {
        if (const auto* const panel = std::get_if<LessonPanel>(&entry)) {
            addOnce(hidden_.panels, *panel);
        } else if (const auto* const mode = std::get_if<LessonMode>(&entry)) {
            addOnce(hidden_.modes, *mode);
        } else if (const auto* const result = std::get_if<LessonResult>(&entry)) {
            addOnce(hidden_.results, *result);
        } else {
            addPath(std::get<Expression>(entry));
        }
    }

    /// Adds what a task asks for: all that decides on its right answers.
    void add(const LessonTask& task) {
        if (std::holds_alternative<MakeTask>(task.kind)) return;
        const auto* const cell = std::get_if<CellTask>(&task.kind);
        if (cell != nullptr && cell->is_visible) return;
        if (cell != nullptr) addPath(cell->cells);
        ReadQuantities reads;
        static_cast<void>(rightAnswers(task, facts_, &reads));
        addReads(reads, cell == nullptr);
    }

    HiddenThings take() {
        if (facts_.subject() == LessonSubject::document && !hidden_.cells.empty()) {
            const auto document = facts_.document();
            const auto trace = facts_.trace();
            if (document && trace) {
                hidden_.cells = withDependents(**document, **trace, hidden_.cells);
            }
        }
        return std::move(hidden_);
    }

private:
    void addPath(const Expression& path) {
        const Result<NamedCells> named = cellsOf(path, facts_);
        if (named && !named->are_tokens) hidden_.cells.push_back(named->range);
    }

    /// Adds what a task reads, without what is given.
    /// @param with_mask whether the mask is asked for, not merely looked up
    void addReads(const ReadQuantities& reads, bool with_mask) {
        const auto document = facts_.subject() == LessonSubject::document
                                  ? facts_.document()
                                  : Result<const Document*>(nullptr);
        for (const CellRange& range : reads.cells) {
            const bool is_looked_up = range.id == MatrixId::mask && !with_mask;
            if (!document || isGiven(**document, range.id) || is_looked_up) continue;
            if (isInPresent(range)) hidden_.cells.push_back(range);
        }
        for (const QuantityId id : reads.quantities) {
            switch (id) {
                case QuantityId::leaks:
                case QuantityId::verdict:
                case QuantityId::influence: addOnce(hidden_.results, LessonResult::leaks); break;
                case QuantityId::loss:
                case QuantityId::training_loss:
                case QuantityId::held_out_loss: addOnce(hidden_.results, LessonResult::loss); break;
                case QuantityId::written: addOnce(hidden_.results, LessonResult::written); break;
                default: break;
            }
        }
    }

    /// A variant may have stages that the document does not have.
    [[nodiscard]] bool isInPresent(const CellRange& range) const {
        const auto view = facts_.matrix(DocumentVariant::present, range.id, range.head);
        return view && range.row + range.rows <= view->rows() &&
               range.col + range.cols <= view->cols();
    }

    const LessonFacts& facts_;
    HiddenThings hidden_;
};

}  // namespace

bool HiddenThings::has(MatrixId id, Index head, Cell cell) const {
    return std::any_of(cells.begin(), cells.end(), [&](const CellRange& range) {
        return range.id == id && (!info(id).per_head || range.head == head) && range.contains(cell);
    });
}

bool HiddenThings::has(LessonPanel panel) const { return contains(panels, panel); }
bool HiddenThings::has(LessonMode mode) const { return contains(modes, mode); }
bool HiddenThings::has(LessonResult result) const { return contains(results, result); }

HiddenThings hiddenThings(const LessonStep& step, const LessonFacts& facts) {
    Gathering gathering(facts);
    for (const HiddenEntry& entry : step.hide) gathering.add(entry);
    if (step.task) gathering.add(*step.task);
    return gathering.take();
}

}  // namespace lookback
