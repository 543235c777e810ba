// Programs of a draw: what is accepted can be drawn. The first byte chooses the library.
#include "core/random/draw_program.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

namespace {

constexpr double kMostNumbers = 10'000;  ///< that are drawn here

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const auto library = static_cast<DrawLibrary>(data[0] % kDrawLibraries.size());
    const Result<DrawProgram> program = parseDrawProgram(library, textOf(data + 1, size - 1));
    if (!program) {
        requireReason(program.error());
        return 0;
    }
    double numbers = 0;
    for (const DrawnShape& shape : drawnShapes(*program)) {
        numbers += static_cast<double>(shape.rows) * static_cast<double>(shape.cols);
    }
    if (numbers > kMostNumbers) return 0;
    const auto drawn = draw(library, "1", *program);
    require(drawn.has_value(), "what is accepted can be drawn");
    require(drawn->size() == drawnShapes(*program).size(), "every shape is drawn");
    return 0;
}
