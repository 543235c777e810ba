#include "app/views/shared/change_words.h"

#include "core/explain/row_change.h"
#include "core/explain/written.h"

namespace lookback {

TextLine weightsThatMoved(const Scene& scene, Index row) {
    const MatrixView was = scene.before(MatrixId::attention_weights);
    if (was.empty()) return {};
    return written(rowChangeInWords(rowChange(was, scene.matrix(MatrixId::attention_weights), row),
                                    scene.document().dtype),
                   scene.preferences().conventions);
}

}  // namespace lookback
