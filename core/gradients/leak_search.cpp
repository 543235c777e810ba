#include "core/gradients/leak_search.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>

#include "core/engine/engine.h"
#include "core/engine/stages.h"
#include "core/gradients/leak_jacobian.h"
#include "core/gradients/masking_derivative.h"
#include "core/gradients/other_embeddings.h"

namespace lookback {
namespace {

using Id = MatrixId;

constexpr int kDoublings = 64;
/// The time of one embedding besides its multiplications, in multiplications.
constexpr double kWorkBesides = 3000;
constexpr int kMostShrinks = 10;
constexpr double kShrink = 1.0 / 64;
constexpr std::size_t kMostSteepest = 64;
constexpr int kReachingSteps = 32;
constexpr double kMostReachingTries = 8192;
/// Embeddings tried for a pair that moves by more than half of what counts as rounding.
constexpr int kCloserTries = 2000;
constexpr double kGoldenShare = 0.6180339887498949;  ///< its multiples fill (0, 1) evenly
// How an output moved by more than rounding: to or from NaN or infinity, or between numbers.
constexpr unsigned char kToNothing = 1;
constexpr unsigned char kToNumber = 2;

/// Approximate multiplications for one embedding.
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

/// The largest change of a number (LeakExample::size); 0 where no number changes.
double largestMove(const Matrix<double>& before, const Matrix<double>& after) {
    double largest = 0;
    for (Index col = 0; col < before.cols(); ++col) {
        const double was = before(0, col);
        const double is = after(0, col);
        if (was == is || (std::isnan(was) && std::isnan(is))) continue;
        const double move = std::abs(is - was);
        if (std::isnan(move)) return move;
        largest = std::max(largest, move);
    }
    return largest;
}

/// The largest size of a finite number of a row; 0 where there is none.
double largestFinite(const Matrix<double>& row) {
    double largest = 0;
    for (const double number : row.reshaped()) {
        if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
    }
    return largest;
}

/// Whether the key, the value and the scores of a word are finite, as the leak test promises
/// something for finite numbers only; where softmax is over columns also its query and the scores
/// of this. A score of -inf counts as finite: masking may have made it.
/// @param trace of this document
bool isWordFinite(const Document& document, const Trace& trace, const HiddenWord& word) {
    for (Index head = 0; head < document.heads; ++head) {
        for (const Id id : {scoreKeys(document), Id::value, scoreQueries(document)}) {
            if (id == scoreQueries(document) && !isOverColumns(document.masking)) continue;
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
            const auto is_finite = [&](Index query, Index key) {
                return scores(query, key) < std::numeric_limits<double>::infinity();
            };
            for (const Index output : word.outputs) {
                if (!is_finite(output, word.token)) return false;
            }
            for (Index key = 0; isOverColumns(document.masking) && key < document.n(); ++key) {
                if (!is_finite(word.token, key)) return false;
            }
        }
    }
    return true;
}

/// The change of a token's embedding that moves an output most, by the derivative.
struct SteepestChange {
    Cell cell{};               ///< (output, token)
    Matrix<double> direction;  ///< (1, d_in), its largest number 1 or -1
    /// The multiple of `direction` that changes a number of the output by a quarter of its last
    /// bit.
    double least = 0;
};

double leastNormal(const DTypeInfo& dtype) { return 4 / dtype.largest; }

/// The approximate distance from a number to the next greater number of the dtype.
double lastBit(double number, const DTypeInfo& dtype) {
    return dtype.epsilon * std::max(std::abs(number), leastNormal(dtype));
}

/// The cells that leak with the largest derivatives, largest first.
std::vector<Cell> steepestCells(const Influence& influence) {
    std::vector<Cell> cells = influence.leaks;
    std::stable_sort(cells.begin(), cells.end(), [&](Cell a, Cell b) {
        return influence.norms(a.row, a.col) > influence.norms(b.row, b.col);
    });
    cells.resize(std::min(cells.size(), kMostSteepest));
    return cells;
}

/// A change for each cell that leaks by its derivative, up to kMostSteepest of them, the steepest
/// first. Each changes the number of its output whose last bit needs the smallest change. Fewer
/// where a derivative is not finite.
/// @param trace of this document @param influence of it
std::vector<SteepestChange> steepestChanges(const Document& document, const Trace& trace,
                                            const Influence& influence) {
    const MatrixView result = trace.view(trace.result());
    std::vector<SteepestChange> changes;
    const auto add = [&](Cell cell, const Matrix<double>& block) {
        SteepestChange change{.cell = cell};
        double nearest = std::numeric_limits<double>::infinity();
        for (Index col = 0; col < block.cols(); ++col) {
            const Matrix<double> slopes = block.col(col).transpose();
            const double most = slopes.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
            if (!(most > 0) || !std::isfinite(most)) continue;
            if (!std::isfinite(result(cell.row, col))) continue;
            const double bit = lastBit(result(cell.row, col), info(document.dtype));
            const Matrix<double> direction = slopes / most;
            const double least = bit / 4 / most / direction.squaredNorm();
            if (least >= nearest) continue;
            nearest = least;
            change.direction = direction;
            change.least = least;
        }
        if (change.direction.size() > 0) changes.push_back(std::move(change));
    };
    visitBlocks(document, trace, steepestCells(influence), add);
    return changes;
}

/// Replaces a word's embedding by one embedding after the other, and records which outputs moved.
class Search {
public:
    /// @param leaves_rounding true: tries every embedding, also where all outputs have moved, and
    /// counts moves above kRoundingPlaces by embeddings of usual size only
    Search(const Document& document, bool leaves_rounding)
        : document_(document),
          leaves_rounding_(leaves_rounding),
          tried_(document),
          largest_(largestUsual(document)),
          before_(resultOf(engine_.attend(document))),
          moved_(Matrix<unsigned char>::Zero(document.n(), document.n())),
          clearly_moved_(moved_) {}

    /// Gives a word `count` embeddings (other_embeddings.h), or fewer where all outputs that it is
    /// hidden from have moved.
    /// @return the number of embeddings tried; `count` where all outputs have moved
    Index tryUsual(const HiddenWord& word, Index count) {
        OtherEmbeddings others(document_, word.token, count);
        Index tried = 0;
        for (Index k = 0; k < count; ++k) {
            if (!leaves_rounding_ && allMoved(word)) return count;
            if (tryOne(word, others.next())) ++tried;
        }
        return tried;
    }

    /// The changes that move outputs by the derivatives at the document's own numbers.
    [[nodiscard]] std::vector<SteepestChange> changes(const Influence& influence) {
        engine_.attend(document_);
        return steepestChanges(document_, engine_.trace(), influence);
    }

    /// Makes a change and its opposite, each time twice as large, until an output moves or a key, a
    /// value or a score is no longer finite.
    /// @return the number of embeddings tried
    int enlarge(const HiddenWord& word, const SteepestChange& change) {
        int tried = 0;
        for (const double sign : {1.0, -1.0}) {
            double by = change.least;
            for (int k = 0; k < kDoublings && !example_; ++k, by *= 2, ++tried) {
                if (!tryAsItIs(word, changed(word.token, sign * by * change.direction))) break;
            }
        }
        return tried;
    }

    /// Bounds what embeddings of usual size do, and tries those that may do more than rounding.
    RoundingBound reach(std::span<const HiddenWord> hidden, double most_tries,
                        const GivesUp& gives_up) {
        engine_.attend(document_);
        RoundingBound bound = roundingBound(document_, engine_.trace(), hidden, kRoundingPlaces);
        double left = std::min(most_tries, kMostReachingTries);
        for (const ReachingScore& reaching : bound.reaching) {
            if (left < 1 || isGivenUp(gives_up)) break;
            left -= goTo(reaching);
        }
        return bound;
    }

    [[nodiscard]] const std::optional<LeakExample>& example() const { return example_; }
    [[nodiscard]] double usualPlaces() const { return usual_places_; }
    [[nodiscard]] double largerPlaces() const { return larger_places_; }

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

    /// Tries embeddings on the way to the one with the greatest score, that one first, and others
    /// of usual size, until the output moves to another number by more than rounding. An output
    /// that is not finite may be so by the word's own great score: there also those on the way to
    /// the least score.
    /// @return the number of embeddings tried
    int goTo(const ReachingScore& reaching) {
        const Cell cell = reaching.cell;
        const HiddenWord word{.token = cell.col, .outputs = {cell.row}};
        const Matrix<double> own = document_.embeddings.get().row(cell.col);
        OtherEmbeddings others(document_, cell.col, kReachingSteps);
        const bool is_lost = !before_.row(cell.row).allFinite();
        seen_ = 0;
        int tried = 0;
        for (int k = kReachingSteps; k > 0; --k) {
            if (clearly_moved_(cell.row, cell.col) == kToNumber) break;
            const double way = static_cast<double>(k) / kReachingSteps;
            tryOne(word, between(own, reaching.embedding, way));
            tryOne(word, others.usual(way));
            tried += 2;
            if (!is_lost) continue;
            tryOne(word, between(own, -reaching.embedding, way));
            ++tried;
        }
        for (int k = 1; seen_ > kRoundingPlaces / 2 && k <= kCloserTries; ++k, ++tried) {
            if (clearly_moved_(cell.row, cell.col) != 0) break;
            const double way = std::fmod(k * kGoldenShare, 1.0);
            tryOne(word, k % 2 == 0 ? others.usual(way) : between(own, reaching.embedding, way));
        }
        return tried;
    }

    /// An embedding of usual size on the way from one to another. @param way from 0 to 1
    [[nodiscard]] Matrix<double> between(const Matrix<double>& from, const Matrix<double>& to,
                                         double way) const {
        const Matrix<double> numbers = roundedTo(from + way * (to - from), document_.dtype);
        return numbers.cwiseMin(largest_).cwiseMax(-largest_);
    }

    /// Puts an embedding in, or the largest fraction of it with which the word stays finite
    /// (`isWordFinite`), and compares the outputs.
    /// @return false where it does not stay finite with any
    bool tryOne(const HiddenWord& word, Matrix<double> embedding) {
        for (int k = 0; k < kMostShrinks; ++k) {
            if (tryAsItIs(word, embedding)) return true;
            embedding = roundedTo(embedding * kShrink, document_.dtype);
        }
        return false;
    }

    /// Puts an embedding in and compares the outputs. @return false where the word does not stay
    /// finite
    bool tryAsItIs(const HiddenWord& word, const Matrix<double>& embedding) {
        if (!embedding.allFinite()) return false;
        Matrix<double> embeddings = document_.embeddings.get();
        embeddings.row(word.token) = embedding;
        tried_.embeddings = std::move(embeddings);
        engine_.attend(tried_);
        if (!isWordFinite(document_, engine_.trace(), word)) return false;
        compare(word, embedding);
        return true;
    }

    /// A token's own embedding plus `by`, rounded to the dtype.
    [[nodiscard]] Matrix<double> changed(Index token, const Matrix<double>& by) const {
        return roundedTo(document_.embeddings.get().row(token) + by, document_.dtype);
    }

    void compare(const HiddenWord& word, const Matrix<double>& embedding) {
        const Matrix<double> result = resultOf(engine_.trace());
        const bool is_usual = isUsual(embedding);
        for (const Index output : word.outputs) {
            const double size = largestMove(before_.row(output), result.row(output));
            if (size == 0) continue;
            const double places =
                placesMoved(size, largestFinite(before_.row(output)), document_.dtype);
            double& most = is_usual ? usual_places_ : larger_places_;
            most = std::max(most, places);
            if (is_usual) seen_ = std::max(seen_, places);
            const bool is_clear = is_usual && places > kRoundingPlaces;
            if (is_clear || !leaves_rounding_) moved_(output, word.token) = 1;
            if (is_clear) {
                unsigned char& clear = clearly_moved_(output, word.token);
                clear = std::max(clear, std::isfinite(size) ? kToNumber : kToNothing);
            }
            LeakExample example{.token = word.token,
                                .embedding = embedding,
                                .output = output,
                                .before = before_.row(output),
                                .after = result.row(output),
                                .size = size};
            if (!example_ || worth(*example_) < worth(example)) example_ = std::move(example);
        }
    }

    /// The rank of an example: finite outputs before NaN, usual numbers before huge numbers, then
    /// the larger move. Where masking leaves rounding, usual numbers come first, and moves that are
    /// more than rounding before all others.
    [[nodiscard]] std::tuple<bool, bool, bool, double> worth(const LeakExample& example) const {
        const bool is_number = std::isfinite(example.size);
        const bool is_usual = isUsual(example.embedding);
        const double size = is_number ? example.size : 0;
        if (!leaves_rounding_) return {is_number, is_usual, true, size};
        const double places =
            placesMoved(example.size, largestFinite(example.before), document_.dtype);
        return {is_usual, places > kRoundingPlaces, is_number, size};
    }

    /// Whether no number is larger than the document's largest.
    [[nodiscard]] bool isUsual(const Matrix<double>& embedding) const {
        return (embedding.array().abs() <= largest_).all();
    }

    const Document& document_;
    bool leaves_rounding_;
    Document tried_;
    Engine engine_;
    double largest_;
    Matrix<double> before_;
    Matrix<unsigned char> moved_;  ///< (n, n) row = output
    /// (n, n) moves of more than rounding by usual numbers: 0 none, else kToNothing or kToNumber
    Matrix<unsigned char> clearly_moved_;
    std::optional<LeakExample> example_;
    double usual_places_ = 0;
    double larger_places_ = 0;
    double seen_ = 0;  ///< largest move by usual numbers since it was set to 0, in the same unit
};

/// Changes embeddings in the directions of the derivatives, until an output moves. @param left most
/// embeddings that may be tried
void followDerivatives(Search& search, std::span<const HiddenWord> hidden,
                       const Influence& influence, double left, const GivesUp& gives_up) {
    for (const SteepestChange& change : search.changes(influence)) {
        if (search.example() || left < 1 || isGivenUp(gives_up)) return;
        const auto word = std::find_if(hidden.begin(), hidden.end(), [&](const HiddenWord& one) {
            return one.token == change.cell.col;
        });
        if (word != hidden.end()) left -= search.enlarge(*word, change);
    }
}

/// Finds hidden words whose numbers make outputs NaN or infinite, by putting zeros in their place.
class EndlessSearch {
public:
    EndlessSearch(const Document& document, const Trace& trace, std::span<const HiddenWord> hidden)
        : document_(document),
          trace_(trace),
          before_(resultOf(trace)),
          left_(std::max(kMaxSearchWork / workOfOne(document), 1.0)) {
        std::vector<std::vector<Index>> suspects(static_cast<std::size_t>(document.n()));
        for (const HiddenWord& word : hidden) {
            for (const Index output : word.outputs) {
                if (before_.row(output).allFinite()) continue;
                if (isWordFinite(document, trace, {.token = word.token, .outputs = {output}})) {
                    continue;
                }
                suspects[static_cast<std::size_t>(output)].push_back(word.token);
            }
        }
        std::map<std::vector<Index>, std::vector<Index>> outputs_by_suspects;
        for (Index output = 0; output < document.n(); ++output) {
            std::vector<Index>& of_output = suspects[static_cast<std::size_t>(output)];
            if (!of_output.empty()) outputs_by_suspects[std::move(of_output)].push_back(output);
        }
        for (const auto& [tokens, outputs] : outputs_by_suspects) judge(tokens, outputs);
        std::sort(found_.cells.begin(), found_.cells.end());
        if (!found_.cells.empty()) nameNumber(found_.cells.front().col);
    }

    [[nodiscard]] EndlessLeaks found() && { return std::move(found_); }

private:
    /// The result with zeros as the embeddings of some tokens.
    Matrix<double> without(const std::vector<Index>& tokens) {
        Document other = document_;
        Matrix<double> embeddings = document_.embeddings.get();
        for (const Index token : tokens) embeddings.row(token).setZero();
        other.embeddings = std::move(embeddings);
        --left_;
        return resultOf(engine_.attend(other));
    }

    /// True where a number of an output is finite in the first result only, or infinite there and
    /// NaN in the other.
    static bool loses(const Matrix<double>& clean, const Matrix<double>& other, Index output) {
        for (Index col = 0; col < clean.cols(); ++col) {
            const double was = clean(output, col);
            const double is = other(output, col);
            if (std::isfinite(was) && !std::isfinite(is)) return true;
            if (std::isinf(was) && std::isnan(is)) return true;
        }
        return false;
    }

    /// @param tokens hidden from the outputs, which are not finite
    void judge(const std::vector<Index>& tokens, const std::vector<Index>& outputs) {
        const Matrix<double> clean = without(tokens);
        std::vector<Index> lost;
        std::copy_if(outputs.begin(), outputs.end(), std::back_inserter(lost),
                     [&](Index output) { return loses(clean, before_, output); });
        if (lost.empty()) return;
        std::vector<Cell> cells;
        for (const Index token : tokens) {
            std::vector<Index> others = tokens;
            std::erase(others, token);
            const bool is_alone = others.empty() || left_ < 1;
            const Matrix<double> with = is_alone ? before_ : without(others);
            for (const Index output : lost) {
                if (loses(clean, with, output)) cells.push_back({output, token});
            }
            if (!found_.example && left_ >= 1) show(token, lost);
        }
        for (const Index output : lost) {
            const bool is_named = std::any_of(cells.begin(), cells.end(),
                                              [&](Cell cell) { return cell.row == output; });
            for (const Index token : tokens) {
                if (!is_named) found_.cells.push_back({output, token});  // only together
            }
        }
        found_.cells.insert(found_.cells.end(), cells.begin(), cells.end());
    }

    /// Takes a word as the example if zeros in its place move one of the outputs.
    void show(Index token, const std::vector<Index>& outputs) {
        const Matrix<double> after = without({token});
        for (const Index output : outputs) {
            const double size = largestMove(before_.row(output), after.row(output));
            if (size == 0 || !loses(after, before_, output)) continue;
            found_.example = LeakExample{.token = token,
                                         .embedding = Matrix<double>::Zero(1, document_.dIn()),
                                         .output = output,
                                         .before = before_.row(output),
                                         .after = after.row(output),
                                         .size = size};
            return;
        }
    }

    /// Notes the first number of a word's values that is not finite.
    void nameNumber(Index token) {
        for (Index head = 0; head < document_.heads && !found_.is_value; ++head) {
            const MatrixView values = trace_.view(Id::value, head);
            for (Index col = 0; col < values.cols() && !found_.is_value; ++col) {
                found_.number = values(token, col);
                found_.is_value = !std::isfinite(found_.number);
            }
        }
    }

    const Document& document_;
    const Trace& trace_;
    Engine engine_;
    Matrix<double> before_;
    double left_;  ///< results that may still be computed
    EndlessLeaks found_;
};

}  // namespace

double placesMoved(double move, double largest, DType dtype) {
    if (std::isnan(move)) return std::numeric_limits<double>::infinity();
    const double number = std::max(largest, leastNormal(info(dtype)));
    return move / std::ldexp(info(dtype).epsilon, std::ilogb(number));
}

std::vector<HiddenWord> hiddenWords(const Mask& promised, Index n) {
    std::vector<HiddenWord> hidden;
    for (Index token = 0; token < n; ++token) {
        HiddenWord word{.token = token};
        for (Index output = 0; output < n; ++output) {
            if (output != token && !allows(promised, output, token)) word.outputs.push_back(output);
        }
        if (!word.outputs.empty()) hidden.push_back(std::move(word));
    }
    return hidden;
}

bool leavesRounding(const Document& document, std::span<const HiddenWord> hidden,
                    const Influence& influence) {
    if (!maskingPath(document.masking.method).leaves_rounding) return false;
    if (isOverColumns(document.masking) || !influence.leaks.empty()) return false;
    return std::all_of(hidden.begin(), hidden.end(), [&](const HiddenWord& word) {
        return std::none_of(word.outputs.begin(), word.outputs.end(), [&](Index output) {
            return allows(document.mask, output, word.token);
        });
    });
}

UnderflowingRow firstUnderflow(const Document& document, std::span<const HiddenWord> hidden) {
    Engine engine;
    const Trace& trace = engine.attend(document);
    const double above = -std::log(leastNormal(info(document.dtype)));
    UnderflowingRow first{.score = std::numeric_limits<double>::infinity()};
    for (Index head = 0; head < document.heads; ++head) {
        const MatrixView scores = trace.view(softmaxInput(document), head);
        for (const HiddenWord& word : hidden) {
            for (const Index query : word.outputs) {
                double most = -std::numeric_limits<double>::infinity();
                for (Index key = 0; key < document.n(); ++key) {
                    if (allows(document.mask, query, key))
                        most = std::max(most, scores(query, key));
                }
                if (std::isfinite(most) && most + above < first.score) {
                    first = {query, most + above};
                }
            }
        }
    }
    return first;
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
    const bool leaves_rounding = leavesRounding(document, hidden, influence);
    Search search(document, leaves_rounding);
    for (Index k = 0; k < words && !isGivenUp(gives_up); ++k) {
        const Index at = k * static_cast<Index>(hidden.size()) / words;
        const Index tried = search.tryUsual(hidden[static_cast<std::size_t>(at)], wanted);
        if (tried == 0) continue;
        ++found.words;
        found.tries = std::min(found.tries, tried);
    }
    if (!search.example() && !influence.leaks.empty()) {
        followDerivatives(search, hidden, influence, most, gives_up);
    }
    if (leaves_rounding) found.bound = search.reach(hidden, most, gives_up);
    found.moved = search.moved();
    found.example = search.example();
    found.usual_places = search.usualPlaces();
    found.larger_places = search.largerPlaces();
    return found;
}

EndlessLeaks endlessLeaks(const Document& document, const Trace& trace,
                          std::span<const HiddenWord> hidden) {
    return EndlessSearch(document, trace, hidden).found();
}

}  // namespace lookback
