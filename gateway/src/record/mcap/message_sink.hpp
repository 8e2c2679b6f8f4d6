// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>
#include "columns/column_names.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/mcap.hpp>

#include <string>

namespace gateway {

struct Summary;

/// Takes the messages of one program's run as bytes, turn by turn, from one thread. Neither
/// allocates nor waits once the topics are there: what there is no room for is dropped and counted.
class MessageSink {
  public:
    virtual ~MessageSink() = default;

    /// @name Before the first message
    /// @{
    /// @param columns the numbers of its messages that are columns of the run's trace
    virtual ddc::recording::McapId add_topic(const std::string& topic,
                                             const ddc::recording::MessageType& type,
                                             const NamedPaths& columns) = 0;
    template <class Message>
    ddc::recording::McapId add_topic(const std::string& topic, const NamedPaths& columns = {}) {
        return add_topic(topic, *ddc::recording::message_type<Message>(), columns);
    }
    /// @}

    /// @name `begin_cycle`, messages of that turn, then `end_cycle`
    /// @{
    /// @return false if none of its messages is wanted
    virtual bool begin_cycle(SimTime /*now*/) { return true; }
    template <class Message>
    void add(ddc::recording::McapId topic, SimTime now, const Message& message) {
        const std::size_t size = ddc::recording::cdr_size(message);
        if (std::byte* out = begin(topic, now, size)) ddc::recording::write_cdr(message, out);
    }
    /// Room for a message of that many bytes, to be filled at once; null if it is not wanted.
    virtual std::byte* begin(ddc::recording::McapId topic, SimTime now, std::size_t size) = 0;
    virtual void end_cycle() = 0;
    /// @}

    /// What a summary tells of it.
    virtual void tell(Summary& /*summary*/) const {}
};

}  // namespace gateway
