#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/state/model/lesson_progress.h"
#include "app/state/model/mode.h"
#include "core/base/matrix.h"
#include "core/compare/difference.h"
#include "core/compare/variant_choice.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// What is done to the sentence to see which outputs move.
enum class Probe : std::uint8_t {
    nudge,   ///< the embedding of one token is moved
    append,  ///< a word is put behind the last
};

/// How far the embedding of a token is moved, and where to.
struct Nudge {
    std::optional<Index> token{};        ///< none: the last one
    std::optional<Index> dimension = 0;  ///< none: a direction that is drawn from the seed
    std::uint32_t seed = 0;
    double amount = 0.25;  ///< added to the number, or gone along the direction

    bool operator==(const Nudge&) const = default;
};

/// Where one stands in the Leak test.
struct LeakPlace {
    Probe probe = Probe::nudge;
    Nudge nudge;
    std::string word = "again";  ///< that is appended
    bool wiggling = false;       ///< the nudge goes back and forth
    double wiggled = 0;          ///< seconds since it began

    bool operator==(const LeakPlace&) const = default;
};

/// What Compare holds against each other: at first the document and its unmasked twin.
struct ComparedChoices {
    VariantChoice a{};
    VariantChoice b{.kind = VariantKind::unmasked};

    bool operator==(const ComparedChoices&) const = default;

    [[nodiscard]] const VariantChoice& of(Side side) const { return side == Side::a ? a : b; }
    [[nodiscard]] VariantChoice& of(Side side) { return side == Side::a ? a : b; }
};

/// A cell of a named matrix.
struct Target {
    MatrixId id = MatrixId::embeddings;
    Index head = 0;
    Cell cell;

    bool operator==(const Target&) const = default;
};

/// So many of `count` things, from `first` on.
struct AxisRange {
    Index first = 0;
    Index count = 0;
};

inline constexpr Index kUsualSpan = 64;
inline constexpr Index kLeastSpan = 4;
inline constexpr Index kMostSpan = 256;

/// The part of large matrices that is on screen; smaller ones are shown whole.
struct Pane {
    Index query = 0;          ///< the first row of queries
    Index key = 0;            ///< the first key: columns of scores, rows of K and V
    Index dimension = 0;      ///< the first dimension
    Index span = kUsualSpan;  ///< so many of each at most

    [[nodiscard]] AxisRange range(Index first, Index total) const {
        const Index count = std::min(total, span);
        return {std::clamp<Index>(first, 0, total - count), count};
    }

    bool operator==(const Pane&) const = default;
};

/// What Compare shows.
enum class CompareView : std::uint8_t {
    pair,        ///< A, B and their difference
    methods,     ///< one row of weights under every masking method
    precisions,  ///< the same in every precision
    scales,      ///< the same under every scale, masked before and after it
};

/// Where one stands: kept in the session, changed by actions only, never undone.
struct Place {
    Mode mode = Mode::lab;
    bool presenting = false;  ///< for a projector: large, without panels
    bool is_blank = false;    ///< the presented window is dark
    std::size_t step = 0;
    Index cell = 0;           ///< the cell of the step in focus
    bool is_at_stop = false;  ///< the remote has put the focus on the most telling cell of its stop
    Index revealed = 0;       ///< the last cell of the step that has appeared; later ones are blank
    Index head = 0;
    Pane pane;
    std::optional<Target> locked;
    ComparedChoices compared;
    CompareView compare_view = CompareView::pair;
    double score_growth = 1;  ///< factor of the scores in the table of precisions
    LeakPlace leak;
    bool unfolded = false;  ///< long sums are written out
    bool playing = false;
    double since_tick = 0;                  ///< seconds since Play moved on
    double motion = 1;                      ///< 0 the cell in focus just appeared, 1 at rest
    std::vector<LessonProgress> lessons{};  ///< of those that were begun, the latest last
    bool counts_hands = false;              ///< digits count the hands of a class

    bool operator==(const Place&) const = default;
};

}  // namespace lookback
