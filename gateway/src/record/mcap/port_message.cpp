// SPDX-License-Identifier: MIT
#include "port_message.hpp"

#include <ddc/recording/message_numbers.hpp>

#include <algorithm>
#include <cctype>

namespace gateway {
namespace {

using namespace ddc::recording;

/// A value and the rest of its name: `.x`, `[3].y`, or nothing.
struct Leaf {
    std::string_view rest;
    Primitive of;
};
using Leaves = std::vector<Leaf>;

/// The first part of `pose.x`, `.x` or `[3].y`: up to the next dot or bracket.
std::string_view first_part(std::string_view name) {
    const std::size_t start = name[0] == '.' || name[0] == '[' ? 1 : 0;
    return name.substr(0, std::min(name.size(), name.find_first_of(".[", start)));
}

std::string field_name(std::string_view part) {
    std::string name;
    for (const char c : part) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isalnum(letter) != 0 && letter < 128)
            name += static_cast<char>(std::tolower(letter));
        else if (!name.empty() && name.back() != '_')
            name += '_';
    }
    while (!name.empty() && name.back() == '_') name.pop_back();
    return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ? "port" + name
                                                                                  : name;
}

/// Converts `true_position` to `TruePosition`.
std::string camel_case(const std::string& field) {
    std::string name;
    bool is_start = true;
    for (const char c : field) {
        if (c != '_') name += is_start ? static_cast<char>(std::toupper(c)) : c;
        is_start = c == '_';
    }
    return name;
}

void add_field(MessageType& to, std::string name, FieldType type) {
    const auto is_taken = [&](const std::string& wanted) {
        return std::any_of(to.fields.begin(), to.fields.end(),
                           [&](const MessageField& field) { return field.name == wanted; });
    };
    const std::string first = name;
    for (int number = 2; is_taken(name); ++number) name = first + "_" + std::to_string(number);
    to.fields.push_back({std::move(name), std::move(type)});
}

FieldType type_of(const Leaves& leaves, const std::string& name);

/// Returns the leaves from `at` on that begin with the same part, without that part.
Leaves take_group(const Leaves& leaves, std::size_t& at) {
    const std::string_view part = first_part(leaves[at].rest);
    Leaves group;
    for (; at < leaves.size() && !leaves[at].rest.empty() && first_part(leaves[at].rest) == part;
         ++at) {
        group.push_back({leaves[at].rest.substr(part.size()), leaves[at].of});
        if (group.back().rest.empty()) {
            ++at;
            break;
        }
    }
    return group;
}

/// Combines consecutive elements of one type to an array; arrays of numbers become one array.
FieldType take_elements(const Leaves& leaves, std::size_t& at, const std::string& name) {
    FieldType element = type_of(take_group(leaves, at), name);
    std::size_t count = 1;
    while (at < leaves.size() && !leaves[at].rest.empty() && leaves[at].rest[0] == '[') {
        std::size_t next = at;
        if (!(type_of(take_group(leaves, next), name) == element)) break;
        at = next;
        ++count;
    }
    const std::size_t inner = element.arity == Arity::array ? element.size : 1;
    return {element.of, Arity::array, count * inner};
}

void add_fields(MessageType& to, const Leaves& leaves, const std::string& name) {
    for (std::size_t at = 0; at < leaves.size();) {
        if (leaves[at].rest.empty()) {
            add_field(to, "value", {leaves[at++].of, Arity::one, 0});
            continue;
        }
        if (leaves[at].rest[0] == '[') {
            add_field(to, "items", take_elements(leaves, at, name + "Item"));
            continue;
        }
        const std::string field = field_name(first_part(leaves[at].rest));
        const Leaves group = take_group(leaves, at);
        add_field(to, field, type_of(group, name + camel_case(field)));
    }
}

/// @param leaves at least one @param name of the type, if it becomes a nested message
FieldType type_of(const Leaves& leaves, const std::string& name) {
    if (leaves[0].rest.empty()) return {leaves[0].of, Arity::one, 0};
    std::size_t at = 0;
    if (leaves[0].rest[0] == '[') {
        const FieldType elements = take_elements(leaves, at, name);
        if (at == leaves.size()) return elements;
    }
    auto type = std::make_shared<MessageType>();
    type->name = name;
    add_fields(*type, leaves, name);
    return {MessageTypePtr(std::move(type)), Arity::one, 0};
}

Primitive primitive_of(ddc::Type type) {
    if (type == ddc::Type::boolean) return Primitive::boolean;
    return type == ddc::Type::int32 ? Primitive::int32 : Primitive::float64;
}

}  // namespace

Time to_message(SimTime time) {
    constexpr std::int64_t second = 1'000'000'000;
    return {static_cast<std::int32_t>(time.count() / second),
            static_cast<std::uint32_t>(time.count() % second)};
}

Header header_at(SimTime time) {
    return {to_message(time), {}};
}

MessageTypePtr message_type_of(const std::string& name,
                               const std::vector<std::pair<std::string, Primitive>>& values) {
    auto type = std::make_shared<MessageType>();
    type->name = name;
    type->fields.push_back({"header", {message_type<Header>(), Arity::one, 0}});
    Leaves leaves;
    for (const auto& [value, of] : values) leaves.push_back({value, of});
    add_fields(*type, leaves, name);
    return type;
}

NamedPaths columns_of(const MessageTypePtr& type, const std::vector<std::string>& names) {
    constexpr std::size_t of_stamp = 2;
    const MessageNumbers numbers(type);
    NamedPaths columns;
    for (std::size_t i = 0; i < names.size(); ++i)
        columns.push_back({numbers.paths()[of_stamp + i], names[i]});
    return columns;
}

PortMessage::PortMessage(const std::string& type_name, const BoundEntries& entries)
    : entries_(entries), items_(entries.numbers()) {
    std::vector<std::pair<std::string, Primitive>> values;
    for (const std::size_t item : items_)
        values.emplace_back(entries.names[item], primitive_of(entries.group.item(item).type));
    type_ = message_type_of(type_name, values);
    CdrSizer sizer;
    give(sizer, SimTime{0});
    size_ = sizer.size();
}

NamedPaths PortMessage::columns() const {
    std::vector<std::string> names;
    for (const std::size_t item : items_) names.push_back(entries_.names[item]);
    return columns_of(type_, names);
}

template <class Stream>
void PortMessage::give(Stream& stream, SimTime now) const {
    CdrOut<Stream>(stream).put(header_at(now));
    const ddc::Group& group = entries_.group;
    for (const std::size_t item : items_) {
        const ddc::Type type = group.item(item).type;
        if (type == ddc::Type::boolean) {
            const bool value = group.boolean(item);
            stream.numbers(&value, 1);
        } else if (type == ddc::Type::int32) {
            const std::int32_t value = group.int32(item);
            stream.numbers(&value, 1);
        } else {
            const double value = group.real64(item);
            stream.numbers(&value, 1);
        }
    }
}

void PortMessage::add_to(MessageSink& sink, McapId topic, SimTime now) const {
    std::byte* out = sink.begin(topic, now, size_);
    if (out == nullptr) return;
    CdrWriter writer(out);
    give(writer, now);
}

}  // namespace gateway
