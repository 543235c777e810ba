#include "core/code/draw_code.h"

#include <algorithm>
#include <array>

#include <fmt/args.h>
#include <fmt/format.h>

#include "core/code/code_names.h"
#include "core/code/python_text.h"
#include "core/document/edit.h"
#include "core/random/draw_program.h"

namespace lookback {
namespace {

using Id = MatrixId;
using DrawnScalar = DrawnTensor::Scalar;

/// A call that draws a tensor, of Python's own library one number. {shape} is `3, 2`, {tuple} the
/// same within brackets, {n} the product; {a} and {b} are the second and the third argument.
struct DrawCall {
    DrawLibrary library;
    std::string_view operation;
    std::string_view call;
    DrawnScalar scalar = DrawnScalar::float64;
};

constexpr std::array kDrawCalls{
    DrawCall{DrawLibrary::torch, "rand32", "torch.rand({shape})", DrawnScalar::float32},
    DrawCall{DrawLibrary::torch, "rand64", "torch.rand({shape}, dtype=torch.float64)"},
    DrawCall{DrawLibrary::torch, "uniform32", "torch.empty({shape}).uniform_({a}, {b})",
             DrawnScalar::float32},
    DrawCall{DrawLibrary::torch, "linear", "nn.Linear({shape})", DrawnScalar::float32},
    DrawCall{DrawLibrary::torch, "randn32", "torch.randn({shape})", DrawnScalar::float32},
    DrawCall{DrawLibrary::torch, "randn64", "torch.randn({shape}, dtype=torch.float64)"},
    DrawCall{DrawLibrary::torch, "normal32", "torch.empty({shape}).normal_({a}, {b})",
             DrawnScalar::float32},
    DrawCall{DrawLibrary::torch, "randint", "torch.randint({a}, {b}, ({tuple}))",
             DrawnScalar::int64},
    DrawCall{DrawLibrary::torch, "randperm", "torch.randperm({n}).reshape({shape})",
             DrawnScalar::int64},
    DrawCall{DrawLibrary::numpy_legacy, "rand", "np.random.rand({shape})"},
    DrawCall{DrawLibrary::numpy_legacy, "randn", "np.random.randn({shape})"},
    DrawCall{DrawLibrary::numpy_pcg64, "random", "rng.random(({tuple}))"},
    DrawCall{DrawLibrary::numpy_pcg64, "normal", "rng.standard_normal(({tuple}))"},
    DrawCall{DrawLibrary::python, "random", "random.random()"},
    DrawCall{DrawLibrary::python, "gauss", "random.gauss({a}, {b})"},
};

std::string seedCall(DrawLibrary library, std::string_view seed) {
    switch (library) {
        case DrawLibrary::torch: return fmt::format("torch.manual_seed({})", seed);
        case DrawLibrary::numpy_legacy: return fmt::format("np.random.seed({})", seed);
        case DrawLibrary::numpy_pcg64: return fmt::format("rng = np.random.default_rng({})", seed);
        case DrawLibrary::python: break;
    }
    return fmt::format("random.seed({})", seed);
}

/// Names of `draw.into`.
constexpr std::array kDrawnMatrices{
    std::pair{std::string_view("embeddings"), Id::embeddings},
    std::pair{std::string_view("positions"), Id::positions},
    std::pair{std::string_view("query"), Id::w_query},
    std::pair{std::string_view("key"), Id::w_key},
    std::pair{std::string_view("value"), Id::w_value},
    std::pair{std::string_view("output"), Id::w_output},
    std::pair{std::string_view("biases.query"), Id::b_query},
    std::pair{std::string_view("biases.key"), Id::b_key},
    std::pair{std::string_view("biases.value"), Id::b_value},
    std::pair{std::string_view("biases.output"), Id::b_output},
};

/// A matrix that a draw gives: its variable and its shape.
struct DrawGoal {
    std::string name;
    Index rows = 0;
    Index cols = 0;
    bool is_list = false;  ///< a bias: one dimension

    [[nodiscard]] std::string shape() const {
        return is_list ? std::to_string(cols) : fmt::format("{}, {}", rows, cols);
    }
};

std::optional<DrawGoal> goalOf(const Document& document, const std::optional<std::string>& target) {
    for (const auto& [name, id] : kDrawnMatrices) {
        if (target != name) continue;
        const SharedMatrix& matrix = editable(document, id);
        return DrawGoal{
            .name = id == Id::positions ? std::string(kTableName) : pythonName(document, id),
            .rows = matrix.rows(),
            .cols = matrix.cols(),
            .is_list = isBias(id)};
    }
    return std::nullopt;
}

class DrawWriter {
public:
    DrawWriter(const Document& document, CodeLibrary library)
        : d_(document), torch_(library == CodeLibrary::pytorch), library_(library) {}

    std::optional<std::vector<std::string>> run() {
        const Draw& draw = *d_.draw;
        const auto from = parseDrawLibrary(draw.library);
        if (!from || (*from == DrawLibrary::torch && !torch_)) return std::nullopt;
        from_ = *from;
        const auto program = parseDrawProgram(from_, draw.program);
        if (!program) return std::nullopt;
        lines_.push_back(seedCall(from_, draw.seed));
        std::size_t result = 0;
        const auto next = [&] { return goalOf(d_, draw.into[result++]); };
        for (const DrawStep& step : program->steps) {
            if (step.operation->name == "linear") {
                const std::optional<DrawGoal> weight = next();
                const bool has_bias = step.arguments.integers[2] != 0;
                writeLinear(step, weight, has_bias ? next() : std::nullopt);
            } else {
                writeDraw(step, next());
            }
        }
        return std::move(lines_);
    }

private:
    /// Numbers of a library's own scalar as the code keeps the document's numbers.
    [[nodiscard]] std::string kept(const std::string& value, DrawnScalar scalar) const {
        if (isRoundedInCode(d_)) return fmt::format("rounded({})", value);
        const DrawnScalar own =
            d_.dtype == DType::float64 ? DrawnScalar::float64 : DrawnScalar::float32;
        if (scalar == own) return value;
        return fmt::format("{}.{}({})", value, torch_ ? "to" : "astype", pythonDType(d_, library_));
    }

    void writeLinear(const DrawStep& step, const std::optional<DrawGoal>& weight,
                     const std::optional<DrawGoal>& bias) {
        const auto& [in, out, has_bias] = step.arguments.integers;
        const std::string layer =
            fmt::format("nn.Linear({}, {}{})", in, out, has_bias != 0 ? "" : ", bias=False");
        if (!bias) {
            lines_.push_back(
                weight ? fmt::format("{} = {}", weight->name,
                                     kept(layer + ".weight.detach().T", DrawnScalar::float32))
                       : layer);
            return;
        }
        lines_.push_back("linear = " + layer);
        if (weight) {
            lines_.push_back(fmt::format("{} = {}", weight->name,
                                         kept("linear.weight.detach().T", DrawnScalar::float32)));
        }
        lines_.push_back(fmt::format(
            "{} = {}", bias->name,
            kept(bias->is_list ? std::string("linear.bias.detach()")
                               : fmt::format("linear.bias.detach().reshape({})", bias->shape()),
                 DrawnScalar::float32)));
    }

    void writeDraw(const DrawStep& step, const std::optional<DrawGoal>& goal) {
        const auto* const row =
            std::find_if(kDrawCalls.begin(), kDrawCalls.end(), [&](const DrawCall& call) {
                return call.library == from_ && call.operation == step.operation->name;
            });
        if (row == kDrawCalls.end()) return;
        const auto argument = [&](std::size_t at) {
            return step.operation->arguments[at].kind == DrawArgumentKind::real
                       ? codeNumber(step.arguments.reals[at])
                       : std::to_string(step.arguments.integers[at]);
        };
        const Index count = step.arguments.count();
        const bool is_list = !goal || goal->is_list;
        const std::string shape = goal ? goal->shape() : std::to_string(count);
        std::string call =
            fmt::format(fmt::runtime(row->call), fmt::arg("shape", shape),
                        fmt::arg("tuple", is_list ? shape + "," : shape), fmt::arg("n", count),
                        fmt::arg("a", argument(1)), fmt::arg("b", argument(2)));
        if (from_ == DrawLibrary::python) {
            call = fmt::format("[{} for _ in range({})]", call, goal ? goal->cols : count);
            if (!is_list) call = fmt::format("[{} for _ in range({})]", call, goal->rows);
        }
        if (!goal) {
            lines_.push_back(call);
            return;
        }
        if (from_ == DrawLibrary::python) {
            call = pythonArray(d_, library_, call);
            if (isRoundedInCode(d_)) call = fmt::format("rounded({})", call);
        } else if (from_ != DrawLibrary::torch && torch_) {
            call = kept(fmt::format("torch.from_numpy({})", call), row->scalar);
        } else {
            call = kept(call, row->scalar);
        }
        lines_.push_back(fmt::format("{} = {}", goal->name, call));
    }

    const Document& d_;
    bool torch_;
    CodeLibrary library_;
    DrawLibrary from_ = DrawLibrary::torch;
    std::vector<std::string> lines_;
};

}  // namespace

std::optional<std::vector<std::string>> drawCode(const Document& document, CodeLibrary library) {
    return DrawWriter(document, library).run();
}

bool isFromDraw(const Document& document, MatrixId id) {
    if (!document.draw) return false;
    const auto& into = document.draw->into;
    return std::any_of(kDrawnMatrices.begin(), kDrawnMatrices.end(), [&](const auto& row) {
        return row.second == id &&
               std::find(into.begin(), into.end(), std::string(row.first)) != into.end();
    });
}

}  // namespace lookback
