#include "core/positions/sinusoidal.h"

#include <cmath>
#include <numbers>

#include "core/attention/changed_cells.h"
#include "core/attention/kernels.h"
#include "core/positions/encodings.h"

namespace lookback {
namespace {

/// Two columns, a sine and a cosine, share an exponent of the base.
Index evenOf(Index column) { return column - column % 2; }

double exponentOf(Index column, Index width) {
    return static_cast<double>(evenOf(column)) / static_cast<double>(width);
}

double angleOf(Index token, Index column, Index width, double base) {
    return static_cast<double>(token) / std::pow(base, exponentOf(column, width));
}

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

std::vector<TextLine> sinusoidalLines(const ExplainContext& c) {
    const Document& document = c.explained.document;
    const auto [token, column] = c.explained.cell;
    const double base = document.positions.base;
    const std::string wave = column % 2 == 0 ? "sin" : "cos";
    TextLine symbols;
    symbols << wave + "( " << fmt::format("{} / {}", token, formatShort(base))
            << Piece{.text = fmt::format("{}/{}", evenOf(column), document.dIn()), .raised = 1}
            << " )";
    const double angle = angleOf(token, column, document.dIn(), base);
    return {symbols, {{fmt::format("{} {}", wave, c.digits(angle))}}};
}

void sinusoidalMeaning(const ExplainContext& c, Sentence& s) {
    const Document& document = c.explained.document;
    const Cell cell = c.explained.cell;
    const double exponent = exponentOf(cell.col, document.dIn());
    const double length = 2 * std::numbers::pi * std::pow(document.positions.base, exponent);
    s.asker().say(fmt::format(" stands at {}. Column {} is a wave that repeats every ",
                              placeOf(cell.row), cell.col + 1));
    s.bold(formatNumber(length, 1)).say(" places.");
}

}  // namespace

double sinusoidal(Index token, Index column, Index width, double base) {
    const double angle = angleOf(token, column, width, base);
    return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

constexpr PositionRow kSinusoidal{
    .kind = PositionKind::sinusoidal,
    .arithmetic = {.place = kSinusoidalPlace,
                   .formula = "P = sin, cos of place / base^(2i/d)",
                   .edited =
                       [](const Positions& was, const Positions& is) {
                           return sameBits(was.base, is.base) ? ChangedCells() : kAllChanged;
                       }},
    .words = {.label = "Sinusoidal",
              .line = "sines and cosines of the place are added to the embeddings",
              .lines = sinusoidalLines,
              .meaning = sinusoidalMeaning},
};

}  // namespace lookback
