// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>
#include <ddc/waits.hpp>

#include <semaphore.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

/// Layout of the shared memory, byte for byte. docs/design/0002 explains each part.
namespace ddc::layout {

constexpr std::uint64_t magic = 0x454C424154434444;  // "DDCTABLE" in memory order
constexpr std::uint32_t version = 1;
constexpr std::uint32_t word_bits = sizeof(void*) * 8;
constexpr std::size_t string_size = max_string_length + 1;
/// Flag in the core number of a side: it sleeps, and may wake up on another core.
constexpr std::uint32_t asleep = 1U << 31;

/// Written once by the creator; magic is written last.
struct Header {
    std::atomic<std::uint64_t> magic;
    std::uint32_t version;
    std::uint32_t word_bits;
    std::uint64_t total_size;
    std::uint32_t capacity;
    std::uint32_t cell_size;
    /// Wall clock at creation in ns; distinguishes tables of the same name.
    std::uint64_t generation;
    std::uint64_t creator;
    /// Inode of the creator's pid namespace: pids of other namespaces have no meaning here.
    std::uint64_t pid_namespace;
    /// Set when a writer of another pid namespace opens the table; the lock is not recovered then.
    std::atomic<std::uint32_t> mixed_pid_namespaces;
};

struct Lock {
    /// 0, or pid (high half) and hash of the start time (low half) of the process that writes.
    alignas(64) std::atomic<std::uint64_t> owner;
    /// Ids (first << 32 | last) that the current or last writer announced to write.
    std::atomic<std::uint64_t> intent;
    /// Set by a process that is about to sleep on the semaphore; cleared by the writer that posts.
    std::atomic<std::uint32_t> wanted;
    /// Incremented by writers to entries that a thread waits for; the futex word of all waits.
    std::atomic<std::uint32_t> wake_epoch;
    /// Time in ns for which a reader that never got a complete copy requests writers to stay out;
    /// 0 = no request. Cleared by the reader, or by the writer that has stayed out.
    std::atomic<std::uint32_t> gap_ns;
    alignas(64) sem_t semaphore;
    std::atomic<std::uint64_t> take_overs;
    std::atomic<std::uint64_t> repaired_entries;
    std::atomic<std::uint64_t> time_outs;
};

/// Entries that one process has reserved. Changed only under the lock. All zero is free, as in
/// tables of an older library.
struct Claim {
    /// 0, or the holder as in Lock::owner. Stored last: a claim interrupted by a death is free.
    alignas(64) std::atomic<std::uint64_t> owner;
    /// First << 32 | last id.
    std::atomic<std::uint64_t> range;
    /// 1 + the core on which the holder, and the program that uses the entries, last waited, with
    /// `asleep` while it sleeps; 0 = unknown, as with an older library.
    std::atomic<std::uint32_t> holder_core;
    std::atomic<std::uint32_t> program_core;
    /// Purpose of the claim, without a terminator if it fills all bytes.
    std::atomic<std::uint64_t> label[5];
};

/// How the waits of one side ended, in the order of WaitEnd; all zero in tables of an older
/// library. In a separate cache line, so that sides do not disturb each other.
struct Waits {
    alignas(64) std::atomic<std::uint64_t> ended[wait_ends];
};

struct Cell {
    /// Even: complete. Odd: a process is writing it, or died while writing. Grows by 2 per write.
    std::atomic<std::uint64_t> sequence;
    /// bool as 0/1, int32, real64 bits, or the length of the string.
    std::atomic<std::uint64_t> bits;
    std::atomic<std::int64_t> written_ns;
    std::atomic<std::uint32_t> type;
    /// Set by a thread that is about to block until this entry changes; cleared by the writer that
    /// wakes it.
    std::atomic<std::uint32_t> blocked;
};

/// A string entry's bytes, as words so that copies are free of data races.
struct Text {
    std::atomic<std::uint64_t> words[string_size / 8];
};

constexpr std::size_t lock_offset = 256;
constexpr std::size_t claims_offset = 512;
constexpr std::size_t claim_count = 48;
/// Waits of the holders of claims, of programs that use claimed entries, and on unclaimed entries.
constexpr std::size_t waits_offset = 3584;
constexpr std::size_t waiting_sides = 3;
constexpr std::size_t cells_offset = 4096;

static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
static_assert(sizeof(Header) == 64 && sizeof(Header) <= lock_offset);
static_assert(sizeof(Lock) == 128 && lock_offset + sizeof(Lock) <= claims_offset);
static_assert(sizeof(Claim) == 64 && claims_offset % alignof(Claim) == 0);
static_assert(offsetof(Claim, range) == 8 && offsetof(Claim, holder_core) == 16 &&
              offsetof(Claim, program_core) == 20 && offsetof(Claim, label) == 24);
static_assert(claims_offset + claim_count * sizeof(Claim) <= waits_offset);
static_assert(sizeof(Waits) == 64 && waits_offset % alignof(Waits) == 0);
static_assert(waits_offset + waiting_sides * sizeof(Waits) <= cells_offset);
static_assert(sizeof(Cell) == 32 && sizeof(Text) == 200);

constexpr std::size_t texts_offset(Id capacity) {
    return cells_offset + static_cast<std::size_t>(capacity) * sizeof(Cell);
}
constexpr std::size_t total_size(Id capacity) {
    return texts_offset(capacity) + static_cast<std::size_t>(capacity) * sizeof(Text);
}

}  // namespace ddc::layout
