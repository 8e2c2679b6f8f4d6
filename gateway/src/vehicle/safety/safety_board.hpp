// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include "vehicle_interface/safety_config.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace gateway {

constexpr std::uint32_t bit_of(Level level) noexcept {
    return std::uint32_t{1} << static_cast<unsigned>(level);
}

/// Values that a safety filter shares with other threads.
struct SafetyBoard {
    SafetyBoard(std::string of, const vehicle_interface::SafetyOptions& options)
        : name(std::move(of)),
          is_default(options.is_default),
          is_reference(options.compatibility == vehicle_interface::SafetyCompatibility::reference),
          cabin_mode(options.config.mode_of(vehicle_interface::Rule::cabin)),
          doors(options.config.cabin.doors),
          belts(options.config.cabin.belts) {}

    const std::string name;  ///< of the vehicle
    const bool is_default;   ///< there is no section `safety`
    const bool is_reference;
    const vehicle_interface::RuleMode cabin_mode;
    std::atomic<std::uint32_t> levels{
        0};  ///< of commands that are possible or were used, one bit each
    std::atomic<vehicle_interface::Secured> doors, belts;

    /// The actions of a rule.
    struct Rule {
        std::atomic<std::uint64_t> count{0};
        std::atomic<vehicle_interface::Stamp> first{}, last{};
    };
    std::array<Rule, vehicle_interface::rule_count> rules{};
};

/// All safety boards of this process. They must outlive their readers. Thread-safe.
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

/// Whether any rule has acted.
bool has_acted(const SafetyBoard& board) noexcept;
/// Why an open cabin does not stop the vehicle, as far as the levels of its commands are known,
/// with advice; empty if it does.
std::string why_no_stop(const SafetyBoard& board);
/// Formats a record: "12 times from 3 s to 4.5 s". @param record with a count of at least one
std::string how_often(const vehicle_interface::RuleRecord& record);
/// The actions of all rules:
/// "oscillation 12 times from 3 s to 4.5 s, limits once at 9 s", or "no rule has acted".
std::string describe(const SafetyBoard& board);

}  // namespace gateway
