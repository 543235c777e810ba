# How every target is compiled.

find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # What one copy of the tree has compiled serves another, wherever it lies. The list of headers that
    # the compiler writes is enough: the preprocessor need not run once more for what is new.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 ${CCACHE_PROGRAM})
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC collects garbage from 500 MB on, which most batches never reach: 5 to 10% less time.
    add_compile_options(--param=ggc-min-heapsize=500000)
endif()

# No target asks for more than every x86-64 processor has, but for tools/cmake/vectors.cmake: Eigen's alignment
# and vector types follow such flags and are part of what targets pass to each other.
include(CheckCXXCompilerFlag)
# a * b + c is rounded twice, whatever the processor offers: the engine says itself where it fuses.
# Global, because a template that two targets instantiate exists only once in the program.
check_cxx_compiler_flag(-ffp-contract=off LOOKBACK_HAS_FP_CONTRACT)
if(LOOKBACK_HAS_FP_CONTRACT)
    add_compile_options(-ffp-contract=off)
endif()

# Ours only: ImGui and the libraries are not held to it.
add_library(lookback_warnings INTERFACE)
target_compile_options(lookback_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    -Wno-missing-field-initializers # {.kind = MaskKind::causal} names what differs from the defaults
    $<$<BOOL:${LOOKBACK_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # False alarms of GCC 12 in its own headers, as in "text" + std::string (GCC bug 105651), in AVX-512
    # (105593) and in whatever the sanitizers have instrumented.
    target_compile_options(lookback_warnings INTERFACE -Wno-restrict
        -Wno-ignored-attributes # the processor's vectors as arguments of templates, as Eigen has them
        $<$<CONFIG:Release>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>
        -Wno-maybe-uninitialized
        $<$<CONFIG:Release>:-Wno-uninitialized>)
endif()

if(LOOKBACK_SANITIZE)
    add_compile_options(-fsanitize=address -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
    # Not global: UBSan makes imgui.cpp slow to compile, and its faults are not ours to mend. What is
    # taken out doubles the time that Eigen takes, and AddressSanitizer sees most of it.
    target_compile_options(lookback_warnings INTERFACE
        -fsanitize=undefined -fno-sanitize=null,alignment,object-size,vptr
        -fno-sanitize-recover=undefined)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        # It is off while programs run: Clang need not prepare every function for it.
        add_compile_options(-fsanitize-address-use-after-return=never)
        target_compile_options(lookback_warnings INTERFACE
            -fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/tools/cmake/not_ours.txt)
    endif()
endif()

if(EMSCRIPTEN)
    # The page is to be small: it names no types at run time.
    add_compile_options(-msimd128 $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()
