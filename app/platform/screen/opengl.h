/// OpenGL functions of windows and of pictures without a window.
#pragma once

#include "app/program/image.h"

struct ImDrawData;
struct ImVec4;

namespace lookback {

/// Prepares the current OpenGL context, which is ours alone, for ImGui. @return false where it is
/// too old.
[[nodiscard]] bool startOpenGL();
void stopOpenGL();

/// Sends ImGui's font atlas to the graphics card, and replaces the atlas before.
void uploadFonts();

/// Draws a frame into the bound framebuffer. @param width, height of it, in pixels.
/// @param ground the background colour
void drawOpenGL(ImDrawData& frame, const ImVec4& ground, int width, int height);

/// The pixels of the framebuffer that OpenGL reads from, opaque, from its lower left corner on.
/// @param width, height in pixels.
[[nodiscard]] Image readPixels(int width, int height);

}  // namespace lookback
