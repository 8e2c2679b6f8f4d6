// SPDX-License-Identifier: MIT
#pragma once

#include "http/router.hpp"
#include "protocol.hpp"
#include "source.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gateway::foxglove {

class Viewer;

/// All clients, and the channels that there are for them. Belongs to the port's thread.
class Viewers {
  public:
    /// @param source outlives it
    explicit Viewers(Source& source);

    /// Lets the port serve them, at the path /foxglove.
    /// @param guard of the port
    /// @param origins of other places whose pages may look on
    void serve_at(data_port::Router& router, const data_port::Guard& guard,
                  std::vector<std::string> origins);

    Source& source() const { return source_; }
    SteadyTime pump() { return source_.pump(*this); }

    /// @name For the source
    /// @{
    /// @param channel its id is set here @return its position
    std::size_t add_channel(Channel channel);
    /// Tells those who are there of the channels that were added.
    void advertise_added();
    bool is_empty() const { return viewers_.empty(); }
    bool is_wanted(std::size_t channel) const;
    /// To those who subscribe to the channel.
    void send(std::size_t channel, std::uint64_t time_ns, std::string_view message);
    /// A frame to all, in front of messages that wait.
    void tell(const std::string& frame);
    /// The same for those that know playback.
    void tell_of_playback(const std::string& frame);
    /// Drops messages that wait.
    void forget_messages();
    /// @}

    /// @name For viewers
    /// @{
    const std::string& session_id() const { return session_id_; }
    /// Their ids are 1 to this.
    std::size_t channels() const { return channels_; }
    /// As protocol.hpp's advertise() takes them.
    const std::string& channels_json() const { return channels_json_; }
    void add(Viewer& viewer) { viewers_.push_back(&viewer); }
    void remove(Viewer& viewer);
    /// A viewer does not subscribe to the channel any more.
    void on_unsubscribed(std::size_t channel);
    /// What one has asked for may have changed what others are shown.
    void wake() const;
    /// @}

    /// The answer to GET /api/viewers.
    std::string to_json() const;

  private:
    std::shared_ptr<Viewer> begin(bool may_act, bool knows_playback);

    Source& source_;
    const std::string session_id_;
    std::size_t channels_ = 0;
    std::string channels_json_, added_json_;
    std::vector<Viewer*> viewers_;
};

}  // namespace gateway::foxglove
