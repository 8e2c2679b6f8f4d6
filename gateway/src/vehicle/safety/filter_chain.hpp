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

/// The filters between a controller and a vehicle, in the order of their use.
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
    /// Stores each command before the first filter. @param tap must outlive this object
    void set_tap(CommandTap& tap) { tap_ = &tap; }

    /// Applies the filters to the command, up to the first one that rejects or withholds it.
    [[nodiscard]] Verdict::Kind apply(Command& command, const FilterInput& input) noexcept;

    /// Whether a filter rejects the command that the vehicle still executes.
    [[nodiscard]] bool refuses_held(const Command& held, const FilterInput& input) noexcept;
    /// Called while the run is paused: whether, by this feedback, a filter lets no command reach
    /// the vehicle.
    [[nodiscard]] bool holds_back(const Feedback& feedback) noexcept;

    const std::vector<Entry>& entries() const noexcept { return entries_; }

  private:
    std::vector<Entry> entries_;
    CommandTap* tap_ = nullptr;
};

/// Properties of a vehicle for its filters.
struct FilterOptions {
    /// Nothing: without safety rules.
    std::optional<vehicle_interface::SafetyOptions> safety;
    double wheel_base_m = 2.7;
    SafetyBoard* board = nullptr;  ///< must outlive the filters
};

/// The filters of a vehicle, with pointers to individual ones.
struct Filters {
    FilterChain chain;
    const SafetyFilter* rules = nullptr;   ///< the safety filter of the chain, or null
    const SafetyFilter* safety = nullptr;  ///< the same if a section `safety` requests it, or null
};

/// Creates all filters.
Filters create_filters(const FilterOptions& options);

}  // namespace gateway
