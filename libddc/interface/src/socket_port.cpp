// SPDX-License-Identifier: MIT
#include <ddc/interface/socket_port.hpp>

#include <ddc/interface/entry_type.hpp>

#include <algorithm>

namespace ddc::interface {
namespace {

/// The packets of a queue, then its count.
Group group_of(const Queue& queue, Offset count_offset, Id reference_id,
               const std::vector<ElementKind>& kinds) {
    Group group;
    Id next = reference_id + static_cast<Id>(queue.slot_id);
    for (std::int64_t i = 0; i < queue.max_entries; ++i) {
        for (const ElementKind kind : kinds) group.add(next++, entry_type(kind));
    }
    group.add(reference_id + static_cast<Id>(count_offset), Type::int32);
    return group;
}

bool is_unusable(Status status) {
    return status != Status::ok && status != Status::no_data;
}

}  // namespace

SocketPort::SocketPort(const PortPlace& place, Id reference_id,
                       const std::vector<ElementKind>& kinds)
    : input_(group_of(place.input_queue, *place.offset + socket_entry::input_count, reference_id,
                      kinds)),
      output_(group_of(place.output_queue, *place.offset + socket_entry::output_count, reference_id,
                       kinds)),
      packet_size_(kinds.size()),
      input_places_(static_cast<std::size_t>(place.input_queue.max_entries)),
      output_places_(static_cast<std::size_t>(place.output_queue.max_entries)) {}

Status SocketPort::receive(Table& table) {
    received_ = 0;
    if (input_places_ == 0) return Status::ok;
    const Status status = table.read(input_);
    if (is_unusable(status)) return status;
    const std::size_t count_index = input_.size() - 1;
    const auto places = static_cast<std::int32_t>(input_places_);
    received_ = static_cast<std::size_t>(std::clamp(input_.int32(count_index), 0, places));
    if (received_ == 0) return Status::ok;
    return table.write(input_.item(count_index).id, std::int32_t{0});
}

Status SocketPort::send(Table& table) {
    if (queued_ == 0) return Status::ok;
    const std::size_t count_index = output_.size() - 1;
    std::int32_t waiting = 0;
    const Status status = table.read(output_.item(count_index).id, waiting);
    if (is_unusable(status)) return status;
    if (waiting != 0) return Status::ok;
    output_.set(count_index, static_cast<std::int32_t>(queued_));
    const Status written = table.write(output_);
    if (written == Status::ok) queued_ = 0;
    return written;
}

}  // namespace ddc::interface
