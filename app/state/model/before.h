#pragma once

#include <optional>
#include <variant>

#include "app/state/model/memo.h"
#include "app/state/model/variant.h"

namespace lookback {

/// The document as it was before the latest act that changed its numbers: what views measure a
/// change from. Computed when a view asks for it, gone with the next act, never kept.
class BeforeAct {
public:
    /// An act made one document of another. Nothing is remembered of large ones, nor where their
    /// numbers do not stand in the same places.
    void remember(const Document& was, const Document& is);

    /// Another act followed.
    void forget() { document_.reset(); }

    /// @return nullptr where no act has just changed numbers
    [[nodiscard]] const Variant* shown() const;

private:
    std::optional<Document> document_;
    Memo<std::monostate, Variant> variant_;
};

}  // namespace lookback
