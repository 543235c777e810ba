#pragma once

#include <cstdlib>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lookback {

/// Memory for many numbers: aligned for the widest vectors, in large pages from some megabytes on,
/// which are a third faster to write, and not filled with zeros. For std::vector.
template <class Number>
struct LargeMemory {
    using value_type = Number;  // NOLINT(readability-identifier-naming): as std::vector asks for

    LargeMemory() = default;
    template <class Other>
    LargeMemory(const LargeMemory<Other>&) {}

    [[nodiscard]] Number* allocate(std::size_t count) {
        constexpr std::size_t kVector = 64;
        constexpr std::size_t kLargePage = std::size_t{1} << 21U;
        const std::size_t bytes = (count * sizeof(Number) + kVector - 1) / kVector * kVector;
        const bool is_large = bytes >= 2 * kLargePage;
        void* const memory = std::aligned_alloc(is_large ? kLargePage : kVector, bytes);
        if (memory == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
        if (is_large) madvise(memory, bytes, MADV_HUGEPAGE);  // a wish; without it all works too
#endif
        return static_cast<Number*>(memory);
    }
    void deallocate(Number* memory, std::size_t) { std::free(memory); }

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
