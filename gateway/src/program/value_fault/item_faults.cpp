// SPDX-License-Identifier: MIT
#include "item_faults.hpp"

#include "binding/bindings.hpp"

#include <algorithm>

namespace gateway {
namespace {

/// Whether an item is the target, or an element or a side of it: `p[0]`, `p.x` or `p.in` of `p`.
bool is_of(const std::string& target, const std::string& item) {
    if (item.compare(0, target.size(), target) != 0) return false;
    return item.size() == target.size() || item[target.size()] == '[' || item[target.size()] == '.';
}

bool is_in(const std::string& target, const std::string& item) {
    return target.empty() || is_of(target, item);
}

std::vector<std::size_t> numbers_of(const std::string& target, const BoundEntries& bound) {
    std::vector<std::size_t> found;
    for (const std::size_t item : bound.numbers())
        if (is_in(target, bound.names[item])) found.push_back(item);
    return found;
}

std::vector<std::size_t> entries_of(const std::string& target, const BoundEntries& bound) {
    std::vector<std::size_t> found;
    for (std::size_t item = 0; item < bound.names.size(); ++item)
        if (is_in(target, bound.names[item])) found.push_back(item);
    return found;
}

/// `signal` with the same element as in the target: "port[0]" of "signal[0]".
std::string with_port(const std::string& target, const FaultyItems& items) {
    const std::size_t end = std::min(target.find_first_of("[."), target.size());
    const std::string port = items.port_of(target.substr(0, end));
    return port.empty() ? target : port + target.substr(end);
}

}  // namespace

const FaultKind wrong_type_kind{
    "wrong_type",
    "The output counts as written with another type than that of its port, and is rejected.",
    {FaultSide::outputs},
    {},
    false};

ItemFaults::ItemFaults(const std::vector<AppliedFault>& faults, const FaultyItems& items,
                       std::vector<std::string>& problems)
    : arrived_(items.bound.group.size()) {
    for (const AppliedFault& applied : faults) {
        const Fault& fault = applied.fault;
        std::string part = fault.part;
        auto found = numbers_of(part, items.bound);
        if (found.empty()) {
            part = with_port(part, items);
            found = numbers_of(part, items.bound);
        }
        if (found.empty()) {
            problems.push_back("fault '" + fault.name +
                               "': the program has no port with numbers for " + fault.target());
            continue;
        }
        Target target{applied, nullptr};
        target.entries = entries_of(part, items.bound);
        for (const std::size_t item : found) target.items.push_back(added(item, items));
        if (fault.kind != &wrong_type_kind)
            target.fault = static_cast<const ValueFaultKind*>(fault.kind)
                               ->create(fault, {found.size(), items.shortest_cycle});
        targets_.push_back(std::move(target));
    }
}

/// @return the index in items_
std::size_t ItemFaults::added(std::size_t index, const FaultyItems& from) {
    const auto found = std::find_if(items_.begin(), items_.end(),
                                    [&](const Item& item) { return item.index == index; });
    if (found != items_.end()) return static_cast<std::size_t>(found - items_.begin());
    const double value = number_at(from.bound.group, index);
    items_.push_back({index, from.is_renewed(index), value, value});
    return items_.size() - 1;
}

void ItemFaults::apply(ddc::Group& group, SimTime now) noexcept {
    for (Item& item : items_)
        item.value = item.is_renewed ? number_at(group, item.index) : item.kept;
    wrong_type_ = no_item;
    for (const Target& target : targets_) {
        const FaultState& state = target.applied.state;
        if (target.fault == nullptr) {
            if (state.is_active && wrong_type_ == no_item)
                wrong_type_ = items_[target.items.front()].index;
            continue;
        }
        const ValueMoment at{now, cycle_, state};
        for (std::size_t i = 0; i < target.items.size(); ++i) {
            double& value = items_[target.items[i]].value;
            const double faulty = target.fault->faulty(at, i, value);
            if (state.is_active) value = blended(value, faulty, state.factor);
        }
    }
    for (const Item& item : items_) store_number(group, item.index, item.value);
    count_writes(group);
    ++cycle_;
}

void ItemFaults::count_writes(const ddc::Group& group) noexcept {
    for (Arrived& each : arrived_) each.is_lost = false;
    for (const Target& target : targets_) {
        if (target.fault == nullptr || !target.fault->is_lost()) continue;
        for (const std::size_t entry : target.entries) arrived_[entry].is_lost = true;
    }
    for (std::size_t i = 0; i < arrived_.size(); ++i)
        if (!arrived_[i].is_lost) arrived_[i].writes = group.item(i).sequence;
}

}  // namespace gateway
