#pragma once

#include <vector>

#include "app/look/theme.h"
#include "imgui.h"

namespace lookback {

/// A shape that is drawn many times: ImGui draws it once, the others are copies of its triangles.
/// Rounding and smoothing the same corners again would take several times as long.
class Stamp {
public:
    /// Draws the shape at `at`, the first time with `draw`, which draws it there.
    template <class Draw>
    void print(ImDrawList& list, ImVec2 at, Draw draw) {
        vertices_.empty() ? learnFrom(list, at, draw) : copy(list, at);
    }

    /// The same for a shape of one colour, which may be another each time.
    template <class Draw>
    void print(ImDrawList& list, ImVec2 at, Color color, Draw draw) {
        vertices_.empty() ? learnFrom(list, at, draw) : copy(list, at, color);
    }

private:
    template <class Draw>
    void learnFrom(ImDrawList& list, ImVec2 at, Draw draw) {
        const int first = list.VtxBuffer.Size;
        const int first_index = list.IdxBuffer.Size;
        draw();
        learn(list, at, first, first_index);
    }
    void learn(const ImDrawList& list, ImVec2 at, int first, int first_index);
    void copy(ImDrawList& list, ImVec2 at) const;
    void copy(ImDrawList& list, ImVec2 at, Color color) const;

    /// @param ink the colour of a vertex, by the one that was learnt
    template <class Ink>
    void write(ImDrawList& list, ImVec2 at, Ink ink) const;

    std::vector<ImDrawVert> vertices_;  ///< relative to where the shape stands
    std::vector<ImDrawIdx> indices_;    ///< of these vertices
};

}  // namespace lookback
