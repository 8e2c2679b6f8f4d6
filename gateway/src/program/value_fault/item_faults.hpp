// SPDX-License-Identifier: MIT
#pragma once

#include "value_fault.hpp"

#include "columns/bound_entries.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// Where the faults of one side of a program act.
struct FaultyItems {
    BoundEntries& bound;
    /// Whether the gateway gives the item a new value in each cycle; others keep their value.
    std::function<bool(std::size_t item)> is_renewed;
    /// The port that has the signal of that name, or an empty text.
    std::function<std::string(const std::string& signal)> port_of;
    SimTime shortest_cycle{1};
};

/// Applies faults to the values of a program's inputs or outputs. Faults of the same item act in
/// the order of the configuration.
class ItemFaults {
  public:
    /// @param problems gets a sentence for each fault whose target does not exist or is a text
    ItemFaults(const std::vector<AppliedFault>& faults, const FaultyItems& items,
               std::vector<std::string>& problems);

    /// To be called in each cycle, when the items have their true values. Does not allocate.
    void apply(ddc::Group& group, SimTime now) noexcept;

    /// @name In the cycle of the last apply()
    /// @{
    /// The first item that counts as written with a wrong type, or no_item.
    std::size_t wrong_type() const noexcept { return wrong_type_; }
    static constexpr std::size_t no_item = static_cast<std::size_t>(-1);
    /// The write counter of an item; while the item is lost, that of its last write that arrived.
    std::uint64_t writes(std::size_t item) const noexcept { return arrived_[item].writes; }
    /// @}

  private:
    struct Item {
        std::size_t index;
        bool is_renewed;
        double kept = 0;  ///< the true value, if it is not renewed
        double value = 0;
    };
    struct Target {
        AppliedFault applied;
        std::unique_ptr<ValueFault> fault;   ///< null for a fault of types
        std::vector<std::size_t> items{};    ///< indices in items_
        std::vector<std::size_t> entries{};  ///< items of the group, also those that are texts
    };
    struct Arrived {
        bool is_lost = false;  ///< in this cycle
        std::uint64_t writes = 0;
    };

    std::size_t added(std::size_t index, const FaultyItems& from);
    void count_writes(const ddc::Group& group) noexcept;

    std::vector<Item> items_;
    std::vector<Target> targets_;
    std::vector<Arrived> arrived_;  ///< of each item of the group
    std::uint64_t cycle_ = 0;
    std::size_t wrong_type_ = no_item;
};

/// The kind `wrong_type` of outputs: the value counts as one of another type than the port's.
extern const FaultKind wrong_type_kind;

}  // namespace gateway
