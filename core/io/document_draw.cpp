#include "core/io/document_draw.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include <fmt/format.h>

#include "core/base/named_rows.h"
#include "core/base/text.h"
#include "core/engine/memory.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/random/draw_program.h"
#include "messages/draws.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

Message sizeOf(Index rows, Index cols) {
    return say::faults::Size{.rows = Count{rows}, .cols = Count{cols}};
}

class DrawSupplier {
public:
    DrawSupplier(const Draw& draw, DType dtype, Index tokens, GivenMatrices& matrices,
                 Faults& faults)
        : draw_(draw),
          kind_(info(dtype).kind),
          tokens_(tokens),
          matrices_(matrices),
          faults_(faults) {}

    void run() {
        const std::vector<DrawnTensor> drawn = drawAll();
        if (drawn.empty()) return;
        if (drawn.size() != draw_.into.size()) {
            faults_.add("draw.into", say::draws::Names{.n = std::ssize(draw_.into),
                                                       .results = Count{std::ssize(drawn)}});
            return;
        }
        for (const DrawTarget& target : kDrawTargets) {
            std::size_t uses = 0;
            for (std::size_t k = 0; k < drawn.size(); ++k) {
                if (draw_.into[k] != target.name) continue;
                if (++uses > 1) {
                    faults_.add(joined("draw.into", k),
                                say::draws::Twice{.target = Verbatim{std::string(target.name)}});
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
        const Message in_operation =
            say::draws::InOperation{.operation = Verbatim{error.where}, .fault = error.message};
        faults_.add(in_program ? "draw.program" : "draw." + error.where,
                    names_operation ? in_operation : error.message);
        return {};
    }

    void supply(const DrawTarget& target, const DrawnTensor& tensor, const std::string& entry) {
        if (&(matrices_.*target.matrix) == &matrices_.positions && !matrices_.takes_positions) {
            faults_.add(entry, say::draws::NoPositions{});
            return;
        }
        const bool is_of_output =
            target.matrix == &GivenMatrices::output || target.matrix == &GivenMatrices::output_bias;
        if (is_of_output && !matrices_.takes_output) {
            faults_.add(entry, say::draws::NoOutput{.target = Verbatim{std::string(target.name)}});
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

    /// The number of rows of a target; nothing where it is not known.
    std::optional<Index> rowsOf(const DrawTarget& target) const {
        const auto& own = matrices_.*target.matrix;
        if (target.is_bias) return 1;
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
            if (!rows) return std::nullopt;  // the matrix before it is missing, and reported
            const Index cols = given ? given->cols() : *rows > 0 ? count / *rows : 0;
            if (*rows * cols != count) {
                faults_.add(entry,
                            say::draws::NumberCount{
                                .operation = Verbatim{tensor.op},
                                .n = count,
                                .wanted = given ? sizeOf(*rows, cols)
                                                : Message(say::draws::Multiple{.n = Count{*rows}}),
                                .target = Verbatim{std::string(target.path)}});
                return std::nullopt;
            }
            drawn = Eigen::Map<const Matrix<double>>(values.data(), *rows, cols);
        }
        if (given && (given->rows() != drawn.rows() || given->cols() != drawn.cols())) {
            faults_.add(std::string(target.path),
                        say::draws::OtherSize{.file = sizeOf(given->rows(), given->cols()),
                                              .drawn = sizeOf(drawn.rows(), drawn.cols())});
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
                faults_.add(
                    target.is_bias ? fmt::format("{}[{}]", target.path, col)
                                   : fmt::format("{}[{}][{}]", target.path, row, col),
                    say::draws::OtherNumber{.file = Verbatim{shortestDigits(here, kind_)},
                                            .drawn = Verbatim{shortestDigits(there, kind_)}});
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

/// A matrix without rows, which takes no memory.
SharedMatrix ofWidth(Index cols) { return Matrix<double>(0, cols); }

Index widthOf(const DrawnShape& shape, Index rows) {
    if (shape.stored_transposed) return shape.rows;
    return rows > 0 ? shape.cols / rows : 0;
}

using MatrixName = std::optional<std::string>;

std::string readSeed(const Json& json, const std::string& path, Faults& faults) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_number_integer()) return json.dump();
    addWrong(json, path, say::expected::WholeOrQuoted{}, faults);
    return "";
}

std::vector<MatrixName> readInto(const Json& json, const std::string& path, Faults& faults) {
    const std::vector<std::string_view> names = namesOf(kDrawTargets);
    return readList<MatrixName>(
               json, path, faults,
               [&](const Json& entry, const std::string& at) -> std::optional<MatrixName> {
                   if (entry.is_null()) return MatrixName();
                   const auto place = readName(entry, at, names, faults);
                   if (!place) return std::nullopt;
                   return MatrixName(names[*place]);
               })
        .value_or(std::vector<MatrixName>());
}

template <class Integer>
bool spells(const std::string& text) {
    Integer value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end && std::to_string(value) == text;
}

/// A JSON number where every reader reads it exactly, otherwise a text.
std::string writeSeed(const std::string& seed) {
    return spells<std::int64_t>(seed) || spells<std::uint64_t>(seed) ? seed : jsonString(seed);
}

}  // namespace

const DrawTarget* findDrawTarget(std::string_view name) { return findByName(kDrawTargets, name); }

void supplyDrawn(const Draw& draw, DType dtype, Index tokens, GivenMatrices& matrices,
                 Faults& faults) {
    DrawSupplier(draw, dtype, tokens, matrices, faults).run();
}

GivenMatrices givenMatrices(const Document& document) {
    const Weights& weights = document.weights;
    GivenMatrices matrices{.embeddings = document.embeddings.get(),
                           .positions = std::nullopt,
                           .query = weights.query.get(),
                           .key = weights.key.get(),
                           .value = weights.value.get(),
                           .output = std::nullopt,
                           .query_bias = std::nullopt,
                           .key_bias = std::nullopt,
                           .value_bias = std::nullopt,
                           .output_bias = std::nullopt,
                           .takes_positions = info(document.positions.kind).has_table,
                           .takes_output = weights.output.has_value()};
    if (matrices.takes_positions) matrices.positions = document.positions.table.get();
    if (weights.output) matrices.output = weights.output->get();
    const Biases& biases = document.biases;
    if (biases.query) matrices.query_bias = biases.query->get();
    if (biases.key) matrices.key_bias = biases.key->get();
    if (biases.value) matrices.value_bias = biases.value->get();
    if (biases.output) matrices.output_bias = biases.output->get();
    return matrices;
}

bool drawHolds(const Document& document) {
    if (!document.draw) return false;
    GivenMatrices matrices = givenMatrices(document);
    Faults faults;
    supplyDrawn(*document.draw, document.dtype, document.n(), matrices, faults);
    return faults.empty();
}

std::optional<Error> drawFault(const Draw& draw, const Document& document,
                               const GivenMatrices& given, double allowed) {
    if (document.heads < 1 || document.heads > kMaxHeads) return std::nullopt;
    const auto program = parseDrawLibrary(draw.library).and_then([&](DrawLibrary library) {
        return parseDrawProgram(library, draw.program);
    });
    if (!program) return std::nullopt;
    const std::vector<DrawnShape> shapes = drawnShapes(*program);
    const auto width = [&](std::string_view target, Index rows) -> Index {
        const auto& matrix = given.*findDrawTarget(target)->matrix;
        if (matrix) return matrix->cols();
        const auto name = std::find(draw.into.begin(), draw.into.end(), target);
        const auto place = static_cast<std::size_t>(name - draw.into.begin());
        return place < shapes.size() ? widthOf(shapes[place], rows) : 0;
    };
    Document sketch = document;
    sketch.draw = draw;
    const Index d_in = width("embeddings", document.n());
    const Index d_values = width("value", d_in);
    sketch.embeddings = ofWidth(d_in);
    sketch.weights = {ofWidth(width("query", d_in)), ofWidth(width("key", d_in)), ofWidth(d_values),
                      std::nullopt};
    if (const Index d_out = given.takes_output ? width("output", d_values) : 0; d_out > 0) {
        sketch.weights.output = ofWidth(d_out);
    }
    return memoryFault(sketch, traceMemory(sketch), allowed);
}

Draw readDraw(const Json& json, const std::string& path, Faults& faults) {
    constexpr std::array<std::string_view, 4> kKnown{"library", "seed", "program", "into"};
    const Fields fields(json, path, kKnown, faults);
    Draw draw;
    if (const Json* library = fields.need("library", say::expected::Library{})) {
        draw.library = readString(*library, fields.path("library"), faults).value_or("");
    }
    if (const Json* seed = fields.need("seed", say::expected::Whole{})) {
        draw.seed = readSeed(*seed, fields.path("seed"), faults);
    }
    if (const Json* program = fields.need(
            "program", say::expected::Operations{.example = Verbatim{"linear:2,2,0"}})) {
        draw.program = readString(*program, fields.path("program"), faults).value_or("");
    }
    if (const Json* into = fields.need("into", say::expected::MatrixNames{})) {
        draw.into = readInto(*into, fields.path("into"), faults);
    }
    return draw;
}

std::string writeDraw(const Draw& draw, int indent) {
    const auto into = jsonItems(draw.into, [](const MatrixName& name) {
        return name ? jsonString(*name) : std::string("null");
    });
    return jsonObject({{"library", jsonString(draw.library)},
                       {"seed", writeSeed(draw.seed)},
                       {"program", jsonString(draw.program)},
                       {"into", jsonList(into, indent + 2)}},
                      indent);
}

}  // namespace lookback
