#pragma once

#include <optional>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/message.h"
#include "core/document/matrix_id.h"

namespace lookback {

struct Document;

/// One or two stages that are shown and explained together: Next goes from step to step.
struct Step {
    Message title;                  ///< on the timeline: "Keys & values"
    std::vector<MatrixId> stages;   ///< the covered stages, in order
    std::vector<MatrixId> results;  ///< the stages whose cells appear one by one
};

/// The steps of a document's computation, in order.
[[nodiscard]] std::vector<Step> documentSteps(const Document& document);

/// Returns one sentence: the reason why the computation has this step.
[[nodiscard]] Message whyOf(const Document& document, const Step& step);

/// The step that covers a stage; nothing where the document does not call for it.
[[nodiscard]] std::optional<std::size_t> stepCovering(const std::vector<Step>& steps, MatrixId id);

/// A cell among the results of a step.
struct StepCell {
    MatrixId id = MatrixId::embeddings;
    Cell cell;

    bool operator==(const StepCell&) const = default;
};

// The cells of a step follow from the shapes of the document; its trace need not be computed.

/// The number of cells that appear in a step, for one head.
[[nodiscard]] Index cellCount(const Document& document, const Step& step);

/// The cell that appears as number `index`: row by row, in each row one result after the other.
[[nodiscard]] StepCell cellAt(const Document& document, const Step& step, Index index);

/// The number of a cell in its step.
[[nodiscard]] Index stepCellIndex(const Document& document, const Step& step, const StepCell& cell);

/// The row of a step in which a cell stands: that of a token in all results.
struct StepRow {
    Index number = 0;  ///< from 0 on
    Index count = 0;   ///< rows of the step
    Index first = 0;   ///< number of its first cell in the step
    Index last = 0;    ///< number of its last cell in the step
};
[[nodiscard]] StepRow stepRow(const Document& document, const Step& step, Index index);

}  // namespace lookback
