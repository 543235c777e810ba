#pragma once

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"

namespace lookback {

/// Carries out what one looks at in Generate.
class GenerateUpdate {
public:
    explicit GenerateUpdate(AppState& state) : state_(state) {}

    void operator()(const SetGeneratePlace& a);
    void operator()(const MoveWriting& a);
    void operator()(const MoveWords& a);
    void operator()(const GoToWord& a);
    void operator()(const WriteToEnd&);

private:
    AppState& state_;
};

/// Words that stand behind the prompt at the end of the text's longest line; the ones that stand
/// before anything is trained.
[[nodiscard]] Index wordsToEnd(const AppState& state);

/// True where that many stand, and all of the next one is seen.
[[nodiscard]] bool isAtEndOfWriting(const AppState& state);

}  // namespace lookback
