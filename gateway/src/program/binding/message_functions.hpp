// SPDX-License-Identifier: MIT
#pragma once

#include "signal_functions.hpp"

#include <cstdint>
#include <limits>

/// Functions of signal_functions.hpp for the messages of the vehicle interface. They write and read
/// the elements in the order of the catalogue's structs. Codes are those of vehicle_state.hpp.
namespace gateway {

template <class Code>
double number_of(Code code) noexcept {
    return static_cast<std::uint8_t>(code);
}

/// In %; not a number if the vehicle does not report it.
inline double fuel_of(const VehicleStateReport& report) noexcept {
    return report.fuel_percent ? *report.fuel_percent : std::numeric_limits<double>::quiet_NaN();
}

/// @param number 0 to 255
template <class Code>
void set_code(double number, Code& code) noexcept {
    code = static_cast<Code>(static_cast<std::uint8_t>(number));
}

void show_vehicle_odometry(const Moment& moment, double* elements);
void show_vehicle_state_report(const Moment& moment, double* elements);

void take_raw_control_command(const OutputContext& context, const double* elements,
                              Command& command);
void take_vehicle_control_command(const OutputContext& context, const double* elements,
                                  Command& command);
void take_high_level_control_command(const OutputContext& context, const double* elements,
                                     Command& command);
void take_vehicle_state_command(const OutputContext& context, const double* elements,
                                Command& command);

}  // namespace gateway
