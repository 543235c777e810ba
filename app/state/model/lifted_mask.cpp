#include "app/state/model/lifted_mask.h"

#include "app/state/model/variant.h"
#include "core/document/edit.h"

namespace lookback {
namespace {

Matrix<unsigned char> allowedBy(const Mask& mask, Index n) {
    Matrix<unsigned char> allowed(n, n);
    for (Index query = 0; query < n; ++query) {
        for (Index key = 0; key < n; ++key) allowed(query, key) = allows(mask, query, key) ? 1 : 0;
    }
    return allowed;
}

}  // namespace

MatrixView LiftedMask::of(const Snapshot& now) const {
    const Document& document = now.document;
    const Matrix<unsigned char>& allowed = allowed_.of({}, [&](Matrix<unsigned char>& cells) {
        const bool is_lifted =
            !isMasked(document) && canBlock(now.remembered) && mayBeComputedTwice(document);
        cells = is_lifted ? allowedBy(maskToPutOn(document, now.remembered), document.n())
                          : Matrix<unsigned char>();
    });
    return {allowed.data(), ScalarKind::boolean, allowed.rows(), allowed.cols(), allowed.cols()};
}

}  // namespace lookback
