// SPDX-License-Identifier: MIT
#include "command_fixture.hpp"

#include <ddc/interface/chunks.hpp>
#include <ddc/interface/layout.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/interface/values.hpp>

#include <sstream>

namespace ddc::tests {
namespace {

using interface::Direction;
using interface::Port;

Port port(const char* name, Direction direction, interface::DataType type) {
    Port result;
    result.name = name;
    result.direction = direction;
    result.data_type = std::move(type);
    return result;
}

interface::ProgramInterface many_types() {
    using interface::BasicType;
    interface::ProgramInterface result;
    result.name = "many types";
    result.ports = {
        port("true_position", Direction::input, BasicType::vec2),
        port("trajectory_x", Direction::input, interface::vector_of(BasicType::q, 3)),
        port("gear", Direction::output, interface::enum_of("Gear", {"park", "drive"})),
        port("pose", Direction::output,
             interface::struct_of("Pose", {{"valid", BasicType::boolean}, {"yaw", BasicType::q}})),
    };
    Port socket = port("net", Direction::io, interface::simple_packet_of(BasicType::z));
    socket.port_type = interface::PortType::socket;
    result.ports.push_back(socket);
    return result;
}

void write_header(Table& table, Id reference_id, const char* type) {
    table.write(reference_id, false);
    table.write(reference_id + 1, std::string(type));
    table.write(reference_id + 2, std::string("measured"));
    table.write(reference_id + 3, false);
    table.write(reference_id + 4, 0.01);
    table.write(reference_id + 5, 0.002);
    table.write(reference_id + 6, false);
}

void write_descriptor(Table& table, Id id, const interface::PortPlace& place) {
    const interface::Queue queues[] = {place.output_queue, place.input_queue};
    for (const interface::Queue& queue : queues) {
        table.write(id++, static_cast<std::int32_t>(queue.slot_id));
        table.write(id++, static_cast<std::int32_t>(queue.max_entries));
        table.write(id++, std::int32_t{0});
    }
}

void write_defaults(Table& table, Id id, const interface::DataType& type) {
    for (const auto& value : interface::default_values(type)) {
        if (const auto* flag = std::get_if<bool>(&value)) table.write(id, *flag);
        if (const auto* number = std::get_if<std::int32_t>(&value)) table.write(id, *number);
        if (const auto* number = std::get_if<double>(&value)) table.write(id, *number);
        ++id;
    }
}

}  // namespace

std::vector<std::string> Result::lines() const {
    std::istringstream in(out);
    std::vector<std::string> result;
    for (std::string line; std::getline(in, line);) result.push_back(line);
    return result;
}

Result CommandTable::run(std::vector<std::string> args, const command::Terminal& terminal) const {
    args.insert(args.begin(), {"--name", name()});
    std::ostringstream out;
    std::ostringstream err;
    Result result;
    result.code = command::run(args, out, err, terminal);
    result.out = out.str();
    result.err = err.str();
    return result;
}

void CommandTable::add_basic_program(Id reference_id) {
    write_header(table(), reference_id, "basic");
    table().write(reference_id + 7, interface::default_input_start_id);
    table().write(reference_id + 8, interface::default_output_start_id);
    const auto layout = interface::basic_layout();
    const auto& ports = interface::basic_interface().ports;
    for (std::size_t i = 0; i < ports.size(); ++i)
        write_defaults(table(), reference_id + static_cast<Id>(*layout.ports[i].offset),
                       ports[i].data_type);
}

void CommandTable::add_dynamic_program(Id reference_id) {
    const interface::ProgramInterface description = many_types();
    const std::vector<std::string> chunks = interface::split(interface::to_json(description));
    const auto layout =
        interface::default_layout(description, static_cast<std::int64_t>(chunks.size()));
    write_header(table(), reference_id, "dynamic");
    table().write(reference_id + 7, static_cast<std::int32_t>(layout.slot_table_start));
    table().write(reference_id + 8, static_cast<std::int32_t>(chunks.size()));
    for (std::size_t i = 0; i < chunks.size(); ++i)
        table().write(reference_id + 9 + static_cast<Id>(i), chunks[i]);
    for (std::size_t i = 0; i < description.ports.size(); ++i) {
        const auto offset = static_cast<std::int32_t>(*layout.ports[i].offset);
        const Id slot = reference_id + static_cast<Id>(layout.slot_table_start);
        table().write(slot + static_cast<Id>(i), offset);
        if (description.ports[i].port_type == interface::PortType::socket)
            write_descriptor(table(), reference_id + offset, layout.ports[i]);
        else
            write_defaults(table(), reference_id + offset, description.ports[i].data_type);
    }
}

}  // namespace ddc::tests
