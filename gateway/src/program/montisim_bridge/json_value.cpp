// SPDX-License-Identifier: MIT
#include "json_value.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/json_depth.hpp>
#include <ddc/interface/values.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace gateway::montisim {

namespace interface = ddc::interface;
using interface::ElementKind;
using interface::ElementValue;
using interface::ElementValues;
using interface::Lengths;

namespace {

nlohmann::json parsed(std::string_view text) {
    constexpr int deepest = 32;  // the deepest port is nested eight times
    const auto refuse = [] {
        throw PacketError("it is nested more than " + std::to_string(deepest) + " deep");
    };
    auto value = nlohmann::json::parse(text.begin(), text.end(),
                                       interface::limit_depth(deepest, refuse), false);
    if (value.is_discarded()) throw PacketError("it is not valid JSON");
    return value;
}

ElementValue element_of(ElementKind kind, const ddc::Group& group, std::size_t item) {
    switch (kind) {
        case ElementKind::boolean:
            return group.boolean(item);
        case ElementKind::int32:
            return group.int32(item);
        case ElementKind::real64:
            return group.real64(item);
        case ElementKind::string:
            return group.text(item);
    }
    return {};
}

}  // namespace

void read_json_value(const interface::DataType& type, std::string_view text, ddc::Group& group,
                     std::size_t first) {
    ElementValues values;
    try {
        values = interface::value_from_json(type, parsed(text), Lengths::required);
    } catch (const interface::InterfaceError& error) {
        throw PacketError(error.what());
    }
    for (const ElementValue& value : values) {
        std::visit(
            [&](const auto& each) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(each)>, std::monostate>)
                    group.set(first, each);
            },
            value);
        ++first;
    }
}

void write_json_value(const interface::DataType& type, const ddc::Group& group, std::size_t first,
                      PacketBuffer& packet) {
    ElementValues values;
    for (const interface::Element& element : interface::elements(type))
        values.push_back(element_of(element.kind, group, first++));
    try {
        packet.text(interface::value_to_json(type, values, Lengths::required)
                        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    } catch (const interface::InterfaceError& error) {
        throw PacketError(error.what());
    }
}

}  // namespace gateway::montisim
