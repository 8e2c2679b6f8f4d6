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

/// Id of a schema or of a channel; the two count separately, from 1 on.
using McapId = std::uint16_t;
/// Texts by their keys.
using McapTexts = std::map<std::string, std::string>;

/// The first record of a file.
struct McapHeader {
    std::string profile;  ///< `ros2` if every channel is CDR with a `ros2msg`
    std::string library;  ///< what wrote the file
};

/// The type of the messages of a channel.
struct McapSchema {
    std::string name;      ///< `nav_msgs/msg/Odometry`
    std::string encoding;  ///< `ros2msg`, `jsonschema`
    std::string data;      ///< the definition, in that encoding
};

/// A stream of messages of one type.
struct McapChannel {
    McapId schema = 0;  ///< 0: none
    std::string topic;
    std::string encoding;  ///< of its messages: `cdr`, `json`
    McapTexts metadata;    ///< any; meaning is up to the writer
};

/// A message to be written or just read. It does not own its bytes.
struct McapMessage {
    McapId channel = 0;
    std::uint32_t sequence = 0;         ///< counts the messages of the channel; 0 if none counts
    std::uint64_t log_time_ns = 0;      ///< of recording; the time by which messages are read
    std::uint64_t publish_time_ns = 0;  ///< of sending
    std::string_view data;
};

/// A file inside the MCAP file.
struct McapAttachment {
    std::uint64_t log_time_ns = 0;
    std::uint64_t create_time_ns = 0;  ///< of the file; 0 if unknown
    std::string name;
    std::string media_type;  ///< `application/json`, ...
    std::string data;
};

/// Named texts about the file as a whole.
struct McapMetadata {
    std::string name;
    McapTexts values;
};

/// Compares all members.
bool operator==(const McapSchema& a, const McapSchema& b);
/// Compares all members, the schema by its id.
bool operator==(const McapChannel& a, const McapChannel& b);

}  // namespace ddc::recording
