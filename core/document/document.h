#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/limits.h"
#include "core/base/matrix.h"
#include "core/base/matrix_view.h"
#include "core/base/result.h"
#include "core/document/mask.h"
#include "core/document/masking.h"
#include "core/document/position.h"

namespace lookback {

struct Lesson;

enum class DType : std::uint8_t { float64, float32, float16, bfloat16 };

struct DTypeInfo {
    DType dtype;
    std::string_view name;  ///< as files spell it
    ScalarKind kind;        ///< how a trace keeps its values
    double largest;         ///< greatest finite value
    double epsilon;         ///< from 1 to the next greater value
};

inline constexpr std::array<DTypeInfo, 4> kDTypes{{
    {DType::float64, "float64", ScalarKind::float64, 0x1.fffffffffffffp1023, 0x1p-52},
    {DType::float32, "float32", ScalarKind::float32, 0x1.fffffep127, 0x1p-23},
    {DType::float16, "float16", ScalarKind::float16, 65504, 0x1p-10},
    {DType::bfloat16, "bfloat16", ScalarKind::bfloat16, 0x1.fep127, 0x1p-7},
}};

[[nodiscard]] constexpr const DTypeInfo& info(DType dtype) {
    return kDTypes[static_cast<std::size_t>(dtype)];
}

/// True where a number of a document can be computed with: it rounds to a finite value of the
/// dtype.
[[nodiscard]] bool fits(DType dtype, double value);

/// True where a masking's value rounds to a finite value of the dtype, is infinite itself, or does
/// not matter to the method. `fill` with -1e9 does not fit float16: it is refused, as PyTorch's
/// masked_fill does, rather than rounded to -inf.
[[nodiscard]] bool fits(DType dtype, const Masking& masking);

/// X @ W orientation; head t uses columns t*d_k ... (t+1)*d_k - 1.
struct Weights {
    SharedMatrix query;                  ///< (d_in, heads*d_k)
    SharedMatrix key;                    ///< (d_in, heads*d_k)
    SharedMatrix value;                  ///< (d_in, heads*d_v)
    std::optional<SharedMatrix> output;  ///< (heads*d_v, d_out)

    bool operator==(const Weights&) const = default;
};

/// Rows of numbers that are added to each row of a product: query = encoded * W_q + b_q. Each is
/// (1, columns of its weights).
struct Biases {
    std::optional<SharedMatrix> query;
    std::optional<SharedMatrix> key;
    std::optional<SharedMatrix> value;
    std::optional<SharedMatrix> output;  ///< only with weights.output

    bool operator==(const Biases&) const = default;
};

/// The divisor of the scores.
struct Scale {
    enum class Kind : std::uint8_t { sqrt_dk, dk, none, number };
    Kind kind = Kind::sqrt_dk;
    double number = 1;  ///< the divisor of kind `number`

    bool operator==(const Scale&) const = default;
};

/// How numbers of the document were drawn.
struct Draw {
    std::string library;
    std::string seed;  ///< a decimal number, up to 64 bits
    std::string program;
    std::vector<std::optional<std::string>> into;  ///< where each result goes; nothing discards

    bool operator==(const Draw&) const = default;
};

struct Document;

/// A document as it was once, kept within another under a name. Copies share it.
struct DocumentSnapshot {
    std::string name;                          ///< not empty, and no other snapshot's
    std::shared_ptr<const Document> document;  ///< never null; without snapshots of its own

    /// Lessons are not looked at: they are never edited.
    bool operator==(const DocumentSnapshot& other) const;
};

/// All that a person edits, saves and undoes. A plain value; copies share their matrices.
struct Document {
    std::string title;
    std::vector<std::string> tokens;  ///< n
    DType dtype = DType::float32;
    SharedMatrix embeddings;  ///< (n, d_in)
    Positions positions;
    Index heads = 1;
    Weights weights;
    Biases biases{};
    Scale scale;
    std::optional<double> softcap{};  ///< c: scaled scores become c * tanh(score / c)
    Mask mask;
    Masking masking;
    std::optional<Draw> draw;
    std::vector<DocumentSnapshot> snapshots;  ///< oldest first
    std::shared_ptr<const Lesson> lesson;     ///< texts and expected prints; never edited

    bool operator==(const Document&) const = default;

    [[nodiscard]] Index n() const { return static_cast<Index>(tokens.size()); }
    [[nodiscard]] Index dIn() const { return embeddings.cols(); }
    [[nodiscard]] Index dK() const { return weights.query.cols() / heads; }
    [[nodiscard]] Index dV() const { return weights.value.cols() / heads; }
};

/// The divisor of the scores as a number.
[[nodiscard]] double divisor(const Document& document);

/// Every way in which the parts of a document do not fit together; empty where it can be computed.
/// `where` is a path like `weights.query`. Of snapshots, only their names are checked, and that
/// they have no snapshots of their own: their other parts were checked when they were taken or
/// read.
[[nodiscard]] std::vector<Error> faults(const Document& document);

}  // namespace lookback
