// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <variant>

namespace ddc {

/// Number of an entry in a table, 0 .. capacity-1. Signed because programs pass int.
using Id = std::int32_t;

/// The programs' entries begin at this id; those below are the gateway's.
constexpr Id first_program_id = 0x4000;
constexpr Id default_capacity = 65536;
constexpr Id max_capacity = 1 << 24;
/// Bytes of a string entry without its terminator.
constexpr std::size_t max_string_length = 199;

/// Type of the value that an entry has now. A write may change it.
enum class Type : std::uint32_t { no_data = 0, boolean = 1, int32 = 2, real64 = 3, string = 4 };

/// Result of an operation on an open table. These operations do not throw.
enum class Status : std::int32_t {
    ok = 0,
    no_data,       ///< the entry is empty; the caller's variable is unchanged
    wrong_type,    ///< the entry holds another type; the caller's variable is unchanged
    out_of_range,  ///< the id is not in 0 .. capacity-1
    half_written,  ///< a writer died while writing it, and it has not been written since
    timed_out,     ///< the deadline passed; Table::explain() names the holder of the lock
    too_long,      ///< a string of more than max_string_length bytes
    read_only,     ///< the table was opened for reading
    interrupted,   ///< a signal ended a wait with OnSignal::give_up
    busy,          ///< called in a signal handler that interrupted a write of the same thread
    truncated,     ///< the table's memory was truncated; all its values are lost
};

/// A short English name such as "wrong type".
const char* to_string(Status status) noexcept;
const char* to_string(Type type) noexcept;

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

using Value = std::variant<std::monostate, bool, std::int32_t, double, std::string>;

/// One entry as a monitor reads it.
struct Entry {
    Id id = 0;
    Type type = Type::no_data;
    Value value;
    /// Write counter: grows by 2 with each write, odd during a write.
    std::uint64_t sequence = 0;
    /// Steady time of the last write in ns (resolution: the kernel's tick, about 4 ms); 0 = none.
    std::int64_t written_ns = 0;
    Status status = Status::ok;
};

/// A table could not be created or opened, or entries not be claimed. what() names the table and
/// says what to do.
class TableError : public std::runtime_error {
  public:
    enum class Reason {
        not_found,
        exists,
        access,  ///< permission denied, or the table is not to be trusted
        other_layout,
        half_created,
        invalid,
        system,
        locked,   ///< a process holds its file lock exclusively
        claimed,  ///< another claim holds some of the entries
    };
    TableError(Reason reason, const std::string& message)
        : std::runtime_error(message), reason_(reason) {}
    Reason reason() const noexcept { return reason_; }

  private:
    Reason reason_;
};

}  // namespace ddc
