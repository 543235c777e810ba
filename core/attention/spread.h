#pragma once

#include "core/attention/stages.h"

namespace lookback {

/// What an edit changes of a stage, given what it changes of the stage's operands: by how a cell of
/// the stage is made of theirs.
/// - Which rows use a changed value depends on the weights: of `weighted_sum`, only what follows
///   from its weights and from columns of the values is told.
/// - Masking that replaces blocked scores hides changes of scores where an unchanged mask blocks.
[[nodiscard]] Touched spread(const Stage& stage, const Document& document, const Touched& left,
                             const Touched& right);

}  // namespace lookback
