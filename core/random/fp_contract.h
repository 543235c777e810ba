#pragma once

// Bit for bit means that a * b + c is rounded twice unless the code says std::fma. GCC takes that
// from -ffp-contract=off on its command line; other compilers take a pragma, for the rest of the
// file.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif
