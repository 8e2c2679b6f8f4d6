// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/fields.hpp>
#include <ddc/recording/header_messages.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

/// Message types of tables and runs (package ddc_msgs).
namespace ddc::recording {

/// One entry of a table after a write. `type` says which value is valid; the others are zero.
struct Entry {
    Time stamp;
    std::int32_t id = 0;
    std::uint8_t type = 0;  ///< 0 no data, 1 bool, 2 int32, 3 double, 4 string
    bool bool_value = false;
    std::int32_t int32_value = 0;
    double float64_value = 0;
    std::string string_value;
};

template <>
struct Fields<Entry> {
    static constexpr std::string_view name = "ddc_msgs/msg/Entry";
    static constexpr auto members = std::make_tuple(
        field("stamp", &Entry::stamp), field("id", &Entry::id), field("type", &Entry::type),
        field("bool_value", &Entry::bool_value), field("int32_value", &Entry::int32_value),
        field("float64_value", &Entry::float64_value), field("string_value", &Entry::string_value));
};

/// Status of one program's run in realtime mode, as in ddc::interface::run_status.
struct RunStatus {
    Time stamp;
    std::string name;            ///< of the program
    std::string operation_mode;  ///< OK, FAIL, MANUAL, PAUSED or STOPPED
    std::string program;         ///< starting, answering, silent, idle or away
    std::int32_t turns = 0;
    std::int32_t failsafe_turns = 0;
    std::int32_t program_silences = 0;
    std::int32_t program_losses = 0;
    std::int32_t vehicle_losses = 0;
    double output_age = 0;  ///< in s
    std::int32_t safety_turns = 0;
    std::string safety_rule;  ///< last triggered one
};

template <>
struct Fields<RunStatus> {
    static constexpr std::string_view name = "ddc_msgs/msg/RunStatus";
    static constexpr auto members = std::make_tuple(
        field("stamp", &RunStatus::stamp), field("name", &RunStatus::name),
        field("operation_mode", &RunStatus::operation_mode), field("program", &RunStatus::program),
        field("turns", &RunStatus::turns), field("failsafe_turns", &RunStatus::failsafe_turns),
        field("program_silences", &RunStatus::program_silences),
        field("program_losses", &RunStatus::program_losses),
        field("vehicle_losses", &RunStatus::vehicle_losses),
        field("output_age", &RunStatus::output_age),
        field("safety_turns", &RunStatus::safety_turns),
        field("safety_rule", &RunStatus::safety_rule));
};

}  // namespace ddc::recording
