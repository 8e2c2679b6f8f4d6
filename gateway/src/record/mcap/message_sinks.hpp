// SPDX-License-Identifier: MIT
#pragma once

#include "message_sink.hpp"

#include <memory>
#include <vector>

namespace gateway {

/// Combines several sinks: a message is made once, in the first sink that needs it, and copied to
/// the others.
class MessageSinks : public MessageSink {
  public:
    /// Adds a sink before the first message. The existing topics are added to it.
    void add_sink(std::shared_ptr<MessageSink> sink);
    bool is_empty() const noexcept { return members_.empty(); }

    using MessageSink::add_topic;
    ddc::recording::McapId add_topic(const std::string& topic,
                                     const ddc::recording::MessageType& type,
                                     const NamedPaths& columns) override;
    bool begin_cycle(SimTime now) override;
    std::byte* begin(ddc::recording::McapId topic, SimTime now, std::size_t size) override;
    void end_cycle() override;
    void add_to(Summary& summary) const override;

  private:
    struct Topic {
        std::string name;
        ddc::recording::MessageType type;
        NamedPaths columns;
    };
    struct Member {
        std::shared_ptr<MessageSink> sink;
        std::vector<ddc::recording::McapId> topics;  ///< ids of this sink
        bool is_in_cycle = false;
    };
    void copy();

    std::vector<Topic> topics_;
    std::vector<Member> members_;
    std::byte* made_ = nullptr;  ///< the message that was begun last
    std::size_t size_ = 0;
    std::vector<std::byte*> copies_;  ///< its copies in other sinks
};

}  // namespace gateway
