// SPDX-License-Identifier: MIT
#pragma once

#include "port_message.hpp"

#include <gateway/base/log.hpp>

#include <ddc/recording/common_messages.hpp>

namespace gateway {

/// The topic of log lines.
inline constexpr const char* log_topic_name = "/rosout";

/// Whether a message belongs to the topic: a status that is repeated would hide the others.
inline bool is_of_log_topic(const LogMessage& message) {
    return message.level != LogLevel::status;
}

/// Converts a line of a run's log to a message, with the levels of rcl_interfaces.
/// Precondition: is_of_log_topic(message).
inline ddc::recording::Log log_message(SimTime now, const LogMessage& message) {
    constexpr std::uint8_t info = 20, warning = 30, error = 40;
    ddc::recording::Log line;
    line.stamp = to_message(now);
    line.level = message.level == LogLevel::error     ? error
                 : message.level == LogLevel::warning ? warning
                                                      : info;
    line.name = message.part;
    line.msg = message.text.substr(0, message.text.find('\0'));
    return line;
}

}  // namespace gateway
