// SPDX-License-Identifier: MIT
#pragma once

#include "layout.hpp"

#include <sched.h>
#if __has_include(<sys/rseq.h>)
#include <sys/rseq.h>
#endif

#include <atomic>
#include <cstdint>

namespace ddc {

/// 1 + the core on which this thread runs, 0 if unknown. If glibc has registered the thread for
/// restartable sequences, the kernel updates the number in memory of the thread.
inline std::uint32_t current_core() noexcept {
#ifdef RSEQ_SIG
    if (__rseq_size > 0) {
        const char* area = static_cast<const char*>(__builtin_thread_pointer()) + __rseq_offset;
        const auto* cpu = &reinterpret_cast<const struct rseq*>(area)->cpu_id;
        const auto core = static_cast<std::int32_t>(__atomic_load_n(cpu, __ATOMIC_RELAXED));
        if (core >= 0) return static_cast<std::uint32_t>(core) + 1;
    }
#endif
    return static_cast<std::uint32_t>(::sched_getcpu() + 1);
}

/// The two sides of an exchange, seen from one of them: the holder of a claim, and the program that
/// uses the entries. Each publishes the core on which it waits, and whether it sleeps: the kernel
/// may wake a sleeping thread on any core.
class Sides {
  public:
    Sides() noexcept = default;
    /// @param own published state of this side; null if the table is read-only
    /// @param other published state of the other side
    Sides(std::atomic<std::uint32_t>* own, const std::atomic<std::uint32_t>* other) noexcept
        : own_(own), other_(other) {}

    /// Publishes that this thread is awake, and its core.
    void publish_awake() const noexcept { publish(current_core()); }
    /// Publishes that this thread sleeps, and its core.
    void publish_asleep() const noexcept { publish(current_core() | layout::asleep); }

    /// Whether the core of the other side is known.
    bool is_other_known() const noexcept { return other() != 0; }
    /// Whether the other side is awake on the core of this thread, so that it runs or waits for it.
    bool share_core() const noexcept { return other() != 0 && other() == current_core(); }
    /// Whether the other side went to sleep on the core of this thread and has not published since.
    bool may_be_woken_here() const noexcept { return other() == (current_core() | layout::asleep); }

  private:
    /// Writes only a changed value, so that the cache line stays shared.
    void publish(std::uint32_t where) const noexcept {
        if (own_ != nullptr && own_->load(std::memory_order_relaxed) != where)
            own_->store(where, std::memory_order_relaxed);
    }
    std::uint32_t other() const noexcept {
        return other_ != nullptr ? other_->load(std::memory_order_relaxed) : 0;
    }

    std::atomic<std::uint32_t>* own_ = nullptr;  ///< null if it may not be written
    const std::atomic<std::uint32_t>* other_ = nullptr;
};

/// A copy of the counters.
WaitCounts to_counts(const layout::Waits& waits) noexcept;

/// Finds the claim that contains an entry. Tries the last result first. Safe for concurrent use.
class SideFinder {
  public:
    SideFinder(layout::Claim* claims, layout::Waits* waits, bool is_writable) noexcept
        : claims_(claims), waits_(waits), is_writable_(is_writable) {}

    /// The sides of an entry, and the counters of this side.
    struct Found {
        Sides sides;
        layout::Waits* waits = nullptr;  ///< of this side; null if it may not be written
    };
    /// The sides of the claim that contains the entry; no sides if there is none.
    Found find(Id id) noexcept;
    /// The counters of all processes, by side.
    TableWaits waits() const noexcept;

  private:
    layout::Claim* claim_of(Id id) noexcept;

    layout::Claim* claims_;
    layout::Waits* waits_;
    bool is_writable_;
    std::atomic<std::size_t> last_{0};
    /// An unclaimed entry, and the number of waits until the claims are searched again.
    std::atomic<Id> unclaimed_{-1};
    std::atomic<int> believed_{0};
};

}  // namespace ddc
