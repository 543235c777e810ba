#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/platform/end_signals.h"
#include "app/program/host.h"
#include "app/state/model/preferences.h"
#include "core/base/result.h"

namespace lookback {

/// The state and settings that a window opens with.
struct OpenRequest {
    Session session;
    Settings settings;
    SessionStore* store = nullptr;  ///< none: nothing is kept
    std::optional<Error> not_kept;  ///< why there is no store, where there should be one
    std::vector<Message> notice;    ///< sentences to read, until the first action
    std::string numbers;            ///< the path of a file of numbers to ask about; empty: none
    bool only_first_frame = false;  ///< closes the window when it has been drawn once
    /// Writes session and settings to the disk, and returns the parts that were not written. Called
    /// before the window closes. Empty: nothing is written.
    std::function<std::vector<NotKept>(const Session&, const Settings&)> keep{};
};

/// The result of a window's run, after it was closed.
struct ClosedWindow {
    std::vector<NotKept> not_kept;      ///< parts of session and settings that were not written
    std::optional<double> first_frame;  ///< time of the first frame: seconds since the start
    bool left_job = false;  ///< a thread still computes; the process must not wait for it
};

/// Opens the window and stays until it is closed, by the person or by a signal to end.
/// Errors: no display, no fonts.
[[nodiscard]] Result<ClosedWindow> openWindow(const OpenRequest& request, EndSignals& signals);

}  // namespace lookback
