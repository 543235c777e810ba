/// A screen without a display: the user interface drawn into a picture.
#pragma once

#include <memory>
#include <string>

#include <imgui.h>

#include "app/program/host.h"

namespace lookback {

/// Draws ImGui frames with OpenGL, without a window and without a display server. It has no
/// input; its clock advances 1/60 s a frame. Frames of which no picture is taken are not
/// rasterised.
class OffscreenScreen final : public Screen {
public:
    /// Opens a screen of `width` x `height` points.
    /// @param scale pixels a point: the picture is `width * scale` pixels wide. The caller scales
    ///              fonts and sizes by it.
    /// @return the screen, or the reason why this machine cannot draw.
    [[nodiscard]] static Result<std::unique_ptr<OffscreenScreen>> open(int width, int height,
                                                                       float scale = 1);

    ~OffscreenScreen() override;

    [[nodiscard]] PixelSize pixels() const override { return size_; }
    [[nodiscard]] float contentScale() const override { return scale_; }
    [[nodiscard]] bool isFullScreen() const override { return full_screen_; }
    void setFullScreen(bool full) override { full_screen_ = full; }
    [[nodiscard]] double seconds() const override;
    [[nodiscard]] std::string clipboard() override { return clipboard_; }
    void setTitle(const std::string&) override {}
    void setClipboard(const std::string& text) override { clipboard_ = text; }
    void takeFonts() override;
    void beginFrame() override;
    void draw(ImDrawData& frame, const ImVec4& ground) override;
    /// Call before the next frame begins.
    [[nodiscard]] Image picture() override;
    void show() override {}

    /// The renderer, for reports: "llvmpipe (LLVM 15.0.6, 256 bits)".
    [[nodiscard]] std::string renderer() const;

private:
    struct Graphics;
    OffscreenScreen(std::unique_ptr<Graphics> graphics, PixelSize size, float scale);

    std::unique_ptr<Graphics> graphics_;
    PixelSize size_;
    float scale_;
    bool full_screen_ = false;
    std::string clipboard_;
    int frames_ = 0;
    ImDrawData* frame_ = nullptr;  ///< ImGui's
    ImVec4 ground_;
};

}  // namespace lookback
