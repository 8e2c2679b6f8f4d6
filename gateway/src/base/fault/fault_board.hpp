// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

/// A request by hand, which overrides the schedule of a fault.
enum class FaultHand : std::uint8_t { none, on, off };

/// The faults of one program or vehicle, shared between its loop and other threads.
struct FaultBoard {
    struct Entry {
        Entry(std::string own_name, std::string own_kind, std::string own_target)
            : name(std::move(own_name)), kind(std::move(own_kind)), target(std::move(own_target)) {}

        const std::string name, kind, target;
        std::atomic<FaultHand> hand{FaultHand::none};  ///< written by requests
        /// @name Written by the loop
        /// @{
        std::atomic<std::uint64_t> changes{0};  ///< odd while it is active
        std::atomic<SimTime> changed_at{SimTime{0}};
        /// @}

        bool is_active() const { return changes % 2 == 1; }
    };

    explicit FaultBoard(std::string of) : owner(std::move(of)) {}

    const std::string owner;      ///< name of the program or vehicle
    std::deque<Entry> entries{};  ///< in the order of the configuration
};

/// All fault boards of this process. They must outlive their readers. Thread-safe.
class FaultBoards {
  public:
    void add(FaultBoard& board) {
        const std::lock_guard lock(mutex_);
        boards_.push_back(&board);
    }
    std::vector<FaultBoard*> all() const {
        const std::lock_guard lock(mutex_);
        return boards_;
    }

  private:
    mutable std::mutex mutex_;  ///< guards all below
    std::vector<FaultBoard*> boards_;
};

}  // namespace gateway
