// SPDX-License-Identifier: MIT
#include "socket_queues.hpp"

#include <ddc/interface/entry_type.hpp>

namespace gateway {

namespace entry = ddc::interface::socket_entry;
using ddc::Group;
using ddc::Id;
using ddc::Status;

namespace {

/// A group for each packet of a queue: the address, then the payload.
std::vector<Group> packets_of(const ddc::interface::Queue& queue, Id reference_id,
                              const Payload& payload) {
    std::vector<Group> packets(static_cast<std::size_t>(queue.max_entries));
    Id next = reference_id + static_cast<Id>(queue.slot_id);
    for (Group& packet : packets) {
        packet.add(next++, ddc::Type::string);
        for (const auto kind : payload.kinds())
            packet.add(next++, ddc::interface::entry_type(kind));
    }
    return packets;
}

}  // namespace

SocketQueues::SocketQueues(ddc::Table& table, Id reference_id,
                           const ddc::interface::PortPlace& place, const Payload& payload)
    : table_(table),
      payload_(payload),
      output_count_(reference_id + static_cast<Id>(*place.offset + entry::output_count)),
      input_count_(reference_id + static_cast<Id>(*place.offset + entry::input_count)),
      output_(packets_of(place.output_queue, reference_id, payload)),
      input_(packets_of(place.input_queue, reference_id, payload)),
      texts_(output_.size()),
      elements_(output_.size() * payload.size()) {
    for (std::string& text : texts_) text.reserve(ddc::max_string_length + 1);
}

void SocketQueues::collect(SocketSummary& counters) {
    collected_ = 0;
    std::int32_t count = 0;
    if (output_.empty() || table_.read(output_count_, count) != Status::ok || count == 0) return;
    const bool is_possible = count > 0 && static_cast<std::size_t>(count) <= output_.size();
    const std::size_t packets = is_possible ? static_cast<std::size_t>(count) : 0;
    for (std::size_t i = 0; i < packets; ++i) {
        static_cast<void>(table_.read(output_[i]));  // each item has its status
        take_packet(output_[i]);
    }
    if (table_.write(output_count_, std::int32_t{0}) != Status::ok) {
        collected_ = 0;  // read and counted again in the next cycle
        return;
    }
    counters.unreadable += packets - collected_;
    counters.oversized += is_possible ? 0U : 1U;
}

/// Drops a packet with an entry of another type or an invalid value.
void SocketQueues::take_packet(const Group& packet) {
    bool is_readable = true;
    for (std::size_t i = 0; i < packet.size(); ++i)
        is_readable = is_readable && packet.item(i).status == Status::ok;
    std::uint64_t* elements = elements_.data() + collected_ * payload_.size();
    payload_.load(packet, 1, elements);
    if (!is_readable || !payload_.is_valid(elements)) return;
    texts_[collected_] = packet.text(0);
    ++collected_;
}

bool SocketQueues::has_room() const {
    std::int32_t count = 0;
    const Status status = table_.read(input_count_, count);
    return !input_.empty() && (status == Status::ok || status == Status::no_data) && count == 0;
}

bool SocketQueues::put(const std::string& address, const std::uint64_t* elements) {
    if (put_ == input_.size()) return false;
    Group& packet = input_[put_];
    packet.set(0, address);
    payload_.store(elements, packet, 1);
    if (table_.write(packet) != Status::ok) return false;
    ++put_;
    return true;
}

bool SocketQueues::show() {
    const std::size_t put = put_;
    put_ = 0;
    return put == 0 || table_.write(input_count_, static_cast<std::int32_t>(put)) == Status::ok;
}

}  // namespace gateway
