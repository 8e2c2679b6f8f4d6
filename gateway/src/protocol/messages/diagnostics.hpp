// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/fields.hpp>
#include <ddc/recording/header_messages.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

/// The state of the parts of a system, for panels that show it: diagnostic_msgs of ROS 2.
namespace gateway::messages {

struct KeyValue {
    std::string key;
    std::string value;
};

struct DiagnosticStatus {
    enum Level : std::uint8_t { ok = 0, warning = 1, error = 2, stale = 3 };

    std::uint8_t level = ok;
    std::string name;         ///< of the part
    std::string message;      ///< its state in a few words
    std::string hardware_id;  ///< of the system
    std::vector<KeyValue> values;
};

struct DiagnosticArray {
    ddc::recording::Header header;
    std::vector<DiagnosticStatus> status;
};

}  // namespace gateway::messages

namespace ddc::recording {

template <>
struct Fields<gateway::messages::KeyValue> {
    using Message = gateway::messages::KeyValue;
    static constexpr std::string_view name = "diagnostic_msgs/msg/KeyValue";
    static constexpr auto members =
        std::make_tuple(field("key", &Message::key), field("value", &Message::value));
};

template <>
struct Fields<gateway::messages::DiagnosticStatus> {
    using Message = gateway::messages::DiagnosticStatus;
    static constexpr std::string_view name = "diagnostic_msgs/msg/DiagnosticStatus";
    static constexpr auto members = std::make_tuple(
        field("level", &Message::level), field("name", &Message::name),
        field("message", &Message::message), field("hardware_id", &Message::hardware_id),
        field("values", &Message::values));
};

template <>
struct Fields<gateway::messages::DiagnosticArray> {
    using Message = gateway::messages::DiagnosticArray;
    static constexpr std::string_view name = "diagnostic_msgs/msg/DiagnosticArray";
    static constexpr auto members =
        std::make_tuple(field("header", &Message::header), field("status", &Message::status));
};

}  // namespace ddc::recording
