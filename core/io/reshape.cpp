#include "core/io/reshape.h"

#include <algorithm>

#include "core/document/edit.h"
#include "core/document/words.h"
#include "core/io/redraw.h"
#include "messages/draws.h"

namespace lookback {
namespace {

/// Copies the numbers that two matrices both have, for each head.
/// @param rows,cols heads that stand below each other, and side by side
void keepNumbers(const Matrix<double>& was, Matrix<double>& is, Index rows_was, Index rows_is,
                 Index cols_was, Index cols_is) {
    const Index height_was = was.rows() / rows_was;
    const Index height_is = is.rows() / rows_is;
    const Index width_was = was.cols() / cols_was;
    const Index width_is = is.cols() / cols_is;
    const Index height = std::min(height_was, height_is);
    const Index width = std::min(width_was, width_is);
    for (Index row = 0; row < std::min(rows_was, rows_is); ++row) {
        for (Index col = 0; col < std::min(cols_was, cols_is); ++col) {
            is.block(row * height_is, col * width_is, height, width) =
                was.block(row * height_was, col * width_was, height, width);
        }
    }
}

SharedMatrix zeros(Index rows, Index cols) { return Matrix<double>::Zero(rows, cols).eval(); }

Matrix<double> embeddingsOf(const std::vector<std::string>& tokens, Index width) {
    Matrix<double> rows(static_cast<Index>(tokens.size()), width);
    for (Index k = 0; k < rows.rows(); ++k) {
        const std::vector<double> drawn = drawnEmbedding(tokens[asSize(k)], width);
        rows.row(k) = Eigen::Map<const Eigen::RowVectorXd>(drawn.data(), width);
    }
    return rows;
}

/// Width of W_o after a change of the shape.
Index outputWidth(const Document& document, const DocumentShape& shape) {
    const Index now = document.weights.output->cols();
    if (now == document.dIn()) return shape.d_model;
    return now == document.weights.value.cols() ? shape.heads * shape.d_v : now;
}

void setZeroWeights(Document& document, const DocumentShape& shape) {
    Weights& weights = document.weights;
    if (weights.output) {
        weights.output = zeros(shape.heads * shape.d_v, outputWidth(document, shape));
    }
    weights.query = zeros(shape.d_model, shape.heads * shape.d_k);
    weights.key = weights.query;
    weights.value = zeros(shape.d_model, shape.heads * shape.d_v);
    const auto clear = [](std::optional<SharedMatrix>& bias, Index cols) {
        if (bias) bias = zeros(1, cols);
    };
    clear(document.biases.query, weights.query.cols());
    clear(document.biases.key, weights.key.cols());
    clear(document.biases.value, weights.value.cols());
    if (weights.output) clear(document.biases.output, weights.output->cols());
    document.heads = shape.heads;
}

}  // namespace

Checked<Document> reshaped(const Document& document, const DocumentShape& shape, bool redraws,
                           double allowed) {
    Document wished = document;
    const Draw known = drawRecipe(document);
    wished.draw.reset();
    setZeroWeights(wished, shape);
    if (shape.heads != document.heads) wished.positions.slopes.clear();
    Matrix<double> embeddings = embeddingsOf(document.tokens, shape.d_model);
    if (!redraws) keepNumbers(document.embeddings.get(), embeddings, 1, 1, 1, 1);
    wished.embeddings = std::move(embeddings);
    if (info(document.positions.kind).has_table) {
        Matrix<double> table = Matrix<double>::Zero(document.n(), shape.d_model);
        keepNumbers(document.positions.table.get(), table, 1, 1, 1, 1);
        wished.positions.table = std::move(table);
    }
    const Draw recipe = layersRecipe(wished, known.library, known.seed);
    Checked<Document> drawn = redrawn(wished, recipe, allowed);
    if (!drawn || redraws) return drawn;
    const auto keep = [&](const SharedMatrix& was, SharedMatrix& is, bool below) {
        Matrix<double> numbers = is.get();
        keepNumbers(was.get(), numbers, below ? document.heads : 1, below ? shape.heads : 1,
                    below ? 1 : document.heads, below ? 1 : shape.heads);
        is = std::move(numbers);
    };
    keep(document.weights.query, drawn->weights.query, false);
    keep(document.weights.key, drawn->weights.key, false);
    keep(document.weights.value, drawn->weights.value, false);
    if (drawn->weights.output) keep(*document.weights.output, *drawn->weights.output, true);
    for (const auto bias : {&Biases::query, &Biases::key, &Biases::value}) {
        if (document.biases.*bias) keep(*(document.biases.*bias), *(drawn->biases.*bias), false);
    }
    if (document.biases.output) {
        Matrix<double> numbers = drawn->biases.output->get();
        keepNumbers(document.biases.output->get(), numbers, 1, 1, 1, 1);
        drawn->biases.output = std::move(numbers);
    }
    drawn->draw.reset();
    return drawn;
}

Checked<Document> withEmbeddings(const Document& document,
                                 const std::vector<std::string>& vocabulary,
                                 const Matrix<double>& embeddings, double allowed) {
    DocumentShape shape = shapeOf(document);
    shape.d_model = embeddings.cols();
    Checked<Document> wished = shape == shapeOf(document)
                                   ? Checked<Document>(document)
                                   : reshaped(document, shape, false, allowed);
    if (!wished) return wished;
    for (Index token = 0; token < document.n(); ++token) {
        const auto known =
            std::find(vocabulary.begin(), vocabulary.end(), document.tokens[asSize(token)]);
        if (known == vocabulary.end()) continue;
        const Matrix<double> row = embeddings.row(known - vocabulary.begin());
        if (std::any_of(row.data(), row.data() + row.size(),
                        [&](double value) { return !fits(document, value); })) {
            return tl::unexpected(std::vector{Error{"embeddings", say::draws::LearnedTooLarge{}}});
        }
        setEmbedding(*wished, token, row);
    }
    return wished;
}

Checked<Document> newDocument(const std::vector<std::string>& tokens, const DocumentShape& shape,
                              std::string_view library, std::string_view seed, double allowed) {
    Document document;
    document.tokens = tokens;
    document.embeddings = embeddingsOf(tokens, shape.d_model);
    document.mask = {{MaskRule{}}, {}};
    setZeroWeights(document, shape);
    return redrawn(document, layersRecipe(document, library, seed), allowed);
}

}  // namespace lookback
