// SPDX-License-Identifier: MIT
#include "hosted_program.hpp"

#include "private_table.hpp"

#include "cycle/handshake.hpp"
#include "cycle/measured_cycle.hpp"
#include "process/claim_program.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace gateway::fmu {

namespace interface = ddc::interface;
namespace header = ddc::interface::header;
using interface::ElementKind;

namespace {

ProgramOptions options_of(const ProgramPackage& package, const ProgramLimits& limits) {
    ProgramOptions options;
    options.reference_id = package.reference_id;
    options.start_timeout = limits.start;
    options.answer_timeout = limits.answer;
    options.start_timeout_name = "program.start_timeout_s";
    options.answer_timeout_name = "program.answer_timeout_s";
    return options;
}

ddc::Type type_of(ElementKind kind) {
    switch (kind) {
        case ElementKind::boolean:
            return ddc::Type::boolean;
        case ElementKind::int32:
            return ddc::Type::int32;
        case ElementKind::real64:
            return ddc::Type::real64;
        case ElementKind::string:
            return ddc::Type::string;
    }
    return ddc::Type::no_data;
}

[[noreturn]] void fail(const ddc::Table& table, const std::string& reason) {
    throw std::runtime_error(table.is_intact() ? reason : table.explain(ddc::Status::truncated));
}

void check(const ddc::Table& table, ddc::Status status) {
    if (status != ddc::Status::ok) fail(table, table.explain(status));
}

void put(const ValueBlock& from, std::size_t i, ElementKind kind, ddc::Group& group) {
    switch (kind) {
        case ElementKind::boolean:
            return group.set(i, from.boolean(i));
        case ElementKind::int32:
            return group.set(i, from.int32(i));
        case ElementKind::real64:
            return group.set(i, from.real64(i));
        case ElementKind::string:
            return group.set(i, from.text(i));
    }
}

void take(const ddc::Group& group, std::size_t i, ElementKind kind, ValueBlock& into) {
    switch (kind) {
        case ElementKind::boolean:
            return into.set(i, group.boolean(i));
        case ElementKind::int32:
            return into.set(i, group.int32(i));
        case ElementKind::real64:
            return into.set(i, group.real64(i));
        case ElementKind::string:
            return into.set_text(i, group.text(i));
    }
}

}  // namespace

HostedProgram::Side::Side(const ProgramPackage& package, bool is_input)
    : variables(packed_variables(package, is_input)), values(kinds_of(package, is_input)) {}

HostedProgram::HostedProgram(const ProgramPackage& package, const std::string& resources,
                             const ProgramLimits& limits, const std::atomic<bool>& stop, Log report)
    : stop_(stop),
      inputs_(package, true),
      outputs_(package, false),
      table_(private_table()),
      claim_(claim_header(*table_, package.reference_id, "fmu")),
      peer_{*table_, options_of(package, limits), nullptr, stop, std::move(report), &claim_} {
    connect(resources, package);
}

void HostedProgram::connect(const std::string& resources, const ProgramPackage& package) {
    std::vector<std::string> command = package.command;
    command.front() = resources + "/" + packed::folder + "/" + command.front();
    peer_.prepare_start();
    child_ =
        std::make_unique<ChildProcess>(command, resources,
                                       std::vector<std::pair<std::string, std::string>>{
                                           {"DDC_NAME", peer_.table.name()}, {"DDC_GROUP", ""}});
    peer_.child = child_.get();
    const ddc::Deadline limit = peer_.clock.now() + peer_.options.start_timeout;
    Handshake handshake(peer_, limit);
    if (handshake.advance(limit) != Handshake::State::done)
        fail(peer_.table, stop_ ? "the FMU is being ended" : handshake.problem());
    bind(handshake.description());
    check(peer_.table, peer_.table.write(peer_.id(header::time_mode), std::string("measured")));
    header_writes_ = handshake.header_writes();
    read_outputs();
}

/// Finds the entry of each variable in the layout that the program has published.
void HostedProgram::bind(const ProgramDescription& description) {
    std::map<std::string, interface::Slot> entries;
    for (interface::Slot& slot : interface::slots(description.ports, description.layout))
        entries.emplace(slot.name, slot);
    for (Side* side : {&inputs_, &outputs_}) {
        for (const PackedVariable& variable : side->variables) {
            const auto entry = entries.find(variable.name);
            const auto direction =
                variable.is_input ? interface::Direction::input : interface::Direction::output;
            if (entry == entries.end() || entry->second.kind != variable.kind ||
                description.ports.ports[entry->second.port].direction != direction)
                throw std::runtime_error(
                    "the program has another interface than the FMU was exported with: no " +
                    std::string(to_string(variable.kind)) +
                    (variable.is_input ? " input " : " output ") + variable.name);
            side->group.add(peer_.options.reference_id + entry->second.offset,
                            type_of(variable.kind));
        }
    }
    if (const std::string taken = claim_entries(peer_, description); !taken.empty())
        throw std::runtime_error(taken);
    for (const std::string& warning : description.warnings)
        peer_.report(warning_of("program", warning));
}

void HostedProgram::run_cycle(double delta_s) {
    for (std::size_t i = 0; i < inputs_.variables.size(); ++i)
        put(inputs_.values, i, inputs_.variables[i].kind, inputs_.group);
    if (inputs_.group.size() > 0) check(peer_.table, peer_.table.write(inputs_.group));
    const CycleEnd end = run_measured_cycle(peer_, header_writes_, delta_s, answers_);
    if (end.status != CycleStatus::ok)
        fail(peer_.table, end.reason.empty() ? "the FMU is being ended" : end.reason);
    read_outputs();
    if (const auto lost = departure(peer_, header_writes_)) fail(peer_.table, *lost);
}

void HostedProgram::read_outputs() {
    static_cast<void>(peer_.table.read(outputs_.group));  // each item has its status
    for (std::size_t i = 0; i < outputs_.variables.size(); ++i) {
        const ddc::Group::Item& item = outputs_.group.item(i);
        if (item.status == ddc::Status::no_data) continue;
        const PackedVariable& variable = outputs_.variables[i];
        if (item.status != ddc::Status::ok)
            fail(peer_.table, "output " + entry_name(item.id, variable.name) + ": " +
                                  ddc::to_string(item.status));
        take(outputs_.group, i, variable.kind, outputs_.values);
    }
}

}  // namespace gateway::fmu
