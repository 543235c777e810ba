#pragma once

#include <functional>

#include "core/base/matrix.h"

namespace lookback {

/// Calls `work(k)` once for every k from 0 to `count`, on all cores that the program may use, in no
/// particular order; returns when all calls have. They must not depend on each other, nor throw.
///
/// The helping threads look out for the next loop for about as long as it takes to wake one up, and
/// then sleep. Only those are waited for that have begun a call: where others keep a core busy, the
/// caller does the helper's share. One loop at a time is shared: a second caller meanwhile, or one
/// of the calls, goes through its own alone.
void shareLoop(Index count, const std::function<void(Index)>& work);

}  // namespace lookback
