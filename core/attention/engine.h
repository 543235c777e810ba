#pragma once

#include <array>

#include "core/attention/trace.h"

namespace lookback {

/// Computes one document after the other, as they follow from each other by edits: it remembers the
/// last one and keeps what it computed of it. A value; a copy goes its own way.
class Engine {
public:
    /// Brings the trace up to a document, which must be without `faults`: every stage that it calls
    /// for, in its dtype. Where the last document had the same shapes, only what follows from the
    /// differences is computed anew, and the result is the same to the last bit as without it.
    /// Memory is used again.
    const Trace& attend(const Document& document);

    /// Of the last document; empty before the first.
    [[nodiscard]] const Trace& trace() const { return trace_; }

    /// The memory taken by all matrices, in bytes, but for those that it shares with the document.
    [[nodiscard]] std::size_t bytes() const;

private:
    void remember(const Document& document);

    Trace trace_;
    /// By id: weights and stages that are right operands of products, laid out for them
    /// (operands.h).
    std::array<Tensor, kMatrixCount> operands_;
    Document source_;  ///< what the trace was computed from, without words
};

}  // namespace lookback
