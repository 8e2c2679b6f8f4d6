// SPDX-License-Identifier: MIT
#pragma once

#include "recording.hpp"

#include <ddc/recording/mcap_reader.hpp>

namespace ddc::command {

/// The first byte of every MCAP file. No text file begins with it.
inline constexpr int mcap_start = 0x89;

/// Reads the messages `ddc_msgs/msg/Entry` of an MCAP file and ignores all others.
class McapChangeReader : public ChangeReader {
  public:
    /// @param in must outlive the reader
    /// @throws RecordingError if it is not an MCAP file
    McapChangeReader(std::istream& in, std::string file_name);

    std::optional<RecordedChange> next() override;

  private:
    bool is_change(const recording::McapMessage& message) const;
    RecordedChange change_of(const recording::McapMessage& message) const;

    std::string file_name_;
    std::unique_ptr<recording::McapReader> reader_;
    bool has_changes_ = false;
};

}  // namespace ddc::command
