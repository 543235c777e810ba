#include "core/gradients/leak_promise.h"

#include <cmath>
#include <limits>

#include "core/attention/stages.h"

namespace lookback {

namespace {

using Id = MatrixId;

}  // namespace

bool isFinite(const Document& document, const Trace& trace, const HiddenWord& word) {
    for (Index head = 0; head < document.heads; ++head) {
        for (const Id id : {keysOf(document), Id::value}) {
            const MatrixView vectors = trace.view(id, head);
            for (Index col = 0; col < vectors.cols(); ++col) {
                if (!std::isfinite(vectors(word.token, col))) return false;
            }
        }
        for (const Id id : trace.order) {
            if (id == Id::mask || stage(id).phase != Phase::pairs) continue;
            if (info(id).domain != Domain::signed_numbers || info(id).cols != Axis::token) {
                continue;
            }
            const MatrixView scores = trace.view(id, head);
            for (const Index output : word.outputs) {
                const double score = scores(output, word.token);
                if (!(score < std::numeric_limits<double>::infinity())) return false;
            }
        }
    }
    return true;
}

}  // namespace lookback
