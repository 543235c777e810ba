#include "app/platform/screen/opengl.h"

#include <algorithm>

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <GL/gl.h>
#endif
#include <imgui.h>
#include <imgui_impl_opengl3.h>

namespace lookback {

namespace {

#ifdef __EMSCRIPTEN__
constexpr const char* kShaderVersion = "#version 300 es";
#else
constexpr const char* kShaderVersion = "#version 150";
#endif

}  // namespace

bool startOpenGL() { return ImGui_ImplOpenGL3_Init(kShaderVersion); }

void stopOpenGL() { ImGui_ImplOpenGL3_Shutdown(); }

void uploadFonts() {
    if (ImGui::GetIO().Fonts->TexID == nullptr) {
        ImGui_ImplOpenGL3_CreateDeviceObjects();  // fonts included
    } else {
        ImGui_ImplOpenGL3_DestroyFontsTexture();
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
}

void beginOpenGLFrame() { ImGui_ImplOpenGL3_NewFrame(); }

void drawOpenGL(ImDrawData& frame, const ImVec4& ground, int width, int height) {
    glViewport(0, 0, width, height);
    glClearColor(ground.x, ground.y, ground.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(&frame);
}

Image readPixels(int width, int height) {
    const std::size_t row_bytes = static_cast<std::size_t>(width) * 4;
    Image image{width, height, {}};
    image.rgba.resize(row_bytes * static_cast<std::size_t>(height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    const auto row = [&](int y) {
        return image.rgba.begin() + static_cast<std::ptrdiff_t>(row_bytes) * y;
    };
    // OpenGL counts rows from the bottom.
    for (int y = 0; y < height / 2; ++y) {
        std::swap_ranges(row(y), row(y + 1), row(height - 1 - y));
    }
    // Blending leaves traces in the alpha channel; a screen is opaque.
    for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    return image;
}

}  // namespace lookback
