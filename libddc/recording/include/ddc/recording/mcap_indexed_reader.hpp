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

/// Reads the messages of an MCAP file in the order of their times, from any time on, by the index
/// in its summary. However long the file is, it has in memory its index and the chunks of one time.
/// CRCs are checked: that of the summary at once, that of a chunk before its messages are shown.
class McapIndexedReader {
  public:
    using Take = std::function<void(const McapMessage&)>;

    /// The stream must outlive it.
    /// @throws McapError if it is no MCAP file, has no end, or no index that fits its chunks
    McapIndexedReader(std::istream& in, std::string file_name);
    McapIndexedReader(const McapIndexedReader&) = delete;
    McapIndexedReader& operator=(const McapIndexedReader&) = delete;
    ~McapIndexedReader();

    const std::map<McapId, McapChannel>& channels() const;
    /// Null for 0.
    const McapSchema* schema(McapId id) const;
    /// @name Times of the first and of the last message; 0 if there is none
    /// @{
    std::uint64_t first_ns() const noexcept;
    std::uint64_t last_ns() const noexcept;
    /// @}

    /// Lets next() go on with the first message at that time or behind it.
    void seek(std::uint64_t time_ns);
    /// The next message up to that time, nothing if there is none; of one time in the order of the
    /// file. Its bytes are good until the next call of any function here.
    /// @throws McapError for a chunk that is damaged, once: it is left out from then on
    std::optional<McapMessage> next(std::uint64_t until_ns);
    /// No message that next() has yet to show is earlier; nothing: there is none.
    std::optional<std::uint64_t> next_ns();
    /// Shows the last message of a channel up to that time; all of them if several have its time.
    /// What next() shows is as before. @throws McapError as next() does
    void show_latest(McapId channel, std::uint64_t until_ns, const Take& take);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace ddc::recording
