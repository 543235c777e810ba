# How every target is compiled.

find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# Eigen's alignment and vector types follow these flags and are part of what targets pass to each
# other, so they hold for all targets or for none.
if(LOOKBACK_NATIVE)
    add_compile_options(-march=native)
endif()
# a * b + c is rounded twice, whatever the processor offers: the engine says itself where it fuses.
# Global, because a template that two targets instantiate exists only once in the program.
add_compile_options(-ffp-contract=off)

# Ours only: ImGui and the libraries are not held to it.
add_library(lookback_warnings INTERFACE)
target_compile_options(lookback_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    -Wno-missing-field-initializers # {.kind = MaskKind::causal} names what differs from the defaults
    $<$<BOOL:${LOOKBACK_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # False alarms of GCC 12: "text" + std::string (GCC bug 105651), and its own AVX-512 header, which
    # it takes for uninitialised (105593; the sanitizer build has no AVX-512 and keeps that warning).
    target_compile_options(lookback_warnings INTERFACE -Wno-restrict
        $<$<BOOL:${LOOKBACK_NATIVE}>:-Wno-maybe-uninitialized;-Wno-uninitialized>)
endif()

if(LOOKBACK_SANITIZE)
    add_compile_options(-fsanitize=address -fno-omit-frame-pointer)
    add_link_options(-fsanitize=address,undefined)
    # Not global: UBSan makes imgui.cpp slow to compile, and its faults are not ours to mend.
    target_compile_options(lookback_warnings INTERFACE
        -fsanitize=undefined -fno-sanitize-recover=undefined)
endif()
