#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/document/document.h"
#include "core/import/placement.h"

namespace lookback {

struct ImportReading;

/// An input of numbers: a file, or the text of the sheet.
struct ImportInput {
    std::string file{};                          ///< path; empty: the text
    std::shared_ptr<const std::string> bytes{};  ///< null: of a file that was read
    std::shared_ptr<const Found> found{};        ///< null: not read yet, or `fault` says why
    std::optional<Error> fault{};

    [[nodiscard]] bool isRead() const { return found != nullptr || fault; }
    bool operator==(const ImportInput&) const = default;
};

/// The settings of a new document that its numbers do not tell.
struct ImportOpening {
    MaskKind mask = MaskKind::causal;                         ///< without marks and cells
    bool is_mask_assumed = true;                              ///< nobody has chosen it
    double value = -std::numeric_limits<double>::infinity();  ///< that fills blocked scores
    std::optional<DType> dtype{};  ///< nothing: the widest of the numbers

    bool operator==(const ImportOpening&) const = default;
};

/// The sheet on which one brings numbers of one's own.
struct ImportSheet {
    std::string text{};                ///< as it was pasted or typed
    std::vector<ImportInput> files{};  ///< beside the text
    ImportWishes wishes{};
    ImportOpening opening{};
    /// Whether the document on the screen is changed; nothing: where the numbers make no new one.
    std::optional<bool> changes_document{};
    std::shared_ptr<const ImportReading> reading{};  ///< the last one; null: none yet
    std::uint64_t awaited = 0;                       ///< number of the reading under way; 0: none
    std::vector<Message> message{};                  ///< why the last wish was not carried out
    bool fresh =
        true;  ///< drawn for the first time: the text takes the keyboard where no file is read

    bool operator==(const ImportSheet&) const = default;
};

}  // namespace lookback
