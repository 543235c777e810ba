#pragma once

#include "core/attention/attend.h"

namespace lookback {

/// Computes documents one after the other; only what follows from their differences is computed
/// anew.
class Engine {
public:
    /// Brings the trace up to the document, which must be without `faults`.
    const Trace& attend(const Document& document) {
        lookback::attend(document, trace_);
        return trace_;
    }
    [[nodiscard]] const Trace& trace() const { return trace_; }

private:
    Trace trace_;
};

}  // namespace lookback
