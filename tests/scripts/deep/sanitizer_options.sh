# Sourced by the tests that run with AddressSanitizer: options that save time. An error is found as
# before, but told without the calls that led to the allocation. Memory is not given back to the system while
# the tests run, and what was freed is not used again before another MB was freed.
export ASAN_OPTIONS=malloc_context_size=1:allocator_release_to_os_interval_ms=-1:quarantine_size_mb=1:thread_local_quarantine_size_kb=256
