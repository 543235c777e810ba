/// The results of reading numbers, alike for every format.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/matrix.h"
#include "core/document/document.h"

namespace lookback {

/// Numbers that are imported at once: those of a file of 64 MiB in 16 bits; 268 MB of doubles.
inline constexpr std::size_t kMaxImportedNumbers = std::size_t{1} << 25;

/// Bytes of a packed file (.npz) once it is unpacked.
inline constexpr std::size_t kMaxUnpackedBytes = 8 * kMaxImportedNumbers;

/// Words of an input that may have changed its numbers, and were not computed: `X = X * 0.1`.
struct PassedOver {
    std::string text{};
    std::string where{};
};

/// A tensor as an input holds it.
struct FoundTensor {
    std::string name{};            ///< as the input names it: `W_q`, `k_proj.weight`; or empty
    std::vector<Index> shape{};    ///< empty: a single number
    std::vector<double> values{};  ///< in row-major order; may hold NaN and infinities
    std::optional<DType> dtype{};  ///< nothing: the input does not say it, or has whole numbers
    std::string where{};           ///< in the input, for messages: `line 3`; empty: the whole input
    std::optional<Index> heads{};  ///< side by side in it, where the input tells their number
    bool is_index = false;         ///< it numbers the rows of a table, and belongs to no matrix
    bool has_truths = false;       ///< True and False, as a mask has them: 1 and 0 here
    bool is_parameter = false;  ///< printed as a Parameter of PyTorch: an nn.Linear has (out, in)
    bool is_beside_names = false;        ///< it has no name, but others of its input have one
    std::optional<PassedOver> change{};  ///< code behind it that changes its numbers
};

/// A list of texts: the tokens of a sentence.
struct FoundTexts {
    std::string name{};
    std::vector<std::string> texts{};  ///< UTF-8
    std::string where{};
};

/// All that an input holds, in its order.
struct Found {
    std::vector<FoundTensor> tensors{};
    std::vector<FoundTexts> texts{};
    std::vector<PassedOver> passed{};  ///< without those that change a tensor of it
};

/// Adds all that another input holds.
void append(Found& all, Found more);

/// Numbers of a shape; nothing where there are more than kMaxImportedNumbers or a side is negative.
[[nodiscard]] std::optional<std::size_t> numbersOf(const std::vector<Index>& shape);

/// A shape for messages: `5 × 4`; `1` for a single number.
[[nodiscard]] std::string shapeText(const std::vector<Index>& shape);

/// The rows and columns of a tensor, without leading sides of 1; nothing where it is not a matrix
/// or holds no number.
[[nodiscard]] std::optional<Cell> matrixSize(const FoundTensor& tensor);

/// True for a name that NumPy made up, `arr_0`, and for none.
[[nodiscard]] bool isNameless(const FoundTensor& tensor);

/// True for a square of two rows or more that blocks or allows one triangle by 0 and 1, or holds
/// -inf: it looks like a mask.
[[nodiscard]] bool looksLikeMask(const FoundTensor& tensor);

/// A tensor in messages: its name, else its place in the input.
[[nodiscard]] Argument tensorLabel(const FoundTensor& tensor);

}  // namespace lookback
