// SPDX-License-Identifier: MIT
#include "count_allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

thread_local std::size_t count = 0;
thread_local bool has_memory = false;  ///< in any case
constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
std::atomic<std::size_t> refused_from{no_limit};
std::atomic<std::uint64_t> failed{0};

bool is_refused(std::size_t size) {
    if (size < refused_from.load(std::memory_order_relaxed) || has_memory) return false;
    ++failed;
    return true;
}

void* counted(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    ++count;
    return memory;
}

}  // namespace

tests::NoMemory::NoMemory(std::size_t from_bytes) {
    has_memory = true;
    failed = 0;
    refused_from = from_bytes;
}

tests::NoMemory::~NoMemory() {
    refused_from = no_limit;
    has_memory = false;
}

std::uint64_t tests::NoMemory::failures() {
    return failed;
}

std::size_t tests::allocations() {
    return count;
}

void* operator new(std::size_t size) {
    if (is_refused(size)) throw std::bad_alloc();
    return counted(std::malloc(size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    if (is_refused(size)) throw std::bad_alloc();
    const auto step = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    if (is_refused(size)) return nullptr;
    ++count;
    return std::malloc(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
