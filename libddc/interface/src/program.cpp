// SPDX-License-Identifier: MIT
#include <ddc/interface/program.hpp>

#include <ddc/interface/chunks.hpp>
#include <ddc/interface/entry_type.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/interface/resettable.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace ddc::interface {
namespace {

/// The entries that request cycles, besides new inputs.
constexpr std::array<Offset, 3> flags = {header::running, header::run_cycle_switch,
                                         header::simulation_running};

template <typename T>
void add_entry(Group& group, Id id, Type type, const T& value) {
    group.set(group.add(id, type), value);
}

std::int64_t descriptor_entry(const PortPlace& place, Offset entry) {
    switch (entry) {
        case socket_entry::output_slot_id:
            return place.output_queue.slot_id;
        case socket_entry::output_max_entries:
            return place.output_queue.max_entries;
        case socket_entry::input_slot_id:
            return place.input_queue.slot_id;
        case socket_entry::input_max_entries:
            return place.input_queue.max_entries;
        default:
            return 0;  // the counts
    }
}

std::vector<ElementKind> element_kinds(const DataType& type) {
    std::vector<ElementKind> kinds;
    for (const Element& element : elements(type)) kinds.push_back(element.kind);
    return kinds;
}

/// True if the status allows a complete snapshot: an empty entry has not been written yet.
bool is_readable(Status status) {
    return status == Status::ok || status == Status::no_data;
}

}  // namespace

Program::Program(Table& table, Id reference_id, std::string name)
    : table_(table), reference_id_(reference_id) {
    interface_.name = std::move(name);
}

Program::Program(Table& table, Id reference_id, ProgramInterface program_interface)
    : table_(table), reference_id_(reference_id), has_empty_inputs_(true) {
    for (const Port& port : program_interface.ports)
        if (port.port_type == PortType::data)
            add_data(port.name, port.direction, port.data_type, element_kinds(port.data_type));
    interface_ = std::move(program_interface);
}

Program::~Program() {
    if (published_) (void)table_.write(id(header::running), false);
}

Port& Program::add_port(std::string name, Direction direction, DataType type,
                        const std::vector<ElementKind>& kinds) {
    if (published_) throw std::logic_error("Program: ports cannot be added after publish");
    const std::vector<Element> expected = elements(type);
    const bool fits = std::equal(expected.begin(), expected.end(), kinds.begin(), kinds.end(),
                                 [](const Element& a, ElementKind b) { return a.kind == b; });
    if (!fits) {
        throw InterfaceError(
            "port " + name, "its C++ type has other entries than its data type, " + describe(type));
    }
    Port port;
    port.name = std::move(name);
    port.direction = direction;
    port.data_type = std::move(type);
    interface_.ports.push_back(std::move(port));
    return interface_.ports.back();
}

Program::Items Program::add_data(std::string name, Direction direction, DataType type,
                                 const std::vector<ElementKind>& kinds) {
    const Port& port = add_port(std::move(name), direction, std::move(type), kinds);
    const Items items{input_count_, output_count_};
    if (port.is_input()) input_count_ += kinds.size();
    if (port.is_output()) output_count_ += kinds.size();
    if (port.is_input() && port.is_output()) {
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            shared_.push_back({items.first_input + i, items.first_output + i, kinds[i]});
        }
    }
    return items;
}

std::size_t Program::add_socket(std::string name, Direction direction, DataType payload,
                                const std::vector<ElementKind>& kinds) {
    DataType packet = simple_packet_of(std::move(payload));
    Port& port = add_port(std::move(name), direction, std::move(packet), kinds);
    port.port_type = PortType::socket;
    port.allows_multiple_inputs = true;
    port.optional = true;
    return socket_count_++;
}

void Program::declare_resettable(std::function<void()> reset) {
    if (published_) throw std::logic_error("Program: cannot be declared resettable after publish");
    reset_ = std::move(reset);
}

void Program::publish() {
    if (published_) throw std::logic_error("Program: published already");
    const std::string text = to_json(interface_);
    Warnings none;
    parse(text, none);  // no interface that readers reject may be published
    place_ports(text.size());
    require(write_all());
    published_ = true;
}

/// Writes the table as at the start, with nothing read or written yet.
Status Program::write_all() {
    bind_groups();
    const auto used = static_cast<Id>(end_offset(interface_, layout_));
    Status status = table_.write_no_data(reference_id_, used);
    if (status == Status::ok) status = table_.write(description(to_json(interface_)));
    if (status == Status::ok) status = table_.write(id(header::running), true);
    return status;
}

void Program::place_ports(std::size_t text_length) {
    layout_ = default_layout(interface_, static_cast<std::int64_t>(chunk_count(text_length)));
    std::string all;
    for (const std::string& problem :
         check_layout(interface_, layout_, reference_id_, table_.capacity())) {
        all += (all.empty() ? "" : "; ") + problem;
    }
    if (!all.empty()) throw InterfaceError("", all);
}

Group Program::description(const std::string& text) const {
    Group group;
    add_entry(group, id(header::running), Type::boolean, false);
    add_entry(group, id(header::interface_type), Type::string, std::string("dynamic"));
    add_entry(group, id(header::time_mode), Type::string,
              reset_ ? std::string(resettable) : std::string());
    add_entry(group, id(header::run_cycle_switch), Type::boolean, false);
    add_entry(group, id(header::delta_sec), Type::real64, 0.0);
    add_entry(group, id(header::execution_time), Type::real64, 0.0);
    add_entry(group, id(header::simulation_running), Type::boolean, false);
    const auto int32 = [](Offset value) { return static_cast<std::int32_t>(value); };
    add_entry(group, id(header::slot_table_start), Type::int32, int32(layout_.slot_table_start));
    add_entry(group, id(header::description_size), Type::int32, int32(layout_.chunk_count));
    Offset next = header::interface_string;
    for (const std::string& chunk : split(text)) {
        add_entry(group, id(next++), Type::string, chunk);
    }
    next = layout_.slot_table_start;
    for (const PortPlace& place : layout_.ports) {
        add_entry(group, id(next++), Type::int32, int32(*place.offset));
    }
    for (const Slot& slot : slots(interface_, layout_)) {
        const Port& port = interface_.ports[slot.port];
        const bool is_data = port.port_type == PortType::data;
        if (is_data && !port.is_output() && has_empty_inputs_) continue;
        const std::size_t item = group.add(id(slot.offset), entry_type(slot.kind));
        const PortPlace& place = layout_.ports[slot.port];
        if (is_data) continue;
        const Offset entry = slot.offset - *place.offset;
        if (entry < socket_entry::descriptor_size) {
            group.set(item, int32(descriptor_entry(place, entry)));
        }
    }
    return group;
}

void Program::bind_groups() {
    inputs_ = outputs_ = Group{};
    watched_.clear();
    sockets_.clear();
    for (const Slot& slot : slots(interface_, layout_)) {
        const Port& port = interface_.ports[slot.port];
        if (port.port_type == PortType::socket) continue;
        if (port.is_input()) inputs_.add(id(slot.offset), entry_type(slot.kind));
        if (port.is_output()) outputs_.add(id(slot.offset), entry_type(slot.kind));
    }
    delta_index_ = inputs_.add(id(header::delta_sec), Type::real64);
    execution_time_index_ = outputs_.add(id(header::execution_time), Type::real64);
    is_shared_.assign(inputs_.size(), false);
    for (const Shared& entry : shared_) is_shared_[entry.input] = true;
    for (const Offset flag : flags) watched_.push_back({id(flag), 0});
    for (std::size_t i = 0; i < inputs_.size(); ++i) watched_.push_back({inputs_.item(i).id, 0});
    for (std::size_t i = 0; i < interface_.ports.size(); ++i) {
        const Port& port = interface_.ports[i];
        if (port.port_type == PortType::data) continue;
        sockets_.emplace_back(layout_.ports[i], reference_id_, element_kinds(port.data_type));
    }
}

Status Program::begin_cycle(Deadline deadline) {
    for (;;) {
        for (Watch& watch : watched_) watch.sequence = table_.sequence(watch.id);
        std::array<bool, flags.size()> is_set{};
        for (std::size_t i = 0; i < flags.size(); ++i) {
            const Status status = table_.read(id(flags[i]), is_set[i]);
            if (!is_readable(status)) return status;
        }
        const auto [is_running, by_switch, by_simulation] = is_set;
        if (!is_running) {
            const Status status = set_running();
            if (status != Status::ok) return status;
            continue;
        }
        if (by_switch || (by_simulation && has_new_inputs())) {
            by_switch_ = by_switch;
            return read_inputs();
        }
        const Status status =
            table_.wait_for_change(watched_.data(), watched_.size(), deadline, OnSignal::give_up);
        if (status != Status::ok) return status;
    }
}

/// Sets `running` again after the other side has set it to false or emptied it.
Status Program::set_running() {
    bool is_running = false;
    const bool is_emptied = table_.read(id(header::running), is_running) == Status::no_data;
    if (!is_emptied || !reset_) return table_.write(id(header::running), true);
    reset_();
    return write_all();
}

/// True if an input, delta_sec included, was written since the last cycle. Inputs that the program
/// also writes itself do not count.
bool Program::has_new_inputs() const {
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
        if (is_shared_[i]) continue;
        if (watched_[flags.size() + i].sequence != inputs_.item(i).sequence) return true;
    }
    return false;
}

Status Program::read_inputs() {
    Status status = table_.read(inputs_);
    if (!is_readable(status)) return status;
    keep_shared();
    for (SocketPort& socket : sockets_) {
        status = socket.receive(table_);
        if (status != Status::ok) return status;
    }
    cycle_start_ = Clock::now();
    return Status::ok;
}

void Program::keep_shared() {
    for (const Shared& entry : shared_) {
        switch (entry.kind) {
            case ElementKind::boolean:
                outputs_.set(entry.output, inputs_.boolean(entry.input));
                break;
            case ElementKind::int32:
                outputs_.set(entry.output, inputs_.int32(entry.input));
                break;
            case ElementKind::real64:
                outputs_.set(entry.output, inputs_.real64(entry.input));
                break;
            case ElementKind::string:
                outputs_.set(entry.output, inputs_.text(entry.input));
                break;
        }
    }
}

Status Program::end_cycle() {
    return end_cycle(std::chrono::duration<double>(Clock::now() - cycle_start_).count());
}

Status Program::end_cycle(double execution_time_s) {
    outputs_.set(execution_time_index_, execution_time_s);
    Status status = table_.write(outputs_);
    for (SocketPort& socket : sockets_) {
        if (status == Status::ok) status = socket.send(table_);
    }
    if (status != Status::ok || !by_switch_) return status;
    return table_.write(id(header::run_cycle_switch), false);
}

void Program::require(Status status) const {
    if (status == Status::ok) return;
    throw TableError(TableError::Reason::system, table_.explain(status));
}

}  // namespace ddc::interface
