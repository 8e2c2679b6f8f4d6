// SPDX-License-Identifier: MIT
#include <ddc/recording/message_type.hpp>

namespace ddc::recording {
namespace {

std::string type_schema(const MessageType& type);

std::string primitive_schema(Primitive primitive) {
    switch (primitive) {
        case Primitive::boolean:
            return R"({"type":"boolean"})";
        case Primitive::string:
            return R"({"type":"string"})";
        case Primitive::float32:
        case Primitive::float64:
            return R"({"type":"number"})";
        default:
            return R"({"type":"integer"})";
    }
}

std::string field_schema(const FieldType& type) {
    const auto* inner = std::get_if<MessageTypePtr>(&type.of);
    const std::string one =
        inner != nullptr ? type_schema(**inner) : primitive_schema(std::get<Primitive>(type.of));
    if (type.arity == Arity::one) return one;
    const std::string size = std::to_string(type.size);
    const std::string bounds =
        type.arity == Arity::array ? R"(,"minItems":)" + size + R"(,"maxItems":)" + size : "";
    return R"({"type":"array","items":)" + one + bounds + "}";
}

/// Names of types and fields are identifiers, which need no escapes.
std::string type_schema(const MessageType& type) {
    std::string properties;
    std::string required;
    for (const MessageField& field : type.fields) {
        const std::string comma = properties.empty() ? "" : ",";
        const std::string name = "\"" + field.name + "\"";
        properties += comma + name + ":" + field_schema(field.type);
        required += comma + name;
    }
    return R"({"type":"object","title":")" + type.name + R"(","properties":{)" + properties +
           R"(},"required":[)" + required + "]}";
}

}  // namespace

std::string json_schema(const MessageType& type) {
    return type_schema(type);
}

}  // namespace ddc::recording
