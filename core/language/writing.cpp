#include "core/language/writing.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "core/engine/kernels.h"
#include "core/engine/stages.h"
#include "core/language/language_model.h"

namespace lookback {
namespace {

using Id = MatrixId;

/// Writes the product of a row and a matrix. Each of its numbers is one sum in the order of its
/// terms, and so the same as in the product of many rows.
template <class Scalar, class Row, class Result>
void multiplyRow(const Row& row, const Panels<Scalar>& right, Result result) {
    multiply(row, right, {0, right.cols}, result);
}

/// A model with a KV cache for an input that grows at its end: keys and values of earlier units are
/// cached, everything else is computed for the last unit alone. The masked row is that of the
/// present input: the cache is valid for every mask and method.
template <class Scalar>
class KeptRows {
public:
    /// @param parameters must outlive this object
    KeptRows(const Experiment& experiment, const Twin& twin, const Parameters<Scalar>& parameters);

    /// The logits of the last unit of an input, (1, vocabulary), valid until the next call.
    /// @param first the number of the input's first unit among all; never less than before
    /// @param input from 1 unit to the experiment's context: the input before, with units added at
    /// the end or removed at the beginning
    const Matrix<Scalar>& logits(Index first, std::span<const Unit> input);

    /// The number of units whose keys and values were cached at the last call.
    [[nodiscard]] Index kept() const { return kept_; }

private:
    void drop(Index first);
    void mix(Index length);

    const ModelShape model_;
    const Parameters<Scalar>& parameters_;
    Embedding<Scalar> embedding_;
    RightOperand<Scalar> query_, key_, value_, output_, unembedding_;
    Document document_;  // the attention of one asking token
    Trace trace_;        // its stages, each with one row
    std::array<Tensor, kMatrixCount> operands_;
    Matrix<Scalar> x_;           // (1, d_model)
    Matrix<Scalar> queries_;     // (1, heads*d_k)
    Matrix<Scalar> keys_;        // (context, heads*d_k), as all heads have them
    Matrix<Scalar> values_;      // (context, heads*d_v), the same
    RightOperand<Scalar> seen_;  // keys or values of one head
    Matrix<Scalar> h_;           // (1, d_model)
    Matrix<Scalar> logits_;      // (1, vocabulary)
    Index first_ = 0;
    Index known_ = 0;  // rows of keys and values in the cache
    Index kept_ = 0;
};

template <class Scalar>
KeptRows<Scalar>::KeptRows(const Experiment& experiment, const Twin& twin,
                           const Parameters<Scalar>& parameters)
    : model_(experiment.model),
      parameters_(parameters),
      embedding_(experiment),
      document_(attentionDocument(experiment.model, twin, experiment.dtype, 1)),
      x_(1, model_.d_model),
      queries_(1, parameters.query.cols()),
      keys_(experiment.context, parameters.key.cols()),
      values_(experiment.context, parameters.value.cols()),
      h_(1, model_.d_model),
      logits_(1, parameters.unembedding.cols()) {
    query_.take(parameters.query);
    key_.take(parameters.key);
    value_.take(parameters.value);
    output_.take(parameters.output);
    unembedding_.take(parameters.unembedding);
    for (const Id id : stageOrder(document_)) {
        if (stage(id).phase == Phase::pairs) trace_.order.push_back(id);
    }
}

/// Drops the cached rows of units that are no longer in the input; all rows, where they depend on
/// places, as the other units have moved.
template <class Scalar>
void KeptRows<Scalar>::drop(Index first) {
    const Index gone = std::min(first - std::exchange(first_, first), known_);
    if (gone == 0) return;
    known_ = info(model_.positions).is_added ? 0 : known_ - gone;
    keys_.topRows(known_) = keys_.middleRows(gone, known_).eval();
    values_.topRows(known_) = values_.middleRows(gone, known_).eval();
}

/// The last unit's row of the stages of pairs, from its scores to its context.
template <class Scalar>
void KeptRows<Scalar>::mix(Index length) {
    const auto tensor = [&](Id id) -> Tensor& {
        return trace_.tensors[static_cast<std::size_t>(id)];
    };
    for (const Id id : trace_.order) {
        TensorShape shape = stageShape(stage(id), document_);
        if (info(id).cols == Axis::token) shape.cols = length;
        tensor(id).template resize<Scalar>(shape.heads, 1, shape.cols);
    }
    tensor(Id::mask).template resize<unsigned char>(1, 1, length);
    auto mask = tensor(Id::mask).template as<unsigned char>();
    for (Index key = 0; key < length; ++key) {
        mask(0, key) = allows(document_.mask, length - 1, key) ? 1 : 0;
    }
    Pass<Scalar> pass{document_, trace_, operands_};
    for (Index head = 0; head < model_.heads; ++head) {
        for (const Id id : trace_.order) {
            if (id == Id::scores) {
                const auto keys = keys_.block(0, head * model_.d_k, length, model_.d_k);
                multiplyRow(queries_.middleCols(head * model_.d_k, model_.d_k),
                            seen_.takeTransposed(keys), pass.out(id, head).topRows(1));
            } else if (id == Id::context) {
                const auto values = values_.block(0, head * model_.d_v, length, model_.d_v);
                multiplyRow(pass.in(Id::attention_weights, head), seen_.take(values),
                            pass.out(id).middleCols(head * model_.d_v, model_.d_v));
            } else {
                run(stage(id).compute, pass, {head, {0, 1}, {0, length}});
            }
        }
    }
}

template <class Scalar>
const Matrix<Scalar>& KeptRows<Scalar>::logits(Index first, std::span<const Unit> input) {
    drop(first);
    kept_ = known_;
    const auto length = std::ssize(input);
    for (; known_ < length; ++known_) {
        embedding_.write(parameters_, input[static_cast<std::size_t>(known_)], known_, x_.row(0));
        multiplyRow(x_, key_.panels(), keys_.row(known_));
        multiplyRow(x_, value_.panels(), values_.row(known_));
    }
    multiplyRow(x_, query_.panels(), queries_.topRows(1));
    mix(length);
    multiplyRow(std::as_const(trace_).tensor(Id::context).template as<Scalar>(), output_.panels(),
                h_.topRows(1));
    if (model_.residual) h_ += x_;
    multiplyRow(h_, unembedding_.panels(), logits_.topRows(1));
    return logits_;
}

/// Multiplications in the products of a model for an input of `length` units.
/// @param keyed rows of keys and values @param asking rows of all later stages
std::int64_t productsOf(const ModelShape& m, Index length, Index vocabulary, Index keyed,
                        Index asking) {
    const Index row_of_keys = m.d_model * m.heads * (m.d_k + m.d_v);
    const Index query = m.d_model * m.heads * m.d_k;
    const Index scores_and_mix = m.heads * length * (m.d_k + m.d_v);
    const Index output = m.heads * m.d_v * m.d_model;
    const Index logits = m.d_model * vocabulary;
    return keyed * row_of_keys + asking * (query + scores_and_mix + output + logits);
}

/// Writes with a twin: each written unit joins the input, and rows are cached from unit to unit.
/// The arguments of the constructor must outlive it.
template <class Scalar>
class Writer {
public:
    /// @param prompt at least one unit of the vocabulary
    Writer(const Experiment& experiment, const Twin& twin, const Parameters<Scalar>& parameters,
           std::vector<Unit> prompt, const Sampling& sampling);

    /// Writes the next unit, with all fields but `equals_full_run`.
    [[nodiscard]] WordWritten next();

    /// The prompt and all written units.
    [[nodiscard]] const std::vector<Unit>& units() const { return units_; }
    /// The input of the next unit: the last units, at most the context length.
    [[nodiscard]] std::span<const Unit> input() const;

private:
    const Experiment& experiment_;
    std::vector<Unit> units_;
    Chooser chooser_;
    KeptRows<Scalar> rows_;
    bool is_first_ = true;
};

template <class Scalar>
Writer<Scalar>::Writer(const Experiment& experiment, const Twin& twin,
                       const Parameters<Scalar>& parameters, std::vector<Unit> prompt,
                       const Sampling& sampling)
    : experiment_(experiment),
      units_(std::move(prompt)),
      chooser_(sampling),
      rows_(experiment, twin, parameters) {
    assert(!units_.empty());
}

template <class Scalar>
std::span<const Unit> Writer<Scalar>::input() const {
    const auto length = std::min<Index>(std::ssize(units_), experiment_.context);
    return std::span(units_).last(static_cast<std::size_t>(length));
}

template <class Scalar>
WordWritten Writer<Scalar>::next() {
    WordWritten word;
    word.length = std::ssize(input());
    word.first = std::ssize(units_) - word.length;
    const Matrix<Scalar>& logits = rows_.logits(word.first, input());
    word.logits.assign(logits.data(), logits.data() + logits.size());
    word.kept = rows_.kept();
    if (word.kept < word.length - 1) word.nothing_kept = NothingKept::places_moved;
    if (std::exchange(is_first_, false)) word.nothing_kept = NothingKept::first_word;
    word.products =
        productsOf(experiment_.model, word.length, logits.size(), word.length - word.kept, 1);
    word.products_without =
        productsOf(experiment_.model, word.length, logits.size(), word.length, word.length);

    Choice choice = chooser_.choose(word.logits);
    word.unit = choice.unit;
    word.chances = std::move(choice.chances);
    word.lot = choice.lot;
    units_.push_back(word.unit);
    return word;
}

/// Computes every row of an input, as a training does.
template <class Scalar>
class FullRun {
public:
    FullRun(const Experiment& experiment, const Twin& twin, const Parameters<Scalar>& parameters)
        : experiment_(experiment), twin_(twin), parameters_(parameters) {}

    /// The logits of the last unit.
    [[nodiscard]] std::vector<double> logits(std::span<const Unit> input) {
        const auto length = std::ssize(input);
        if (length != made_for_) model_.emplace(experiment_, twin_, 1, made_for_ = length);
        const auto last = model_->logits(parameters_, input).row(length - 1);
        return {last.begin(), last.end()};
    }

private:
    const Experiment& experiment_;
    const Twin& twin_;
    const Parameters<Scalar>& parameters_;
    std::optional<LanguageModel<Scalar>> model_;  // for inputs of `made_for_` units
    Index made_for_ = 0;
};

bool areEqual(const std::vector<double>& a, const std::vector<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double one, double other) {
        const bool same_sign = std::signbit(one) == std::signbit(other);
        return (one == other && same_sign) || (std::isnan(one) && std::isnan(other));
    });
}

}  // namespace

template <class Scalar>
Written generate(const Experiment& experiment, const Twin& twin,
                 const Parameters<Scalar>& parameters, std::vector<Unit> prompt, Index count,
                 const Sampling& sampling) {
    Writer<Scalar> writer(experiment, twin, parameters, std::move(prompt), sampling);
    Written written;
    for (Index step = 0; step < count; ++step) {
        const WordWritten word = writer.next();
        if (word.lot) written.uniforms.push_back(*word.lot);
        written.chances.push_back(word.chances[static_cast<std::size_t>(word.unit)]);
    }
    written.units = writer.units();
    return written;
}

template Written generate(const Experiment&, const Twin&, const Parameters<float>&,
                          std::vector<Unit>, Index, const Sampling&);
template Written generate(const Experiment&, const Twin&, const Parameters<double>&,
                          std::vector<Unit>, Index, const Sampling&);

template <class Scalar>
std::vector<WordWritten> writeOn(const Experiment& experiment, const Twin& twin,
                                 const Parameters<Scalar>& parameters, std::vector<Unit> prompt,
                                 Index count, const Sampling& sampling, const GivesUp& gives_up) {
    Writer<Scalar> writer(experiment, twin, parameters, std::move(prompt), sampling);
    FullRun<Scalar> full_run(experiment, twin, parameters);
    std::vector<WordWritten> words;
    for (Index step = 0; step < count && !isGivenUp(gives_up); ++step) {
        const std::vector<double> anew = full_run.logits(writer.input());
        words.push_back(writer.next());
        words.back().equals_full_run = areEqual(words.back().logits, anew);
    }
    return words;
}

template std::vector<WordWritten> writeOn(const Experiment&, const Twin&, const Parameters<float>&,
                                          std::vector<Unit>, Index, const Sampling&,
                                          const GivesUp&);
template std::vector<WordWritten> writeOn(const Experiment&, const Twin&, const Parameters<double>&,
                                          std::vector<Unit>, Index, const Sampling&,
                                          const GivesUp&);

}  // namespace lookback
