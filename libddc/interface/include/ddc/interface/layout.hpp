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
inline constexpr std::int32_t running = 0;
inline constexpr std::int32_t interface_type = 1;
inline constexpr std::int32_t time_mode = 2;
inline constexpr std::int32_t run_cycle_switch = 3;
inline constexpr std::int32_t delta_sec = 4;
inline constexpr std::int32_t execution_time = 5;
inline constexpr std::int32_t simulation_running = 6;
inline constexpr std::int32_t input_start_id = 7;    // basic
inline constexpr std::int32_t output_start_id = 8;   // basic
inline constexpr std::int32_t slot_table_start = 7;  // dynamic
inline constexpr std::int32_t description_size = 8;  // dynamic
inline constexpr std::int32_t interface_string = 9;  // dynamic, first chunk
inline constexpr std::int32_t size = 9;
}  // namespace header

/// How a program orders its entries. In an old one run_cycle_switch and delta_sec have changed
/// places, and the basic inputs begin with true_position, true_compass and true_velocity.
enum class EntryOrder { current, old };

/// Where an entry of `header` lies in that order. Other offsets stay.
constexpr std::int32_t header_offset(std::int32_t entry, EntryOrder order) {
    if (order == EntryOrder::current) return entry;
    if (entry == header::run_cycle_switch) return header::delta_sec;
    return entry == header::delta_sec ? header::run_cycle_switch : entry;
}

enum class InterfaceType { basic, dynamic };

/// `basic` or `dynamic`, as the entry interface_type has it.
std::string_view to_string(InterfaceType type);

struct HeaderEntry {
    std::int32_t offset;
    std::string_view name;
    ElementKind kind;
};

/// The nine header entries in order, with the names the protocol gives them.
const std::vector<HeaderEntry>& header_entries(InterfaceType type);

inline constexpr std::int32_t default_input_start_id = 10;
inline constexpr std::int32_t default_output_start_id = 40;

/// The interface that a program of type `basic` has without sending it: 28 entries of input ports
/// and 3 of output ports.
const ProgramInterface& basic_interface();

/// Offsets from a SOCKET port's slot to its six descriptor entries, all int32. The slot ids they
/// hold are relative to the reference_id, the directions are the program's.
namespace socket_entry {
inline constexpr std::int32_t output_slot_id = 0;
inline constexpr std::int32_t output_max_entries = 1;
inline constexpr std::int32_t output_count = 2;
inline constexpr std::int32_t input_slot_id = 3;
inline constexpr std::int32_t input_max_entries = 4;
inline constexpr std::int32_t input_count = 5;
inline constexpr std::int32_t descriptor_size = 6;
/// Packets that each queue of a default layout has room for.
inline constexpr std::int32_t default_queue_packets = 8;
}  // namespace socket_entry

/// An offset from the reference_id, wide enough that adding to what a program wrote cannot
/// overflow.
using Offset = std::int64_t;

/// Where one of the two queues of a SOCKET port lies: `max_entries` packets, one behind the other.
/// All zero if the port has no such queue.
struct Queue {
    Offset slot_id = 0;
    std::int64_t max_entries = 0;
};

/// Where one port's data lies.
struct PortPlace {
    /// The first entry; empty if the slot table has no int32 for this port.
    std::optional<Offset> offset;
    /// Of a SOCKET port, as its descriptor says.
    Queue output_queue;
    Queue input_queue;
};

/// Where everything of one program lies.
struct Layout {
    InterfaceType type = InterfaceType::basic;
    /// Of a `dynamic` interface.
    std::int64_t chunk_count = 0;
    Offset slot_table_start = 0;
    /// As many as the interface has ports, in the same order.
    std::vector<PortPlace> ports;
};

/// The layout that programs compute: the slot table two entries behind the chunks, the data five
/// entries behind the slot table, port after port. A SOCKET port takes its descriptor and behind it
/// its output queue (if it is an output) and its input queue (if it is an input).
Layout default_layout(const ProgramInterface& program_interface, std::int64_t chunk_count);

/// The layout of a `basic` program: its inputs and outputs port after port from these two offsets.
Layout basic_layout(Offset input_start_id = default_input_start_id,
                    Offset output_start_id = default_output_start_id,
                    EntryOrder order = EntryOrder::current);

/// The layout as read from a program's header and slot table. An entry that holds no int32 is
/// passed as nullopt; a table shorter than the ports leaves the rest without a place. The queues of
/// SOCKET ports are left empty: their descriptors can only be read once check_layout has passed.
Layout layout_from_slot_table(const ProgramInterface& program_interface, std::int64_t chunk_count,
                              Offset slot_table_start,
                              const std::vector<std::optional<std::int32_t>>& slot_table);

/// One past the largest offset that the layout uses.
Offset end_offset(const ProgramInterface& program_interface, const Layout& layout);

/// Everything that is wrong with a layout, found in one pass: ports without a slot (unless
/// optional or a SOCKET, which existing programs leave out), offsets out of range, overlaps among
/// ports, queues, header, chunks and slot table, and what lies behind the table's last id. One line
/// each, naming port and ids. Empty means that every offset can be used unchecked with that
/// reference_id and capacity. Precondition: the layout has as many places as the interface has
/// ports.
std::vector<std::string> check_layout(const ProgramInterface& program_interface,
                                      const Layout& layout, std::int32_t reference_id,
                                      std::int32_t capacity);

/// One table entry of a port.
struct Slot {
    std::int32_t offset;
    std::size_t port;
    /// `true_position.x`, `net.output_count`, `net.output[2].address`, ...
    std::string name;
    ElementKind kind;
};

/// The entries of every port that has a place, port after port in table order: of a DATA port its
/// elements, of a SOCKET port its descriptor and its queues.
/// Precondition: check_layout found nothing wrong.
std::vector<Slot> slots(const ProgramInterface& program_interface, const Layout& layout);

}  // namespace ddc::interface
