// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap.hpp>

#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

namespace ddc::recording {

/// A file that is no MCAP file, is damaged, or cannot be read here: `FILE: byte 4711: ...`.
class McapError : public std::runtime_error {
  public:
    McapError(const std::string& file, std::uint64_t offset, const std::string& what,
              bool is_damage = true)
        : std::runtime_error(file + ": byte " + std::to_string(offset) + ": " + what),
          offset_(offset),
          is_damage_(is_damage) {}

    /// Of the record that cannot be read, from the start of the file.
    std::uint64_t offset() const noexcept { return offset_; }
    /// False where others can read it, so that nothing of the file is to be dropped.
    bool is_damage() const noexcept { return is_damage_; }

  private:
    std::uint64_t offset_;
    bool is_damage_;
};

/// Reads an MCAP file from front to back; it needs no summary. Every CRC that is there is checked,
/// that of a chunk before its messages are shown. Chunks may be plain or zstd.
class McapReader {
  public:
    /// The stream must outlive it.
    /// @throws McapError if it does not begin as an MCAP file
    McapReader(std::istream& in, std::string file_name);
    McapReader(const McapReader&) = delete;
    McapReader& operator=(const McapReader&) = delete;
    ~McapReader();

    const McapHeader& header() const;

    using Item = std::variant<McapMessage, McapAttachment, McapMetadata>;
    /// What comes next in the file; nothing at its end. The bytes of a message are good until the
    /// next call. @throws McapError
    std::optional<Item> next();

    /// All that were read so far.
    const std::map<McapId, McapChannel>& channels() const;
    /// Of a message that was read.
    const McapChannel& channel(McapId id) const;
    /// Null for 0.
    const McapSchema* schema(McapId id) const;

    /// The file ends before its end is told: it was not closed, or cut. All that is before was
    /// read.
    bool is_cut() const noexcept;
    /// Where the last record ended that was read in full.
    std::uint64_t good_bytes() const noexcept;
    /// Chunks that were read to their end.
    std::uint64_t chunks() const noexcept;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace ddc::recording
