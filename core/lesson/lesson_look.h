#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/matrix.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// The modes that a lesson may open.
enum class LessonMode : std::uint8_t { lab, compare, leak, train, generate };

/// Their names in files and commands, in the order of the enumerators.
inline constexpr std::array<std::string_view, 5> kLessonModeNames{"lab", "compare", "leak", "train",
                                                                  "generate"};

/// True for a mode that shows a document, false for one that shows an experiment.
[[nodiscard]] constexpr bool showsDocument(LessonMode mode) { return mode <= LessonMode::leak; }

/// Whether the Lab shows a document as it is, or with its mask lifted.
enum class LookVariant : std::uint8_t { masked, unmasked };

/// Their names in files, in the order of the enumerators.
inline constexpr std::array<std::string_view, 2> kLookVariantNames{"masked", "unmasked"};

/// Where a step of a lesson leads. An absent field stays as it is.
struct LessonLook {
    std::optional<LessonMode> mode{};
    std::optional<MatrixId> step{};  ///< a stage, shown by the step that covers it
    std::optional<Cell> cell{};      ///< of that stage
    std::optional<Index> head{};
    std::optional<LookVariant> variant{};
    std::optional<Index> training_step{};

    bool operator==(const LessonLook&) const = default;
};

/// Where one stands: quantities `place.*`.
struct Standing {
    LessonMode mode = LessonMode::lab;
    MatrixId step = MatrixId::embeddings;
    Cell cell{};
    Index head = 0;
    LookVariant variant = LookVariant::masked;
    Index training_step = 0;
    bool is_presenting = false;

    bool operator==(const Standing&) const = default;
};

/// Where a look leads from a place: another mode or step without a cell leads to the first cell.
[[nodiscard]] constexpr Standing movedBy(Standing from, const LessonLook& look) {
    const Standing was = from;
    from.mode = look.mode.value_or(was.mode);
    from.step = look.step.value_or(was.step);
    if (from.mode != was.mode || from.step != was.step) from.cell = Cell{};
    from.cell = look.cell.value_or(from.cell);
    from.head = look.head.value_or(was.head);
    from.variant = look.variant.value_or(was.variant);
    from.training_step = look.training_step.value_or(was.training_step);
    return from;
}

}  // namespace lookback
