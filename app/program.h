#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/look/theme.h"
#include "app/platform/png.h"
#include "app/platform/session.h"
#include "app/state/mode.h"
#include "app/state/settings.h"
#include "core/base/result.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// What the window opens with.
struct OpenRequest {
    Session session;
    Settings settings;
    std::string notice;             ///< one line to read, until the first action
    bool only_first_frame = false;  ///< closes the window when it has been drawn once
};

/// What the window was when it was closed.
struct ClosedWindow {
    Session session;
    Settings settings;
    std::optional<double> first_frame;  ///< when it was on the screen: seconds since the start
};

/// What a picture of the window shows, and how large it is.
struct PictureRequest {
    std::string out;    ///< the PNG file to write
    int width = 1600;   ///< points
    int height = 1000;  ///< points
    float scale = 1;    ///< pixels a point
    Mode mode = Mode::lab;
    std::optional<MatrixId>
        step;                  ///< the stage in the focus, one of the document's; else the first
    std::optional<Cell> cell;  ///< the cell in the focus, one of that stage; else the last
    Index head = 0;
    ThemeId theme = ThemeId::light;
    bool presenting = false;  ///< as for a projector: large, without panels
    std::string lesson;       ///< id of the lesson that the document is; empty for a file
};

/// How a picture is drawn of a document.
struct Picture {
    Document document;
    PictureRequest request;
};

/// Opens the window and stays until it is closed, by the person or by a signal to end.
/// Errors: no display, no fonts.
[[nodiscard]] Result<ClosedWindow> openWindow(const OpenRequest& request);

/// Draws the window into pictures, all of the size of the first, without a display.
/// @param take gets each of them; its error ends the drawing.
/// Errors: no fonts, no graphics, those of `take`.
[[nodiscard]] Result<void> drawPictures(
    const std::vector<Picture>& pictures,
    const std::function<Result<void>(const Picture&, const Image&)>& take);

/// Draws the window into a file, without a display. Errors: no fonts, no graphics, the file.
[[nodiscard]] Result<void> drawPicture(const Picture& picture);

}  // namespace lookback
