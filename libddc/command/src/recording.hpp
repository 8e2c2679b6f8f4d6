// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <istream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

/// Recordings of a table's entries: one change per line, in CSV (`time_s,id,name,type,value,unit`)
/// or NDJSON with the same keys, or an MCAP file with a message `ddc_msgs/msg/Entry` for each
/// change. A player uses only time, id, type and value.
namespace ddc::command {

/// An entry's value at one time.
struct RecordedChange {
    double time_s = 0;
    Id id = 0;
    Value value;
};

/// A line or message that is not a record. The message has its position and the reason.
struct RecordingError : std::runtime_error {
    RecordingError(const std::string& message, bool is_cut)
        : std::runtime_error(message), cut_off(is_cut) {}
    /// The file is truncated here: the recorder was probably killed.
    bool cut_off;
};

class ChangeReader {
  public:
    virtual ~ChangeReader() = default;
    /// The next change; nothing at the end. @throws RecordingError
    virtual std::optional<RecordedChange> next() = 0;
};

/// The first byte determines the format. @throws RecordingError
std::unique_ptr<ChangeReader> create_change_reader(std::istream& in, const std::string& file_name);

/// Reads CSV or NDJSON.
class LineReader : public ChangeReader {
  public:
    LineReader(std::istream& in, std::string file_name);

    std::optional<RecordedChange> next() override;

  private:
    using Texts = std::vector<std::string>;

    bool read_line(std::string& line);
    bool read_csv_record(Texts& fields);
    void read_csv_keys(const Texts& keys);
    RecordedChange from_csv(const Texts& fields) const;
    RecordedChange from_json(const std::string& line) const;
    [[noreturn]] void fail(const std::string& what) const;
    [[noreturn]] void fail_at(std::size_t line, const std::string& what) const;

    std::istream& in_;
    std::string file_name_;
    std::size_t line_number_ = 0;
    bool line_ended_ = true;
    bool is_json_ = false;
    /// Columns of time_s, id, type and value in the CSV.
    std::size_t columns_[4] = {};
    std::size_t column_count_ = 0;
};

}  // namespace ddc::command
