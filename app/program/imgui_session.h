#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

#include <imgui.h>

namespace lookback {

/// ImGui's context, set up for the program; it lives as long as this object. Screens and programs
/// need one and must end before it.
class ImGuiSession {
public:
    ImGuiSession() : context_(context()) {
        ImGui::SetCurrentContext(context_);
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.ConfigInputTextCursorBlink = false;
    }
    ~ImGuiSession() { ImGui::DestroyContext(context_); }
    ImGuiSession(const ImGuiSession&) = delete;
    ImGuiSession& operator=(const ImGuiSession&) = delete;

private:
    /// A context whose allocations never return null, which ImGui does not test for: where malloc
    /// fails, `operator new` tries again and throws std::bad_alloc.
    static ImGuiContext* context() {
        const auto take = [](std::size_t bytes, void*) {
            void* const block = std::malloc(bytes);
            return block != nullptr ? block : ::operator new(bytes);
        };
        ImGui::SetAllocatorFunctions(take, [](void* block, void*) { std::free(block); });
        return ImGui::CreateContext();
    }

    ImGuiContext* context_;
};

}  // namespace lookback
