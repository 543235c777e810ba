#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace lookback {

/// Allocates memory aligned for the widest vectors; from some megabytes on in large pages, where
/// the system has them. Throws std::bad_alloc.
[[nodiscard]] void* allocateLarge(std::size_t bytes);

/// @param bytes the argument of `allocateLarge`
void freeLarge(void* memory, std::size_t bytes) noexcept;

/// Memory for many numbers: aligned for the widest vectors, in large pages from some megabytes on,
/// which are a third faster to write, and not filled with zeros. For std::vector.
template <class Number>
struct LargeMemory {
    using value_type = Number;  // NOLINT(readability-identifier-naming): as std::vector asks for

    LargeMemory() = default;
    template <class Other>
    LargeMemory(const LargeMemory<Other>&) {}

    [[nodiscard]] Number* allocate(std::size_t count) {
        return static_cast<Number*>(allocateLarge(count * sizeof(Number)));
    }
    void deallocate(Number* memory, std::size_t count) {
        freeLarge(memory, count * sizeof(Number));
    }

    /// Leaves new numbers as they are in memory: they are computed before they are read.
    template <class Other>
    void construct(Other* at) {
        ::new (static_cast<void*>(at)) Other;
    }
    template <class Other, class... Arguments>
    void construct(Other* at, Arguments&&... arguments) {
        ::new (static_cast<void*>(at)) Other(std::forward<Arguments>(arguments)...);
    }

    bool operator==(const LargeMemory&) const { return true; }
};

}  // namespace lookback
