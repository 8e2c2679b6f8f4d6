// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/message_type.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ddc::recording {

/// A definition that cannot be used: `line 3: ...`.
class Ros2msgError : public std::runtime_error {
  public:
    Ros2msgError(std::size_t line, const std::string& what)
        : std::runtime_error("line " + std::to_string(line) + ": " + what) {}
};

/// Reads a definition as MCAP files have it with the encoding `ros2msg`: that of the type, then
/// those of the types in it. Comments, constants, default values and bounds are passed over. What
/// `ros2msg()` writes comes back as it was; `byte` and `char` are uint8, and a message without
/// fields has one as it has in CDR.
/// @param name of the type: `nav_msgs/msg/Odometry`
/// @throws Ros2msgError also for `wstring`, for more than 100,000 fields in all, and for types
/// nested more than 64 levels deep
MessageTypePtr read_ros2msg(const std::string& name, std::string_view text);

}  // namespace ddc::recording
