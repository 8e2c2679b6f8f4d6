// SPDX-License-Identifier: MIT
#include "unknown_ports.hpp"

#include "text/text.hpp"

#include <ddc/interface/similar.hpp>
#include <ddc/interface/values.hpp>

#include <nlohmann/json.hpp>

namespace gateway {

namespace interface = ddc::interface;
using interface::Direction;
using interface::Port;
using interface::Signal;

namespace {

/// As a key of YAML.
std::string as_key(const std::string& name) {
    constexpr const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const bool is_word =
        name.find_first_not_of(plain) == std::string::npos && name.find_first_of("0123456789") != 0;
    return is_word ? name : nlohmann::json(name).dump();
}

/// Signals whose name is a part of the text, such as speed_limit of upper_speed_limit.
std::vector<std::string> contained(const std::string& text, const std::vector<std::string>& names) {
    std::vector<std::string> found;
    for (const std::string& name : names)
        if (text.find(name) != std::string::npos) found.push_back(name);
    return found;
}

/// What the port is, and what may stand in the place of what is proposed.
std::string choices(const Port& port) {
    const std::string zero = value_to_json(port.data_type, default_values(port.data_type)).dump();
    const std::string input =
        "ignore, {constant: " + zero + "}, {signal: NAME}, {csv: FILE, column: NAME}";
    const std::string kind =
        std::string(to_string(port.direction)) + ", " + describe(port.data_type);
    if (port.direction == Direction::output) return kind + "; or ignore, {signal: NAME}";
    return kind + "; or " + input;
}

const char* proposal(Direction direction) {
    if (direction == Direction::io) return "{input: zero, output: record}";
    return direction == Direction::input ? "zero" : "record";
}

std::string place_of(const plant::Mistake& place) {
    if (place.file.empty()) return "`program.ports` of the run's configuration";
    return "`" + place.key + "`, " + place.file + ":" + std::to_string(place.line);
}

}  // namespace

std::string similar_signals(const Port& port, const std::vector<Signal>& catalogue) {
    std::vector<std::string> names;
    for (const Signal& signal : catalogue)
        if (port.direction == Direction::io || port.direction == signal.direction)
            names.emplace_back(signal.name);
    std::vector<std::string> close = interface::similar(port.name, names);
    if (close.empty()) close = contained(port.name, names);
    return close.empty() ? "" : "; did you mean " + joined(close) + "?";
}

std::string lines_for(const std::vector<const Port*>& ports, const PortRules& rules) {
    std::string text = "say what becomes of them with these lines (" + place_of(rules.place) +
                       "; docs/ports.md tells what each does):\n    ports:";
    for (const Port* port : ports)
        text += "\n      " + as_key(port->name) + ": " + proposal(port->direction) + "  # " +
                choices(*port);
    return text;
}

}  // namespace gateway
