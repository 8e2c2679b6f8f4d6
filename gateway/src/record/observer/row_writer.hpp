// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "output/output_file.hpp"
#include "output/writing_thread.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// Writes rows of numbers to a CSV file on a separate thread. Adding a row never waits for the
/// disk, takes no lock and allocates nothing. Rows are in the file half a second later at most, but
/// for the row added last, so that a run that is killed has its trace. Where the disk does not keep
/// up, at most 32 MB of rows wait; more are dropped.
///
/// Numbers are written in the shortest form that reads back to the same bits.
class RowWriter {
  public:
    /// @param report called at once, from the writing thread, when the file cannot be written any
    /// more; no lock is held meanwhile
    RowWriter(std::shared_ptr<OutputFile> file, const std::vector<std::string>& columns,
              Log report);
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
    struct CsvFile;

    std::vector<double> dropped_row_;  ///< is filled where there is no room for a row
    bool is_closed_ = false;
    std::uint64_t rows_added_ = 0;
    std::uint64_t rows_dropped_ = 0;
    std::string problem_;
    std::shared_ptr<CsvFile> file_;
    WritingThread thread_;
};

}  // namespace gateway
