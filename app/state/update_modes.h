#pragma once

#include "app/state/action.h"
#include "app/state/app_state.h"

namespace lookback {

/// Carries out what changes what Compare and the Leak test show. Nothing of it is undone.
class ModeUpdate {
public:
    explicit ModeUpdate(AppState& state) : state_(state) {}

    void operator()(const SetVariant& a);
    void operator()(const SetCompareView& a);
    void operator()(const VariantRead& a);
    void operator()(const SetProbe& a);
    void operator()(const SetProbeWord& a);
    void operator()(const SetNudge& a);
    void operator()(const TestLeaks&);
    void operator()(const LeaksTested& a);
    void operator()(const SetWiggling& a);

private:
    AppState& state_;
};

}  // namespace lookback
