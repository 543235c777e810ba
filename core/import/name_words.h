/// The meaning of names that people write: single words, and labels of several words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/import/tensor_name.h"

namespace lookback {

/// Names are compared without case and without signs: `W_q` and `w.Q` are `wq`.
[[nodiscard]] std::string plainName(std::string_view name);

/// Reads a name that stands alone, or a label: `Weight matrix W_q`, `Query Matrix`, `x_emb`,
/// `W_q.T`, `scores`. A computation, `X * 0.1`, means nothing. Nothing where these words do not
/// tell it: the name may be that of a module.
[[nodiscard]] std::optional<NameMeaning> meaningOfWords(std::string_view name);

}  // namespace lookback
