// SPDX-License-Identifier: MIT
#include "message_queue.hpp"

namespace gateway {

/// Memory that was never written uses no pages, so it is not initialised.
MessageQueue::MessageQueue(std::size_t blocks, std::size_t block_bytes)
    : block_bytes_(block_bytes),
      memory_(new std::byte[blocks * block_bytes]),
      blocks_(blocks),
      returned_(blocks),
      filled_(blocks_.data()),
      reading_(blocks_.data()) {
    for (std::size_t i = 0; i < blocks; ++i) blocks_[i].bytes = memory_.get() + i * block_bytes;
}

std::byte* MessageQueue::begin(const Head& head) noexcept {
    const std::size_t size = sizeof head + head.size;
    if (fill_at_ + size > block_bytes_) {
        Block* next = size <= block_bytes_ ? free_block() : nullptr;
        if (next == nullptr) {
            dropped_.fetch_add(1, std::memory_order_relaxed);
            return nullptr;
        }
        publish();
        filled_->next.store(next, std::memory_order_release);
        filled_ = next;
        fill_at_ = 0;
    }
    std::byte* out = filled_->bytes + fill_at_;
    std::memcpy(out, &head, sizeof head);
    fill_at_ += size;
    unpublished_ += size;
    return out + sizeof head;
}

void MessageQueue::publish() noexcept {
    if (unpublished_ == 0) return;
    filled_->end.store(fill_at_, std::memory_order_release);
    published_.store(published_.load(std::memory_order_relaxed) + unpublished_,
                     std::memory_order_release);
    unpublished_ = 0;
}

/// Prefers a used block, whose memory is mapped and may be in the cache.
MessageQueue::Block* MessageQueue::free_block() noexcept {
    if (reused_ != returned_count_.load(std::memory_order_acquire))
        return returned_[reused_++ % returned_.size()];
    return fresh_ < blocks_.size() ? &blocks_[fresh_++] : nullptr;
}

void MessageQueue::return_block(Block* block) noexcept {
    block->end.store(0, std::memory_order_relaxed);
    block->next.store(nullptr, std::memory_order_relaxed);
    const std::size_t count = returned_count_.load(std::memory_order_relaxed);
    returned_[count % returned_.size()] = block;
    returned_count_.store(count + 1, std::memory_order_release);
}

/// Continues with the block after one that was read completely. @return false if there is none yet
bool MessageQueue::next_block() {
    Block* next = reading_->next.load(std::memory_order_acquire);
    if (next == nullptr) return false;
    // More may have been published between reading the block's end and reading `next`.
    if (read_at_ != reading_->end.load(std::memory_order_acquire)) return true;
    return_block(reading_);
    reading_ = next;
    read_at_ = 0;
    return next->end.load(std::memory_order_acquire) != 0;
}

}  // namespace gateway
