// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace plant {

/// Walks through the rows and fields of a CSV text and knows where each field stands. Blank lines,
/// blanks around fields, CRLF and a byte order mark are passed over; quotes have no meaning.
class CsvReader {
  public:
    /// @param name the file's name, for errors
    CsvReader(std::string text, std::string name);
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    /// Goes to the next line that is not blank. @return false at the end of the text
    bool next_row();

    /// Whether the row has another field.
    bool more() const { return next_ <= row_.size(); }
    /// The next field, empty if there is none; it lives as long as the reader.
    std::string_view field();
    /// The next field as a number. @throws FileError unless it is finite.
    double number(const std::string& key);

    /// @throws FileError at the field read last, or at the start of the row.
    [[noreturn]] void fail(const std::string& key, const std::string& reason) const;

  private:
    std::string text_;
    std::string name_;
    std::size_t row_end_ = 0;  ///< start of the next row in text_
    std::string_view row_;
    std::size_t next_ = 0;  ///< start of the next field in row_
    int line_ = 0;
    std::size_t column_ = 1;
};

/// @throws FileError if the file cannot be read.
CsvReader open_csv(const std::filesystem::path& file);

}  // namespace plant
