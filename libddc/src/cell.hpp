// SPDX-License-Identifier: MIT
#pragma once

#include "fault_point.hpp"
#include "layout.hpp"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <string>

/// Reading and writing one cell under its sequence counter.
///
/// Data is stored with release and loaded with acquire order: a reader that sees any of a write's
/// data also sees the odd counter stored before it, and detects the write.
namespace ddc::cell {

struct Snapshot {
    std::uint64_t sequence = 0;
    std::uint64_t bits = 0;
    std::int64_t written_ns = 0;
    Type type = Type::no_data;
};

constexpr bool is_whole(std::uint64_t sequence) noexcept {
    return (sequence & 1) == 0;
}

/// Tries once to copy value and type; false if a writer changes the cell meanwhile.
inline bool try_read(const layout::Cell& cell, Snapshot& out) noexcept {
    out.sequence = cell.sequence.load(std::memory_order_acquire);
    if (!is_whole(out.sequence)) return false;
    out.type = static_cast<Type>(cell.type.load(std::memory_order_acquire));
    out.bits = cell.bits.load(std::memory_order_acquire);
    return cell.sequence.load(std::memory_order_relaxed) == out.sequence;
}

/// Length of a string entry as stored, limited in case the table is damaged.
inline std::size_t text_length(std::uint64_t bits) noexcept {
    return bits <= max_string_length ? static_cast<std::size_t>(bits) : max_string_length;
}

/// Copies the first `length` bytes of a text; valid only if the cell's sequence is unchanged after.
inline void copy_text(const layout::Text& text, std::size_t length, char* out) noexcept {
    for (std::size_t at = 0; at < length; at += 8) {
        const std::uint64_t word = text.words[at / 8].load(std::memory_order_acquire);
        std::memcpy(out + at, &word, std::min<std::size_t>(8, length - at));
    }
}

inline void store_text(layout::Text& text, const char* bytes, std::size_t length) noexcept {
    for (std::size_t at = 0; at < length; at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes + at, std::min<std::size_t>(8, length - at));
        DDC_FAULT_POINT("write.mid_text");
        text.words[at / 8].store(word, std::memory_order_release);
    }
}

/// Prefetches a cell that will be written, so that the cache lines of several cells arrive in
/// parallel.
inline void fetch_for_write(layout::Cell& cell) noexcept {
#if defined(__x86_64__)
    asm volatile("prefetchw %0" : : "m"(cell));  // does nothing on processors without it
#else
    __builtin_prefetch(&cell, 1);
#endif
}

/// Marks a cell as being written. The caller holds the lock and has published its intent.
inline void begin_write(layout::Cell& cell) noexcept {
    const std::uint64_t sequence = cell.sequence.load(std::memory_order_relaxed);
    cell.sequence.store(sequence | 1, std::memory_order_release);  // the intent is stored before
}

inline void store(layout::Cell& cell, Type type, std::uint64_t bits, std::int64_t now_ns) noexcept {
    cell.bits.store(bits, std::memory_order_release);
    cell.type.store(static_cast<std::uint32_t>(type), std::memory_order_release);
    cell.written_ns.store(now_ns, std::memory_order_release);
}

/// Leaves the counter even in all cases, also when a group contains the cell twice.
inline void end_write(layout::Cell& cell) noexcept {
    const std::uint64_t sequence = cell.sequence.load(std::memory_order_relaxed);
    cell.sequence.store((sequence | 1) + 1, std::memory_order_release);
}

/// Time stamp of writes: the steady clock at the kernel's tick, 5 times cheaper than exact time.
inline std::int64_t coarse_now_ns() noexcept {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

}  // namespace ddc::cell
