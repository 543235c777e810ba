#include "core/explain/depending_cells.h"

#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/engine/changed_cells.h"
#include "core/explain/explain.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Place = std::tuple<MatrixId, Index, Cell>;
using PlaceSet = std::set<Place>;

constexpr double kNudge = 1.0 / 64;  ///< exact in every dtype, and too little to make a row NaN
/// exp(-16) in float16: scores of a blocked column are some -30,000, where its numbers are 16
/// apart.
constexpr double kMostOfALiftedZero = 0x1p-23;

template <class Visit>
void forPlaces(const Trace& trace, Visit visit) {
    for (const MatrixId id : trace.order) {
        const Tensor& stage = trace.tensor(id);
        for (Index head = 0; head < stage.heads(); ++head) {
            for (Index row = 0; row < stage.rows(); ++row) {
                for (Index col = 0; col < stage.cols(); ++col) visit(Place{id, head, {row, col}});
            }
        }
    }
}

template <class Visit>
void forPlaces(const CellRange& range, Visit visit) {
    for (Index row = range.row; row < range.row + range.rows; ++row) {
        for (Index col = range.col; col < range.col + range.cols; ++col) {
            visit(Place{range.id, range.head, {row, col}});
        }
    }
}

double valueAt(const Trace& trace, const Place& place) {
    return trace.view(std::get<0>(place), std::get<1>(place))(std::get<2>(place));
}

PlaceSet dependents(const Document& document, const Trace& trace, MatrixId id, Cell cell) {
    PlaceSet places;
    for (const CellRange& range : dependentsOf(document, trace, id, 0, cell)) {
        forPlaces(range, [&](const Place& place) {
            const bool is_new = places.insert(place).second;
            CHECK(is_new);
        });
    }
    return places;
}

bool isSilent(const Trace& trace, const Place& place) {
    const auto& [id, head, cell] = place;
    return info(id).domain == Domain::weights && valueAt(trace, place) == 0 &&
           trace.view(MatrixId::mask)(cell) == 0;
}

/// What becomes other numbers, to the last bit, when one number of the document does; but for a
/// masked 0 whose row has no sum any more, for the nudge makes all of it too small for its type,
/// and for one of a blocked column that the nudge lifts to the next score that its type holds.
PlaceSet changed(const Document& document, const Trace& trace, MatrixId id, Cell cell) {
    Document other = document;
    setNumber(other, id, cell, editable(document, id)(cell.row, cell.col) + kNudge);
    const Trace after = attend(other);
    PlaceSet places;
    forPlaces(trace, [&](const Place& place) {
        const bool is_itself = std::get<0>(place) == id && std::get<2>(place) == cell;
        const double value = valueAt(after, place);
        if (is_itself || sameBits(valueAt(trace, place), value)) return;
        const bool is_lifted = std::abs(value) <= kMostOfALiftedZero;
        if (!isSilent(trace, place) || (!std::isnan(value) && !is_lifted)) places.insert(place);
    });
    return places;
}

/// What leads back to a number, input by input.
PlaceSet leadingBack(const Document& document, const Trace& trace, MatrixId id, Cell cell) {
    PlaceSet places{{id, 0, cell}};
    forPlaces(trace, [&](const Place& place) {
        const auto& [of, head, at] = place;
        bool leads = false;
        for (const CellRange& range : inputsOf(document, trace, of, head, at)) {
            forPlaces(range, [&](const Place& input) { leads = leads || places.contains(input); });
        }
        if (leads) places.insert(place);
    });
    places.erase({id, 0, cell});
    return places;
}

/// A number of each matrix that can be edited, another one for each document.
template <class Visit>
void forNumbers(const Document& document, Index which, Visit visit) {
    for (const MatrixId id : kEditableMatrices) {
        if (!isEditable(document, id)) continue;
        const SharedMatrix& matrix = editable(document, id);
        const Index at = which++ % (matrix.rows() * matrix.cols());
        visit(id, Cell{at / matrix.cols(), at % matrix.cols()});
    }
}

/// How many keys count in a row of weights.
int counted(const Trace& trace, Index head, Index row) {
    const MatrixView weights = trace.view(MatrixId::attention_weights, head);
    int count = 0;
    for (Index key = 0; key < weights.cols(); ++key) {
        if (!isSilent(trace, {MatrixId::attention_weights, head, {row, key}})) ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("nothing but the dependents of a number changes with it, and they lead back to it") {
    Index which = 0;
    forEveryTable([&](Wanted wanted) {
        wanted.heads = 2;
        wanted.output = which % 2 == 0;
        wanted.seed = static_cast<unsigned>(which + 1);
        const Document document = randomDocument(wanted);
        const Trace trace = attend(document);
        forNumbers(document, which++, [&](MatrixId id, Cell cell) {
            CAPTURE(std::string(info(id).name));
            CAPTURE(cell.row);
            CAPTURE(cell.col);
            CAPTURE(which);
            CAPTURE(std::string(info(wanted.masking.method).name));
            CAPTURE(std::string(info(wanted.dtype).name));
            CAPTURE(std::string(info(wanted.mask).name));
            CAPTURE(wanted.masking.order == MaskingOrder::before_scale);
            const PlaceSet lit = dependents(document, trace, id, cell);
            for (const Place& place : changed(document, trace, id, cell)) {
                CAPTURE(std::string(info(std::get<0>(place)).name));
                CAPTURE(std::get<2>(place).row);
                CAPTURE(std::get<2>(place).col);
                CAPTURE(valueAt(trace, place));
                REQUIRE(lit.contains(place));
            }
            if (everyCombination() && which % 7 != 0) return;  // the way back takes long
            const PlaceSet back = leadingBack(document, trace, id, cell);
            for (const Place& place : lit) REQUIRE(back.contains(place));
            for (const Place& place : back)
                REQUIRE((lit.contains(place) || isSilent(trace, place)));
        });
    });
}

TEST_CASE("what depends on a number changes with it, but for a row with a single key") {
    for (const MaskingMethod method : {MaskingMethod::fill, MaskingMethod::zero}) {
        for (const bool output : {false, true}) {
            Document document = randomDocument({.tokens = 5,
                                                .d_in = 3,
                                                .heads = 2,
                                                .output = output,
                                                .masking = {.method = method}});
            document.embeddings = SharedMatrix(Matrix<double>(document.embeddings.get() / 8));
            const Trace trace = attend(document);
            for (Index which = 0; which < 12; ++which) {
                forNumbers(document, which, [&](MatrixId id, Cell cell) {
                    CAPTURE(std::string(info(id).name));
                    CAPTURE(which);
                    const PlaceSet changes = changed(document, trace, id, cell);
                    for (const Place& place : dependents(document, trace, id, cell)) {
                        const auto& [of, head, at] = place;
                        // Clang 14 captures nothing that a structured binding names.
                        const std::string stage(info(of).name);
                        const Cell& where = at;
                        CAPTURE(stage);
                        CAPTURE(where.row);
                        CAPTURE(where.col);
                        const bool is_mixed = of >= MatrixId::attention_weights;
                        if (is_mixed && counted(trace, head, at.row) < 2) continue;
                        CHECK(changes.contains(place));
                    }
                });
            }
        }
    }
}

TEST_CASE("a causal mask keeps an embedding from all rows before it") {
    const Document document = randomDocument({.tokens = 4});
    const Trace trace = attend(document);
    const std::vector<CellRange> ranges =
        dependentsOf(document, trace, MatrixId::embeddings, 0, {2, 0});
    std::vector<CellRange> weights;
    std::vector<CellRange> context;
    for (const CellRange& range : ranges) {
        if (range.id == MatrixId::attention_weights) weights.push_back(range);
        if (range.id == MatrixId::context) context.push_back(range);
    }
    CHECK(weights == std::vector<CellRange>{{MatrixId::attention_weights, 0, 2, 0, 1, 3},
                                            {MatrixId::attention_weights, 0, 3, 0, 1, 4}});
    CHECK(context == std::vector<CellRange>{{MatrixId::context, 0, 2, 0, 2, 2}});

    Document open = document;
    setMasked(open, false);
    const std::vector<CellRange> all =
        dependentsOf(open, attend(open), MatrixId::embeddings, 0, {2, 0});
    CHECK(all.back() == CellRange{MatrixId::context, 0, 0, 0, 4, 2});
}

TEST_CASE("a weight of one head changes nothing of another head, but the output of all") {
    const Document document = randomDocument({.heads = 2, .output = true});
    const Trace trace = attend(document);
    for (const CellRange& range : dependentsOf(document, trace, MatrixId::w_key, 0, {1, 3})) {
        if (info(range.id).per_head) CHECK(range.head == 1);
        if (range.id == MatrixId::context) CHECK(range.col >= document.dV());
        if (range.id == MatrixId::output) CHECK(range.cols == 3);
        CHECK(range.id != MatrixId::query);
        CHECK(range.id != MatrixId::value);
    }
    CHECK(dependentsOf(document, trace, MatrixId::w_output, 0, {0, 2}) ==
          std::vector<CellRange>{{MatrixId::output, 0, 0, 2, 4, 1}});
}

TEST_CASE("what depends on some cells is the union of what depends on each, with the cells") {
    const Document document = randomDocument({.heads = 2, .output = true});
    const Trace trace = attend(document);
    const std::vector<CellRange> cells{{MatrixId::scores, 0, 1, 0, 1, 2},
                                       {MatrixId::value, 1, 2, 1, 1, 1},
                                       {MatrixId::w_key, 0, 0, 3, 1, 1}};
    PlaceSet all;
    for (const CellRange& range : cells) {
        forPlaces(range, [&](const Place& place) {
            all.insert(place);
            for (const CellRange& reached : dependentsOf(document, trace, std::get<0>(place),
                                                         std::get<1>(place), std::get<2>(place))) {
                forPlaces(reached, [&](const Place& one) { all.insert(one); });
            }
        });
    }
    PlaceSet found;
    for (const CellRange& range : withDependents(document, trace, cells)) {
        forPlaces(range, [&](const Place& place) { CHECK(found.insert(place).second); });
    }
    CHECK(found == all);
    CHECK(withDependents(document, trace, {}).empty());
}
