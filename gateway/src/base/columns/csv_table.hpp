// SPDX-License-Identifier: MIT
#pragma once

#include <plant/csv_reader.hpp>
#include <plant/number_text.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gateway {

/// The rows of a CSV file whose first line has the names of its columns. Each row has as many cells
/// as there are columns. Quotes around a cell are removed; a quoted cell is within one line. All
/// errors are plant::FileError with the line.
class CsvTable {
  public:
    /// Reads the first line. @param contents describes the format, in the message about an empty
    /// file
    CsvTable(const std::filesystem::path& file, const std::string& contents);

    const std::vector<std::string>& columns() const { return columns_; }
    /// The first column with that name.
    std::optional<std::size_t> find(std::string_view name) const;

    /// Reads the next row. @return false at the end of the file
    bool next_row();
    /// A cell of the row, valid until the next call of next_row().
    std::string_view text(std::size_t column) const { return cells_[column]; }
    double number(std::size_t column, const plant::Range& range) const;
    /// As number(), but nothing if the cell is empty or not a finite number.
    std::optional<double> finite(std::size_t column) const;

    /// Part of the file that was read, 0 to 1; 0 if its size is unknown.
    double share() const;

    /// Throws an error about the row.
    [[noreturn]] void fail(const std::string& key, const std::string& reason) const;

  private:
    void take_cells();

    plant::CsvReader csv_;
    double size_;  ///< of the file, in bytes
    std::vector<std::string_view> cells_;
    std::vector<std::string> columns_;
};

}  // namespace gateway
