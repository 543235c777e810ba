#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/document/document.h"
#include "core/engine/trace.h"

namespace lookback {

/// The row of one query under one masking.
struct MaskedRow {
    std::vector<double> weights{};  ///< n, as the document's dtype holds them
    double blocked = 0;             ///< their sum over keys that the mask hides
    double sum = 0;                 ///< of all weights

    bool operator==(const MaskedRow&) const = default;
};

/// The weights of one query. Computes the weights of the whole document.
/// @param query,head of the row. Errors: the first fault of the document.
[[nodiscard]] Result<MaskedRow> maskedRow(const Document& document, Index query, Index head);

/// The row of a head in a trace that has the mask and the attention weights.
[[nodiscard]] MaskedRow maskedRowOf(const Trace& trace, Index query, Index head);

/// A row of the table of maskings; an error where the document cannot be masked so.
struct MethodRow {
    Masking masking{};
    Result<MaskedRow> row{};
};

/// Values that notebooks mask with.
inline constexpr std::array kUsualMaskingValues{-1e9, -std::numeric_limits<double>::infinity()};

/// The weights of one query under every masking method, for a method with a value under each value,
/// masked before or after the scale as in the document. Computes the weights of the whole document
/// each time.
/// @param query,head of the row. Errors, one a row: the value does not fit the dtype.
[[nodiscard]] std::vector<MethodRow> methodTable(
    const Document& document, Index query, Index head,
    std::span<const double> values = kUsualMaskingValues);

/// A row of the table of precisions; an error where the document cannot be computed so.
struct PrecisionRow {
    DType dtype = DType::float64;
    Result<MaskedRow> row{};
    /// The greatest value of the masking that leaves blocked keys exactly nothing, also where the
    /// document's own does not fit (`greatestBlockingValue`).
    std::optional<double> enough{};
};

/// Multiplies W_q, and so the raw scores, by `times`. Scale, cap and mask apply afterwards.
[[nodiscard]] Document withLargerScores(Document document, double times);

/// Most keys of a row that can be tried with many values without a noticeable delay.
inline constexpr Index kMostTriedKeys = 32;

/// The weights of one query in every precision. Computes the whole document in each; of sentences
/// of at most `kMostTriedKeys` tokens also which value would be enough.
/// @param query,head of the row. Errors, one a row: a number does not fit the dtype.
[[nodiscard]] std::vector<PrecisionRow> precisionTable(const Document& document, Index query,
                                                       Index head);

/// A row of the table of scales; an error where the document cannot be computed so.
struct ScaleRow {
    Scale scale{};
    MaskingOrder order = MaskingOrder::after_scale;
    double divisor = 1;
    Result<MaskedRow> row{};
    /// The input of softmax for the first key that the mask hides; nothing where it hides no key,
    /// or where the method masks after softmax.
    std::optional<double> blocked_score{};
};

/// The weights of one query under every scale: those with a name, then the document's own where it
/// is a number; each masked after it, and before it where the method masks scores. Computes the
/// weights of the whole document each time.
/// @param query,head of the row. Errors, one a row: the first fault of the document.
[[nodiscard]] std::vector<ScaleRow> scaleTable(const Document& document, Index query, Index head);

}  // namespace lookback
