// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/message_type.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

/// Each C++ struct that is a message has one specialisation of Fields. Writing and reading its CDR
/// bytes and its description are generated from it.
namespace ddc::recording {

/// A member of a message, with its name in the definition.
template <class Message, class T>
struct Field {
    /// Type of the member.
    using Value = T;
    std::string_view name;
    T Message::*member;
};

/// Makes a Field for the tuple Fields<Message>::members. `name` must be a literal: it is not
/// copied.
template <class Message, class T>
constexpr Field<Message, T> field(std::string_view name, T Message::*member) {
    return {name, member};
}

/// Specialised for each message type, with
/// - `name`: `std_msgs/msg/Header`,
/// - `members`: a tuple of field(...), in the order of the definition.
/// A member is a number, a bool, a std::string, a message, or a std::array or std::vector of one.
template <class Message>
struct Fields;

/// Calls `f(field)` with each field of the message, in order.
template <class Message, class F>
constexpr void for_each_field(F&& f) {
    std::apply([&](const auto&... fields) { (f(fields), ...); }, Fields<Message>::members);
}

/// The description of a message, created once. Any thread may call it.
template <class Message>
const MessageTypePtr& message_type();

/// The CDR type of one member; by default, a message inside another one.
template <class T>
struct MemberType {
    /// One message of type T.
    static FieldType type() { return {message_type<T>(), Arity::one, 0}; }
};

/// The CDR type of a number, a bool or a text.
template <Primitive P>
struct PrimitiveMember {
    /// One value of P.
    static FieldType type() { return {P, Arity::one, 0}; }
};

template <>
struct MemberType<bool> : PrimitiveMember<Primitive::boolean> {};
template <>
struct MemberType<std::uint8_t> : PrimitiveMember<Primitive::uint8> {};
template <>
struct MemberType<std::int8_t> : PrimitiveMember<Primitive::int8> {};
template <>
struct MemberType<std::uint16_t> : PrimitiveMember<Primitive::uint16> {};
template <>
struct MemberType<std::int16_t> : PrimitiveMember<Primitive::int16> {};
template <>
struct MemberType<std::uint32_t> : PrimitiveMember<Primitive::uint32> {};
template <>
struct MemberType<std::int32_t> : PrimitiveMember<Primitive::int32> {};
template <>
struct MemberType<std::uint64_t> : PrimitiveMember<Primitive::uint64> {};
template <>
struct MemberType<std::int64_t> : PrimitiveMember<Primitive::int64> {};
template <>
struct MemberType<float> : PrimitiveMember<Primitive::float32> {};
template <>
struct MemberType<double> : PrimitiveMember<Primitive::float64> {};
template <>
struct MemberType<std::string> : PrimitiveMember<Primitive::string> {};

template <class T, std::size_t N>
struct MemberType<std::array<T, N>> {
    /// N values of T. T is not itself an array or vector.
    static FieldType type() { return {MemberType<T>::type().of, Arity::array, N}; }
};

template <class T>
struct MemberType<std::vector<T>> {
    /// Any number of values of T, which is no array or vector itself.
    static FieldType type() { return {MemberType<T>::type().of, Arity::sequence, 0}; }
};

template <class Message>
const MessageTypePtr& message_type() {
    static const MessageTypePtr made = [] {
        auto type = std::make_shared<MessageType>();
        type->name = Fields<Message>::name;
        for_each_field<Message>([&](const auto& field) {
            using Value = typename std::decay_t<decltype(field)>::Value;
            type->fields.push_back({std::string(field.name), MemberType<Value>::type()});
        });
        return type;
    }();
    return made;
}

}  // namespace ddc::recording
