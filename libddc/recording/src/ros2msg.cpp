// SPDX-License-Identifier: MIT
#include <ddc/recording/message_type.hpp>

#include <algorithm>

namespace ddc::recording {
namespace {

constexpr std::size_t separator_length = 80;

/// `std_msgs/Header` of `std_msgs/msg/Header`.
std::string two_part_name(const std::string& name) {
    const std::size_t slash = name.find('/');
    return name.substr(0, slash) + name.substr(name.rfind('/'));
}

std::string type_text(const FieldType& type) {
    const auto* inner = std::get_if<MessageTypePtr>(&type.of);
    std::string text = inner != nullptr ? two_part_name((*inner)->name)
                                        : std::string(to_string(std::get<Primitive>(type.of)));
    if (type.arity == Arity::array) text += "[" + std::to_string(type.size) + "]";
    if (type.arity == Arity::sequence) text += "[]";
    return text;
}

std::string definition(const MessageType& type) {
    std::string text;
    for (const MessageField& field : type.fields)
        text += type_text(field.type) + " " + field.name + "\n";
    return text;
}

/// Lists the types used by a type, each once, before the types that it uses itself.
void collect(const MessageType& type, std::vector<const MessageType*>& found) {
    for (const MessageField& field : type.fields) {
        const auto* inner = std::get_if<MessageTypePtr>(&field.type.of);
        if (inner == nullptr) continue;
        const auto is_it = [&](const MessageType* other) { return other->name == (*inner)->name; };
        if (std::any_of(found.begin(), found.end(), is_it)) continue;
        found.push_back(inner->get());
        collect(**inner, found);
    }
}

}  // namespace

std::string ros2msg(const MessageType& type) {
    std::string text = definition(type);
    std::vector<const MessageType*> inner;
    collect(type, inner);
    for (const MessageType* one : inner)
        text += std::string(separator_length, '=') + "\nMSG: " + two_part_name(one->name) + "\n" +
                definition(*one);
    return text;
}

}  // namespace ddc::recording
