// SPDX-License-Identifier: MIT
#pragma once

#include "abandonable_thread.hpp"
#include "message_queue.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gateway {

/// A queue with a thread that writes its messages to a sink that may be slow or block: a disk,
/// DDS. Adding a message never blocks, locks or allocates; messages that do not fit are dropped and
/// counted. One thread adds messages.
class WritingThread {
  public:
    /// Where the messages are written. The thread may outlive the WritingThread and then keeps the
    /// sink.
    class Sink {
      public:
        virtual ~Sink() = default;
        /// Called by the thread first.
        virtual void begin() {}
        /// Reads and writes the published messages. Called whenever the thread wakes, and a last
        /// time after all messages are published.
        virtual void write_messages(MessageQueue& messages) = 0;
        /// Called by the thread last.
        virtual void finish() {}
    };

    struct Options {
        std::size_t blocks = 2;  ///< see MessageQueue
        std::size_t block_bytes = MessageQueue::usual_block_bytes;
        std::size_t worth_waking = 1;                  ///< bytes: fewer do not wake the thread
        std::chrono::milliseconds longest_sleep{500};  ///< it wakes after this time in any case
    };

    WritingThread(std::shared_ptr<Sink> sink, const Options& options);
    /// Asks the thread to end, and waits a moment for it as AbandonableThread does.
    ~WritingThread();
    WritingThread(const WritingThread&) = delete;
    WritingThread& operator=(const WritingThread&) = delete;

    /// @name For the thread that adds
    /// @{
    /// Adds a message. @return buffer for its `head.size` bytes, to be filled before the next call;
    /// null if the message is dropped
    std::byte* begin(const MessageQueue::Head& head) noexcept;
    /// Publishes the added messages, and wakes the thread if they are at least
    /// Options::worth_waking.
    void publish() noexcept;
    /// Ends the thread; no message may be added afterwards. @return false if it has not ended by
    /// the deadline
    bool close(std::chrono::steady_clock::time_point deadline);
    /// @}

    /// @name For any thread
    /// @{
    /// Bytes that were published since the beginning.
    std::uint64_t published() const noexcept;
    /// Messages that were dropped.
    std::uint64_t dropped() const noexcept;
    /// @}

  private:
    struct State;

    std::size_t worth_waking_;
    std::uint64_t woken_at_ = 0;  ///< published() when the thread was woken last
    std::shared_ptr<State> state_;
    AbandonableThread thread_;
};

}  // namespace gateway
