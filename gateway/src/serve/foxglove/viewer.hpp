// SPDX-License-Identifier: MIT
#pragma once

#include "api/run_view.hpp"
#include "http/web_socket.hpp"
#include "protocol.hpp"

#include <gateway/base/time.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gateway::foxglove {

class Player;
class Viewers;

/// One client. What it takes too slowly waits, up to 8 MB; then the oldest messages are dropped,
/// and the client is told how many. Belongs to the port's thread.
class Viewer : public data_port::Conversation {
  public:
    /// @param viewers outlives it
    /// @param run that it may control, or null
    /// @param player likewise
    Viewer(Viewers& viewers, const data_port::RunView* run, Player* player);
    ~Viewer() override;
    Viewer(const Viewer&) = delete;
    Viewer& operator=(const Viewer&) = delete;

    void begin(const data_port::Wake& wake) override;
    data_port::CloseCode on_message(std::string_view message, bool is_text) override;
    void write_frames(std::string& frames, std::size_t enough_bytes) override;
    SteadyTime due() const override;

    /// Lets the server ask for frames, unless it does so anyway.
    void wake();
    /// Tells of new channels. @param channels as protocol.hpp's advertise() takes them
    void advertise(const std::string& channels);
    /// Of the channel at that position; nothing happens without a subscription.
    void send(std::size_t channel, std::uint64_t time_ns, std::string_view message);
    /// A frame in front of messages that wait; one that reads nothing is told no more.
    void tell(const std::string& frame);
    bool knows_playback() const { return player_ != nullptr; }
    /// Drops messages that wait.
    void forget_messages();

    bool subscribes(std::size_t channel) const {
        return channel < subscriptions_.size() && subscriptions_[channel];
    }
    std::uint64_t sent() const { return sent_; }
    std::uint64_t dropped() const { return dropped_; }

  private:
    void handle_request(const nlohmann::json& request);
    void subscribe(const nlohmann::json& subscription);
    void unsubscribe(const nlohmann::json& id);
    void reply(const std::string& text);
    void reply_frame(std::string frame);
    void handle_parameters(const std::string& op, const nlohmann::json& request);
    void set_parameters(const nlohmann::json& parameters);
    void tell_parameters(const std::vector<std::string>& names, const nlohmann::json* id);
    void tell_changed_parameters();
    void handle_binary(std::string_view message);
    void call(const ServiceCall& call);
    void answer_call(const ServiceCall& call, const Reply& reply);
    void answer_late_calls();
    void give_time(std::string& frames);
    void fill(std::string& frames, std::size_t enough_bytes);

    /// A call of a service that is answered when it is done.
    struct LateCall {
        ServiceCall call;  ///< but for its bytes
        std::function<std::optional<Reply>()> later;
    };

    Viewers& viewers_;
    const data_port::RunView* const run_;
    Player* const player_;
    std::vector<LateCall> late_calls_;
    std::map<std::string, std::string> followed_;  ///< parameters as they were told last, as JSON
    /// Of each channel, the number that the client gave it.
    std::vector<std::optional<std::uint32_t>> subscriptions_;
    std::deque<std::string> replies_, messages_;  ///< frames
    std::size_t reply_bytes_ = 0, message_bytes_ = 0;
    std::uint64_t sent_ = 0, dropped_ = 0, told_dropped_ = 0;
    std::optional<std::uint64_t> time_ns_;  ///< as it was given last
    SteadyTime time_given_{}, looked_{};
    SteadyTime pump_again_ = SteadyTime::max();
    data_port::Wake wake_;
    bool is_awake_ = true;  ///< give() is to come
};

}  // namespace gateway::foxglove
