#include "core/io/drawn_matrices.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/random/draw_program.h"

namespace lookback {
namespace {

class Supplier {
public:
    Supplier(const Draw& draw, DType dtype, Index tokens, GivenMatrices& matrices, Faults& faults)
        : draw_(draw),
          kind_(info(dtype).kind),
          tokens_(tokens),
          matrices_(matrices),
          faults_(faults) {}

    void run() {
        const std::vector<DrawnTensor> drawn = drawAll();
        if (drawn.empty()) return;
        if (drawn.size() != draw_.into.size()) {
            faults_.add(
                "draw.into",
                fmt::format("has {}, expected {} (one for each result of the program)",
                            counted(static_cast<Index>(draw_.into.size()), "name"), drawn.size()));
            return;
        }
        for (const DrawTarget& target : kDrawTargets) {
            std::size_t uses = 0;
            for (std::size_t k = 0; k < drawn.size(); ++k) {
                if (draw_.into[k] != target.name) continue;
                if (++uses > 1) {
                    faults_.add(joined("draw.into", k),
                                fmt::format("{} is named twice, expected once", target.name));
                } else {
                    supply(target, drawn[k], joined("draw.into", k));
                }
            }
        }
    }

private:
    /// The results in order; none and a fault where the draw cannot be run.
    std::vector<DrawnTensor> drawAll() {
        const auto result = parseDrawLibrary(draw_.library).and_then([&](DrawLibrary library) {
            return parseDrawProgram(library, draw_.program)
                .and_then([&](const DrawProgram& program) {
                    return lookback::draw(library, draw_.seed, program);
                });
        });
        if (result) return *result;
        const Error& error = result.error();
        const bool in_program = error.where != "library" && error.where != "seed";
        const bool names_operation = in_program && error.where != "program";
        faults_.add(in_program ? "draw.program" : "draw." + error.where,
                    (names_operation ? error.where + ": " : "") + error.message);
        return {};
    }

    void supply(const DrawTarget& target, const DrawnTensor& tensor, const std::string& entry) {
        if (&(matrices_.*target.matrix) == &matrices_.positions && !matrices_.takes_positions) {
            faults_.add(entry, "is positions, but positions.kind is not learned");
            return;
        }
        if (&(matrices_.*target.matrix) == &matrices_.output && !matrices_.takes_output) {
            faults_.add(entry, "is output, but weights.output is null");
            return;
        }
        auto& matrix = matrices_.*target.matrix;
        const std::optional<Matrix<double>> drawn = shaped(target, tensor, matrix, entry);
        if (!drawn) return;
        if (matrix) {
            compare(target, *drawn, *matrix);
        } else {
            matrix = *drawn;
        }
    }

    /// How many rows a target must have; nothing where that is not known.
    std::optional<Index> rowsOf(const DrawTarget& target) const {
        const auto& own = matrices_.*target.matrix;
        if (own) return own->rows();
        if (target.name == "embeddings" || target.name == "positions") return tokens_;
        const auto& before = target.name == "output" ? matrices_.value : matrices_.embeddings;
        return before ? std::optional(before->cols()) : std::nullopt;
    }

    /// The numbers of a result in the shape of its target.
    std::optional<Matrix<double>> shaped(const DrawTarget& target, const DrawnTensor& tensor,
                                         const std::optional<Matrix<double>>& given,
                                         const std::string& entry) {
        std::vector<double> values = tensor.values;
        for (const std::int64_t value : tensor.integers)
            values.push_back(static_cast<double>(value));
        const auto count = static_cast<Index>(values.size());
        Matrix<double> drawn;
        if (tensor.stored_transposed) {
            drawn = Eigen::Map<const Matrix<double>>(values.data(), tensor.rows, tensor.cols)
                        .transpose();
        } else {
            const std::optional<Index> rows = rowsOf(target);
            if (!rows) return std::nullopt;  // what it depends on is missing and reported
            const Index cols = given ? given->cols() : *rows > 0 ? count / *rows : 0;
            if (*rows * cols != count) {
                faults_.add(entry, fmt::format("{} gives {}, expected {} for {}", tensor.op,
                                               counted(count, "number"),
                                               given ? fmt::format("{} x {}", *rows, cols)
                                                     : fmt::format("a multiple of {}", *rows),
                                               target.path));
                return std::nullopt;
            }
            drawn = Eigen::Map<const Matrix<double>>(values.data(), *rows, cols);
        }
        if (given && (given->rows() != drawn.rows() || given->cols() != drawn.cols())) {
            faults_.add(std::string(target.path),
                        fmt::format("is {} x {} in the file, but the draw gives {} x {}",
                                    given->rows(), given->cols(), drawn.rows(), drawn.cols()));
            return std::nullopt;
        }
        return drawn;
    }

    void compare(const DrawTarget& target, const Matrix<double>& drawn,
                 const Matrix<double>& given) {
        for (Index row = 0; row < given.rows(); ++row) {
            for (Index col = 0; col < given.cols(); ++col) {
                const double here = roundedTo(given(row, col), kind_);
                const double there = roundedTo(drawn(row, col), kind_);
                if (here == there) continue;
                faults_.add(fmt::format("{}[{}][{}]", target.path, row, col),
                            fmt::format("is {} in the file, but the draw gives {}; they must agree",
                                        shortestDigits(here, kind_), shortestDigits(there, kind_)));
                return;
            }
        }
    }

    const Draw& draw_;
    ScalarKind kind_;
    Index tokens_;
    GivenMatrices& matrices_;
    Faults& faults_;
};

}  // namespace

const DrawTarget* findDrawTarget(std::string_view name) {
    const auto* target = std::find_if(kDrawTargets.begin(), kDrawTargets.end(),
                                      [&](const DrawTarget& row) { return row.name == name; });
    return target == kDrawTargets.end() ? nullptr : target;
}

void supplyDrawn(const Draw& draw, DType dtype, Index tokens, GivenMatrices& matrices,
                 Faults& faults) {
    Supplier(draw, dtype, tokens, matrices, faults).run();
}

GivenMatrices givenMatrices(const Document& document) {
    const Weights& weights = document.weights;
    GivenMatrices matrices{.embeddings = document.embeddings.get(),
                           .positions = std::nullopt,
                           .query = weights.query.get(),
                           .key = weights.key.get(),
                           .value = weights.value.get(),
                           .output = std::nullopt,
                           .takes_positions = info(document.positions.kind).has_table,
                           .takes_output = weights.output.has_value()};
    if (matrices.takes_positions) matrices.positions = document.positions.table.get();
    if (weights.output) matrices.output = weights.output->get();
    return matrices;
}

bool drawHolds(const Document& document) {
    if (!document.draw) return false;
    GivenMatrices matrices = givenMatrices(document);
    Faults faults;
    supplyDrawn(*document.draw, document.dtype, document.n(), matrices, faults);
    return faults.empty();
}

}  // namespace lookback
