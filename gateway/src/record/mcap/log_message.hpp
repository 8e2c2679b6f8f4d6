// SPDX-License-Identifier: MIT
#pragma once

#include "port_message.hpp"

#include <ddc/recording/common_messages.hpp>

namespace gateway {

/// The topic of log lines.
inline constexpr const char* log_topic_name = "/rosout";

/// Converts a line of a run's log to a message.
inline ddc::recording::Log log_message(SimTime now, const std::string& text) {
    constexpr std::uint8_t info = 20;
    ddc::recording::Log line;
    line.stamp = to_message(now);
    line.level = info;
    line.name = "ddc-gateway";
    line.msg = text.substr(0, text.find('\0'));
    return line;
}

}  // namespace gateway
