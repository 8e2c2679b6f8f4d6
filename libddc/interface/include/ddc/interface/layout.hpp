// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/interface/elements.hpp>
#include <ddc/interface/types.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ddc::interface {

/// Lowest reference_id a program may have.
inline constexpr std::int32_t min_reference_id = 0x4000;

/// Offsets of the header entries from the reference_id.
namespace header {
inline constexpr std::int32_t running = 0;             ///< the program sets it to true
inline constexpr std::int32_t interface_type = 1;      ///< `basic` or `dynamic`
inline constexpr std::int32_t time_mode = 2;           ///< `measured`, `realtime` or `resettable`
inline constexpr std::int32_t run_cycle_switch = 3;    ///< true requests a cycle
inline constexpr std::int32_t delta_sec = 4;           ///< simulated time since the last cycle, s
inline constexpr std::int32_t execution_time = 5;      ///< of the last cycle, in s
inline constexpr std::int32_t simulation_running = 6;  ///< realtime: true while inputs are written
inline constexpr std::int32_t input_start_id = 7;      ///< basic: offset of the first input
inline constexpr std::int32_t output_start_id = 8;     ///< basic: offset of the first output
inline constexpr std::int32_t slot_table_start = 7;    ///< dynamic: offset of the slot table
inline constexpr std::int32_t description_size = 8;    ///< dynamic: number of chunks
inline constexpr std::int32_t interface_string = 9;    ///< dynamic: first chunk
inline constexpr std::int32_t size = 9;                ///< number of header entries
}  // namespace header

/// Order of a program's entries. In old programs run_cycle_switch and delta_sec are swapped, and
/// the basic inputs begin with true_position, true_compass and true_velocity.
enum class EntryOrder { current, old };

/// The offset of a `header` entry in that order.
constexpr std::int32_t header_offset(std::int32_t entry, EntryOrder order) {
    if (order == EntryOrder::current) return entry;
    if (entry == header::run_cycle_switch) return header::delta_sec;
    return entry == header::delta_sec ? header::run_cycle_switch : entry;
}

/// `dynamic`: the program publishes its interface.
enum class InterfaceType { basic, dynamic };

/// `basic` or `dynamic`, the value of the entry interface_type.
std::string_view to_string(InterfaceType type);

/// A header entry: its name, its type, and its offset from the reference_id.
struct HeaderEntry {
    std::int32_t offset;
    std::string_view name;
    ElementKind kind;
};

/// The nine header entries in order, with the protocol's names.
const std::vector<HeaderEntry>& header_entries(InterfaceType type);

/// Offsets of a `basic` program's first input and first output, unless it has others.
inline constexpr std::int32_t default_input_start_id = 10;
/// See default_input_start_id.
inline constexpr std::int32_t default_output_start_id = 40;

/// The interface of a program of type `basic`, which publishes none: 28 entries of input ports
/// and 3 of output ports.
const ProgramInterface& basic_interface();

/// Offsets of a SOCKET port's six descriptor entries from its slot, all int32. Their slot ids are
/// relative to the reference_id; input and output are the program's.
namespace socket_entry {
inline constexpr std::int32_t output_slot_id = 0;      ///< first entry of the queue
inline constexpr std::int32_t output_max_entries = 1;  ///< packets that fit into the queue
inline constexpr std::int32_t output_count = 2;        ///< packets in it; the reader sets it to 0
inline constexpr std::int32_t input_slot_id = 3;       ///< as output_slot_id
inline constexpr std::int32_t input_max_entries = 4;   ///< as output_max_entries
inline constexpr std::int32_t input_count = 5;         ///< as output_count
inline constexpr std::int32_t descriptor_size = 6;     ///< number of descriptor entries
/// Packets per queue in a default layout.
inline constexpr std::int32_t default_queue_packets = 8;
}  // namespace socket_entry

/// An offset from the reference_id, wide enough that sums with values of a program cannot overflow.
using Offset = std::int64_t;

/// One of the two queues of a SOCKET port: `max_entries` consecutive packets from `slot_id` on. All
/// zero if the port has no such queue.
struct Queue {
    Offset slot_id = 0;            ///< of the first packet
    std::int64_t max_entries = 0;  ///< number of packets, not of table entries
};

/// Entries of one port.
struct PortPlace {
    /// Offset of the first entry; empty if the slot table has no int32 for this port.
    std::optional<Offset> offset;
    /// Queues of a SOCKET port, from its descriptor.
    Queue output_queue;
    Queue input_queue;
};

/// Offsets of all parts of one program.
struct Layout {
    InterfaceType type = InterfaceType::basic;
    /// Both for a `dynamic` interface only.
    std::int64_t chunk_count = 0;
    Offset slot_table_start = 0;
    /// One for each port of the interface, in the same order.
    std::vector<PortPlace> ports;
};

/// The layout that programs compute: the slot table begins two entries after the chunks, the data
/// five entries after the slot table, port after port. A SOCKET port has its descriptor, then its
/// output queue (if it is an output), then its input queue (if it is an input).
Layout default_layout(const ProgramInterface& program_interface, std::int64_t chunk_count);

/// The layout of a `basic` program: inputs and outputs, port after port, from these two offsets.
Layout basic_layout(Offset input_start_id = default_input_start_id,
                    Offset output_start_id = default_output_start_id,
                    EntryOrder order = EntryOrder::current);

/// The layout read from a program's header and slot table. An entry that holds no int32 is passed
/// as nullopt; if the table is shorter than the ports, the last ports have no offset. The queues of
/// SOCKET ports stay empty: their descriptors can be read only after check_layout has passed.
Layout layout_from_slot_table(const ProgramInterface& program_interface, std::int64_t chunk_count,
                              Offset slot_table_start,
                              const std::vector<std::optional<std::int32_t>>& slot_table);

/// One past the largest offset that the layout uses.
Offset end_offset(const ProgramInterface& program_interface, const Layout& layout);

/// All errors of a layout, in one pass: ports without a slot (except optional ports and SOCKET
/// ports, which existing programs omit), offsets out of range, overlaps of ports, queues, header,
/// chunks and slot table, and entries after the table's last id. One line each, with port and ids.
/// If it is empty, every offset is valid with that reference_id and capacity.
/// Precondition: layout.ports has as many elements as the interface has ports.
std::vector<std::string> check_layout(const ProgramInterface& program_interface,
                                      const Layout& layout, std::int32_t reference_id,
                                      std::int32_t capacity);

/// One table entry of a port.
struct Slot {
    std::int32_t offset;  ///< from the reference_id
    std::size_t port;     ///< its index in the interface
    /// `true_position.x`, `net.output_count`, `net.output[2].address`, ...
    std::string name;
    ElementKind kind;
};

/// The entries of every port with an offset, port after port in table order: the elements of a DATA
/// port, the descriptor and the queues of a SOCKET port.
/// Precondition: check_layout has found no error.
std::vector<Slot> slots(const ProgramInterface& program_interface, const Layout& layout);

}  // namespace ddc::interface
