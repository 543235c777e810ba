#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/program/image.h"
#include "app/program/picture.h"
#include "core/base/result.h"

namespace lookback {

/// Draws the window into pictures, all of the size of the first, without a display.
/// @param take gets each of them; its error ends the drawing.
/// Errors: no fonts, no graphics, those of `take`.
[[nodiscard]] Result<void> drawPictures(
    const std::vector<Picture>& pictures,
    const std::function<Result<void>(const Picture&, const Image&, const AppState&)>& take);

/// Records the frames of pictures, all of the size of the first, as text and lines, without a
/// display and without graphics.
/// @param take gets each of them, while its fonts last; its error ends the recording.
/// Errors: no fonts, those of `take`.
[[nodiscard]] Result<void> recordPictures(
    const std::vector<Picture>& pictures,
    const std::function<Result<void>(const VectorPage&, const AppState&)>& take);

/// Draws the window into the bytes of a file, without a display and, but for a GIF, without
/// graphics. The file carries the work as `drawPicture` says. A GIF shows the steps of the
/// computation, or the cells of the requested step.
/// Errors: no fonts; of a GIF also: no graphics, too many pixels, and a mode without these steps,
/// in `where` as the option `--mode`.
[[nodiscard]] Result<std::string> exportedPicture(const Picture& picture, DrawnFormat format);

/// Draws the window into a PNG file, without a display, which opens as the work that it shows
/// unless it is asked to be plain. Errors: no fonts, no graphics, the file.
[[nodiscard]] Result<void> drawPicture(const Picture& picture, const std::string& file);

}  // namespace lookback
