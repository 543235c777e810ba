#pragma once

#include <array>

#include "core/attention/trace.h"
#include "core/base/gives_up.h"

namespace lookback {

/// Computes documents that follow from each other by edits: keeps the last document and its trace,
/// and computes only the differences. A value: a copy shares nothing with the original.
class Engine {
public:
    /// Computes every stage that a document calls for, in its dtype. The document must be without
    /// `faults`. Where the last document had the same shapes, only the cells that follow from the
    /// differences are computed; the trace is the same to the last bit as one computed in full.
    /// Where it is given up, the engine is as new, and has no trace.
    const Trace& attend(const Document& document, const GivesUp& gives_up = {});

    /// The trace of the last document; empty before the first.
    [[nodiscard]] const Trace& trace() const { return trace_; }

    /// The memory taken by all matrices, in bytes, but for those that it shares with the document.
    [[nodiscard]] std::size_t bytes() const;

private:
    void remember(const Document& document);

    Trace trace_;
    /// By id: weights and stages that are right operands of products, laid out for products
    /// (pass.h).
    std::array<Tensor, kMatrixCount> operands_;
    Document source_;  ///< what the trace was computed from, without words
};

}  // namespace lookback
