// SPDX-License-Identifier: MIT
#pragma once

#include "../../recording/message_queue.hpp"
#include "../dds/participant.hpp"
#include "names.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/fields.hpp>

#include <semaphore.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace gateway::ros2 {

/// Sends the messages of a loop from a thread of its own. The loop neither allocates nor waits:
/// what does not fit beside 2 MiB of messages that wait is dropped.
class Sender {
  public:
    using Topic = ddc::recording::McapId;

    explicit Sender(std::shared_ptr<dds::Participant> participant);
    /// Sends what is left.
    ~Sender();
    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    /// Before the first message. @throws std::runtime_error
    template <class Message>
    Topic add_topic(const std::string& topic, int depth = 1) {
        return add_topic(topic, std::string(ddc::recording::Fields<Message>::name), depth);
    }

    /// @name Messages of one turn, then `end_turn`
    /// @{
    template <class Message>
    void add(Topic topic, const Message& message) {
        const std::size_t size = ddc::recording::cdr_size(message);
        if (std::byte* out = begin(topic, size)) ddc::recording::write_cdr(message, out);
    }
    void end_turn();
    /// @}

  private:
    Topic add_topic(const std::string& topic, const std::string& type, int depth);
    std::byte* begin(Topic topic, std::size_t size);
    void send_until_closed();

    std::shared_ptr<dds::Participant> participant_;
    std::vector<std::unique_ptr<dds::Writer>> writers_;
    MessageQueue messages_;
    std::atomic<bool> is_closed_{false};
    sem_t filled_;  ///< posted for each turn, so that none is missed
    std::thread thread_;
};

}  // namespace gateway::ros2
