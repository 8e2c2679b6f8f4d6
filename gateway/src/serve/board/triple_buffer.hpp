// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>

namespace gateway::data_port {

/// Passes the newest value from one thread to another. Neither thread blocks, allocates or makes a
/// system call. A value that is not taken before the next one is lost.
template <class T>
class TripleBuffer {
  public:
    /// @param value initial value of all slots, with enough capacity for later values
    explicit TripleBuffer(const T& value = {}) : slots_{value, value, value} {}

    /// @name For the thread that writes
    /// @{
    /// The slot to fill before publish(). It holds an old value.
    T& filling() noexcept { return slots_[filling_]; }
    void publish() noexcept {
        filling_ = between_.exchange(filling_ | is_new, std::memory_order_acq_rel) & ~is_new;
    }
    /// @}
    /// @name For the thread that reads
    /// @{
    /// Makes the newest value the latest. @return whether latest() has changed
    bool take() noexcept {
        if ((between_.load(std::memory_order_relaxed) & is_new) == 0) return false;
        latest_ = between_.exchange(latest_, std::memory_order_acq_rel) & ~is_new;
        return true;
    }
    const T& latest() const noexcept { return slots_[latest_]; }
    /// @}

  private:
    static constexpr unsigned is_new = 4;

    std::array<T, 3> slots_;
    unsigned filling_ = 0;
    std::atomic<unsigned> between_{1};
    unsigned latest_ = 2;
};

}  // namespace gateway::data_port
