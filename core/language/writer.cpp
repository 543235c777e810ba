#include "core/language/writer.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace lookback {
namespace {

/// Multiplications in the products of a model for an input of so many units.
/// @param keyed rows of keys and values @param asking rows of all that comes of them
std::int64_t productsOf(const ModelShape& m, Index length, Index vocabulary, Index keyed,
                        Index asking) {
    const Index row_of_keys = m.d_model * m.heads * (m.d_k + m.d_v);
    const Index query = m.d_model * m.heads * m.d_k;
    const Index scores_and_mix = m.heads * length * (m.d_k + m.d_v);
    const Index output = m.heads * m.d_v * m.d_model;
    const Index logits = m.d_model * vocabulary;
    return keyed * row_of_keys + asking * (query + scores_and_mix + output + logits);
}

}  // namespace

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

template class Writer<float>;
template class Writer<double>;

}  // namespace lookback
