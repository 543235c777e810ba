#include "core/gradients/leak_way.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/gradients/leak_jacobian.h"

namespace lookback {
namespace {

/// From a number to the next greater one of the dtype, about.
double lastBit(double number, const DTypeInfo& dtype) {
    const double least_normal = 4 / dtype.largest;
    return dtype.epsilon * std::max(std::abs(number), least_normal);
}

/// Those with the largest derivatives, largest first.
std::vector<Cell> steepest(const Influence& influence) {
    std::vector<Cell> cells = influence.leaks;
    std::stable_sort(cells.begin(), cells.end(), [&](Cell a, Cell b) {
        return influence.norms(a.row, a.col) > influence.norms(b.row, b.col);
    });
    cells.resize(std::min(cells.size(), kMostWays));
    return cells;
}

}  // namespace

std::vector<LeakWay> leakWays(const Document& document, const Trace& trace,
                              const Influence& influence) {
    const MatrixView result = trace.view(trace.result());
    std::vector<LeakWay> ways;
    visitBlocks(document, trace, steepest(influence), [&](Cell cell, const Matrix<double>& block) {
        LeakWay way{.cell = cell};
        double nearest = std::numeric_limits<double>::infinity();
        for (Index col = 0; col < block.cols(); ++col) {
            const Matrix<double> slopes = block.col(col).transpose();
            const double most = slopes.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
            if (!(most > 0) || !std::isfinite(most)) continue;
            const double bit = lastBit(result(cell.row, col), info(document.dtype));
            const Matrix<double> direction = slopes / most;
            const double first = bit / 4 / most / direction.squaredNorm();
            if (first >= nearest) continue;
            nearest = first;
            way.direction = direction;
            way.first = first;
        }
        if (way.direction.size() > 0) ways.push_back(std::move(way));
    });
    return ways;
}

}  // namespace lookback
