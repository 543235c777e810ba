#include "core/base/large_memory.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace lookback {
namespace {

constexpr std::size_t kVector = 64;
constexpr std::size_t kLargePage = std::size_t{1} << 21U;

bool takesLargePages(std::size_t bytes) { return bytes >= 2 * kLargePage; }

std::align_val_t alignmentOf(std::size_t bytes) {
    return std::align_val_t{takesLargePages(bytes) ? kLargePage : kVector};
}

/// Asks for large pages, which the system may deny.
void wishLargePages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
}

}  // namespace

void* allocateLarge(std::size_t bytes) {
    void* const memory = ::operator new(bytes, alignmentOf(bytes));
    if (takesLargePages(bytes)) wishLargePages(memory, bytes);
    return memory;
}

void freeLarge(void* memory, std::size_t bytes) noexcept {
    ::operator delete(memory, alignmentOf(bytes));
}

}  // namespace lookback
