// SPDX-License-Identifier: MIT
#include "value_groups.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace gateway::fmu_host {
namespace {

using fmu::Type;

/// Calls use(value) with a value of the C type. FMI 2.0 has double and int only.
template <class Use>
void with_c_type(Type type, bool is_fmi3, const Use& use) {
    if (!is_fmi3) return type == Type::float64 ? use(double{}) : use(int{});
    switch (type) {
        case Type::float32:
            return use(float{});
        case Type::int8:
            return use(std::int8_t{});
        case Type::uint8:
            return use(std::uint8_t{});
        case Type::int16:
            return use(std::int16_t{});
        case Type::uint16:
            return use(std::uint16_t{});
        case Type::int32:
            return use(std::int32_t{});
        case Type::uint32:
            return use(std::uint32_t{});
        case Type::int64:
        case Type::enumeration:
            return use(std::int64_t{});
        case Type::uint64:
            return use(std::uint64_t{});
        case Type::boolean:
            return use(bool{});
        default:
            return use(double{});
    }
}

/// A whole number is rounded, and limited to the type.
template <class Value>
Value value_of(double number, Type type) {
    if constexpr (std::is_floating_point_v<Value>) {
        return static_cast<Value>(number);
    } else if constexpr (std::is_same_v<Value, bool>) {
        return number >= 0.5;
    } else {
        if (type == Type::boolean) return static_cast<Value>(number >= 0.5 ? 1 : 0);
        using Limits = std::numeric_limits<Value>;
        const double whole = std::round(number);
        if (!(whole > static_cast<double>(Limits::min()))) return Limits::min();
        if (whole >= static_cast<double>(Limits::max())) return Limits::max();
        return static_cast<Value>(whole);
    }
}

}  // namespace

ValueGroups::ValueGroups(const std::vector<Resolved>& variables, bool is_fmi3) : is_fmi3_(is_fmi3) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
        auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& each) {
            return each.type == variables[i].type;
        });
        if (group == groups_.end()) group = groups_.insert(group, Group{variables[i].type});
        group->references.push_back(variables[i].reference);
        group->positions.push_back(i);
        group->conversions.push_back(variables[i].conversion);
        group->values.emplace_back();
    }
}

void ValueGroups::set(Instance& instance, const double* signals) {
    for (Group& group : groups_) {
        with_c_type(group.type, is_fmi3_, [&](auto first) {
            auto* const values = reinterpret_cast<decltype(first)*>(group.values.data());
            for (std::size_t i = 0; i < group.positions.size(); ++i)
                values[i] = value_of<decltype(first)>(
                    group.conversions[i].to_variable(signals[group.positions[i]]), group.type);
        });
        instance.set(group.type, group.references.data(), group.references.size(),
                     group.values.data());
    }
}

void ValueGroups::get(Instance& instance, double* signals) {
    for (Group& group : groups_) {
        instance.get(group.type, group.references.data(), group.references.size(),
                     group.values.data());
        with_c_type(group.type, is_fmi3_, [&](auto first) {
            const auto* const values =
                reinterpret_cast<const decltype(first)*>(group.values.data());
            for (std::size_t i = 0; i < group.positions.size(); ++i)
                signals[group.positions[i]] =
                    group.conversions[i].to_signal(static_cast<double>(values[i]));
        });
    }
}

void set_number(Instance& instance, bool is_fmi3, const Resolved& variable, double number) {
    with_c_type(variable.type, is_fmi3, [&](auto first) {
        const auto value = value_of<decltype(first)>(number, variable.type);
        instance.set(variable.type, &variable.reference, 1, &value);
    });
}

}  // namespace gateway::fmu_host
