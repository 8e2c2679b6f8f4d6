// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>

namespace gateway::data_port {

/// Hands the newest value of one thread to one other: neither ever waits, nor allocates, nor makes
/// a system call. A value that was not taken is lost when the next one comes.
template <class T>
class TripleBuffer {
  public:
    /// @param value that has its room for all that will be put into it
    explicit TripleBuffer(const T& value = {}) : slots_{value, value, value} {}

    /// @name For the thread that writes
    /// @{
    /// Holds an old value, to be overwritten before publish().
    T& filling() noexcept { return slots_[filling_]; }
    void publish() noexcept {
        filling_ = between_.exchange(filling_ | is_new, std::memory_order_acq_rel) & ~is_new;
    }
    /// @}
    /// @name For the thread that reads
    /// @{
    /// @return whether latest() is another value than before
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
