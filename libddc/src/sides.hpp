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

/// 1 + the core this thread runs on, 0 if it cannot be told. Where glibc has registered the thread
/// for restartable sequences, the kernel keeps the number up to date in the thread's own memory.
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

/// The two sides of an exchange as one of them sees it: the holder of a claim, and the program
/// behind the entries. Each publishes the core on which it waits, and whether it sleeps there: the
/// kernel may wake a sleeper on any other.
class Sides {
  public:
    Sides() noexcept = default;
    Sides(std::atomic<std::uint32_t>* own, const std::atomic<std::uint32_t>* other) noexcept
        : own_(own), other_(other) {}

    /// Tells the other side that this thread runs, and where.
    void publish_awake() const noexcept { publish(current_core()); }
    void publish_asleep() const noexcept { publish(current_core() | layout::asleep); }

    bool is_other_known() const noexcept { return other() != 0; }
    /// The other side runs on this core, or would if this thread did not.
    bool share_core() const noexcept { return other() != 0 && other() == current_core(); }
    /// It sleeps, or did until just now, and was on this core when it fell asleep.
    bool may_be_woken_here() const noexcept { return other() == (current_core() | layout::asleep); }

  private:
    /// Written only when it has changed, so that the line stays in the caches of both.
    void publish(std::uint32_t where) const noexcept {
        if (own_ != nullptr && own_->load(std::memory_order_relaxed) != where)
            own_->store(where, std::memory_order_relaxed);
    }
    std::uint32_t other() const noexcept {
        return other_ != nullptr ? other_->load(std::memory_order_relaxed) : 0;
    }

    std::atomic<std::uint32_t>* own_ = nullptr;  ///< null where it may not be written
    const std::atomic<std::uint32_t>* other_ = nullptr;
};

WaitCounts to_counts(const layout::Waits& waits) noexcept;

/// Finds the claim that an entry is in, which is nearly always the one that it was in last time.
class SideFinder {
  public:
    SideFinder(layout::Claim* claims, layout::Waits* waits, bool is_writable) noexcept
        : claims_(claims), waits_(waits), is_writable_(is_writable) {}

    struct Found {
        Sides sides;
        layout::Waits* waits = nullptr;  ///< of this side; null where it may not be written
    };
    Found find(Id id) noexcept;
    TableWaits waits() const noexcept;

  private:
    layout::Claim* claim_of(Id id) noexcept;

    layout::Claim* claims_;
    layout::Waits* waits_;
    bool is_writable_;
    std::atomic<std::size_t> last_{0};
    /// An entry in no claim, and for how many waits more that is believed.
    std::atomic<Id> unclaimed_{-1};
    std::atomic<int> believed_{0};
};

}  // namespace ddc
