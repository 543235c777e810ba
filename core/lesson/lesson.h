#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/local_text.h"
#include "core/base/result.h"
#include "core/document/masking.h"
#include "core/document/matrix_id.h"
#include "core/lesson/outline.h"
#include "core/print/print_tensor.h"

namespace lookback {

/// Which cells of a mask a notebook prints as True.
enum class MaskPrint : std::uint8_t { allowed, blocked };

/// Numbers that a notebook printed, to be found again in the trace, digit by digit.
struct Expectation {
    MatrixId matrix = MatrixId::attention_weights;  ///< a stage or a weight
    PrintStyle style = PrintStyle::torch;
    bool as_numbers = false;              ///< a mask printed as 1. and 0. instead of True, False
    MaskPrint mask = MaskPrint::blocked;  ///< which cells of a mask read True or 1.
    std::optional<Masking> masking;       ///< the notebook's second procedure, where it has one
    std::vector<std::vector<std::string>> rows;  ///< the strings as printed

    bool operator==(const Expectation&) const = default;
};

/// A text of a lesson about one stage.
struct LessonNote {
    MatrixId stage = MatrixId::embeddings;
    LocalText text;

    bool operator==(const LessonNote&) const = default;
};

/// The texts of a lesson and the prints it must reproduce.
struct Lesson {
    std::string id;     ///< of the shipped document that has it; empty: a file's own lesson
    Masking masking;    ///< the document's own, that of prints without a masking
    int order = 0;      ///< place in the list of lessons
    LocalText title{};  ///< a shipped one's; empty: that of the document alone
    LocalText summary;  ///< one sentence
    LocalText source;   ///< the notebook, in a few words
    Outline outline{};
    bool batch = false;  ///< the notebook's tensors have a batch dimension of 1 in front
    std::vector<LessonNote> notes;
    std::vector<Expectation> expect;

    bool operator==(const Lesson&) const = default;
};

}  // namespace lookback
