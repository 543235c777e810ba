#include "app/platform/screen/opengl.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#ifdef __EMSCRIPTEN__
#include <GLES3/gl3.h>
#else
#include <GL/gl.h>
#include <GL/glext.h>
#endif
#include <imgui.h>

namespace lookback {
namespace {

// WebGL answers no question about its state before all that was asked of it is drawn. The context
// is ours alone: its state is set here once, and never read, saved or restored.

#ifdef __EMSCRIPTEN__
constexpr const char* kShaderHead = "#version 300 es\nprecision mediump float;\n";
constexpr ImGuiBackendFlags kAbilities = ImGuiBackendFlags_None;
#else
constexpr const char* kShaderHead = "#version 150\n";
constexpr ImGuiBackendFlags kAbilities = ImGuiBackendFlags_RendererHasVtxOffset;
#endif

/// Moves pixels, from the upper left corner on, to OpenGL's square from -1 to 1.
constexpr const char* kVertexShader = R"(
in highp vec2 place;
in highp vec2 in_atlas;
in vec4 ink;
uniform highp vec2 scale;
out highp vec2 atlas_place;
out vec4 color;
void main() {
    atlas_place = in_atlas;
    color = ink;
    gl_Position = vec4(place * scale + vec2(-1.0, 1.0), 0.0, 1.0);
}
)";

constexpr const char* kPixelShader = R"(
in highp vec2 atlas_place;
in vec4 color;
uniform sampler2D atlas;
out vec4 pixel;
void main() { pixel = color * texture(atlas, atlas_place); }
)";

/// The inputs of the vertex shader: members of ImDrawVert.
struct VertexPart {
    const char* name;
    GLint numbers;
    GLenum type;
    GLboolean is_share;  ///< of 255
    std::size_t offset;
};
constexpr std::array kVertexParts{
    VertexPart{"place", 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, pos)},
    VertexPart{"in_atlas", 2, GL_FLOAT, GL_FALSE, offsetof(ImDrawVert, uv)},
    VertexPart{"ink", 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(ImDrawVert, col)}};

/// Objects of the current context. ImGui's context keeps them.
struct Renderer {
    GLuint program = 0;
    GLuint vertices = 0;
    GLuint indices = 0;
    GLuint layout = 0;
    GLuint atlas = 0;
    GLint scale = -1;  ///< place of the uniform
};

Renderer* renderer() { return static_cast<Renderer*>(ImGui::GetIO().BackendRendererUserData); }

void attachShader(GLuint program, GLenum kind, const char* text) {
    const std::array texts{kShaderHead, text};
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, static_cast<GLsizei>(texts.size()), texts.data(), nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);  // with the program
}

/// @return 0 where the shaders are not understood
GLuint linkedProgram() {
    const GLuint program = glCreateProgram();
    attachShader(program, GL_VERTEX_SHADER, kVertexShader);
    attachShader(program, GL_FRAGMENT_SHADER, kPixelShader);
    for (std::size_t k = 0; k < kVertexParts.size(); ++k) {
        glBindAttribLocation(program, static_cast<GLuint>(k), kVertexParts[k].name);
    }
    glLinkProgram(program);
    GLint is_linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    if (is_linked == GL_TRUE) return program;
    glDeleteProgram(program);
    return 0;
}

const void* inBuffer(std::size_t bytes) { return reinterpret_cast<const void*>(bytes); }

void layOutVertices(Renderer& made) {
    glGenVertexArrays(1, &made.layout);
    glGenBuffers(1, &made.vertices);
    glGenBuffers(1, &made.indices);
    glBindVertexArray(made.layout);
    glBindBuffer(GL_ARRAY_BUFFER, made.vertices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, made.indices);
    for (std::size_t k = 0; k < kVertexParts.size(); ++k) {
        const VertexPart& part = kVertexParts[k];
        glEnableVertexAttribArray(static_cast<GLuint>(k));
        glVertexAttribPointer(static_cast<GLuint>(k), part.numbers, part.type, part.is_share,
                              sizeof(ImDrawVert), inBuffer(part.offset));
    }
}

void setState(const Renderer& made) {
    glUseProgram(made.program);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

void drawCommand(const ImDrawCmd& command, int height) {
    const auto [left, top, right, bottom] = command.ClipRect;
    if (right <= left || bottom <= top) return;
    // OpenGL counts rows from the bottom.
    glScissor(static_cast<int>(left), static_cast<int>(static_cast<float>(height) - bottom),
              static_cast<int>(right - left), static_cast<int>(bottom - top));
    constexpr GLenum kType = sizeof(ImDrawIdx) == 2 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;
    const auto count = static_cast<GLsizei>(command.ElemCount);
    const void* const first = inBuffer(command.IdxOffset * sizeof(ImDrawIdx));
#ifdef __EMSCRIPTEN__
    glDrawElements(GL_TRIANGLES, count, kType, first);  // WebGL 2 knows no first vertex
#else
    glDrawElementsBaseVertex(GL_TRIANGLES, count, kType, first,
                             static_cast<GLint>(command.VtxOffset));
#endif
}

template <class Items>
void fillBuffer(GLenum kind, const Items& items) {
    glBufferData(kind, items.size_in_bytes(), items.Data, GL_STREAM_DRAW);
}

void drawList(const ImDrawList& list, int height) {
    fillBuffer(GL_ARRAY_BUFFER, list.VtxBuffer);
    fillBuffer(GL_ELEMENT_ARRAY_BUFFER, list.IdxBuffer);
    for (const ImDrawCmd& command : list.CmdBuffer) drawCommand(command, height);
}

}  // namespace

bool startOpenGL() {
    auto made = std::make_unique<Renderer>();
    made->program = linkedProgram();
    if (made->program == 0) return false;
    made->scale = glGetUniformLocation(made->program, "scale");
    layOutVertices(*made);
    setState(*made);
    ImGuiIO& io = ImGui::GetIO();
    io.BackendFlags |= kAbilities;
    io.BackendRendererUserData = made.release();
    return true;
}

void stopOpenGL() {
    const std::unique_ptr<Renderer> made(renderer());
    ImGuiIO& io = ImGui::GetIO();
    io.BackendRendererUserData = nullptr;
    io.BackendFlags &= ~kAbilities;
    io.Fonts->SetTexID(nullptr);
    glDeleteTextures(1, &made->atlas);
    glDeleteVertexArrays(1, &made->layout);
    glDeleteBuffers(1, &made->vertices);
    glDeleteBuffers(1, &made->indices);
    glDeleteProgram(made->program);
}

void uploadFonts() {
    Renderer& made = *renderer();
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    fonts.GetTexDataAsRGBA32(&pixels, &width, &height);
    if (made.atlas == 0) glGenTextures(1, &made.atlas);
    glBindTexture(GL_TEXTURE_2D, made.atlas);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    fonts.SetTexID(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(made.atlas)));
}

void drawOpenGL(ImDrawData& frame, const ImVec4& ground, int width, int height) {
    glDisable(GL_SCISSOR_TEST);  // which would hold for the ground, too
    glViewport(0, 0, width, height);
    glClearColor(ground.x, ground.y, ground.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    const ImVec2 size = frame.DisplaySize;
    glViewport(0, 0, static_cast<int>(size.x), static_cast<int>(size.y));
    glUniform2f(renderer()->scale, 2 / size.x, -2 / size.y);
    for (const ImDrawList* const list : frame.CmdLists) {
        drawList(*list, static_cast<int>(size.y));
    }
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
