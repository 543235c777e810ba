/// The canvas of the page as the screen of the program.
#pragma once

#include <string>

#include "app/program/host.h"

namespace lookback {

/// There can be one at a time. ImGui's unit is one pixel of the canvas. The page is the window: to
/// be full screen means that the program presents, whether or not the browser lets the page fill
/// the screen.
class BrowserScreen final : public Screen {
public:
    struct Options {
        bool fills_screen = true;  ///< presented; else it stays a part of another page
    };

    /// @return false: the browser has no WebGL 2
    [[nodiscard]] bool open(const Options& options);
    ~BrowserScreen() override;

    [[nodiscard]] PixelSize pixels() const override;
    [[nodiscard]] float contentScale() const override;
    [[nodiscard]] bool isFullScreen() const override { return is_full_; }
    void setFullScreen(bool full) override;
    void setTitle(const std::string& title) override;
    [[nodiscard]] double seconds() const override;
    [[nodiscard]] std::string clipboard() override { return clipboard_; }
    void setClipboard(const std::string& text) override;
    void takeFonts() override;
    void beginFrame() override {}
    void draw(ImDrawData& frame, const ImVec4& ground) override;
    [[nodiscard]] Image picture() override;
    void show() override;

    /// Takes a text that was pasted into the page: a page may not read the clipboard otherwise.
    void paste(const std::string& text) { clipboard_ = text; }

    /// Fits the canvas to the page.
    void resize();

private:
    Options options_;
    bool is_ready_ = false;
    bool is_full_ = false;
    PixelSize pixels_;
    std::string clipboard_;
};

}  // namespace lookback
