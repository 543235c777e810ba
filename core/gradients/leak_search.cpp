#include "core/gradients/leak_search.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/attention/engine.h"
#include "core/attention/stages.h"
#include "core/gradients/leak_promise.h"
#include "core/gradients/leak_way.h"
#include "core/gradients/other_embeddings.h"

namespace lookback {
namespace {

constexpr int kDoublings = 64;
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

    /// The ways to move outputs, as the document's own numbers have it.
    [[nodiscard]] std::vector<LeakWay> ways(const Influence& influence) {
        engine_.attend(document_);
        return leakWays(document_, engine_.trace(), influence);
    }

    /// Goes along a way and against it, twice as far each time, until an output moves or a key, a
    /// value or a score is no longer finite.
    /// @return how many embeddings were tried
    int walk(const HiddenWord& word, const LeakWay& way) {
        int tried = 0;
        for (const double sign : {1.0, -1.0}) {
            double far = way.first;
            for (int k = 0; k < kDoublings && !example_; ++k, far *= 2, ++tried) {
                if (!tryAsItIs(word, changed(word.token, sign * far * way.direction))) break;
            }
        }
        return tried;
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
            if (tryAsItIs(word, embedding)) return true;
            embedding = roundedTo(embedding * kShrink, document_.dtype);
        }
        return false;
    }

    /// Puts an embedding in and compares. @return false where it does not leave all finite
    bool tryAsItIs(const HiddenWord& word, const Matrix<double>& embedding) {
        if (!embedding.allFinite()) return false;
        Matrix<double> embeddings = document_.embeddings.get();
        embeddings.row(word.token) = embedding;
        tried_.embeddings = std::move(embeddings);
        engine_.attend(tried_);
        if (!isFinite(document_, engine_.trace(), word)) return false;
        compare(word, embedding);
        return true;
    }

    /// A token's own embedding, changed by so much, of the dtype.
    [[nodiscard]] Matrix<double> changed(Index token, const Matrix<double>& by) const {
        return roundedTo(document_.embeddings.get().row(token) + by, document_.dtype);
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

/// Follows the derivatives until one of them shows. @param left how many embeddings it may take
void walkAlong(Search& search, std::span<const HiddenWord> hidden, const Influence& influence,
               double left, const GivesUp& gives_up) {
    for (const LeakWay& way : search.ways(influence)) {
        if (search.example() || left < 1 || isGivenUp(gives_up)) return;
        const auto word = std::find_if(hidden.begin(), hidden.end(), [&](const HiddenWord& one) {
            return one.token == way.cell.col;
        });
        if (word != hidden.end()) left -= search.walk(*word, way);
    }
}

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
                       const Influence& influence, const GivesUp& gives_up) {
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
    if (!search.example() && !influence.leaks.empty()) {
        walkAlong(search, hidden, influence, most, gives_up);
    }
    found.moved = search.moved();
    found.example = search.example();
    return found;
}

}  // namespace lookback
