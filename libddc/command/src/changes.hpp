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

/// A target that has been written to since it was last looked at.
struct Change {
    const Target* target = nullptr;
    Reading reading;
    /// Writes since then; more than one means that values in between were not seen.
    std::uint64_t writes = 0;
};

/// Follows what is written to a set of targets, without locking and without being noticed.
class ChangeFollower {
  public:
    /// @param out where changes are to be told
    ChangeFollower(const Table& table, std::vector<Target> targets, const std::ostream& out);

    const std::vector<Target>& targets() const noexcept { return targets_; }

    /// Waits for changes and reads them, all those found in one look together.
    /// @return empty if the deadline passed or Ctrl-C came
    /// @throws OutputClosed if the reader of the output is gone
    std::vector<Change> wait(Deadline deadline, const Interrupt& interrupt);

    /// Wall clock of the last look, ns since 1970. It never jumps: it is the wall clock at the
    /// start plus the steady time since.
    std::int64_t time_ns() const noexcept;
    /// The same in s.
    double time_s() const noexcept;

  private:
    std::vector<Change> look();
    void take_sequences();

    const Table& table_;
    const std::ostream& out_;
    std::vector<Target> targets_;
    std::vector<std::uint64_t> writes_;
    std::vector<Watch> watches_;
    std::int64_t wall_start_ns_;
    Deadline start_;
    Deadline looked_;
};

/// The deadline that many seconds from now, never if it is not positive.
Deadline after_seconds(double seconds);

}  // namespace ddc::command
