#include "core/positions/encodings.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/engine/changed_cells.h"
#include "core/engine/kernels.h"
#include "messages/explain.h"
#include "messages/positions.h"

namespace lookback {

constexpr PositionRow kNoPositions{
    .kind = PositionKind::none,
    .words = {.label = stated<say::positions::None>, .line = stated<say::positions::NoneLine>},
};

namespace {

/// The even column of a pair: a sine and a cosine share an exponent of the base.
Index evenOf(Index column) { return column - column % 2; }

double exponentOf(Index column, Index width) {
    return static_cast<double>(evenOf(column)) / static_cast<double>(width);
}

double angleOf(Index token, Index column, Index width, double base) {
    return static_cast<double>(token) / std::pow(base, exponentOf(column, width));
}

}  // namespace

double sinusoidal(Index token, Index column, Index width, double base) {
    const double angle = angleOf(token, column, width, base);
    return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

namespace {

constexpr Kernel kSinusoidalPlace = kernel([](auto& pass, const Block& block) {
    using Scalar = typename std::decay_t<decltype(pass)>::Number;
    auto result = pass.out(MatrixId::positions);
    for (Index token = block.rows.begin; token < block.rows.end; ++token) {
        for (Index column = 0; column < result.cols(); ++column) {
            result(token, column) = static_cast<Scalar>(
                sinusoidal(token, column, result.cols(), pass.document.positions.base));
        }
    }
});

double sinusoidalNumber(const Document& document, Cell at) {
    return sinusoidal(at.row, at.col, document.dIn(), document.positions.base);
}

CellLines sinusoidalLines(const ExplainContext& c) {
    const Document& document = c.explained.document;
    const auto [token, column] = c.explained.cell;
    const double base = document.positions.base;
    const bool is_sine = column % 2 == 0;
    const std::string wave = is_sine ? "sin" : "cos";
    TextLine symbols;
    symbols << wave + "( " << fmt::format("{} / {}", token, formatShort(base))
            << Piece{.text = fmt::format("{}/{}", evenOf(column), document.dIn()), .raised = 1}
            << " )";
    const double angle = angleOf(token, column, document.dIn(), base);
    const double shown = is_sine ? std::sin(c.shown(angle)) : std::cos(c.shown(angle));
    return {.lines = {symbols, {{fmt::format("{} {}", wave, c.operand(angle))}}}, .shown = shown};
}

Message sinusoidalMeaning(const ExplainContext& c) {
    const Document& document = c.explained.document;
    const Cell cell = c.explained.cell;
    const double exponent = exponentOf(cell.col, document.dIn());
    const double length = 2 * std::numbers::pi * std::pow(document.positions.base, exponent);
    return say::explain::Sinusoidal{.token = rowToken(c),
                                    .position = cell.row,
                                    .column = Count{cell.col + 1},
                                    .length = Decimal{length, 1}};
}

}  // namespace

constexpr PositionRow kSinusoidal{
    .kind = PositionKind::sinusoidal,
    .arithmetic = {.place = kSinusoidalPlace,
                   .formula = "P = sin, cos of position / base^(2i/d)",
                   .edited =
                       [](const Positions& was, const Positions& is) {
                           return sameBits(was.base, is.base) ? ChangedCells() : kAllChanged;
                       }},
    .words = {.label = stated<say::positions::Sinusoidal>,
              .line = stated<say::positions::SinusoidalLine>,
              .unrounded = sinusoidalNumber,
              .lines = sinusoidalLines,
              .meaning = sinusoidalMeaning},
};

namespace {

constexpr Kernel kLearnedPlace = kernel([](auto& pass, const Block& block) {
    copyRows(pass.document.positions.table.get(), pass, MatrixId::positions, block);
});

Message learnedMeaning(const ExplainContext& c) {
    return say::explain::Learned{.position = Count{c.explained.cell.row + 1}, .token = rowToken(c)};
}

}  // namespace

constexpr PositionRow kLearned{
    .kind = PositionKind::learned,
    .arithmetic = {.place = kLearnedPlace,
                   .formula = "P",
                   .edited = [](const Positions& was,
                                const Positions& is) { return editedRows(was.table, is.table); }},
    .words = {.label = stated<say::positions::Learned>,
              .line = stated<say::positions::LearnedLine>,
              .meaning = learnedMeaning},
};

namespace {

double speedOf(const Positions& positions, Index d_k, Index pair) {
    const double exponent = -2.0 * static_cast<double>(pair) / static_cast<double>(d_k);
    return std::pow(positions.base, exponent);
}

}  // namespace

constexpr PositionRow kRopeInterleaved{
    .kind = PositionKind::rope_interleaved,
    .arithmetic = {.turned =
                       [](const Positions& positions, Index d_k, Index pair) {
                           return TurnedPair{2 * pair, 2 * pair + 1, speedOf(positions, d_k, pair)};
                       }},
    .words = {.label = stated<say::positions::RopeInterleaved>,
              .line = stated<say::positions::RopeInterleavedLine>},
};

constexpr PositionRow kRopeHalf{
    .kind = PositionKind::rope_half,
    .arithmetic = {.turned =
                       [](const Positions& positions, Index d_k, Index pair) {
                           return TurnedPair{pair, pair + d_k / 2, speedOf(positions, d_k, pair)};
                       }},
    .words = {.label = stated<say::positions::RopeHalf>,
              .line = stated<say::positions::RopeHalfLine>},
};

namespace {

/// The slopes of the paper (Press, Smith, Lewis 2022).
std::vector<double> paperSlopes(Index heads) {
    Index power = 1;
    while (power * 2 <= heads) power *= 2;
    std::vector<double> slopes;
    for (Index head = 1; head <= power; ++head) {
        slopes.push_back(std::exp2(-8.0 * static_cast<double>(head) / static_cast<double>(power)));
    }
    for (Index head = 1; power + head <= heads; ++head) {
        const auto step = static_cast<double>(2 * head - 1);
        slopes.push_back(std::exp2(-8.0 * step / static_cast<double>(2 * power)));
    }
    return slopes;
}

}  // namespace

constexpr PositionRow kAlibi{
    .kind = PositionKind::alibi,
    .arithmetic = {.slopes = paperSlopes},
    .words = {.label = stated<say::positions::Alibi>, .line = stated<say::positions::AlibiLine>},
};

const PositionArithmetic& positionArithmetic(PositionKind kind) {
    return positionRow(kind).arithmetic;
}

const PositionWords& positionWords(PositionKind kind) { return positionRow(kind).words; }

}  // namespace lookback
