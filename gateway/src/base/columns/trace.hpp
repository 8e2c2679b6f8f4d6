// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <plant/number_text.hpp>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gateway {

/// Rows of values over time, in named columns. All errors are plant::FileError.
class Trace {
  public:
    virtual ~Trace() = default;
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    const std::vector<std::string>& columns() const { return columns_; }
    /// The first column with that name.
    std::optional<std::size_t> find(std::string_view name) const;
    /// The column with the time in s: `t_s` or `t`.
    std::optional<std::size_t> time() const;

    /// Reads the next row. @return false at the end of the file
    virtual bool next_row() = 0;
    /// A cell of the row; a number has its shortest form.
    virtual std::string text(std::size_t column) const = 0;
    virtual double number(std::size_t column, const plant::Range& range) const = 0;
    /// As number(), but nothing if the cell is empty or not a finite number.
    virtual std::optional<double> finite(std::size_t column) const = 0;

    /// Throws an error about the row.
    [[noreturn]] virtual void fail(const std::string& key, const std::string& reason) const = 0;

    /// Part of the file that was read, 0 to 1.
    virtual double share() const = 0;

    /// Called after the last row: the data of the file that is not in the rows, one sentence each.
    virtual std::vector<std::string> notes() const { return {}; }

  protected:
    Trace() = default;

    /// Called once, when all columns are known.
    void set_columns(std::vector<std::string> columns);

  private:
    std::vector<std::string> columns_;
    std::unordered_map<std::string_view, std::size_t> places_;  ///< first column of each name
};

/// Logs the notes of a trace of which all rows were read.
void log_notes(const Trace& trace, const std::string& file, const Log& log);

/// Opens a CSV file whose first line has the names of its columns, or an MCAP recording. The
/// content of the file decides which one it is.
///
/// A recording of a run has the columns of the run's trace, with the same values. Any other
/// recording has a column `TOPIC.PATH`, with points instead of slashes, for each number that all
/// messages of a topic have, and a row for each time at which there is a message. A column has its
/// last value, and nan before its first one.
std::unique_ptr<Trace> open_trace(const std::filesystem::path& file);

/// Opens an MCAP recording with the columns of these topics only, such as `/program/inputs`.
std::unique_ptr<Trace> open_recording(const std::filesystem::path& file,
                                      const std::vector<std::string>& topics);

}  // namespace gateway
