// SPDX-License-Identifier: MIT
#pragma once

#include "dds/participant.hpp"
#include "mcap/message_sink.hpp"
#include "names.hpp"
#include "output/writing_thread.hpp"

#include <ddc/recording/fields.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace gateway::ros2 {

/// Sends the messages of a loop from a separate thread. The loop does not allocate or block:
/// messages beyond 2 MiB in the queue are dropped and counted.
class Sender : public MessageSink {
  public:
    using Topic = ddc::recording::McapId;

    /// @param space prefix of its topics; empty, or such as `/car`
    explicit Sender(std::shared_ptr<dds::Participant> participant, std::string space = {});
    /// Sends the messages in the queue.
    ~Sender() override;
    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    /// @name Call before the first message. @throws std::runtime_error
    /// @{
    Topic add_topic(const std::string& topic, const ddc::recording::MessageType& type,
                    const NamedPaths& columns) override;
    template <class Message>
    Topic add_topic(const std::string& topic, int depth = 1) {
        return create_writer(space_ + topic, ddc::recording::Fields<Message>::name, depth);
    }
    /// A topic without the prefix `space`.
    template <class Message>
    Topic add_common_topic(const std::string& topic) {
        return create_writer(topic, ddc::recording::Fields<Message>::name, 1);
    }
    /// @}

    /// @name Messages of one cycle, then `end_cycle`
    /// @{
    template <class Message>
    void add(Topic topic, const Message& message) {
        MessageSink::add(topic, SimTime{0}, message);
    }
    /// @param now is not used: a message contains its time
    std::byte* begin(Topic topic, SimTime now, std::size_t size) override;
    void end_cycle() override;
    /// @}

    /// Number of messages so far.
    std::uint64_t dropped() const noexcept { return thread_.dropped(); }

  private:
    struct Writers;

    Topic create_writer(const std::string& topic, std::string_view type, int depth);

    std::string space_;
    std::shared_ptr<Writers> writers_;
    WritingThread thread_;
};

/// The report of dropped messages.
std::string dropped_text(std::uint64_t dropped);

}  // namespace gateway::ros2
