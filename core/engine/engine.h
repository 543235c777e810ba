#pragma once

#include <array>

#include "core/base/gives_up.h"
#include "core/engine/trace.h"

namespace lookback {

/// Computes a document after each of its edits: keeps the last document and its trace, and computes
/// only the cells that differ. A copy shares nothing with the original.
class Engine {
public:
    /// Computes every stage that a document calls for, in its dtype. The document must be without
    /// `faults`. Where the last document had the same shapes, only the cells that depend on the
    /// differences are computed; the trace equals a trace computed in full, to the last bit. After
    /// a computation that was given up the engine has no trace, as a new engine.
    const Trace& attend(const Document& document, const GivesUp& gives_up = {});

    /// The trace of the last document; empty before the first.
    [[nodiscard]] const Trace& trace() const { return trace_; }

    /// The memory of all matrices, in bytes, without matrices that are shared with the document.
    [[nodiscard]] std::size_t bytes() const;

private:
    void remember(const Document& document);

    Trace trace_;
    /// By id: weights and stages that are right operands of products, laid out for products
    /// (pass.h).
    std::array<Tensor, kMatrixCount> operands_;
    Document source_;  ///< the document of the trace, without words
};

}  // namespace lookback
