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

/// A file that is not an MCAP file, is damaged, or is not supported: `FILE: byte 4711: ...`.
class McapError : public std::runtime_error {
  public:
    McapError(const std::string& file, std::uint64_t offset, const std::string& what,
              bool is_damage = true)
        : std::runtime_error(file + ": byte " + std::to_string(offset) + ": " + what),
          offset_(offset),
          is_damage_(is_damage) {}

    /// Position of the record that cannot be read, from the start of the file.
    std::uint64_t offset() const noexcept { return offset_; }
    /// False if the file is valid but not supported here, so that no part of it may be removed.
    bool is_damage() const noexcept { return is_damage_; }

  private:
    std::uint64_t offset_;
    bool is_damage_;
};

/// Reads an MCAP file from front to back, without its summary. Every CRC in the file is checked,
/// that of a chunk before its first message is returned. Chunks may be uncompressed or zstd.
class McapReader {
  public:
    /// The stream must outlive it.
    /// @throws McapError if it does not begin like an MCAP file
    McapReader(std::istream& in, std::string file_name);
    McapReader(const McapReader&) = delete;
    McapReader& operator=(const McapReader&) = delete;
    ~McapReader();

    const McapHeader& header() const;

    using Item = std::variant<McapMessage, McapAttachment, McapMetadata>;
    /// The next item of the file; nothing at its end. The bytes of a message are valid until the
    /// next call. @throws McapError
    std::optional<Item> next();

    /// All channels that were read so far.
    const std::map<McapId, McapChannel>& channels() const;
    /// The channel of a message that was read.
    const McapChannel& channel(McapId id) const;
    /// Null for id 0.
    const McapSchema* schema(McapId id) const;

    /// True if the file has no end record: it was not closed, or is truncated. All items before the
    /// truncation were returned.
    bool is_cut() const noexcept;
    /// Position of the end of the last complete record.
    std::uint64_t good_bytes() const noexcept;
    /// Number of chunks that were read to their end.
    std::uint64_t chunks() const noexcept;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace ddc::recording
