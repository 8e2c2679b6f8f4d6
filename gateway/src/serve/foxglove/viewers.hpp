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

/// All clients and their channels. Called in the port's thread.
class Viewers {
  public:
    /// @param source must outlive it
    explicit Viewers(Source& source);

    /// Adds the path /foxglove to the port, and / for WebSockets.
    /// @param guard of the port
    /// @param origins other origins whose pages may connect
    void serve_at(data_port::Router& router, const data_port::Guard& guard,
                  std::vector<std::string> origins);

    Source& source() const { return source_; }
    SteadyTime pump() { return source_.pump(*this); }

    /// @name For the source
    /// @{
    /// @param channel its id is set here
    /// @return its position
    std::size_t add_channel(Channel channel);
    /// Advertises the added channels to the connected clients.
    void advertise_added();
    bool is_empty() const { return viewers_.empty(); }
    bool is_wanted(std::size_t channel) const;
    /// Sends a message to the clients that subscribe to the channel.
    void send(std::size_t channel, std::uint64_t time_ns, std::string_view message);
    /// Sends a frame to all clients, before the queued messages.
    void notify(const std::string& frame);
    /// Sends a frame to all clients that support playback.
    void notify_playback(const std::string& frame);
    /// Drops the queued messages of all clients, and sends the time before the next ones.
    void jump_to(std::uint64_t time_ns);
    /// @}

    /// @name For viewers
    /// @{
    const std::string& session_id() const { return session_id_; }
    /// The ids of the channels are 1 to this number.
    std::size_t channels() const { return topics_.size(); }
    /// All channels, as advertise() in protocol.hpp takes them.
    const std::string& channels_json() const { return channels_json_; }
    void add(Viewer& viewer) { viewers_.push_back(&viewer); }
    void remove(Viewer& viewer);
    /// Call it after a viewer has ended its subscription to the channel.
    void on_unsubscribed(std::size_t channel);
    /// Wakes all clients, since a request of one may have changed the data of others.
    void wake() const;
    /// @}

    /// The topics of the channels, by position.
    const std::vector<std::string>& topics() const { return topics_; }
    /// The body of GET /api/viewers.
    std::string to_json() const;

  private:
    std::shared_ptr<Viewer> begin(bool may_act, bool has_playback);

    Source& source_;
    const std::string session_id_;
    std::vector<std::string> topics_;  ///< of the channels, by position
    std::string channels_json_, added_json_;
    std::vector<Viewer*> viewers_;
};

}  // namespace gateway::foxglove
