// SPDX-License-Identifier: MIT
#include "program_ports.hpp"

#include "program_slave/program_variables.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/signals.hpp>
#include <ddc/interface/visible.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <string_view>

namespace gateway::fmu {

namespace interface = ddc::interface;
using interface::ElementKind;

namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A part of a structured name. Characters that are not allowed in quotes become '_'.
std::string name_part(std::string_view text) {
    const bool is_identifier =
        !text.empty() && is_letter(text.front()) &&
        std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
    if (is_identifier) return std::string(text);
    std::string part = "'";
    for (const char c : text)
        part += is_letter(c) || is_digit(c) ||
                        std::string_view("!#$%&()*+,-./:;<>=?@[]^{}|~").find(c) !=
                            std::string_view::npos
                    ? c
                    : '_';
    return part + "'";
}

/// Reads "[3]" at the beginning of the text, and cuts it off.
std::string next_index(std::string_view& rest) {
    const std::size_t end = rest.find(']');
    const std::string number(rest.substr(1, end - 1));
    rest.remove_prefix(end + 1);
    return std::to_string(std::stol(number) + 1);
}

/// @param suffix of an interface::Element, such as ".pose[0][2]"
std::string structured_name(const std::string& port, std::string_view suffix) {
    std::string name = name_part(port);
    while (!suffix.empty()) {
        if (suffix.front() == '[') {
            std::string indices = next_index(suffix);
            while (!suffix.empty() && suffix.front() == '[') indices += "," + next_index(suffix);
            name += "[" + indices + "]";
            continue;
        }
        const std::size_t end = std::min(suffix.find_first_of(".[", 1), suffix.size());
        name += "." + name_part(suffix.substr(1, end - 1));
        suffix.remove_prefix(end);
    }
    return name;
}

/// Why a port cannot be exported, or an empty text.
std::string obstacle(const interface::Port& port, const std::vector<std::string>& without) {
    if (port.port_type == interface::PortType::socket)
        return "is a SOCKET, which an FMU has no variable for";
    if (port.direction == interface::Direction::io) return "is both an input and an output";
    if (interface::element_count(port.data_type) == 0) return "has no value";
    if (std::find(without.begin(), without.end(), port.name) != without.end())
        return "has no entries";
    return {};
}

/// The catalogue's signal of the port, or null.
const interface::Signal* signal_of(const interface::Port& port) {
    const interface::Signal* signal = interface::find_signal(port.name);
    const bool fits =
        signal != nullptr && signal->direction == port.direction &&
        interface::element_count(signal->data_type) == interface::element_count(port.data_type);
    return fits ? signal : nullptr;
}

/// Applies to numbers. A range without 0 would exclude the start value.
void describe_by(const interface::Signal& signal, Variable& variable) {
    variable.description = signal.meaning;
    if (variable.type != Type::float64 && variable.type != Type::int32) return;
    if (variable.type == Type::float64 && signal.unit != "1") variable.unit = signal.unit;
    if (signal.min > 0 || signal.max < 0) return;
    if (std::isfinite(signal.min)) variable.min = signal.min;
    if (std::isfinite(signal.max)) variable.max = signal.max;
}

class Exporter {
  public:
    Exporter() {
        for (const Variable& each : variables_of(ProgramPackage{})) taken_.insert(each.name);
    }

    void add(const interface::Port& port) {
        const auto elements = interface::elements(port.data_type);
        const std::string label = free_label(port, elements);
        if (label != port.name)
            remark(port,
                   "its name, or that of an entry, is used already; its variables begin with " +
                       name_part(label));
        const interface::Signal* signal = signal_of(port);
        for (const interface::Element& element : elements) {
            ports_.packed.push_back({port.is_input(), element.kind, port.name + element.suffix});
            Variable variable = variable_of(ports_.packed.back(), number());
            variable.name = structured_name(label, element.suffix);
            taken_.insert(variable.name);
            if (signal != nullptr) describe_by(*signal, variable);
            ports_.variables.push_back(std::move(variable));
        }
    }
    void remark(const interface::Port& port, const std::string& text) {
        ports_.remarks.push_back("port " + interface::visible(port.name) + ": " + text);
    }
    ExportedPorts take() { return std::move(ports_); }

  private:
    /// The port's name, extended until no variable has the name of one of its entries.
    std::string free_label(const interface::Port& port,
                           const std::vector<interface::Element>& elements) const {
        std::string label = port.name;
        const auto is_taken = [&](const interface::Element& element) {
            return taken_.count(structured_name(label, element.suffix)) != 0;
        };
        while (std::any_of(elements.begin(), elements.end(), is_taken)) label += "_";
        return label;
    }
    std::uint32_t number() const {
        return program_variable::first_of_program +
               static_cast<std::uint32_t>(ports_.packed.size() - 1);
    }

    ExportedPorts ports_;
    std::set<std::string> taken_;
};

}  // namespace

ExportedPorts export_ports(const interface::ProgramInterface& program_interface,
                           const std::vector<std::string>& without) {
    Exporter exporter;
    for (const interface::Port& port : program_interface.ports) {
        const std::string reason = obstacle(port, without);
        if (reason.empty())
            exporter.add(port);
        else
            exporter.remark(port, reason + "; it is left out");
    }
    return exporter.take();
}

}  // namespace gateway::fmu
