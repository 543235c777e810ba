#include "core/attention/changed_cells.h"
#include "core/attention/kernels.h"
#include "core/positions/encodings.h"

namespace lookback {
namespace {

constexpr Kernel kLearnedPlace = kernel([](auto& pass, const Block& block) {
    copyRows(pass.document.positions.table.get(), pass, MatrixId::positions, block);
});

void learnedMeaning(const ExplainContext& c, Sentence& s) {
    s.say(fmt::format("A learned number for {}, whichever token stands there. Here it is ",
                      placeOf(c.explained.cell.row)));
    s.asker().say(".");
}

}  // namespace

constexpr PositionRow kLearned{
    .kind = PositionKind::learned,
    .arithmetic = {.place = kLearnedPlace,
                   .formula = "P",
                   .edited = [](const Positions& was,
                                const Positions& is) { return editedRows(was.table, is.table); }},
    .words = {.label = "Learned table",
              .line = "a learned row for each place is added to the embeddings",
              .meaning = learnedMeaning},
};

}  // namespace lookback
