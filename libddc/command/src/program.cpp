// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <ddc/interface/chunks.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/interface/signals.hpp>

#include <algorithm>

namespace ddc::command {
namespace {

using interface::ElementKind;
using interface::InterfaceType;
namespace header = interface::header;

std::optional<InterfaceType> header_at(const Table& table, Id reference_id) {
    bool running = false;
    std::string type;
    if (table.read(reference_id + header::running, running) != Status::ok) return std::nullopt;
    if (table.read(reference_id + header::interface_type, type) != Status::ok) return std::nullopt;
    if (type == to_string(InterfaceType::basic)) return InterfaceType::basic;
    if (type == to_string(InterfaceType::dynamic)) return InterfaceType::dynamic;
    return std::nullopt;
}

/// Determined from the types of the two entries that are swapped.
interface::EntryOrder order_of(const Table& table, Id reference_id) {
    const Type third = table.entry(reference_id + header::run_cycle_switch).type;
    const Type fourth = table.entry(reference_id + header::delta_sec).type;
    return third == Type::real64 && fourth == Type::boolean ? interface::EntryOrder::old
                                                            : interface::EntryOrder::current;
}

/// Reads the valid parts of one program, step by step.
class Reader {
  public:
    Reader(const Table& table, Id reference_id, InterfaceType type)
        : table_(table), order_(order_of(table, reference_id)) {
        program_.reference_id = reference_id;
        program_.type = type;
    }

    Program read() {
        table_.read(at(header::running), program_.running);
        for (const interface::HeaderEntry& entry : interface::header_entries(program_.type))
            name(interface::header_offset(entry.offset, order_), std::string(entry.name),
                 entry.kind, header_unit(entry.offset));
        try {
            if (program_.type == InterfaceType::basic)
                read_basic();
            else
                read_dynamic();
            if (program_.problems.empty()) read_ports();
        } catch (const interface::InterfaceError& error) {
            program_.problems.emplace_back(error.what());
        }
        sort();
        return std::move(program_);
    }

  private:
    Id at(std::int64_t offset) const { return program_.reference_id + static_cast<Id>(offset); }

    static std::string header_unit(std::int32_t offset) {
        return offset == header::delta_sec || offset == header::execution_time ? "s" : "";
    }

    void name(std::int64_t offset, std::string name, ElementKind kind, std::string unit = {}) {
        program_.entries.push_back({at(offset), std::move(name), kind, std::move(unit)});
    }

    void check_layout() {
        program_.problems = interface::check_layout(program_.description, program_.layout,
                                                    program_.reference_id, table_.capacity());
    }

    void read_basic() {
        std::int32_t inputs = interface::default_input_start_id;
        std::int32_t outputs = interface::default_output_start_id;
        table_.read(at(header::input_start_id), inputs);
        table_.read(at(header::output_start_id), outputs);
        program_.description = interface::basic_interface();
        program_.layout = interface::basic_layout(inputs, outputs, order_);
        check_layout();
    }

    /// Number of entries from `offset` on within the table, at most `wanted`.
    std::int64_t room(std::int64_t offset, std::int64_t wanted) const {
        const std::int64_t left = table_.capacity() - (program_.reference_id + offset);
        return offset < 0 ? 0
                          : std::clamp<std::int64_t>(wanted, 0, std::max<std::int64_t>(left, 0));
    }

    void read_dynamic() {
        std::int32_t count = 0;
        std::int32_t slot_table_start = 0;
        if (table_.read(at(header::description_size), count) != Status::ok || count < 1)
            throw interface::InterfaceError("",
                                            "description_size must be 1 or more: the number of "
                                            "chunks of the interface");
        table_.read(at(header::slot_table_start), slot_table_start);
        interface::Warnings warnings;
        program_.description = interface::parse(read_chunks(count), warnings);
        program_.layout = interface::layout_from_slot_table(
            program_.description, count, slot_table_start, read_slot_table(slot_table_start));
        check_layout();
        if (program_.problems.empty() && read_descriptors()) check_layout();
    }

    std::string read_chunks(std::int64_t count) {
        constexpr std::int64_t most = interface::Limits::text_length;
        std::vector<std::string> chunks;
        for (std::int64_t i = 0; i < room(header::interface_string, std::min(count, most)); ++i) {
            chunks.emplace_back();
            table_.read(at(header::interface_string + i), chunks.back());
            name(header::interface_string + i, "interface_string[" + std::to_string(i) + "]",
                 ElementKind::string);
        }
        return interface::join(chunks);
    }

    std::vector<std::optional<std::int32_t>> read_slot_table(std::int64_t start) {
        std::vector<std::optional<std::int32_t>> slots;
        const auto ports = static_cast<std::int64_t>(program_.description.ports.size());
        for (std::int64_t i = 0; i < room(start, ports); ++i) {
            std::int32_t slot = 0;
            const bool found = table_.read(at(start + i), slot) == Status::ok;
            slots.push_back(found ? std::optional(slot) : std::nullopt);
            name(start + i, "slot_offset[" + std::to_string(i) + "]", ElementKind::int32);
        }
        return slots;
    }

    interface::Queue read_queue(std::int64_t slot_id, std::int64_t max_entries) {
        std::int32_t slot = 0;
        std::int32_t count = 0;
        table_.read(at(slot_id), slot);
        table_.read(at(max_entries), count);
        return {slot, count};
    }

    /// @return true if there are SOCKET ports
    bool read_descriptors() {
        namespace entry = interface::socket_entry;
        bool any = false;
        for (std::size_t i = 0; i < program_.description.ports.size(); ++i) {
            const interface::Port& port = program_.description.ports[i];
            interface::PortPlace& place = program_.layout.ports[i];
            if (port.port_type != interface::PortType::socket || !place.offset) continue;
            any = true;
            if (port.is_output())
                place.output_queue = read_queue(*place.offset + entry::output_slot_id,
                                                *place.offset + entry::output_max_entries);
            if (port.is_input())
                place.input_queue = read_queue(*place.offset + entry::input_slot_id,
                                               *place.offset + entry::input_max_entries);
        }
        return any;
    }

    void read_ports() {
        for (interface::Slot& slot : interface::slots(program_.description, program_.layout)) {
            const std::string& port = program_.description.ports[slot.port].name;
            const interface::Signal* signal = interface::find_signal(port);
            name(slot.offset, std::move(slot.name), slot.kind,
                 signal != nullptr ? std::string(signal->unit) : std::string());
        }
    }

    void sort() {
        std::stable_sort(program_.entries.begin(), program_.entries.end(),
                         [](const NamedEntry& a, const NamedEntry& b) { return a.id < b.id; });
        program_.end = program_.entries.back().id + 1;
    }

    const Table& table_;
    interface::EntryOrder order_;
    Program program_;
};

}  // namespace

const NamedEntry* Program::find(const std::string& name) const {
    for (const NamedEntry& entry : entries)
        if (entry.name == name) return &entry;
    return nullptr;
}

const NamedEntry* Program::find(Id id) const {
    const auto found =
        std::lower_bound(entries.begin(), entries.end(), id,
                         [](const NamedEntry& entry, Id at) { return entry.id < at; });
    return found != entries.end() && found->id == id ? &*found : nullptr;
}

std::vector<Id> find_programs(const Table& table) {
    std::vector<Id> found;
    const Id last = table.capacity() - header::size;
    for (Id id = interface::min_reference_id; id <= last; ++id)
        if (header_at(table, id)) found.push_back(id);
    return found;
}

std::optional<Program> read_program(const Table& table, Id reference_id) {
    if (reference_id < 0 || reference_id > table.capacity() - header::size) return std::nullopt;
    const auto type = header_at(table, reference_id);
    if (!type) return std::nullopt;
    return Reader(table, reference_id, *type).read();
}

}  // namespace ddc::command
