// SPDX-License-Identifier: MIT
#include "entry_name.hpp"

#include "context.hpp"
#include "show.hpp"
#include "usage.hpp"

#include <ddc/interface/run_status.hpp>
#include <ddc/interface/similar.hpp>

#include <charconv>

#include <algorithm>

namespace ddc::command {
namespace {

constexpr const char* forms =
    "give an id (0x4003, 0x4000+3) or a name (0x4000/running, 0x4000/true_velocity)";

bool has_hex_prefix(const std::string& text) {
    return text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}

std::optional<Id> to_number(const std::string& text, int base) {
    const char* first = text.data() + (base == 16 && has_hex_prefix(text) ? 2 : 0);
    const char* last = text.data() + text.size();
    Id number = 0;
    const auto [end, error] = std::from_chars(first, last, number, base);
    const bool whole = error == std::errc() && end == last && first != last && number >= 0;
    return whole ? std::optional(number) : std::nullopt;
}

Id checked(const Table& table, std::int64_t id) {
    if (id >= 0 && id < table.capacity()) return static_cast<Id>(id);
    throw UsageError("entry " + hex(id) + " is not in table '" + table.name() +
                     "': its ids are 0x0000 to " + hex(table.capacity() - 1));
}

Target single(const std::string& name, Id id) {
    Target target;
    target.name = name;
    target.first = id;
    return target;
}

Target single(const Program& program, const NamedEntry& entry) {
    Target target = single(hex(program.reference_id) + "/" + entry.name, entry.id);
    target.kinds = {entry.kind};
    target.unit = entry.unit;
    return target;
}

namespace run_status = interface::run_status;

Target of_run_status(Id block, const interface::HeaderEntry& entry) {
    Target target = single(hex(block) + "/" + std::string(entry.name), block + entry.offset);
    target.kinds = {entry.kind};
    if (entry.offset == run_status::output_age) target.unit = "s";
    return target;
}

bool begins_run_status(Id id) {
    return id >= run_status::first && id < interface::min_reference_id &&
           (id - run_status::first) % run_status::size == 0;
}

/// An entry outside all programs: status of a gateway's run, or unknown.
Target of_no_program(Id id) {
    const Id block = id - id % run_status::size;
    if (begins_run_status(block))
        for (const interface::HeaderEntry& entry : run_status::entries())
            if (block + entry.offset == id) return of_run_status(block, entry);
    return single(hex(id), id);
}

/// Finds the name of the id in the program that it belongs to.
Target plain(const Table& table, Id id) {
    for (const Id at : find_programs(table)) {
        const auto program = read_program(table, at);
        const NamedEntry* entry = program ? program->find(id) : nullptr;
        if (entry != nullptr) return single(*program, *entry);
    }
    return of_no_program(id);
}

[[noreturn]] void refuse_bare_number(const std::string& text) {
    std::string hint =
        "'" + text + "' is not an entry: write 0x" + text + " for that hexadecimal id";
    if (const auto decimal = to_number(text, 10))
        hint += ", " + hex(*decimal) + " for decimal " + text;
    throw UsageError(hint + ", or " + text + "/running for a name");
}

Target by_number(const Table& table, const std::string& text) {
    if (has_hex_prefix(text)) {
        if (const auto id = to_number(text, 16)) return plain(table, checked(table, *id));
    } else if (const auto id = to_number(text, 16)) {
        if (*id >= 10) refuse_bare_number(text);
        return plain(table, checked(table, *id));
    }
    throw UsageError("'" + text + "' is not an entry: " + forms);
}

Target by_offset(const Table& table, const std::string& base, const std::string& text) {
    const auto start = to_number(base, 16);
    const auto offset = to_number(text, has_hex_prefix(text) ? 16 : 10);
    if (!start || !offset)
        throw UsageError("'" + base + "+" + text + "' is not an entry: " + forms);
    return plain(table, checked(table, static_cast<std::int64_t>(*start) + *offset));
}

Target of_port(const Program& program, std::size_t index) {
    const interface::Port& port = program.description.ports[index];
    const auto& offset = program.layout.ports[index].offset;
    const std::string name = hex(program.reference_id) + "/" + port.name;
    if (port.port_type == interface::PortType::socket)
        throw UsageError(name + " is a SOCKET port: give one of its entries, such as " + name +
                         ".input_count");
    if (!offset) throw Failure(name + " has no slot in the program's slot table");
    const Id first_id = program.reference_id + static_cast<Id>(*offset);
    const NamedEntry* first = program.find(first_id);
    const bool plain_entry = std::holds_alternative<interface::BasicType>(port.data_type.of) &&
                             interface::element_count(port.data_type) == 1;
    if (plain_entry && first != nullptr) return single(program, *first);
    Target target = single(name, first_id);
    for (const interface::Element& element : interface::elements(port.data_type))
        target.kinds.push_back(element.kind);
    target.type = port.data_type;
    if (first != nullptr) target.unit = first->unit;
    return target;
}

[[noreturn]] void refuse_name(const Program& program, const std::string& name) {
    std::vector<std::string> known;
    for (const NamedEntry& entry : program.entries) known.push_back(entry.name);
    for (const interface::Port& port : program.description.ports) known.push_back(port.name);
    const std::string problem =
        "program " + hex(program.reference_id) + " has no entry '" + name + "'";
    const std::vector<std::string> close = interface::similar(name, known);
    if (!close.empty()) throw UsageError(problem + "; did you mean " + listed(close) + "?");
    throw UsageError(problem + "; 'ddc dump " + hex(program.reference_id) + "' lists its entries");
}

Target by_meaning(const Table& table, const std::string& reference, const std::string& name) {
    if (const auto id = to_number(reference, 16); id && begins_run_status(*id))
        for (const interface::HeaderEntry& entry : run_status::entries())
            if (entry.name == name) return of_run_status(*id, entry);
    const Program program = require_program(table, parse_reference_id(reference));
    if (program.has_ports()) {
        const auto& ports = program.description.ports;
        for (std::size_t i = 0; i < ports.size(); ++i)
            if (ports[i].name == name) return of_port(program, i);
    }
    if (const NamedEntry* entry = program.find(name)) return single(program, *entry);
    if (!program.has_ports())
        throw Failure("program " + hex(program.reference_id) +
                      " has no readable interface: " + program.problems.front());
    refuse_name(program, name);
}

void append_ports(const Program& program, std::vector<Target>& targets) {
    const auto append_entries = [&](Id first, std::int32_t count) {
        for (const NamedEntry& entry : program.entries)
            if (entry.id >= first && entry.id < first + count)
                targets.push_back(single(program, entry));
    };
    append_entries(program.reference_id, interface::header::size);
    if (!program.has_ports()) return;
    for (std::size_t i = 0; i < program.description.ports.size(); ++i) {
        const auto& offset = program.layout.ports[i].offset;
        if (!offset) continue;
        if (program.description.ports[i].port_type == interface::PortType::socket)
            append_entries(program.reference_id + static_cast<Id>(*offset),
                           interface::socket_entry::descriptor_size);
        else
            targets.push_back(of_port(program, i));
    }
}

void append_program(const Program& program, Detail detail, std::vector<Target>& targets) {
    if (detail == Detail::ports) return append_ports(program, targets);
    for (const NamedEntry& entry : program.entries) targets.push_back(single(program, entry));
}

std::vector<Target> everything(const Table& table, Detail detail) {
    std::vector<Target> targets;
    std::vector<bool> taken(static_cast<std::size_t>(table.capacity()));
    for (const Id id : find_programs(table)) {
        const auto program = read_program(table, id);
        if (!program) continue;
        append_program(*program, detail, targets);
        for (const NamedEntry& entry : program->entries)
            taken[static_cast<std::size_t>(entry.id)] = true;
    }
    for (Id id = 0; id < table.capacity(); ++id) {
        const bool untold = !taken[static_cast<std::size_t>(id)] && table.sequence(id) != 0;
        if (untold && table.entry(id).status != Status::no_data)
            targets.push_back(of_no_program(id));
    }
    std::stable_sort(targets.begin(), targets.end(),
                     [](const Target& a, const Target& b) { return a.first < b.first; });
    return targets;
}

}  // namespace

Id parse_reference_id(const std::string& text) {
    const auto id = to_number(text, 16);
    if (!id)
        throw UsageError("'" + text +
                         "' is not a reference id: write it in hexadecimal, such as 4000 or "
                         "0x4000");
    if (*id < interface::min_reference_id)
        throw UsageError("reference id " + hex(*id) +
                         " is too low: those of programs begin at 0x4000 "
                         "(it is read as hexadecimal)");
    return *id;
}

Program require_program(const Table& table, Id reference_id) {
    if (auto program = read_program(table, reference_id)) return std::move(*program);
    std::vector<std::string> others;
    for (const Id id : find_programs(table)) others.push_back(hex(id));
    throw Failure(
        "there is no program at " + hex(reference_id) + " in table '" + table.name() + "'; " +
        (others.empty() ? "the table has no programs" : "its programs are at " + listed(others)));
}

Target resolve(const Table& table, const std::string& text) {
    const std::size_t slash = text.find('/');
    if (slash != std::string::npos)
        return by_meaning(table, text.substr(0, slash), text.substr(slash + 1));
    const std::size_t plus = text.find('+');
    if (plus != std::string::npos)
        return by_offset(table, text.substr(0, plus), text.substr(plus + 1));
    return by_number(table, text);
}

std::vector<Target> select(const Table& table, const std::vector<std::string>& texts,
                           Detail detail) {
    if (texts.empty()) return everything(table, detail);
    std::vector<Target> targets;
    for (const std::string& text : texts) {
        const auto id = to_number(text, 16);
        const auto program = id ? read_program(table, *id) : std::nullopt;
        if (program)
            append_program(*program, detail, targets);
        else if (id && begins_run_status(*id))
            for (const interface::HeaderEntry& entry : run_status::entries())
                targets.push_back(of_run_status(*id, entry));
        else
            targets.push_back(resolve(table, text));
    }
    return targets;
}

}  // namespace ddc::command
