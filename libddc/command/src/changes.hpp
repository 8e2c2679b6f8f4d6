// SPDX-License-Identifier: MIT
#pragma once

#include "entry_name.hpp"
#include "interrupt.hpp"
#include "reading.hpp"

#include <ddc/table.hpp>

#include <cstdint>
#include <ostream>
#include <vector>

namespace ddc::command {

/// A target that has been written since the last read.
struct Change {
    const Target* target = nullptr;
    Reading reading;
    /// Writes since then; if more than one, values in between were missed.
    std::uint64_t writes = 0;
};

/// Follows the writes to a set of targets, without locking and without any effect on writers.
class ChangeFollower {
  public:
    /// @param out output for the changes
    ChangeFollower(const Table& table, std::vector<Target> targets, const std::ostream& out);

    const std::vector<Target>& targets() const noexcept { return targets_; }

    /// Waits for changes, and reads all that are found at once.
    /// @return empty if the deadline passed or Ctrl-C was pressed
    /// @throws OutputClosed if the reader of the output has closed it
    std::vector<Change> wait(Deadline deadline, const Interrupt& interrupt);

    /// Wall clock of the last read, ns since 1970. It never jumps: it is the wall clock at the
    /// start plus the steady time since then.
    std::int64_t time_ns() const noexcept;
    /// The same in s.
    double time_s() const noexcept;

  private:
    std::vector<Change> read_changes();
    void read_sequences();

    const Table& table_;
    const std::ostream& out_;
    std::vector<Target> targets_;
    std::vector<std::uint64_t> writes_;
    std::vector<Watch> watches_;
    std::int64_t wall_start_ns_;
    Deadline start_;
    Deadline last_read_;
};

/// The deadline `seconds` from now; none if `seconds` is not positive.
Deadline after_seconds(double seconds);

}  // namespace ddc::command
