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

/// Meaning of a double quote at the start of a field.
enum class CsvQuotes {
    plain,      ///< an ordinary character
    taken_off,  ///< encloses the field; two in a row represent one
};

/// Reads the rows and fields of a CSV text and reports the position of errors. Blank lines, blanks
/// around fields, CRLF and a byte order mark are skipped. Only one line is in memory.
class CsvReader {
  public:
    /// @param name the name of the file, for error messages
    CsvReader(std::string text, std::string name);
    /// Reads from a stream, which must not be null. @param name as above
    CsvReader(std::unique_ptr<std::istream> text, std::string name,
              CsvQuotes quotes = CsvQuotes::plain);
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    /// Advances to the next line that is not blank. @return false at the end of the text
    bool next_row();

    /// Whether the row has another field.
    bool more() const { return next_ <= row_.size(); }
    /// The next field, empty if there is none; valid until next_row().
    std::string_view field();
    /// The next field as a number. @throws FileError unless it is finite.
    double number(const std::string& key);

    /// The name of the file, as given to the constructor.
    const std::string& name() const { return name_; }
    /// Number of the current line, from 1; at the end of the text one more than that of the last
    /// line.
    int line() const { return line_; }
    /// Number of bytes read so far.
    std::uintmax_t bytes_read() const { return bytes_read_; }

    /// @throws FileError at the position of the last field, or at the start of the row.
    [[noreturn]] void fail(const std::string& key, const std::string& reason) const;

  private:
    std::string_view quoted_field(std::size_t quote);

    std::unique_ptr<std::istream> text_;
    std::string name_;
    CsvQuotes quotes_;
    std::uintmax_t bytes_read_ = 0;
    std::string row_;       ///< the current line; unquoting moves its characters to the left
    std::size_t next_ = 0;  ///< start of the next field in row_
    int line_ = 0;
    std::size_t column_ = 1;
};

/// Opens a file as CSV; its path is its name. @throws FileError if the file cannot be read.
CsvReader open_csv(const std::filesystem::path& file, CsvQuotes quotes = CsvQuotes::plain);

}  // namespace plant
