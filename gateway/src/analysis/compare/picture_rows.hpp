// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace gateway {

/// Rows of a table for a picture. Of more than it can show it keeps those in which a value is the
/// least or the greatest of a part of the rows, so that no peak is lost.
class PictureRows {
  public:
    /// @param rows that there will be
    PictureRows(std::ostream& out, std::size_t rows);
    /// Writes what is left.
    ~PictureRows();
    PictureRows(const PictureRows&) = delete;
    PictureRows& operator=(const PictureRows&) = delete;

    /// @param values as many in each row; nan for none
    void add(const std::string& line, const std::vector<double>& values);

  private:
    struct Kept {
        std::size_t row = 0;
        double value = 0;
        std::string line;
    };
    void keep(Kept& kept, double value, const std::string& line) const;
    void write_part();

    std::ostream& out_;
    std::size_t rows_in_part_;
    std::size_t row_ = 0;             ///< of the part
    std::vector<Kept> least_, most_;  ///< by value
};

}  // namespace gateway
