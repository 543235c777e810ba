/// The heads of a model whose weights stand apart, or along an axis of their own.
#pragma once

#include "core/import/found.h"

namespace lookback {

/// Puts the heads of weights and biases side by side, as documents have them: those of a list of
/// modules (`heads.0.key.weight`, `heads.1.key.weight`), which become one tensor, and those along
/// an axis, (heads, in, out) of TransformerLens or (in, heads, out) of Keras and Flax. Each such
/// tensor says how many heads it has. A list of which a head is missing or has another shape stays
/// as it is, and so does a `W_q` alone of as many heads as rows, whose axes are not told apart.
void joinHeads(Found& found);

}  // namespace lookback
