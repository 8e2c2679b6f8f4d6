// SPDX-License-Identifier: MIT
#pragma once

#include "../vehicle_interface/safety_config.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

/// What a safety filter and other threads tell each other.
struct SafetyBoard {
    SafetyBoard(std::string of, const vehicle_interface::Cabin& cabin)
        : name(std::move(of)), doors(cabin.doors), belts(cabin.belts) {}

    const std::string name;  ///< of the vehicle
    std::atomic<vehicle_interface::Secured> doors, belts;

    /// What each rule has done.
    struct Rule {
        std::atomic<std::uint64_t> count{0};
        std::atomic<vehicle_interface::Stamp> first{}, last{};
    };
    std::array<Rule, vehicle_interface::rule_count> rules{};
};

/// Those of what runs in a process, for every thread that shows or sets them. They outlive who
/// looks.
class SafetyBoards {
  public:
    void add(SafetyBoard& board) {
        const std::lock_guard lock(mutex_);
        boards_.push_back(&board);
    }
    std::vector<SafetyBoard*> all() const {
        const std::lock_guard lock(mutex_);
        return boards_;
    }

  private:
    mutable std::mutex mutex_;  ///< guards all below
    std::vector<SafetyBoard*> boards_;
};

/// "12 times from 3 s to 4.5 s". @param record of at least one
std::string how_often(const vehicle_interface::RuleRecord& record);
/// "oscillation 12 times from 3 s to 4.5 s, limits once at 9 s", or "no rule has acted".
std::string describe(const SafetyBoard& board);

}  // namespace gateway
