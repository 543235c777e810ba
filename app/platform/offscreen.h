/// A screen that nobody sees: the real user interface drawn into a picture.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/platform/png.h"
#include "core/base/result.h"

namespace lookback {

/// Draws ImGui frames with OpenGL, without a window and without a display server.
///
/// It belongs to the ImGui context that is current when it is opened, and must be destroyed before
/// that context is. ImGui's unit is one pixel of the picture, as in `Window`.
class OffscreenScreen {
public:
    /// Opens a screen of `width` x `height` points.
    /// @param scale pixels a point: the picture is `width * scale` pixels wide. Whoever draws the
    ///              frames makes fonts and sizes as much larger.
    /// @return the screen, or why this machine cannot draw.
    [[nodiscard]] static Result<OffscreenScreen> open(int width, int height, float scale = 1);

    OffscreenScreen(OffscreenScreen&&) noexcept;
    OffscreenScreen& operator=(OffscreenScreen&&) noexcept;
    ~OffscreenScreen();

    /// Calls `frame` between ImGui's NewFrame and Render, `frames` times (at least once) with 1/60
    /// s in between, for sizes take a few frames to settle.
    /// @return the picture of the last frame.
    [[nodiscard]] Image render(const std::function<void()>& frame, int frames = 4);

    /// Sends the font atlas to the graphics card again. To be called between two renderings after
    /// the atlas was rebuilt.
    void uploadFonts();

    /// Who draws, for reports: "llvmpipe (LLVM 15.0.6, 256 bits)".
    [[nodiscard]] std::string renderer() const;

private:
    struct State;
    explicit OffscreenScreen(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace lookback
