// SPDX-License-Identifier: MIT
#pragma once

#include <plant/csv_reader.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace plant {

/// Largest absolute time of a row; includes seconds since 1970.
constexpr double latest_row_s = 1e10;
constexpr const char* latest_row_reason = "must be within -1e10 and 1e10 s";

/// Reads the rows of a CSV whose first line names its columns, in any order. Unknown columns are
/// ignored.
class CsvColumns {
  public:
    /// Reads the first line. @throws FileError if one of the first `required` known names is
    /// missing or a known name occurs twice. @param csv must outlive this object
    CsvColumns(CsvReader& csv, std::vector<const char*> known, std::size_t required);

    /// Reads a row and calls take(index of the known name, value) for each known field; during the
    /// call csv.fail() refers to that field. @return false at the end. @throws FileError for fields
    /// that are not finite numbers and for rows that are shorter or longer than the first line.
    bool next_row(const std::function<void(std::size_t, double)>& take);

  private:
    std::optional<std::size_t> index_of(std::string_view name) const;

    CsvReader& csv_;
    std::vector<const char*> known_;
    std::vector<std::optional<std::size_t>> header_;
};

}  // namespace plant
