#include "core/io/redraw.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/document/words.h"
#include "core/io/document_draw.h"
#include "core/io/json_fields.h"
#include "core/random/draw_program.h"
#include "messages/draws.h"

namespace lookback {
namespace {

constexpr std::string_view kDiscard = "-";
constexpr std::string_view kUsualSeed = "42";
constexpr Index kBlockOfNormals = 16;  ///< from 16 normals on, PyTorch draws blocks of them

/// True where two matrices are the same in the document's precision.
bool agree(const Matrix<double>& a, const Matrix<double>& b, ScalarKind kind) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
    return std::equal(a.data(), a.data() + a.size(), b.data(), [kind](double x, double y) {
        return roundedTo(x, kind) == roundedTo(y, kind);
    });
}

/// Returns the operation that draws a matrix as the library's users do: PyTorch a layer, with or
/// without its bias, the others standard normal numbers.
std::string layerOperation(std::string_view library, Index rows, Index cols, bool has_bias) {
    switch (parseDrawLibrary(library).value_or(DrawLibrary::numpy_legacy)) {
        case DrawLibrary::torch: return fmt::format("linear:{},{},{:d}", rows, cols, has_bias);
        case DrawLibrary::numpy_pcg64: return fmt::format("normal:{}", rows * cols);
        case DrawLibrary::python: return fmt::format("gauss:{},0,1", rows * cols);
        case DrawLibrary::numpy_legacy: break;
    }
    return fmt::format("randn:{}", rows * cols);
}

/// Stores the drawn matrices; an unchanged matrix stays shared.
void store(const GivenMatrices& matrices, Document& document) {
    const ScalarKind kind = info(document.dtype).kind;
    const auto put = [kind](const std::optional<Matrix<double>>& from, SharedMatrix& into) {
        if (from && !agree(*from, into.get(), kind)) into = SharedMatrix(*from);
    };
    put(matrices.embeddings, document.embeddings);
    if (matrices.takes_positions) put(matrices.positions, document.positions.table);
    put(matrices.query, document.weights.query);
    put(matrices.key, document.weights.key);
    put(matrices.value, document.weights.value);
    if (document.weights.output) put(matrices.output, *document.weights.output);
    const auto put_bias = [&](const std::optional<Matrix<double>>& from,
                              std::optional<SharedMatrix>& into) {
        if (from && !into) into.emplace();
        if (from) put(from, *into);
    };
    put_bias(matrices.query_bias, document.biases.query);
    put_bias(matrices.key_bias, document.biases.key);
    put_bias(matrices.value_bias, document.biases.value);
    put_bias(matrices.output_bias, document.biases.output);
}

}  // namespace

Checked<Document> redrawn(const Document& document, const Draw& draw, double allowed) {
    GivenMatrices matrices = givenMatrices(document);
    for (const auto& name : draw.into) {
        const DrawTarget* const target = name ? findDrawTarget(*name) : nullptr;
        if (name && target == nullptr) {
            return tl::unexpected(std::vector{
                Error{"draw.into", say::draws::UnknownTarget{.name = Verbatim{*name}}}});
        }
        if (target != nullptr) (matrices.*target->matrix).reset();
    }
    if (auto fault = drawFault(draw, document, matrices, allowed)) {
        return tl::unexpected(std::vector{*std::move(fault)});
    }
    Faults found;
    supplyDrawn(draw, document.dtype, document.n(), matrices, found);
    if (!found.empty()) return tl::unexpected(found.take());
    Document result = document;
    store(matrices, result);
    result.draw = draw;
    if (std::vector<Error> misfits = faults(result); !misfits.empty()) {
        return tl::unexpected(std::move(misfits));
    }
    return result;
}

Draw drawRecipe(const Document& document) {
    return document.draw ? *document.draw : layersRecipe(document, "torch", kUsualSeed);
}

Draw layersRecipe(const Document& document, std::string_view library, std::string_view seed) {
    const Weights& weights = document.weights;
    Draw draw{std::string(library), std::string(seed), "", {}};
    const bool draws_both =
        parseDrawLibrary(library).value_or(DrawLibrary::python) == DrawLibrary::torch;
    const auto operation = [&](Index rows, Index cols, bool has_bias) {
        if (!draw.program.empty()) draw.program += ' ';
        draw.program += layerOperation(library, rows, cols, has_bias && draws_both);
    };
    const auto layer = [&](const SharedMatrix& matrix, const std::optional<SharedMatrix>& bias,
                           const std::string& into) {
        if (matrix.rows() == 0 || matrix.cols() == 0) return;
        operation(matrix.rows(), matrix.cols(), bias.has_value());
        draw.into.emplace_back(into);
        if (!bias) return;
        if (!draws_both) operation(1, bias->cols(), false);
        draw.into.emplace_back("biases." + into);
    };
    const Biases& biases = document.biases;
    layer(weights.query, biases.query, "query");
    layer(weights.key, biases.key, "key");
    layer(weights.value, biases.value, "value");
    if (weights.output) layer(*weights.output, biases.output, "output");
    return draw;
}

std::string libraryName(const Draw& draw) {
    const Result<DrawLibrary> library = parseDrawLibrary(draw.library);
    if (!library) return draw.library;
    const std::string_view label = info(*library).label;
    return std::string(label.substr(0, label.find(' ')));
}

std::vector<Message> drawTraps(const Document& document, const Draw& draw) {
    std::vector<Message> traps;
    const Result<DrawLibrary> library = parseDrawLibrary(draw.library);
    if (!library) return traps;
    const Result<DrawProgram> program = parseDrawProgram(*library, draw.program);
    if (!program) return traps;
    const auto has = [&](auto wanted) {
        return std::any_of(program->steps.begin(), program->steps.end(), wanted);
    };
    if (*library == DrawLibrary::torch && has([](const DrawStep& step) {
            const bool is_normal = step.operation->name.starts_with("randn") ||
                                   step.operation->name.starts_with("normal");
            return is_normal && step.arguments.count() >= kBlockOfNormals;
        })) {
        traps.push_back(say::draws::TrapBlocks{});
    }
    if (has([](const DrawStep& step) {
            return step.operation->name == "linear" && step.arguments.integers[2] != 0;
        })) {
        traps.push_back(say::draws::TrapBias{});
    }
    if (document.weights.query == document.weights.key && document.weights.query.rows() > 0) {
        traps.push_back(say::draws::TrapSame{});
    }
    if (*library == DrawLibrary::torch && document.dtype == DType::float64 &&
        has([](const DrawStep& step) { return step.operation->name == "linear"; })) {
        traps.push_back(say::draws::TrapFloat32{});
    }
    return traps;
}

std::string writeInto(const Draw& draw) {
    std::string text;
    for (const auto& name : draw.into) {
        if (!text.empty()) text += ' ';
        text += name ? *name : std::string(kDiscard);
    }
    return text;
}

std::vector<std::optional<std::string>> readInto(const std::string& text) {
    std::vector<std::optional<std::string>> into;
    for (std::string& word : splitWords(text)) {
        if (word == kDiscard) {
            into.emplace_back();
        } else {
            into.emplace_back(std::move(word));
        }
    }
    return into;
}

}  // namespace lookback
