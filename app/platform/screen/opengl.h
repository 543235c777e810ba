/// What a window and a picture without one draw with.
#pragma once

#include "app/program/image.h"

struct ImDrawData;
struct ImVec4;

namespace lookback {

/// Readies the OpenGL context that is current for ImGui's. @return false where it is too old.
[[nodiscard]] bool startOpenGL();
void stopOpenGL();

/// Sends ImGui's font atlas to the graphics card, in the place of the one before.
void uploadFonts();

/// Draws a frame into the framebuffer that is bound. @param width, height of it, in pixels.
/// @param ground the colour of what the frame leaves free
void drawOpenGL(ImDrawData& frame, const ImVec4& ground, int width, int height);

/// What stands in the framebuffer that OpenGL reads from, opaque, from its lower left corner on.
/// @param width, height in pixels.
[[nodiscard]] Image readPixels(int width, int height);

}  // namespace lookback
