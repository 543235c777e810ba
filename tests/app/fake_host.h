/// A world outside that a test fills in and looks at: no window, no disk.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <imgui.h>

#include "app/program/host.h"

namespace lookback::test {

class FakeScreen final : public Screen {
public:
    [[nodiscard]] PixelSize pixels() const override { return size; }
    [[nodiscard]] float contentScale() const override { return scale; }
    [[nodiscard]] bool isFullScreen() const override { return is_full; }
    void setFullScreen(bool full) override {
        ++times_asked_to_fill;
        is_full = full && can_fill;
    }
    [[nodiscard]] double seconds() const override { return now; }
    [[nodiscard]] std::string clipboard() override { return copied; }
    void setClipboard(const std::string& text) override { copied = text; }
    void takeFonts() override {
        ++fonts_taken;
        unsigned char* bytes = nullptr;
        int width = 0;
        int height = 0;
        ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&bytes, &width, &height);
    }
    void beginFrame() override {}
    void draw(ImDrawData& frame, const ImVec4& color) override {
        vertices = frame.TotalVtxCount;
        ground = color;
    }
    [[nodiscard]] Image picture() override {
        ++pictures_taken;
        return {1, 1, {0, 0, 0, 255}};
    }
    void show() override { ++frames_shown; }

    PixelSize size{1280, 720};
    float scale = 1;
    bool can_fill = true;
    bool is_full = false;
    double now = 100;
    std::string copied;
    ImVec4 ground;
    int vertices = 0;
    int fonts_taken = 0;
    int pictures_taken = 0;
    int frames_shown = 0;
    int times_asked_to_fill = 0;
};

/// Files that are kept in memory, all in one folder.
class FakeFiles final : public Files {
public:
    [[nodiscard]] std::string meantPath(const std::string& typed) const override {
        return typed.starts_with("~/") ? "/home" + typed.substr(1) : typed;
    }
    [[nodiscard]] Result<std::string> read(const std::string& path) override {
        const auto found = files.find(path);
        if (found != files.end()) return found->second;
        return tl::unexpected(Error{path, "is not there"});
    }
    [[nodiscard]] Result<void> write(const std::string& path, std::string_view bytes) override {
        if (is_full) return tl::unexpected(Error{path, "the disk is full"});
        files[path] = bytes;
        return {};
    }
    [[nodiscard]] Result<FolderListing> list(const std::string& path) override {
        FolderListing listing{path.empty() ? "/home" : path, {{"zoo", true}, {"ark", true}}};
        for (const auto& [name, bytes] : files) {
            listing.entries.push_back({name.substr(name.rfind('/') + 1), false});
        }
        return listing;
    }
    [[nodiscard]] std::vector<FontBytes> fallbackFonts() override {
        ++times_asked_for_fonts;
        return {};
    }

    std::map<std::string, std::string> files;
    bool is_full = false;
    int times_asked_for_fonts = 0;
};

}  // namespace lookback::test
