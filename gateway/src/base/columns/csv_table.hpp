// SPDX-License-Identifier: MIT
#pragma once

#include <plant/number_text.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gateway {

/// The rows of a CSV file whose first line names its columns. Blank lines, blanks around cells,
/// CRLF and a byte order mark are passed over; quotes around a cell are taken off, within one line.
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
    bool next_line();

    std::string file_;
    std::ifstream in_;
    std::uintmax_t read_ = 0;  ///< bytes
    double size_;              ///< as well
    int line_ = 0;
    std::string text_;  ///< of the line, from which quotes are taken
    std::vector<std::string_view> cells_;
    std::vector<std::string> columns_;
};

}  // namespace gateway
