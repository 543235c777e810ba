#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/model/import_sheet.h"
#include "app/state/model/variant.h"

namespace lookback {

/// The input of a reading of numbers. Plain values only, so that a worker can read.
struct ImportQuestion {
    std::uint64_t number = 0;           ///< of the readings of this program, counted
    std::vector<ImportInput> inputs{};  ///< read ones stay as they are
    ImportWishes wishes{};
    ImportOpening opening{};
    std::optional<bool> changes_document{};         ///< as on the sheet
    std::shared_ptr<const Document> on_screen{};    ///< null: there is none to change
    std::shared_ptr<const ImportReading> before{};  ///< its numbers are used again; may be null
    double held_memory = 0;                         ///< bytes that may be taken in any case
};

/// A tensor without a place, and the empty places that it can fill.
struct OfferedPlaces {
    std::size_t tensor = 0;  ///< its place among the found
    std::vector<MatrixId> targets{};
};

/// The numbers of all inputs, their places, and the document that they make.
struct ImportReading {
    std::uint64_t number = 0;            ///< of its question
    std::vector<ImportInput> inputs{};   ///< all are read
    std::shared_ptr<const Found> found;  ///< of all inputs together; never null
    ImportWishes wishes{};               ///< those of the question, and the first layer of a model
    std::shared_ptr<const Document> changed{};  ///< the document that is changed; null: a new one
    Placement placement{};
    std::vector<OfferedPlaces> offers{};  ///< of a placement with faults, for the first tensors
    std::vector<Message> faults{};        ///< why there is no document, a sentence each
    std::shared_ptr<const Document> document{};
    std::optional<Variant> shown{};  ///< its numbers; nothing where they take longer than a frame
};

/// The empty places that a tensor can fill; null: none, or it has a place.
[[nodiscard]] const OfferedPlaces* offersFor(const ImportReading& reading, std::size_t tensor);

[[nodiscard]] ImportReading importReading(const ImportQuestion& question);

/// True for a reading that takes no longer than a part of a frame.
[[nodiscard]] bool isReadAtOnce(const ImportQuestion& question);

/// The placed columns of W_q; 0 where it has no place.
[[nodiscard]] Index queryColumns(const ImportReading& reading);

/// The numbers of heads into which the placed columns of W_q can be split, from 1 up.
[[nodiscard]] std::vector<Index> headCounts(const ImportReading& reading);

}  // namespace lookback
