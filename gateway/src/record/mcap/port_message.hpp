// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>
#include "columns/bound_entries.hpp"
#include "message_sink.hpp"

#include <ddc/recording/header_messages.hpp>
#include <ddc/recording/message_type.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gateway {

/// Converts a time to that of messages.
ddc::recording::Time to_message(SimTime time);
/// The header of data that have no frame.
ddc::recording::Header header_at(SimTime time);

/// A type with a header followed by a field for each of these values in order. Names such
/// as `pose.x` and `points[3].y` become nested messages and arrays; characters that ROS 2 does not
/// allow become `_`.
ddc::recording::MessageTypePtr message_type_of(
    const std::string& name,
    const std::vector<std::pair<std::string, ddc::recording::Primitive>>& values);

/// The values of such a type with their names. @param names one for each value
NamedPaths columns_of(const ddc::recording::MessageTypePtr& type,
                      const std::vector<std::string>& names);

/// A message type with the numbers of a program's ports.
class PortMessage {
  public:
    /// @param type_name such as `ddc_msgs/msg/Inputs`
    /// @param entries outlive it
    PortMessage(const std::string& type_name, const BoundEntries& entries);

    bool is_empty() const { return items_.empty(); }
    const ddc::recording::MessageType& type() const { return *type_; }
    /// The numbers with their names in a trace.
    NamedPaths columns() const;
    /// Adds a message with the current values of the entries. Does not allocate.
    void add_to(MessageSink& sink, ddc::recording::McapId topic, SimTime now) const;

  private:
    template <class Stream>
    void give(Stream& stream, SimTime now) const;

    const BoundEntries& entries_;
    std::vector<std::size_t> items_;
    ddc::recording::MessageTypePtr type_;
    std::size_t size_ = 0;
};

}  // namespace gateway
