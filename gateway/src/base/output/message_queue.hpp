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

/// Messages of a loop on their way to one other thread. Neither thread waits for the other or takes
/// a lock, and nothing is allocated once it is made: messages lie in blocks, which are used again
/// when they have been taken. What there is no room for is dropped and counted.
class MessageQueue {
  public:
    static constexpr std::size_t usual_block_bytes = std::size_t{1} << 20U;

    /// In front of the bytes of a message, while it waits.
    struct Head {
        std::uint64_t time_ns = 0;
        std::uint32_t sequence = 0;
        std::uint32_t size = 0;
        std::uint16_t topic = 0;
    };

    /// @param blocks at least two; memory is used for as many as messages wait in
    /// @param block_bytes no message with its head is longer
    explicit MessageQueue(std::size_t blocks, std::size_t block_bytes = usual_block_bytes);
    MessageQueue(const MessageQueue&) = delete;
    MessageQueue& operator=(const MessageQueue&) = delete;

    /// @name For the thread that adds
    /// @{
    /// @return room for a message's own bytes, to be filled before the next call; null if it is
    /// dropped
    std::byte* begin(const Head& head) noexcept;
    /// Shows to the other thread what was added.
    void show() noexcept;
    /// @}

    /// @name For the thread that takes
    /// @{
    /// Hands out messages as (head, bytes), the oldest first, up to the position `end` in what was
    /// shown. The bytes stay while `each` runs.
    template <class Each>
    void take(std::uint64_t end, Each&& each);
    /// Bytes that were taken since the beginning.
    std::uint64_t taken() const noexcept { return taken_; }
    /// @}

    /// @name For any thread
    /// @{
    /// Bytes that were shown since the beginning.
    std::uint64_t shown() const noexcept { return shown_.load(std::memory_order_acquire); }
    std::uint64_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }
    /// @}

  private:
    struct Block {
        std::byte* bytes = nullptr;
        std::atomic<std::size_t> end{0};  ///< of what is shown
        std::atomic<Block*> next{nullptr};
    };

    bool go_on();
    Block* free_block() noexcept;
    void give_back(Block* block) noexcept;

    std::size_t block_bytes_;
    std::unique_ptr<std::byte[]> memory_;
    std::vector<Block> blocks_;
    std::vector<Block*> returned_;  ///< a ring: given back by one thread, used by the other
    std::atomic<std::size_t> given_back_{0};
    std::atomic<std::uint64_t> shown_{0}, dropped_{0};

    // Of the thread that adds.
    Block* filled_;
    std::size_t fill_at_ = 0;
    std::size_t unshown_ = 0;  ///< bytes
    std::size_t fresh_ = 1;    ///< the first block that was never used
    std::size_t reused_ = 0;   ///< of those given back

    // Of the thread that takes.
    alignas(64) Block* emptied_;
    std::size_t take_at_ = 0;
    std::uint64_t taken_ = 0;
};

template <class Each>
void MessageQueue::take(std::uint64_t end, Each&& each) {
    while (taken_ < end) {
        if (take_at_ == emptied_->end.load(std::memory_order_acquire) && !go_on()) return;
        Head head;
        std::memcpy(&head, emptied_->bytes + take_at_, sizeof head);
        const auto* data = reinterpret_cast<const char*>(emptied_->bytes + take_at_ + sizeof head);
        take_at_ += sizeof head + head.size;
        taken_ += sizeof head + head.size;
        each(head, std::string_view(data, head.size));
    }
}

}  // namespace gateway
