#include "app/state/model/stops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

#include "app/state/model/app_state.h"
#include "core/engine/stages.h"

namespace lookback {
namespace {

/// Steps of training at which the remote stops, beside the first and the last.
constexpr std::array<Index, 6> kTrainingStops{10, 30, 60, 100, 200, 500};

bool isResultOf(const Document& document, const Step& step,
                std::initializer_list<Arithmetic> kinds) {
    return std::all_of(step.results.begin(), step.results.end(), [&](MatrixId id) {
        const Arithmetic kind = stage(id).arithmetic(document);
        return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    });
}

/// Returns the number of the last cell of a row of a step that has rows.
Index lastOfRow(const Document& document, const Step& step, Index row) {
    const Index size = cellCount(document, step) / stepRow(document, step, 0).count;
    return (row + 1) * size - 1;
}

/// Returns the last blocked cell of some rows; nothing where the mask blocks none of them.
std::optional<Cell> lastBlocked(const MatrixView& mask, Index first_row, Index last_row) {
    for (Index row = last_row; row >= first_row; --row) {
        for (Index key = mask.cols() - 1; key >= 0; --key) {
            if (mask(row, key) == 0) return Cell{row, key};
        }
    }
    return std::nullopt;
}

/// Returns the columns of a matrix that belong to a head.
AxisRange columnsOfHead(const Document& document, MatrixId id, const MatrixView& values,
                        Index head) {
    if (!info(id).is_of_all_heads) return {0, values.cols()};
    const Index width = values.cols() / document.heads;
    return {head * width, width};
}

}  // namespace

Index tellingCell(const Variant& shown, const Step& step, Index head, Index first_row,
                  Index last_row) {
    const Document& document = shown.document();
    const Index last = lastOfRow(document, step, last_row);
    if (!shown.hasNumbers()) return last;
    const bool is_mask =
        std::find(step.stages.begin(), step.stages.end(), MatrixId::mask) != step.stages.end();
    if (is_mask) {
        const auto cell = lastBlocked(shown.matrix(MatrixId::mask), first_row, last_row);
        if (cell) return stepCellIndex(document, step, {step.results.front(), *cell});
    }
    std::optional<StepCell> best;
    double most = 0;
    for (const MatrixId id : step.results) {
        const MatrixView values = shown.matrix(id, head);
        const bool are_pairs = info(id).cols == Axis::token;
        const AxisRange cols = columnsOfHead(document, id, values, head);
        for (Index col = cols.first; col < cols.first + cols.count; ++col) {
            const double number = values(last_row, col);
            const double size = are_pairs ? number : std::abs(number);
            if (std::isnan(size) || (best && size <= most)) continue;
            best = StepCell{id, {last_row, col}};
            most = size;
        }
    }
    return best ? stepCellIndex(document, step, *best) : last;
}

std::vector<Stop> stopsOf(const Variant& shown, const Step& step, Index head) {
    const Document& document = shown.document();
    const Index rows = stepRow(document, step, 0).count;
    if (rows == 0) return {{}};
    const auto stop = [&](Index first, Index last) {
        return Stop{lastOfRow(document, step, last), tellingCell(shown, step, head, first, last),
                    first, last};
    };
    if (isResultOf(document, step, {Arithmetic::given, Arithmetic::sum, Arithmetic::quotient})) {
        return {stop(0, rows - 1)};
    }
    std::vector<Stop> stops;
    if (rows <= kMostRowStops) {
        for (Index row = 0; row < rows; ++row) stops.push_back(stop(row, row));
        return stops;
    }
    return {{}, stop(0, 0), stop(1, rows - 1)};
}

std::vector<Index> trainingStops(const AppState& state) {
    const Index last = state.experiment().steps;
    std::vector<Index> stops{0, last};
    for (const Index step : kTrainingStops) {
        if (step < last) stops.push_back(step);
    }
    if (state.training.isCurrent()) {
        const auto& crossed = state.training.report()->floor_crossed;
        if (crossed) stops.insert(stops.end(), crossed->begin(), crossed->end());
    }
    std::sort(stops.begin(), stops.end());
    stops.erase(std::unique(stops.begin(), stops.end()), stops.end());
    return stops;
}

std::optional<NoteRows> rowsOfStop(const AppState& state) {
    const Document& document = state.document();
    const Step& step = state.step();
    if (isResultOf(document, step, {Arithmetic::given})) return NoteRows{0, document.n() - 1};
    const Index revealed = state.place.revealed;
    const StepRow row = stepRow(document, step, revealed);
    const Index last = revealed == row.last ? row.number : row.number - 1;
    if (row.count == 0 || last < 0) return std::nullopt;
    const std::vector<Stop> stops = stopsOf(state.shown, step, state.place.head);
    const auto now = std::find_if(stops.begin(), stops.end(),
                                  [&](const Stop& stop) { return stop.revealed >= revealed; });
    return NoteRows{std::min(now->first_row, last), last};
}

}  // namespace lookback
