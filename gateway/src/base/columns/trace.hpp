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

/// Rows of values over time, in columns with names. All errors are plant::FileError.
class Trace {
  public:
    virtual ~Trace() = default;
    Trace(const Trace&) = delete;
    Trace& operator=(const Trace&) = delete;

    const std::vector<std::string>& columns() const { return columns_; }
    /// The first column of that name.
    std::optional<std::size_t> find(std::string_view name) const;
    /// The column of the time in s: `t_s` or `t`.
    std::optional<std::size_t> time() const;

    /// @return false at the end of the file
    virtual bool next_row() = 0;
    /// A cell of the row, a number in its shortest form.
    virtual std::string text(std::size_t column) const = 0;
    virtual double number(std::size_t column, const plant::Range& range) const = 0;
    /// The same where there may be none, or one that is not finite.
    virtual std::optional<double> finite(std::size_t column) const = 0;

    /// Throws a mistake of the row.
    [[noreturn]] virtual void fail(const std::string& key, const std::string& reason) const = 0;

    /// How much of the file was read, from 0 to 1.
    virtual double share() const = 0;

    /// After the last row: what the file has that was not shown, each in a sentence.
    virtual std::vector<std::string> notes() const { return {}; }

  protected:
    Trace() = default;

    /// Once, when all are known.
    void set_columns(std::vector<std::string> columns);

  private:
    std::vector<std::string> columns_;
    std::unordered_map<std::string_view, std::size_t> places_;  ///< of the first of each name
};

/// Tells what a trace does not show, when all rows were read.
void tell_notes(const Trace& trace, const std::string& file, const Log& log);

/// A CSV file whose first line names its columns, or a recording in MCAP; which, its bytes tell.
///
/// A recording of a run has the columns that the run's trace has, with the same values. Another
/// recording has a column for each number that all messages of a topic have, `TOPIC.PATH` with
/// points in the place of slashes, and a row for each time at which there is a message: a column
/// shows its last value, and before its first one none (nan).
std::unique_ptr<Trace> open_trace(const std::filesystem::path& file);

/// A recording in MCAP with the columns of these topics alone, such as `/program/inputs`.
std::unique_ptr<Trace> open_recording(const std::filesystem::path& file,
                                      const std::vector<std::string>& topics);

}  // namespace gateway
