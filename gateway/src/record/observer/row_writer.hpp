// SPDX-License-Identifier: MIT
#pragma once

#include "output/abandonable_thread.hpp"
#include "output/output_file.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// Writes rows of numbers to a CSV file on a thread of its own. Adding a row never waits for
/// the disk: rows gather in blocks that the writer takes over. Those of a block that is not full
/// are in the file half a second later, too, but for the row added last, so that a run that is
/// killed has its trace. Where the disk does not keep up, at most 32 MB of rows wait; more are
/// dropped, a block at a time.
///
/// Numbers are written in the shortest form that reads back to the same bits.
class RowWriter {
  public:
    using Report = std::function<void(const std::string&)>;

    /// @param report told at once, from any thread, when the file cannot be written any more
    RowWriter(std::shared_ptr<OutputFile> file, const std::vector<std::string>& columns,
              Report report);
    /// Closes it.
    ~RowWriter();
    RowWriter(const RowWriter&) = delete;
    RowWriter& operator=(const RowWriter&) = delete;

    /// The next row, to be filled with one number a column before the next call.
    double* next_row();

    /// Writes what is left and finishes the file, in two seconds; a disk that has not taken all by
    /// then is left behind.
    void close();

    /// Once it is closed: rows that are not in the file, and what went wrong with it or nothing.
    std::uint64_t rows_dropped() const { return rows_dropped_; }
    const std::string& problem() const { return problem_; }

  private:
    using Block = std::vector<double>;
    struct State;
    void hand_over();

    std::size_t columns_;
    std::size_t blocks_left_;  ///< that may still be made
    Block filling_;
    std::uint64_t rows_added_ = 0;
    std::uint64_t rows_dropped_ = 0;
    std::string problem_;
    std::shared_ptr<State> state_;
    std::optional<AbandonableThread> thread_;
};

}  // namespace gateway
