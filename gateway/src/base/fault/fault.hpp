// SPDX-License-Identifier: MIT
#pragma once

#include "fault_kind.hpp"

#include <gateway/base/time.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gateway {

/// A fault of a configuration, without its schedule.
struct Fault {
    std::string name;
    const FaultKind* kind = nullptr;  ///< never null in a configuration that was read
    FaultSide side = FaultSide::inputs;
    std::string part;  ///< the target after its side, such as `true_position`; may be empty
    std::vector<double> values{};  ///< of the kind's parameters, in their order
    std::uint64_t seed = 0;        ///< of its random numbers

    /// The value of a parameter. Precondition: the kind has it.
    double value(std::string_view key) const;
    /// "inputs.true_position", as in the configuration
    std::string target() const;
};

/// The present state of a fault. One thread, that of the loop, updates it at the beginning of each
/// cycle, before the controller gets its inputs, and reads it.
struct FaultState {
    bool is_active = false;
    double factor = 0;  ///< how much of it is applied: 0 to 1 during its ramp, 1 after that
    SimTime since{0};   ///< begin of the present or last activity
    std::uint64_t activities = 0;  ///< how often it has begun
};

/// A fault at the place where it acts; both outlive that place.
struct AppliedFault {
    const Fault& fault;
    const FaultState& state;
};

/// A value between the true one and the faulty one; exactly one of them at a factor of 0 or 1.
double blended(double true_value, double faulty_value, double factor) noexcept;

/// Random numbers of a fault: they depend on its seed and the two numbers only, in any order.
class FaultRandom {
  public:
    explicit FaultRandom(const Fault& fault) : seed_(fault.seed) {}
    /// In [0, 1). @param count of the event, such as a cycle @param part of the event
    double uniform(std::uint64_t count, std::uint32_t part = 0) const noexcept;
    /// Normally distributed with mean 0 and standard deviation 1.
    double normal(std::uint64_t count, std::uint32_t part = 0) const noexcept;

  private:
    std::uint64_t seed_;
};

/// The seed of a fault without a key `seed`.
std::uint64_t fault_seed(std::uint64_t run_seed, std::string_view name);

}  // namespace gateway
