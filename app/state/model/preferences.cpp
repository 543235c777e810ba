#include "app/state/model/preferences.h"

#include "core/words/say.h"

namespace lookback {

Wording wordingOf(const Preferences& preferences) { return english().in(preferences.conventions); }

}  // namespace lookback
