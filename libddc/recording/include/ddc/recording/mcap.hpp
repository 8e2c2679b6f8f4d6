// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

/// Contents of an MCAP file (https://mcap.dev/spec, version 0). Times are ns since an epoch that is
/// not in the file: simulated time has a separate one.
namespace ddc::recording {

using McapId = std::uint16_t;
using McapTexts = std::map<std::string, std::string>;

struct McapHeader {
    std::string profile;  ///< `ros2` if every channel is CDR with a `ros2msg`
    std::string library;  ///< what wrote the file
};

struct McapSchema {
    std::string name;      ///< `nav_msgs/msg/Odometry`
    std::string encoding;  ///< `ros2msg`, `jsonschema`
    std::string data;
};

struct McapChannel {
    McapId schema = 0;  ///< 0: none
    std::string topic;
    std::string encoding;  ///< of its messages: `cdr`, `json`
    McapTexts metadata;
};

/// A message to be written or just read. It does not own its bytes.
struct McapMessage {
    McapId channel = 0;
    std::uint32_t sequence = 0;
    std::uint64_t log_time_ns = 0;
    std::uint64_t publish_time_ns = 0;
    std::string_view data;
};

struct McapAttachment {
    std::uint64_t log_time_ns = 0;
    std::uint64_t create_time_ns = 0;
    std::string name;
    std::string media_type;
    std::string data;
};

struct McapMetadata {
    std::string name;
    McapTexts values;
};

bool operator==(const McapSchema& a, const McapSchema& b);
bool operator==(const McapChannel& a, const McapChannel& b);

}  // namespace ddc::recording
