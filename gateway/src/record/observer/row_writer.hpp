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

/// Writes rows of numbers to a CSV file on a separate thread. Adding a row does not wait for the
/// disk, lock or allocate. All rows except the last one are in the file after half a second, so a
/// killed run has its trace. If the disk is too slow, up to 32 MB of rows wait; further rows are
/// dropped.
///
/// Numbers are written in the shortest form that reads back to the same bits.
class RowWriter {
  public:
    /// @param report called from the writing thread, without a lock, as soon as the file cannot be
    /// written any more
    RowWriter(std::shared_ptr<OutputFile> file, const std::vector<std::string>& columns,
              Log report);
    /// Closes the file.
    ~RowWriter();
    RowWriter(const RowWriter&) = delete;
    RowWriter& operator=(const RowWriter&) = delete;

    /// The next row; the caller writes one number per column before the next call.
    double* next_row();

    /// Writes the remaining rows and closes the file. Returns after at most two seconds, also if
    /// the disk still blocks.
    void close();

    /// After close(): the number of rows missing in the file, and the error, or an empty text.
    std::uint64_t rows_dropped() const { return rows_dropped_; }
    const std::string& problem() const { return problem_; }

  private:
    struct CsvFile;

    std::vector<double> dropped_row_;  ///< buffer for rows without room
    bool is_closed_ = false;
    std::uint64_t rows_added_ = 0;
    std::uint64_t rows_dropped_ = 0;
    std::string problem_;
    std::shared_ptr<CsvFile> file_;
    WritingThread thread_;
};

}  // namespace gateway
