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

/// The rows of a CSV file whose first line names its columns, each with as many cells as there are
/// columns. Quotes around a cell are taken off, within one line.
/// All errors are plant::FileError with the line.
class CsvTable {
  public:
    /// Reads the first line. @param contents what the file should have, for one that is empty
    CsvTable(const std::filesystem::path& file, const std::string& contents);

    const std::vector<std::string>& columns() const { return columns_; }
    /// The first column of that name.
    std::optional<std::size_t> find(std::string_view name) const;

    /// @return false at the end of the file
    bool next_row();
    /// A cell of the row.
    std::string_view text(std::size_t column) const { return cells_[column]; }
    double number(std::size_t column, const plant::Range& range) const;
    /// The same where there may be none, or one that is not finite.
    std::optional<double> finite(std::size_t column) const;

    /// How much of the file was read, from 0 to 1; of what has no size, 0.
    double share() const;

    /// Throws a mistake of the row.
    [[noreturn]] void fail(const std::string& key, const std::string& reason) const;

  private:
    void take_cells();

    plant::CsvReader csv_;
    double size_;  ///< of the file, in bytes
    std::vector<std::string_view> cells_;
    std::vector<std::string> columns_;
};

}  // namespace gateway
