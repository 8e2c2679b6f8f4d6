// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap_reader.hpp>

#include <functional>
#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ddc::recording {

/// Reads the messages of an MCAP file in the order of their times, from any time on, with the index
/// in its summary. For any length of the file it keeps in memory only the index and the chunks of
/// one time. CRCs are checked: that of the summary at once, that of a chunk before its first
/// message is returned.
class McapIndexedReader {
  public:
    /// Receives a message, whose bytes are valid during the call.
    using Take = std::function<void(const McapMessage&)>;

    /// The stream must outlive it.
    /// @throws McapError if it is not an MCAP file, was not closed, or its index does not match it
    McapIndexedReader(std::istream& in, std::string file_name);
    McapIndexedReader(const McapIndexedReader&) = delete;
    McapIndexedReader& operator=(const McapIndexedReader&) = delete;
    ~McapIndexedReader();

    /// All channels of the file. Valid as long as this object, as the schemas are.
    const std::map<McapId, McapChannel>& channels() const;
    /// The schema of one of these channels. Null for id 0 and for an unknown id.
    const McapSchema* schema(McapId id) const;
    /// Time of the first message in ns; 0 if there is none.
    std::uint64_t first_ns() const noexcept;
    /// Time of the last message in ns; 0 if there is none.
    std::uint64_t last_ns() const noexcept;

    /// next() continues with the first message at or after that time.
    void seek(std::uint64_t time_ns);
    /// The next message up to that time, or nothing. Messages of the same time are returned in the
    /// order of the file. The bytes are valid until the next call of any function of this object.
    /// @throws McapError for a damaged chunk, once: the chunk is skipped from then on
    std::optional<McapMessage> next(std::uint64_t until_ns);
    /// No message that next() has not returned yet is earlier than this time; nothing: there is
    /// none.
    std::optional<std::uint64_t> next_ns();
    /// Passes the last message of a channel that is not later than `until_ns` to `take`; if several
    /// have the same time, all of them. The position of next() does not change. @throws McapError
    /// as next() does
    void show_latest(McapId channel, std::uint64_t until_ns, const Take& take);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace ddc::recording
