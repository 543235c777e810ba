#include "core/gradients/leak_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/attention/compute_touched.h"
#include "core/attention/engine.h"
#include "core/gradients/other_embeddings.h"

namespace lookback {
namespace {

using Id = MatrixId;

constexpr Index kHuge = 8;             // embeddings as large as can be borne
constexpr double kWorkBesides = 3000;  // for one embedding, as long as so many multiplications
constexpr int kMostShrinks = 10;
constexpr double kShrink = 1.0 / 64;

/// Multiplications for one embedding, about.
double workOfOne(const Document& document) {
    const auto n = static_cast<double>(std::max<Index>(document.n(), 1));
    double sum = work(document, Phase::tokens) / n + work(document, Phase::pairs);
    if (const auto& output = document.weights.output) {
        sum += n * static_cast<double>(output->rows()) * static_cast<double>(output->cols());
    }
    return std::max(sum, 1.0);
}

Matrix<double> resultOf(const Trace& trace) {
    const MatrixView view = trace.view(trace.result());
    Matrix<double> result(view.rows(), view.cols());
    for (Index row = 0; row < view.rows(); ++row) {
        for (Index col = 0; col < view.cols(); ++col) result(row, col) = view(row, col);
    }
    return result;
}

/// By how much the number that moves most does; 0 where none moves.
double largestMove(const Matrix<double>& before, const Matrix<double>& after) {
    double largest = 0;
    for (Index col = 0; col < before.cols(); ++col) {
        if (before(0, col) == after(0, col)) continue;
        const double move = std::abs(after(0, col) - before(0, col));
        if (std::isnan(move)) return move;
        largest = std::max(largest, move);
    }
    return largest;
}

class Search {
public:
    explicit Search(const Document& document)
        : document_(document),
          tried_(document),
          largest_(largestNumber(document)),
          before_(resultOf(engine_.attend(document))),
          moved_(Matrix<unsigned char>::Zero(document.n(), document.n())) {}

    /// Gives a word so many embeddings, as long as any of its outputs stands still.
    /// @return how many could be tried; all of them where nothing stands still any more
    Index tryUsual(const HiddenWord& word, Index count) {
        OtherEmbeddings others(document_, word.token, count);
        Index tried = 0;
        for (Index k = 0; k < count; ++k) {
            if (allMoved(word)) return count;
            if (tryOne(word, others.next())) ++tried;
        }
        return tried;
    }

    /// Gives a word embeddings as large as it bears.
    void tryHuge(const HiddenWord& word) {
        OtherEmbeddings others(document_, word.token, 0);
        for (Index k = 0; k < kHuge && !allMoved(word); ++k) tryOne(word, others.huge());
    }

    [[nodiscard]] const std::optional<LeakExample>& example() const { return example_; }

    [[nodiscard]] std::vector<Cell> moved() const {
        std::vector<Cell> cells;
        for (Index output = 0; output < moved_.rows(); ++output) {
            for (Index token = 0; token < moved_.cols(); ++token) {
                if (moved_(output, token) != 0) cells.push_back({output, token});
            }
        }
        return cells;
    }

private:
    [[nodiscard]] bool allMoved(const HiddenWord& word) const {
        return std::all_of(word.outputs.begin(), word.outputs.end(),
                           [&](Index output) { return moved_(output, word.token) != 0; });
    }

    /// Puts an embedding in, or as much of it as leaves all finite, and compares.
    /// @return false where nothing leaves all finite
    bool tryOne(const HiddenWord& word, Matrix<double> embedding) {
        for (int k = 0; k < kMostShrinks; ++k) {
            Matrix<double> embeddings = document_.embeddings.get();
            embeddings.row(word.token) = embedding;
            tried_.embeddings = std::move(embeddings);
            engine_.attend(tried_);
            if (staysFinite(word)) {
                compare(word, embedding);
                return true;
            }
            embedding = roundedTo(embedding * kShrink, document_.dtype);
        }
        return false;
    }

    /// Whether key, value and scores of the word are what a promise is made for. A score of -inf
    /// may be what masking made of it.
    [[nodiscard]] bool staysFinite(const HiddenWord& word) const {
        const Trace& trace = engine_.trace();
        for (Index head = 0; head < document_.heads; ++head) {
            for (const Id id : {keysOf(document_), Id::value}) {
                const MatrixView vectors = trace.view(id, head);
                for (Index col = 0; col < vectors.cols(); ++col) {
                    if (!std::isfinite(vectors(word.token, col))) return false;
                }
            }
            for (const Id id : trace.order) {
                if (id == Id::mask || stage(id).phase != Phase::pairs) continue;
                if (info(id).domain != Domain::signed_numbers || info(id).cols != Axis::token) {
                    continue;
                }
                const MatrixView scores = trace.view(id, head);
                for (const Index output : word.outputs) {
                    const double score = scores(output, word.token);
                    if (!(score < std::numeric_limits<double>::infinity())) return false;
                }
            }
        }
        return true;
    }

    void compare(const HiddenWord& word, const Matrix<double>& embedding) {
        const Matrix<double> result = resultOf(engine_.trace());
        for (const Index output : word.outputs) {
            const double size = largestMove(before_.row(output), result.row(output));
            if (size == 0) continue;
            moved_(output, word.token) = 1;
            LeakExample example{.token = word.token,
                                .embedding = embedding,
                                .output = output,
                                .before = before_.row(output),
                                .after = result.row(output),
                                .size = size};
            if (!example_ || worth(*example_) < worth(example)) example_ = std::move(example);
        }
    }

    /// An example in numbers tells more than one that ends in NaN, one of usual numbers more than
    /// one of huge ones; then it is the larger move.
    [[nodiscard]] std::tuple<bool, bool, double> worth(const LeakExample& example) const {
        const bool is_number = std::isfinite(example.size);
        const bool is_usual = (example.embedding.array().abs() <= largest_).all();
        return {is_number, is_usual, is_number ? example.size : 0};
    }

    const Document& document_;
    Document tried_;
    Engine engine_;
    double largest_;
    Matrix<double> before_;
    Matrix<unsigned char> moved_;  ///< (n, n) row = output
    std::optional<LeakExample> example_;
};

}  // namespace

std::vector<HiddenWord> hiddenWords(const Mask& promised, const Matrix<double>& norms) {
    std::vector<HiddenWord> hidden;
    for (Index token = 0; token < norms.cols(); ++token) {
        HiddenWord word{.token = token};
        for (Index output = 0; output < norms.rows(); ++output) {
            if (output == token || std::isnan(norms(output, token))) continue;
            if (!allows(promised, output, token)) word.outputs.push_back(output);
        }
        if (!word.outputs.empty()) hidden.push_back(std::move(word));
    }
    return hidden;
}

double searchWork(const Document& document) {
    const auto tries = static_cast<double>(document.n() * kLeakTries);
    return std::min(tries * (workOfOne(document) + kWorkBesides), kMaxSearchWork);
}

LeakSearch searchLeaks(const Document& document, std::span<const HiddenWord> hidden,
                       std::span<const Cell> known, const GivesUp& gives_up) {
    if (hidden.empty()) return {};
    const auto all = static_cast<double>(hidden.size());
    const double most = std::max(kMaxSearchWork / workOfOne(document), 1.0);
    const auto words = static_cast<Index>(std::min(most, all));
    const auto wanted =
        static_cast<Index>(std::min(std::max(most / all, 1.0), static_cast<double>(kLeakTries)));

    LeakSearch found{.tries = wanted};
    Search search(document);
    for (Index k = 0; k < words && !isGivenUp(gives_up); ++k) {
        const Index at = k * static_cast<Index>(hidden.size()) / words;
        const Index tried = search.tryUsual(hidden[static_cast<std::size_t>(at)], wanted);
        if (tried == 0) continue;
        ++found.words;
        found.tries = std::min(found.tries, tried);
    }
    std::vector<bool> is_known(static_cast<std::size_t>(document.n()));
    for (const Cell cell : known) is_known[static_cast<std::size_t>(cell.col)] = true;
    double left = std::max(most / static_cast<double>(kHuge), 1.0);
    for (const HiddenWord& word : hidden) {
        if (search.example() || left < 1 || isGivenUp(gives_up)) break;
        if (!is_known[static_cast<std::size_t>(word.token)]) continue;
        search.tryHuge(word);
        --left;
    }
    found.moved = search.moved();
    found.example = search.example();
    return found;
}

}  // namespace lookback
