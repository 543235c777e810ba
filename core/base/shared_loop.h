#pragma once

#include <functional>

#include "core/base/matrix.h"

namespace lookback {

/// Calls `work(k)` once for every k from 0 to `count`, on all cores that the program may use, in no
/// particular order; returns when all calls have. They must not depend on each other, nor throw.
/// Helping threads spin for about the time of a wake-up before they block. The caller waits only
/// for helpers that have begun a call: where other programs keep a core busy, the caller does the
/// helper's share. One loop at a time is shared: a second caller meanwhile, or a call that shares a
/// loop itself, runs its loop alone.
void shareLoop(Index count, const std::function<void(Index)>& work);

}  // namespace lookback
