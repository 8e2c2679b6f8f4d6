// SPDX-License-Identifier: MIT
#include "program_description.hpp"

#include <ddc/interface/chunks.hpp>
#include <ddc/interface/resettable.hpp>
#include <ddc/interface/visible.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace gateway {

namespace interface = ddc::interface;
namespace header = ddc::interface::header;
using ddc::Id;
using ddc::Status;

std::string entry_name(Id id, std::string_view name) {
    return interface::hex(id) + " (" + std::string(name) + ")";
}

namespace {

/// Reads header entries and collects their errors.
class HeaderReader {
  public:
    HeaderReader(const ddc::Table& table, Id reference_id, std::vector<std::string>& problems)
        : table_(table), reference_id_(reference_id), problems_(problems) {}

    template <class T>
    std::optional<T> read(Id offset, std::string_view name) {
        T value{};
        const Status status = table_.read(reference_id_ + offset, value);
        if (status == Status::ok) return value;
        problems_.push_back(entry_name(reference_id_ + offset, name) + ": " +
                            ddc::to_string(status));
        return std::nullopt;
    }

    /// For an entry that may be empty.
    template <class T>
    std::optional<T> read(Id offset, std::string_view name, T if_empty) {
        T value{};
        const bool is_empty = table_.read(reference_id_ + offset, value) == Status::no_data;
        return is_empty ? std::optional(if_empty) : read<T>(offset, name);
    }

    void complain(Id offset, std::string_view name, const std::string& reason) {
        problems_.push_back(entry_name(reference_id_ + offset, name) + ": " + reason);
    }

    Id entries_after(Id offset) const { return table_.capacity() - reference_id_ - offset; }

  private:
    const ddc::Table& table_;
    Id reference_id_;
    std::vector<std::string>& problems_;
};

void read_basic(HeaderReader& reader, interface::EntryOrder order,
                ProgramDescription& description) {
    description.ports = interface::basic_interface();
    description.text = interface::to_json(description.ports);
    const auto inputs =
        reader.read(header::input_start_id, "input_start_id", interface::default_input_start_id);
    const auto outputs =
        reader.read(header::output_start_id, "output_start_id", interface::default_output_start_id);
    if (inputs && outputs) description.layout = interface::basic_layout(*inputs, *outputs, order);
}

/// @return the interface string, or nothing if a chunk is missing
std::optional<std::string> read_interface_string(HeaderReader& reader, std::int32_t count) {
    std::vector<std::string> chunks;
    for (std::int32_t i = 0; i < count; ++i) {
        auto chunk = reader.read<std::string>(header::interface_string + i, "interface_string");
        if (!chunk) return std::nullopt;
        chunks.push_back(std::move(*chunk));
    }
    return interface::join(chunks);
}

void read_dynamic(const ddc::Table& table, Id reference_id, HeaderReader& reader,
                  ProgramDescription& description) {
    const auto count = reader.read<std::int32_t>(header::description_size, "description_size");
    const auto start = reader.read<std::int32_t>(header::slot_table_start, "slot_table_start");
    if (!count || !start) return;
    if (*count < 1 || *count > reader.entries_after(header::interface_string))
        return reader.complain(
            header::description_size, "description_size",
            "must be 1 or more and fit into the table, is " + std::to_string(*count));
    auto text = read_interface_string(reader, *count);
    if (!text) return;
    description.text = std::move(*text);
    try {
        description.ports = interface::parse(description.text, description.warnings);
    } catch (const interface::InterfaceError& error) {
        return reader.complain(header::interface_string, "interface_string", error.what());
    }
    const auto ports = static_cast<Id>(description.ports.ports.size());
    if (*start < 0 || *start > reader.entries_after(ports))
        return reader.complain(header::slot_table_start, "slot_table_start",
                               "the slot table does not fit into the table, starts at offset " +
                                   std::to_string(*start));
    std::vector<std::optional<std::int32_t>> slot_table;
    for (Id i = 0; i < ports; ++i) {
        std::int32_t offset = 0;
        const bool known = table.read(reference_id + *start + i, offset) == Status::ok;
        slot_table.push_back(known ? std::optional(offset) : std::nullopt);
    }
    description.layout =
        interface::layout_from_slot_table(description.ports, *count, *start, slot_table);
}

}  // namespace

std::vector<std::string> read_description(const ddc::Table& table, Id reference_id,
                                          ProgramDescription& description,
                                          interface::EntryOrder order) {
    std::vector<std::string> problems;
    HeaderReader reader(table, reference_id, problems);
    description = {};
    std::string declared;
    static_cast<void>(table.read(reference_id + header::time_mode, declared));
    description.is_resettable = declared == interface::resettable;
    const auto type = reader.read<std::string>(header::interface_type, "interface_type");
    reader.read<bool>(interface::header_offset(header::run_cycle_switch, order),
                      "run_cycle_switch");
    reader.read<double>(header::execution_time, "execution_time");
    if (!type) return problems;
    if (*type == to_string(interface::InterfaceType::basic))
        read_basic(reader, order, description);
    else if (*type == to_string(interface::InterfaceType::dynamic))
        read_dynamic(table, reference_id, reader, description);
    else
        reader.complain(
            header::interface_type, "interface_type",
            "must be \"basic\" or \"dynamic\", is \"" + interface::visible(*type) + "\"");
    if (!problems.empty()) return problems;
    return interface::check_layout(description.ports, description.layout, reference_id,
                                   table.capacity());
}

void warn_of_sockets(const std::vector<std::string>& carried, ProgramDescription& description) {
    for (std::size_t i = 0; i < description.ports.ports.size(); ++i) {
        const interface::Port& port = description.ports.ports[i];
        if (port.port_type != interface::PortType::socket) continue;
        if (std::find(carried.begin(), carried.end(), port.name) != carried.end()) continue;
        const bool has_slot = description.layout.ports[i].offset.has_value();
        description.warnings.push_back(
            "port " + port.name + ": is a SOCKET" + (has_slot ? "" : " without a slot") +
            " that `sockets` does not connect" + (has_slot ? "; its queues are not used" : ""));
    }
}

}  // namespace gateway
