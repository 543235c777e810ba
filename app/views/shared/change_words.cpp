#include "app/views/shared/change_words.h"

#include "core/explain/row_change.h"

namespace lookback {

TextLine weightsThatMoved(const Scene& scene, Index row) {
    const MatrixView was = scene.before(MatrixId::attention_weights);
    if (was.empty()) return {};
    return rowChangeInWords(rowChange(was, scene.matrix(MatrixId::attention_weights), row),
                            scene.document().dtype);
}

}  // namespace lookback
