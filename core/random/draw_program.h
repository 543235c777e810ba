#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/random/draw_library.h"

namespace lookback {

/// One operation of a program with its arguments.
struct DrawStep {
    const DrawOperation* operation = nullptr;  ///< a row of the library's table
    std::string text;                          ///< as the program spells it
    DrawArguments arguments;
};

/// Operations to run one after the other on one freshly seeded generator.
struct DrawProgram {
    DrawLibrary library = DrawLibrary::torch;
    std::vector<DrawStep> steps;
};

/// The library of that name in a file. Error: `where` is "library".
[[nodiscard]] Result<DrawLibrary> parseDrawLibrary(std::string_view name);

/// Reads operations like `linear:2,2,0 randn32:6`, separated by white space. Every accepted program
/// can be drawn. Error: `where` is "program" or, counted from 1, "operation 2".
[[nodiscard]] Result<DrawProgram> parseDrawProgram(DrawLibrary library, std::string_view program);

/// The shapes that a program draws, in order, without running it.
[[nodiscard]] std::vector<DrawnShape> drawnShapes(const DrawProgram& program);

/// Runs a program of that library from a seed.
/// @param seed a whole number in decimal digits; each library has its own range.
/// @return the tensors in the order drawn: one an operation, two of a layer with bias. Error: the
/// seed's, `where` is "seed".
[[nodiscard]] Result<std::vector<DrawnTensor>> draw(DrawLibrary library, std::string_view seed,
                                                    const DrawProgram& program);

/// The syntax of an operation: `linear:in,out,bias`.
[[nodiscard]] std::string usage(const DrawOperation& operation);

}  // namespace lookback
