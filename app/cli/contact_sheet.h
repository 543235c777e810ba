#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/state/model/mode.h"
#include "app/state/model/workshop.h"
#include "core/base/result.h"
#include "core/document/document.h"

namespace lookback {

/// A lesson whose steps are drawn.
struct SheetLesson {
    std::string id;
    Document document;
};

/// What contact sheets show, and where they go.
struct ContactSheetRequest {
    std::string folder;  ///< is made where it is missing
    std::vector<SheetLesson> lessons;
    std::vector<ExperimentSnapshot> experiments;  ///< drawn in their modes instead of the lessons
    Mode mode = Mode::lab;
    int columns = 0;  ///< pictures in a row at most; 0: all steps of a lesson
};

/// Draws every step of the lessons, complete, at every size in which the window must look good,
/// light, dark and presenting: a sheet of small pictures for each. A lesson begins a row; so does
/// an experiment, which is drawn before, within and after its training.
/// @param written is told of each file.
/// Errors: no fonts, no graphics, the folder or a file.
[[nodiscard]] Result<void> drawContactSheets(
    const ContactSheetRequest& request, const std::function<void(const std::string&)>& written);

}  // namespace lookback
