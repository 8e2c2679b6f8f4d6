// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace gateway {

/// Writes rows of numbers to a CSV file on a thread of its own. Whoever adds a row never waits for
/// the disk: rows gather in blocks that the writer takes over.
///
/// Numbers are written in the shortest form that reads back to the same bits.
class RowWriter {
  public:
    /// @throws std::runtime_error if the file cannot be written
    RowWriter(const std::filesystem::path& file, const std::vector<std::string>& columns);
    /// Writes what is left.
    ~RowWriter();
    RowWriter(const RowWriter&) = delete;
    RowWriter& operator=(const RowWriter&) = delete;

    /// The next row, to be filled with one number a column before the next call.
    double* next_row();

    /// Writes everything and closes the file. @throws std::runtime_error if anything was not
    /// written
    void close();

  private:
    using Block = std::vector<double>;
    void hand_over();
    void run();
    void write(const Block& block);

    std::string name_;
    std::ofstream out_;
    std::size_t columns_;
    Block filling_;
    std::string line_;

    std::mutex mutex_;
    std::condition_variable filled_;
    std::vector<Block> full_;
    std::vector<Block> empty_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace gateway
