// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/message_type.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ddc::recording {

/// An invalid definition: `line 3: ...`.
class Ros2msgError : public std::runtime_error {
  public:
    Ros2msgError(std::size_t line, const std::string& what)
        : std::runtime_error("line " + std::to_string(line) + ": " + what) {}
};

/// Reads a definition with the encoding `ros2msg` of MCAP files: that of the type, followed by
/// those of the types it uses. Comments, constants, default values and bounds are skipped. The
/// output of `ros2msg()` is read back unchanged; `byte` and `char` are uint8, and a message without
/// fields has one, as in CDR.
/// @param name of the type: `nav_msgs/msg/Odometry`
/// @throws Ros2msgError also for `wstring`, for more than 100,000 fields in all, and for types
/// nested more than 64 levels deep
MessageTypePtr read_ros2msg(const std::string& name, std::string_view text);

}  // namespace ddc::recording
