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

/// Programs live at this id and above; what lies below belongs to the gateway's own system.
constexpr Id first_program_id = 0x4000;
constexpr Id default_capacity = 65536;
constexpr Id max_capacity = 1 << 24;
/// Bytes of a string entry without its terminator.
constexpr std::size_t max_string_length = 199;

/// What an entry holds at the moment. A write may change it.
enum class Type : std::uint32_t { no_data = 0, boolean = 1, int32 = 2, real64 = 3, string = 4 };

/// Outcome of an operation on a table. Nothing below Table's set-up throws.
enum class Status : std::int32_t {
    ok = 0,
    no_data,       ///< the entry is empty; the caller's variable is as it was
    wrong_type,    ///< the entry holds another type; the caller's variable is as it was
    out_of_range,  ///< the id is not in 0 .. capacity-1
    half_written,  ///< a writer died in the middle of it and it was not written since
    timed_out,     ///< the deadline passed; Table::explain() says who was in the way
    too_long,      ///< a string of more than max_string_length bytes
    read_only,     ///< the table was opened for reading
    interrupted,   ///< a signal ended a wait that asked for it
    busy,          ///< called in a signal handler that interrupted a write of the same thread
    truncated,     ///< the table's memory was cut short; nothing is left of it
};

/// A short English name such as "wrong type".
const char* to_string(Status status) noexcept;
const char* to_string(Type type) noexcept;

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

using Value = std::variant<std::monostate, bool, std::int32_t, double, std::string>;

/// One entry as an observer sees it.
struct Entry {
    Id id = 0;
    Type type = Type::no_data;
    Value value;
    /// Counts writes: grows by 2 with each, odd while one is under way.
    std::uint64_t sequence = 0;
    /// Steady time of the last write in ns (resolution: the kernel's tick, about 4 ms); 0 = never.
    std::int64_t written_ns = 0;
    Status status = Status::ok;
};

/// A table could not be created or opened, or a claim not be had. what() names the table and says
/// what to do.
class TableError : public std::runtime_error {
  public:
    enum class Reason {
        not_found,
        exists,
        access,  ///< the system says no, or the table is not to be trusted
        other_layout,
        half_created,
        invalid,
        system,
        locked,   ///< a process holds its file lock and keeps all others out
        claimed,  ///< another claim holds some of the entries
    };
    TableError(Reason reason, const std::string& message)
        : std::runtime_error(message), reason_(reason) {}
    Reason reason() const noexcept { return reason_; }

  private:
    Reason reason_;
};

}  // namespace ddc
