// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ddc::recording {

/// Primitive types, with the names of ROS 2.
enum class Primitive {
    boolean,
    uint8,
    int8,
    uint16,
    int16,
    uint32,
    int32,
    uint64,
    int64,
    float32,
    float64,
    string,
};

/// The name in ros2msg: `bool`, `uint8`, `float64`, ...
std::string_view to_string(Primitive primitive);

/// Bytes in CDR; for a string those of its length.
std::size_t size_of(Primitive primitive);

struct MessageType;

/// Shared and immutable. Never null.
using MessageTypePtr = std::shared_ptr<const MessageType>;

/// How many values a field has.
enum class Arity {
    one,
    array,     ///< `size` values
    sequence,  ///< any number of values, preceded by that number
};

struct FieldType {
    std::variant<Primitive, MessageTypePtr> of;
    Arity arity = Arity::one;
    std::size_t size = 0;  ///< of an array
};

struct MessageField {
    std::string name;
    FieldType type;
};

/// The definition of a message in ROS 2. The fields are in the order of their bytes.
struct MessageType {
    std::string name;  ///< `nav_msgs/msg/Odometry`
    std::vector<MessageField> fields;
};

bool operator==(const MessageType& a, const MessageType& b);
bool operator==(const FieldType& a, const FieldType& b);
bool operator==(const MessageField& a, const MessageField& b);

/// Least number of bytes of a field in CDR, without alignment; at least 1.
std::size_t least_size(const FieldType& type);

/// The text of an MCAP schema with the encoding `ros2msg`: the definition, followed by those of the
/// types it uses, each once. Equal types give equal texts.
std::string ros2msg(const MessageType& type);

/// A JSON Schema of the message as an object; it has no numbers that are not finite.
std::string json_schema(const MessageType& type);

}  // namespace ddc::recording
