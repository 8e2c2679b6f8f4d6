// SPDX-License-Identifier: MIT
#include "fault.hpp"

#include "number/random.hpp"

#include <cstddef>

namespace gateway {
namespace {

/// The blocks of uniform and normal numbers.
constexpr std::uint32_t uniform_block = 0, normal_block = 1;

}  // namespace

double Fault::value(std::string_view key) const {
    std::size_t i = 0;
    while (kind->parameters[i].key != key) ++i;
    return values[i];
}

std::string Fault::target() const {
    return to_string(side) + (part.empty() ? "" : "." + part);
}

double blended(double true_value, double faulty_value, double factor) noexcept {
    if (factor >= 1) return faulty_value;
    if (factor <= 0) return true_value;
    return true_value + factor * (faulty_value - true_value);
}

double FaultRandom::uniform(std::uint64_t count, std::uint32_t part) const noexcept {
    return random_unit({seed_, count, part, uniform_block});
}

double FaultRandom::normal(std::uint64_t count, std::uint32_t part) const noexcept {
    return random_normal({seed_, count, part, normal_block});
}

std::uint64_t fault_seed(std::uint64_t run_seed, std::string_view name) {
    return random_bits({run_seed, 0, stream_of(name)});
}

}  // namespace gateway
