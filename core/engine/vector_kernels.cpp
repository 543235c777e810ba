#include "core/engine/vector_kernels.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>

namespace lookback {

// The kernels of vector_set.cpp.
namespace baseline {
extern const VectorKernels<float> kFloats;
extern const VectorKernels<double> kDoubles;
}  // namespace baseline
#ifdef LOOKBACK_HAS_X86_SETS
namespace avx2 {
extern const VectorKernels<float> kFloats;
extern const VectorKernels<double> kDoubles;
}  // namespace avx2
namespace avx512 {
extern const VectorKernels<float> kFloats;
extern const VectorKernels<double> kDoubles;
}  // namespace avx512
#endif

std::span<const VectorSet> vectorSets() {
    static const std::array sets{
#ifdef LOOKBACK_HAS_X86_SETS
        // tools/cmake/vectors.cmake compiles each set for the instructions that are asked for here.
        VectorSet{"avx512",
                  __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"),
                  avx512::kFloats, avx512::kDoubles},
        VectorSet{"avx2", __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"),
                  avx2::kFloats, avx2::kDoubles},
#endif
        VectorSet{"baseline", true, baseline::kFloats, baseline::kDoubles},
    };
    return sets;
}

const VectorSet& bestVectorSet() {
    const auto& sets = vectorSets();
    const char* const asked = std::getenv("LOOKBACK_VECTOR_SET");
    const auto named = std::find_if(sets.begin(), sets.end(), [&](const VectorSet& set) {
        return asked != nullptr && set.name == asked && set.is_supported;
    });
    if (named != sets.end()) return *named;
    return *std::find_if(sets.begin(), sets.end(), std::mem_fn(&VectorSet::is_supported));
}

}  // namespace lookback
