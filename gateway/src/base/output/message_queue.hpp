// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace gateway {

/// A lock-free queue of messages from the loop's thread to one other thread. Neither thread blocks,
/// and only the constructor allocates: messages are stored in blocks, which are used again after
/// they were read. Messages that do not fit are dropped and counted.
class MessageQueue {
  public:
    static constexpr std::size_t usual_block_bytes = std::size_t{1} << 20U;

    /// Stored before the bytes of each message.
    struct Head {
        std::uint64_t time_ns = 0;
        std::uint32_t sequence = 0;
        std::uint32_t size = 0;
        std::uint16_t topic = 0;
    };

    /// @param blocks at least two; only blocks that have held messages use memory
    /// @param block_bytes limit for a message with its head
    explicit MessageQueue(std::size_t blocks, std::size_t block_bytes = usual_block_bytes);
    MessageQueue(const MessageQueue&) = delete;
    MessageQueue& operator=(const MessageQueue&) = delete;

    /// @name For the writing thread
    /// @{
    /// Adds a message. @return buffer for its `head.size` bytes, to be filled before the next call;
    /// null if the message is dropped
    std::byte* begin(const Head& head) noexcept;
    /// Publishes the added messages to the reading thread.
    void publish() noexcept;
    /// @}

    /// @name For the reading thread
    /// @{
    /// Calls each(head, bytes) for the published messages, the oldest first, up to position `end`,
    /// as of published(). The bytes are valid during the call.
    template <class Each>
    void read(std::uint64_t end, Each&& each);
    /// Bytes that were read since the beginning.
    std::uint64_t read_bytes() const noexcept { return read_bytes_; }
    /// @}

    /// @name For any thread
    /// @{
    /// Bytes that were published since the beginning.
    std::uint64_t published() const noexcept { return published_.load(std::memory_order_acquire); }
    std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }
    /// @}

  private:
    struct Block {
        std::byte* bytes = nullptr;
        std::atomic<std::size_t> end{0};  ///< of the published bytes
        std::atomic<Block*> next{nullptr};
    };

    bool next_block();
    Block* free_block() noexcept;
    void return_block(Block* block) noexcept;

    std::size_t block_bytes_;
    std::unique_ptr<std::byte[]> memory_;
    std::vector<Block> blocks_;
    std::vector<Block*> returned_;  ///< ring of blocks that were read and may be used again
    std::atomic<std::size_t> returned_count_{0};
    std::atomic<std::uint64_t> published_{0}, dropped_{0};

    // Used by the writing thread only.
    Block* filled_;
    std::size_t fill_at_ = 0;
    std::size_t unpublished_ = 0;  ///< bytes that are not published yet
    std::size_t fresh_ = 1;        ///< index of the first block that was never used
    std::size_t reused_ = 0;       ///< count of used blocks that were taken from `returned_`

    // Used by the reading thread only.
    alignas(64) Block* reading_;
    std::size_t read_at_ = 0;
    std::uint64_t read_bytes_ = 0;
};

template <class Each>
void MessageQueue::read(std::uint64_t end, Each&& each) {
    while (read_bytes_ < end) {
        if (read_at_ == reading_->end.load(std::memory_order_acquire) && !next_block()) return;
        Head head;
        std::memcpy(&head, reading_->bytes + read_at_, sizeof head);
        const auto* data = reinterpret_cast<const char*>(reading_->bytes + read_at_ + sizeof head);
        read_at_ += sizeof head + head.size;
        read_bytes_ += sizeof head + head.size;
        each(head, std::string_view(data, head.size));
    }
}

}  // namespace gateway
