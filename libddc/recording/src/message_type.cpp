// SPDX-License-Identifier: MIT
#include <ddc/recording/message_type.hpp>

#include <algorithm>
#include <array>

namespace ddc::recording {
namespace {

struct PrimitiveRow {
    std::string_view name;
    std::size_t size;
};

/// In the order of Primitive.
constexpr std::array<PrimitiveRow, 12> primitives{{{"bool", 1},
                                                   {"uint8", 1},
                                                   {"int8", 1},
                                                   {"uint16", 2},
                                                   {"int16", 2},
                                                   {"uint32", 4},
                                                   {"int32", 4},
                                                   {"uint64", 8},
                                                   {"int64", 8},
                                                   {"float32", 4},
                                                   {"float64", 8},
                                                   {"string", 4}}};

std::size_t least_size(const MessageType& type) {
    std::size_t sum = 0;
    for (const MessageField& field : type.fields) sum += least_size(field.type);
    return std::max<std::size_t>(sum, 1);
}

}  // namespace

std::string_view to_string(Primitive primitive) {
    return primitives[static_cast<std::size_t>(primitive)].name;
}

std::size_t size_of(Primitive primitive) {
    return primitives[static_cast<std::size_t>(primitive)].size;
}

std::size_t least_size(const FieldType& type) {
    if (type.arity == Arity::sequence) return sizeof(std::uint32_t);
    const auto* inner = std::get_if<MessageTypePtr>(&type.of);
    const std::size_t one =
        inner != nullptr ? least_size(**inner) : size_of(std::get<Primitive>(type.of));
    return type.arity == Arity::array ? std::max<std::size_t>(one * type.size, 1) : one;
}

bool operator==(const FieldType& a, const FieldType& b) {
    if (a.arity != b.arity || a.size != b.size || a.of.index() != b.of.index()) return false;
    const auto* inner = std::get_if<MessageTypePtr>(&a.of);
    return inner != nullptr ? **inner == *std::get<MessageTypePtr>(b.of) : a.of == b.of;
}

bool operator==(const MessageField& a, const MessageField& b) {
    return a.name == b.name && a.type == b.type;
}

bool operator==(const MessageType& a, const MessageType& b) {
    return a.name == b.name && a.fields == b.fields;
}

}  // namespace ddc::recording
