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

/// What a field is made of in the end, by the names of ROS 2.
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

/// As ros2msg has it: `bool`, `uint8`, `float64`, ...
std::string_view to_string(Primitive primitive);

/// Bytes of one in CDR; of a string those of its length.
std::size_t size_of(Primitive primitive);

struct MessageType;

/// Shared and immutable. Never null.
using MessageTypePtr = std::shared_ptr<const MessageType>;

enum class Arity {
    one,
    array,     ///< `size` of them
    sequence,  ///< any number of them, which comes first
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

/// A message as ROS 2 describes it. The order of the fields is that of their bytes.
struct MessageType {
    std::string name;  ///< `nav_msgs/msg/Odometry`
    std::vector<MessageField> fields;
};

bool operator==(const MessageType& a, const MessageType& b);
bool operator==(const FieldType& a, const FieldType& b);
bool operator==(const MessageField& a, const MessageField& b);

/// Least number of bytes that one takes in CDR, without what aligns it; at least 1.
std::size_t least_size(const FieldType& type);

/// The text that MCAP wants with the encoding `ros2msg`: the definition, then, each once, those of
/// the types in it. Equal types give equal texts.
std::string ros2msg(const MessageType& type);

/// A JSON Schema of the message as an object; numbers that are not finite have no place in it.
std::string json_schema(const MessageType& type);

}  // namespace ddc::recording
