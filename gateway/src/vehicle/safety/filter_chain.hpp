// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>
#include "command_tap.hpp"
#include "filter_count.hpp"
#include "safety_filter.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace gateway {

/// The filters between a controller and a vehicle, in the order in which they act.
class FilterChain {
  public:
    struct Entry {
        std::unique_ptr<CommandFilter> filter;
        FilterCount count;
    };

    void add(std::unique_ptr<CommandFilter> filter) {
        const char* const name = filter->name();
        entries_.push_back({std::move(filter), {name}});
    }
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
