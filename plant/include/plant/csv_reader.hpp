// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace plant {

/// What a double quote at the beginning of a field is.
enum class CsvQuotes {
    plain,      ///< a character like others
    taken_off,  ///< the field ends at the next one of the line; two in a row are one
};

/// Walks through the rows and fields of a CSV text and knows where each field stands. Blank lines,
/// blanks around fields, CRLF and a byte order mark are passed over. It has one line at a time.
class CsvReader {
  public:
    /// @param name the file's name, for errors
    CsvReader(std::string text, std::string name);
    CsvReader(std::unique_ptr<std::istream> text, std::string name,
              CsvQuotes quotes = CsvQuotes::plain);
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    /// Goes to the next line that is not blank. @return false at the end of the text
    bool next_row();

    /// Whether the row has another field.
    bool more() const { return next_ <= row_.size(); }
    /// The next field, empty if there is none; it lives until the next row.
    std::string_view field();
    /// The next field as a number. @throws FileError unless it is finite.
    double number(const std::string& key);

    const std::string& name() const { return name_; }
    /// Of the row, from 1; at the end of the text one more than the last line.
    int line() const { return line_; }
    /// How much of the text was read, in bytes.
    std::uintmax_t bytes_read() const { return bytes_read_; }

    /// @throws FileError at the field read last, or at the start of the row.
    [[noreturn]] void fail(const std::string& key, const std::string& reason) const;

  private:
    std::string_view quoted_field(std::size_t quote);

    std::unique_ptr<std::istream> text_;
    std::string name_;
    CsvQuotes quotes_;
    std::uintmax_t bytes_read_ = 0;
    std::string row_;       ///< what is in quotes moves to the left in it
    std::size_t next_ = 0;  ///< start of the next field in row_
    int line_ = 0;
    std::size_t column_ = 1;
};

/// @throws FileError if the file cannot be read.
CsvReader open_csv(const std::filesystem::path& file, CsvQuotes quotes = CsvQuotes::plain);

}  // namespace plant
