// SPDX-License-Identifier: MIT
#pragma once

#include "config/vehicle/read_safety.hpp"
#include "vehicle_interface/dbw_state_machine.hpp"
#include "vehicle_interface/low_pass_filter.hpp"
#include "vehicle_interface/machine/reference_state_machine.hpp"
#include "vehicle_interface/machine/safety_state_machine.hpp"

#include <string>
#include <variant>

namespace gateway {

class JsonFields;

/// Applies the rules of the vehicle interface to requests, which are lines of JSON.
class SafetyRequests {
  public:
    /// @throws std::invalid_argument
    explicit SafetyRequests(const SafetyOptions& safety);

    /// The reply to one line, without a newline.
    /// @throws std::invalid_argument for an invalid line
    std::string answer(const std::string& line);

  private:
    using Machine = std::variant<vehicle_interface::SafetyStateMachine,
                                 vehicle_interface::ReferenceStateMachine>;

    Machine make_machine() const;
    std::string reset(JsonFields& fields);
    std::string update(JsonFields& fields);
    std::string command(JsonFields& fields);
    std::string timeout(JsonFields& fields);
    std::string dbw(JsonFields& fields);
    std::string filter(JsonFields& fields);

    SafetyOptions safety_;
    Machine machine_;
    vehicle_interface::DbwStateMachine dbw_;
    vehicle_interface::LowPassFilter<float> filter_;
};

}  // namespace gateway
