// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>
#include "columns/column_names.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/mcap.hpp>

#include <string>

namespace gateway {

struct Summary;

/// Receives the messages of one program's run as bytes, cycle by cycle, from one thread. Once the
/// topics are added it neither allocates nor waits: a message without room is dropped and counted.
class MessageSink {
  public:
    virtual ~MessageSink() = default;

    /// @name Before the first message
    /// @{
    /// @param columns the numbers of its messages that are also columns of the trace
    virtual ddc::recording::McapId add_topic(const std::string& topic,
                                             const ddc::recording::MessageType& type,
                                             const NamedPaths& columns) = 0;
    template <class Message>
    ddc::recording::McapId add_topic(const std::string& topic, const NamedPaths& columns = {}) {
        return add_topic(topic, *ddc::recording::message_type<Message>(), columns);
    }
    /// @}

    /// @name In each cycle: `begin_cycle`, its messages, `end_cycle`
    /// @{
    /// @return false if the messages of this cycle are not needed
    virtual bool begin_cycle(SimTime /*now*/) { return true; }
    template <class Message>
    void add(ddc::recording::McapId topic, SimTime now, const Message& message) {
        const std::size_t size = ddc::recording::cdr_size(message);
        if (std::byte* out = begin(topic, now, size)) ddc::recording::write_cdr(message, out);
    }
    /// Room for a message of `size` bytes, which the caller fills before the next call; null if the
    /// message is not needed.
    virtual std::byte* begin(ddc::recording::McapId topic, SimTime now, std::size_t size) = 0;
    virtual void end_cycle() = 0;
    /// @}

    /// Adds the sink's counts and errors to the summary.
    virtual void add_to(Summary& /*summary*/) const {}
};

}  // namespace gateway
