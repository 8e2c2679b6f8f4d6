// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "command_tap.hpp"
#include "safety_filter.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace gateway {

/// The filters between a controller and a vehicle, in the order in which they act.
class FilterChain {
  public:
    /// What one filter has done.
    struct Entry {
        std::unique_ptr<CommandFilter> filter;
        std::uint64_t changed = 0;
        std::uint64_t refused = 0;
        std::uint64_t withheld = 0;
        const char* last_reason = "";
    };

    void add(std::unique_ptr<CommandFilter> filter) { entries_.push_back({std::move(filter)}); }
    /// Lets what comes before the first filter be seen. @param tap outlives it
    void show(CommandTap& tap) { tap_ = &tap; }

    /// Shows the command to each filter, up to the first that refuses or withholds it.
    [[nodiscard]] Verdict::Kind apply(Command& command, const FilterInput& input) noexcept;

    /// Whether one of them refuses what the vehicle holds.
    [[nodiscard]] bool refuses_held(const Command& held, const FilterInput& input) noexcept;
    /// Whether one of them has the vehicle told nothing, by what it shows while simulated time
    /// stands still.
    [[nodiscard]] bool holds_back(const Feedback& feedback) noexcept;

    const std::vector<Entry>& entries() const noexcept { return entries_; }

  private:
    std::vector<Entry> entries_;
    CommandTap* tap_ = nullptr;
};

/// What there is to know of a vehicle for its filters.
struct FilterOptions {
    /// Nothing: no safety rule acts.
    std::optional<vehicle_interface::SafetyOptions> safety;
    double wheel_base_m = 2.7;
    SafetyBoard* board = nullptr;  ///< outlives the filters
};

/// The filters of a run's or a peer's vehicle, and those that are known by name.
struct Filters {
    FilterChain chain;
    const SafetyFilter* rules = nullptr;   ///< of the chain, if it is there
    const SafetyFilter* safety = nullptr;  ///< the same if a section `safety` asks for it
};

/// The one list of them.
Filters create_filters(const FilterOptions& options);

}  // namespace gateway
