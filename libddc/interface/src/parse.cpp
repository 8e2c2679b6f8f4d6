// SPDX-License-Identifier: MIT
#include <ddc/interface/parse.hpp>

#include "json_guard.hpp"
#include "json_reader.hpp"
#include "type_reader.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ddc::interface {
namespace {

constexpr std::string_view known_versions[] = {"0.0", "1.0", "2.0"};

Direction direction_of(const Node& node) {
    const std::string text = node.string();
    for (const Direction direction : {Direction::input, Direction::output, Direction::io}) {
        if (text == to_string(direction)) return direction;
    }
    node.fail("must be INPUT, OUTPUT or IO, is " + in_quotes(text));
}

PortType port_type_of(const Node& node) {
    const std::string text = node.string();
    for (const PortType type : {PortType::data, PortType::socket}) {
        if (text == to_string(type)) return type;
    }
    node.fail("must be DATA or SOCKET, is " + in_quotes(text));
}

std::vector<std::string> tags_of(const Node& node, Notes& notes) {
    if (node.json().is_object() && node.json().empty()) {
        notes.add(node, "is {}, read as the empty list");
        return {};
    }
    return node.strings(Limits::tags);
}

/// The port's data type; interfaces before version 2.0 may call it `type`.
SizedType port_data_type(const Node& node, Notes& notes) {
    if (node.find("data_type") == nullptr && node.find("type") != nullptr) {
        const Node old = node.at("type");
        notes.add(old, "is an older spelling of data_type");
        return read_type(old, notes);
    }
    return read_type(node.at("data_type"), notes);
}

struct SizedPort {
    Port port;
    std::size_t elements;
};

SizedPort port_of(const Node& node, Notes& notes) {
    node.require_object();
    Port port;
    port.name = node.at("name").name();
    port.direction = direction_of(node.at("direction"));
    SizedType type = port_data_type(node, notes);
    port.data_type = std::move(type.type);
    if (node.find("port_type")) port.port_type = port_type_of(node.at("port_type"));
    if (node.find("allows_multiple_inputs")) {
        port.allows_multiple_inputs = node.at("allows_multiple_inputs").boolean();
    }
    if (node.find("optional")) port.optional = node.at("optional").boolean();
    if (node.find("tags")) port.tags = tags_of(node.at("tags"), notes);
    const char* const type_key = node.find("data_type") ? "data_type" : "type";
    notes.unknown_keys(node, {"name", "direction", type_key, "port_type", "allows_multiple_inputs",
                              "optional", "tags"});
    return {std::move(port), type.elements};
}

std::vector<Port> ports_of(const Node& node, Notes& notes) {
    node.require_array(Limits::ports);
    std::vector<Port> ports;
    std::map<std::string, std::size_t> index_of;
    std::size_t elements = 0;
    for (std::size_t i = 0; i < node.json().size(); ++i) {
        const Node element = node.at(i);
        SizedPort next = port_of(element, notes);
        elements += next.elements;
        if (elements > Limits::elements) {
            element.fail("brings the interface to " + std::to_string(elements) +
                         " elements, more than " + std::to_string(Limits::elements));
        }
        const auto [known, is_new] = index_of.emplace(next.port.name, i);
        if (!is_new) {
            element.at("name").fail(in_quotes(next.port.name) + " is already the name of ports[" +
                                    std::to_string(known->second) + "]");
        }
        ports.push_back(std::move(next.port));
    }
    return ports;
}

std::string version_of(const Node& node, Notes& notes) {
    std::string version = node.name();
    if (std::find(std::begin(known_versions), std::end(known_versions), version) ==
        std::end(known_versions)) {
        notes.add(node, in_quotes(version) + " is not a known version, read as " +
                            in_quotes(current_version));
    }
    return version;
}

}  // namespace

ProgramInterface parse(std::string_view json, Warnings& warnings) {
    guard_json(json);
    const OrderedJson document = OrderedJson::parse(json.begin(), json.end());
    Notes notes(warnings);
    const Node root(document);
    root.require_object();
    ProgramInterface result;
    result.name = root.at("name").name();
    result.version = version_of(root.at("version"), notes);
    result.ports = ports_of(root.at("ports"), notes);
    notes.unknown_keys(root, {"name", "version", "ports"});
    return result;
}

}  // namespace ddc::interface
