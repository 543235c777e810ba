#pragma once

#include <string>
#include <vector>

#include "app/program/host.h"
#include "app/state/update/file_actions.h"
#include "core/base/gives_up.h"

namespace lookback {

/// A program of the system that asks for a file and prints its path.
struct DialogProgram {
    std::string name;
    std::string file;  ///< absolute path

    /// Its arguments for a question. @param parent id of an X11 window; 0: unknown
    [[nodiscard]] std::vector<std::string> arguments(const FileQuestion& question,
                                                     unsigned long parent) const;
};

/// Those of zenity and kdialog that are in the folders of PATH, in this order.
[[nodiscard]] std::vector<DialogProgram> dialogPrograms();

/// Asks in the dialog of a program. Returns once the person has answered, or 0.1 s after
/// `gives_up`. The program has ended then; it ends with this process, too.
[[nodiscard]] ChosenFiles askProgram(const DialogProgram& program, unsigned long parent,
                                     const FileQuestion& question, const GivesUp& gives_up);

}  // namespace lookback
