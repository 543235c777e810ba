# The kernels of core/engine/vector_set.cpp, once for each instruction set. core/engine/vector_kernels.cpp
# asks the processor for what a set is compiled with here.

include(CheckCXXSourceCompiles)
check_cxx_source_compiles("
    #if !defined(__x86_64__)
    #error other processors have one set
    #endif
    int main() { return __builtin_cpu_supports(\"avx512vl\") + __builtin_cpu_supports(\"fma\"); }"
    LOOKBACK_HAS_X86_SETS)

# lookback_add_vectors(SET FLAG...)
function(lookback_add_vectors set)
    set(target lookback_vectors_${set})
    add_library(${target} OBJECT core/engine/vector_set.cpp)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
    # No inline function of Eigen may be linked in place of another set's.
    target_compile_definitions(${target} PRIVATE LOOKBACK_SET=${set} Eigen=Eigen_${set})
    # Optimized in every build: what is not inlined would be a function of its own.
    target_compile_options(${target} PRIVATE -O3 ${ARGN})
    target_link_libraries(${target} PRIVATE Eigen3::Eigen lookback_warnings)
    set(LOOKBACK_VECTOR_OBJECTS ${LOOKBACK_VECTOR_OBJECTS} $<TARGET_OBJECTS:${target}> PARENT_SCOPE)
endfunction()

if(LOOKBACK_HAS_X86_SETS)
    set(avx2 -mavx2 -mfma)
    lookback_add_vectors(baseline -march=x86-64)
    lookback_add_vectors(avx2 -march=x86-64 ${avx2})
    lookback_add_vectors(avx512 -march=x86-64 ${avx2} -mavx512f -mavx512bw -mavx512dq -mavx512vl)
else()
    lookback_add_vectors(baseline)
endif()
