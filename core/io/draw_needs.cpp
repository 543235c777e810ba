#include "core/io/draw_needs.h"

#include <algorithm>

#include "core/attention/memory.h"
#include "core/random/draw_program.h"

namespace lookback {
namespace {

/// Columns only: a matrix without rows takes no room.
SharedMatrix ofWidth(Index cols) { return Matrix<double>(0, cols); }

Index widthOf(const DrawnShape& shape, Index rows) {
    if (shape.stored_transposed) return shape.rows;
    return rows > 0 ? shape.cols / rows : 0;
}

}  // namespace

std::optional<Error> drawFault(const Draw& draw, const Document& document,
                               const GivenMatrices& given, double allowed) {
    if (document.heads < 1 || document.heads > kMaxHeads) return std::nullopt;
    const auto program = parseDrawLibrary(draw.library).and_then([&](DrawLibrary library) {
        return parseDrawProgram(library, draw.program);
    });
    if (!program) return std::nullopt;
    const std::vector<DrawnShape> shapes = shapesOf(*program);
    const auto width = [&](std::string_view target, Index rows) -> Index {
        const auto& matrix = given.*findDrawTarget(target)->matrix;
        if (matrix) return matrix->cols();
        const auto name = std::find(draw.into.begin(), draw.into.end(), target);
        const auto place = static_cast<std::size_t>(name - draw.into.begin());
        return place < shapes.size() ? widthOf(shapes[place], rows) : 0;
    };
    Document sketch = document;
    sketch.draw = draw;
    const Index d_in = width("embeddings", document.n());
    const Index d_values = width("value", d_in);
    sketch.embeddings = ofWidth(d_in);
    sketch.weights = {ofWidth(width("query", d_in)), ofWidth(width("key", d_in)), ofWidth(d_values),
                      std::nullopt};
    if (const Index d_out = given.takes_output ? width("output", d_values) : 0; d_out > 0) {
        sketch.weights.output = ofWidth(d_out);
    }
    return memoryFault(sketch, "", memoryOf(sketch), allowed);
}

}  // namespace lookback
