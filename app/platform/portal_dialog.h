#pragma once

#include <string>

#include "app/program/host.h"
#include "app/state/update/file_actions.h"
#include "core/base/gives_up.h"

namespace lookback {

// Is compiled where libdbus is installed.

/// The address of the session bus; empty where there is none.
[[nodiscard]] std::string sessionBus();

/// True where the portal's settings say that the person prefers dark windows; false also where no
/// portal replies within a second. @param bus address of the session bus
[[nodiscard]] bool portalPrefersDark(const std::string& bus);

/// Asks in a dialog of the desktop portal, org.freedesktop.portal.FileChooser. Returns once the
/// person has answered, 2 s after a portal that does not reply, or 0.1 s after `gives_up`.
/// @param bus address of the session bus @param parent id of an X11 window; 0: unknown
[[nodiscard]] ChosenFiles askPortal(const std::string& bus, unsigned long parent,
                                    const FileQuestion& question, const GivesUp& gives_up);

}  // namespace lookback
