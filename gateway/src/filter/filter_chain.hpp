// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/seams.hpp>

#include <cstdint>
#include <memory>
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
        const char* last_reason = "";
    };

    void add(std::unique_ptr<CommandFilter> filter) { entries_.push_back({std::move(filter)}); }

    /// Shows the command to each filter, up to the first that refuses it. @return false if one did
    [[nodiscard]] bool apply(Command& command, const FilterInput& input) noexcept;

    const std::vector<Entry>& entries() const noexcept { return entries_; }

  private:
    std::vector<Entry> entries_;
};

/// The filters of a run or a peer's vehicle: the one list of them.
FilterChain create_filters();

}  // namespace gateway
