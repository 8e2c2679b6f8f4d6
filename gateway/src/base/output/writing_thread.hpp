// SPDX-License-Identifier: MIT
#pragma once

#include "abandonable_thread.hpp"
#include "message_queue.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gateway {

/// A queue, and a thread that brings what is in it to a place that may be slow or hang: a disk,
/// DDS. Adding never waits, takes no lock and allocates nothing; what there is no room for is
/// dropped and counted. One thread adds.
class WritingThread {
  public:
    /// What the thread does. The thread may be left behind, and then keeps it.
    class Place {
      public:
        virtual ~Place() = default;
        /// Before all else.
        virtual void begin() {}
        /// Takes the messages that are shown. Called whenever the thread wakes, and once more when
        /// all of them are.
        virtual void take(MessageQueue& messages) = 0;
        /// After all else.
        virtual void finish() {}
    };

    struct Options {
        std::size_t blocks = 2;  ///< see MessageQueue
        std::size_t block_bytes = MessageQueue::usual_block_bytes;
        std::size_t worth_waking = 1;                  ///< bytes: the thread sleeps on for less,
        std::chrono::milliseconds longest_sleep{500};  ///< but for no longer than that
    };

    WritingThread(std::shared_ptr<Place> place, const Options& options);
    /// Lets the thread end, and waits for a moment, as AbandonableThread does.
    ~WritingThread();
    WritingThread(const WritingThread&) = delete;
    WritingThread& operator=(const WritingThread&) = delete;

    /// @name For the thread that adds
    /// @{
    /// @return room for a message's own bytes, to be filled before the next call; null if it is
    /// dropped
    std::byte* begin(const MessageQueue::Head& head) noexcept;
    /// Shows what was added, and wakes the thread if that is worth it.
    void show() noexcept;
    /// Nothing is shown afterwards. @return false if the thread has not ended by the deadline
    bool close(std::chrono::steady_clock::time_point deadline);
    /// @}

    /// @name For any thread
    /// @{
    std::uint64_t shown() const noexcept;    ///< bytes since the beginning
    std::uint64_t dropped() const noexcept;  ///< messages
                                             /// @}

  private:
    struct State;

    std::size_t worth_waking_;
    std::uint64_t woken_at_ = 0;  ///< bytes that had been shown when the thread was woken last
    std::shared_ptr<State> state_;
    AbandonableThread thread_;
};

}  // namespace gateway
