// SPDX-License-Identifier: MIT
#include "socket_description.hpp"

#include "socket_queues.hpp"

#include "binding/program_description.hpp"

namespace gateway {

namespace interface = ddc::interface;
namespace entry = ddc::interface::socket_entry;
using ddc::Id;
using ddc::Status;
using interface::Port;

namespace {

/// Reads the entries of a descriptor.
class DescriptorReader {
  public:
    DescriptorReader(const ddc::Table& table, Id reference_id, const Port& port,
                     interface::Offset descriptor)
        : table_(table), first_(reference_id + static_cast<Id>(descriptor)), port_(port) {}

    interface::Queue read_queue(Id slot_id, Id max_entries, const char* which) {
        const interface::Queue queue { read(slot_id), read(max_entries) };
        if (queue.max_entries < 1 || queue.max_entries > SocketQueues::most_packets)
            problems_.push_back("port " + port_.name + ": the " + which +
                                " queue must have room for 1 to " +
                                std::to_string(SocketQueues::most_packets) + " packets, " +
                                entry_name(first_ + max_entries, "max_entries") + " is " +
                                std::to_string(queue.max_entries));
        return queue;
    }

    std::vector<std::string> take() { return std::move(problems_); }

  private:
    std::int32_t read(Id offset) {
        std::int32_t value = 0;
        const Status status = table_.read(first_ + offset, value);
        if (status != Status::ok)
            problems_.push_back("port " + port_.name + ": " +
                                entry_name(first_ + offset, "its descriptor") + ": " +
                                ddc::to_string(status));
        return value;
    }

    const ddc::Table& table_;
    Id first_;
    const Port& port_;
    std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> read_queues(const ddc::Table& table, Id reference_id, const Port& port,
                                     interface::PortPlace& place) {
    DescriptorReader reader(table, reference_id, port, *place.offset);
    if (port.is_output())
        place.output_queue =
            reader.read_queue(entry::output_slot_id, entry::output_max_entries, "output");
    if (port.is_input())
        place.input_queue =
            reader.read_queue(entry::input_slot_id, entry::input_max_entries, "input");
    return reader.take();
}

const interface::DataType* payload_of(const Port& port) {
    const auto* packet = std::get_if<interface::SimplePacketType>(&port.data_type.of);
    return packet == nullptr ? nullptr : packet->payload.get();
}

std::string payload_problem(const Port& port) {
    const interface::DataType* payload = payload_of(port);
    if (payload == nullptr)
        return "must be of type simple_packet, is " + interface::describe(port.data_type);
    if (element_count(*payload) > Payload::most_elements)
        return "has a payload of " + std::to_string(element_count(*payload)) +
               " elements; the limit is " + std::to_string(Payload::most_elements);
    if (Payload(*payload).has_text()) return "has a text in its payload, which is not supported";
    return {};
}

}  // namespace gateway
