#include "core/engine/packets.h"
#include "core/engine/panel_products.h"
#include "core/engine/vector_kernels.h"

// CMake compiles this source once for each instruction set, with LOOKBACK_SET as the set's name and
// Eigen's namespace renamed by the set. The linker keeps one copy of an inline function or an
// instance of a template. Were it one of the standard library, or of a namespace that all sets
// share, this copy might use instructions that the processor lacks: so there is none here, and
// tests/scripts/vector_sets_test.sh looks for it.

namespace lookback::LOOKBACK_SET {

template <class Scalar>
void divide(const Scalar* numbers, Index size, Scalar by, Scalar* result) {
    for (Index k = 0; k < size; ++k) result[k] = numbers[k] / by;
}

template <class Scalar>
void fill(const Scalar* numbers, const unsigned char* kept, Index size, Scalar other,
          Scalar* result) {
    for (Index k = 0; k < size; ++k) result[k] = kept[k] != 0 ? numbers[k] : other;
}

template <class Scalar>
constexpr VectorKernels<Scalar> kKernels{PanelWidths<Scalar>::kWidest,
                                         PanelWidths<Scalar>::kNarrowest,
                                         multiply<Scalar>,
                                         softmax<Scalar>,
                                         allFinite<Scalar>,
                                         divide<Scalar>,
                                         fill<Scalar>};

extern const VectorKernels<float> kFloats;
extern const VectorKernels<double> kDoubles;
const VectorKernels<float> kFloats = kKernels<float>;
const VectorKernels<double> kDoubles = kKernels<double>;

}  // namespace lookback::LOOKBACK_SET
