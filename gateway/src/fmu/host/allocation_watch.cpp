// SPDX-License-Identifier: MIT
// The functions of the C library that allocate, with a note of each failure. The linker lets
// libraries that are loaded later use these ones.
#include "allocation_watch.hpp"

#include <cstddef>

namespace {

std::atomic<std::uint32_t>* noted = nullptr;

/// Not used with a sanitizer, which has its own functions.
[[maybe_unused]] void* checked(void* memory) {
    if (memory == nullptr && noted != nullptr) noted->store(1, std::memory_order_relaxed);
    return memory;
}

}  // namespace

namespace gateway::fmu_host {

void watch_allocations(std::atomic<std::uint32_t>& word) {
    noted = &word;
}

}  // namespace gateway::fmu_host

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" {

// glibc exports these.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);

__attribute__((visibility("default"))) void* malloc(std::size_t size) {
    return checked(__libc_malloc(size));
}

__attribute__((visibility("default"))) void* calloc(std::size_t count, std::size_t size) {
    return checked(__libc_calloc(count, size));
}

__attribute__((visibility("default"))) void* realloc(void* memory, std::size_t size) {
    void* const result = __libc_realloc(memory, size);
    return size == 0 ? result : checked(result);
}
}
#endif
