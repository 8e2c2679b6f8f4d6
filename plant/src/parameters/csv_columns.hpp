// SPDX-License-Identifier: MIT
#pragma once

#include <plant/csv_reader.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace plant {

/// Greatest time of a row, in s before or after 0; seconds since 1970 fit well.
constexpr double latest_row_s = 1e10;
constexpr const char* latest_row_reason = "must be within -1e10 and 1e10 s";

/// The rows of a CSV whose first line names its columns, in any order. Unknown columns
/// are left alone.
class CsvColumns {
  public:
    /// Reads the first line. @throws FileError if one of the first `required` known names is
    /// missing or any of them is there twice. @param csv must outlive this
    CsvColumns(CsvReader& csv, std::vector<const char*> known, std::size_t required);

    /// Reads a row: take(index of the known name, value) for each known field, while csv stands at
    /// it. @return false at the end. @throws FileError for fields that are no finite number
    /// and for rows that are shorter or longer than the first line.
    bool next_row(const std::function<void(std::size_t, double)>& take);

  private:
    std::optional<std::size_t> index_of(std::string_view name) const;

    CsvReader& csv_;
    std::vector<const char*> known_;
    std::vector<std::optional<std::size_t>> header_;
};

}  // namespace plant
