#include "core/lesson/notebook_print.h"

#include "core/base/text.h"

namespace lookback {

PrintStyle printStyleOf(const Document& document) {
    const bool is_numpy = document.draw && document.draw->library.rfind("numpy", 0) == 0;
    return is_numpy ? PrintStyle::numpy : PrintStyle::torch;
}

PrintTensor notebookTensor(const Document& document, const Trace& trace, MatrixId id) {
    PrintTensor tensor = printTensor(matrixOf(document, trace, id));
    const bool has_heads = info(id).per_head && document.heads > 1;
    if (has_heads) {
        tensor.values.reserve(tensor.values.size() * static_cast<std::size_t>(document.heads));
    }
    for (Index head = 1; has_heads && head < document.heads; ++head) {
        const PrintTensor next = printTensor(matrixOf(document, trace, id, head));
        tensor.values.insert(tensor.values.end(), next.values.begin(), next.values.end());
    }
    if (has_heads) tensor.shape.insert(tensor.shape.begin(), document.heads);
    const bool has_batch = document.lesson && document.lesson->batch;
    if (has_batch && !isWeight(id) && id != MatrixId::mask) {
        tensor.shape.insert(tensor.shape.begin(), 1);
    }
    return tensor;
}

PrintTensor expectedTensor(const Document& document, const Trace& trace,
                           const Expectation& expected) {
    PrintTensor tensor = notebookTensor(document, trace, expected.matrix);
    if (expected.matrix != MatrixId::mask) return tensor;
    if (expected.mask == MaskPrint::blocked) {
        for (double& value : tensor.values) value = 1 - value;
    }
    if (expected.as_numbers) tensor.kind = info(document.dtype).kind;
    return tensor;
}

}  // namespace lookback
