// SPDX-License-Identifier: MIT
#include <ddc/interface/layout.hpp>

#include "regions.hpp"

#include <algorithm>

namespace ddc::interface {
namespace {

// Entries that programs leave free after the chunks and after the slot table.
constexpr Offset gap_before_slot_table = 2;
constexpr Offset gap_before_data = 5;

Offset count_of(const DataType& type) {
    return static_cast<Offset>(element_count(type));
}

/// Places a port at `next` and advances `next` past it.
PortPlace pack(const Port& port, Offset& next) {
    PortPlace place;
    place.offset = next;
    if (port.port_type == PortType::data) {
        next += count_of(port.data_type);
        return place;
    }
    next += socket_entry::descriptor_size;
    const auto pack_queue = [&](Queue& queue) {
        queue = {next, socket_entry::default_queue_packets};
        next += queue.max_entries * count_of(port.data_type);
    };
    if (port.is_output()) pack_queue(place.output_queue);
    if (port.is_input()) pack_queue(place.input_queue);
    return place;
}

/// Appends the entries of one port to a list.
class SlotLister {
  public:
    SlotLister(const Port& port, std::size_t index, std::vector<Slot>& out)
        : port_(port), index_(index), elements_(elements(port.data_type)), out_(out) {}

    void data(Offset offset) { value(offset, port_.name); }

    void descriptor(Offset offset) {
        for (const char* name : {".output_slot_id", ".output_max_entries", ".output_count",
                                 ".input_slot_id", ".input_max_entries", ".input_count"}) {
            push(offset++, port_.name + name, ElementKind::int32);
        }
    }

    void queue(const Queue& queue, const std::string& name) {
        const auto packet_size = static_cast<Offset>(elements_.size());
        if (packet_size == 0) return;
        for (std::int64_t i = 0; i < queue.max_entries; ++i) {
            value(queue.slot_id + i * packet_size,
                  port_.name + name + "[" + std::to_string(i) + "]");
        }
    }

  private:
    void value(Offset offset, const std::string& name) {
        for (const Element& element : elements_) {
            push(offset++, name + element.suffix, element.kind);
        }
    }
    void push(Offset offset, std::string name, ElementKind kind) {
        out_.push_back({static_cast<std::int32_t>(offset), index_, std::move(name), kind});
    }

    const Port& port_;
    std::size_t index_;
    std::vector<Element> elements_;
    std::vector<Slot>& out_;
};

}  // namespace

Layout default_layout(const ProgramInterface& program_interface, std::int64_t chunk_count) {
    Layout layout;
    layout.type = InterfaceType::dynamic;
    layout.chunk_count = chunk_count;
    layout.slot_table_start = header::interface_string + chunk_count + gap_before_slot_table;
    const auto port_count = static_cast<Offset>(program_interface.ports.size());
    Offset next = layout.slot_table_start + port_count + gap_before_data;
    for (const Port& port : program_interface.ports) layout.ports.push_back(pack(port, next));
    return layout;
}

Layout basic_layout(Offset input_start_id, Offset output_start_id, EntryOrder order) {
    const std::vector<Port>& ports = basic_interface().ports;
    Layout layout;
    layout.type = InterfaceType::basic;
    Offset next_input = input_start_id;
    for (const Port& port : ports) {
        layout.ports.push_back(pack(port, port.is_input() ? next_input : output_start_id));
    }
    if (order == EntryOrder::old) {
        next_input = input_start_id;
        for (const std::size_t port : {1U, 2U, 0U})
            layout.ports[port] = pack(ports[port], next_input);
    }
    return layout;
}

Layout layout_from_slot_table(const ProgramInterface& program_interface, std::int64_t chunk_count,
                              Offset slot_table_start,
                              const std::vector<std::optional<std::int32_t>>& slot_table) {
    Layout layout;
    layout.type = InterfaceType::dynamic;
    layout.chunk_count = chunk_count;
    layout.slot_table_start = slot_table_start;
    layout.ports.resize(program_interface.ports.size());
    const std::size_t given = std::min(slot_table.size(), layout.ports.size());
    for (std::size_t i = 0; i < given; ++i) layout.ports[i].offset = slot_table[i];
    return layout;
}

Offset end_offset(const ProgramInterface& program_interface, const Layout& layout) {
    Offset end = 0;
    for (const Region& region : regions_of(program_interface, layout)) {
        end = std::max(end, region.end());
    }
    return end;
}

std::vector<Slot> slots(const ProgramInterface& program_interface, const Layout& layout) {
    std::vector<Slot> result;
    for (std::size_t i = 0; i < program_interface.ports.size(); ++i) {
        const Port& port = program_interface.ports[i];
        const PortPlace& place = layout.ports[i];
        if (!place.offset) continue;
        SlotLister lister(port, i, result);
        if (port.port_type == PortType::data) {
            lister.data(*place.offset);
        } else {
            lister.descriptor(*place.offset);
            lister.queue(place.output_queue, ".output");
            lister.queue(place.input_queue, ".input");
        }
    }
    return result;
}

}  // namespace ddc::interface
