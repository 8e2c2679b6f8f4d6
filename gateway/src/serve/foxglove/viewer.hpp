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

/// One client. Up to 8 MB of messages are queued; then the oldest are dropped, and the client gets
/// their number. Called in the port's thread.
class Viewer : public data_port::Conversation {
  public:
    /// @param viewers must outlive it
    /// @param run may be controlled by the viewer; may be null
    /// @param player likewise
    /// @param has_playback the viewer's protocol has playback control
    Viewer(Viewers& viewers, const data_port::RunView* run, Player* player, bool has_playback);
    ~Viewer() override;
    Viewer(const Viewer&) = delete;
    Viewer& operator=(const Viewer&) = delete;

    void begin(const data_port::Wake& wake) override;
    data_port::CloseCode on_message(std::string_view message, bool is_text) override;
    void write_frames(std::string& frames, std::size_t enough_bytes) override;
    SteadyTime due() const override;

    /// Makes the server call write_frames(), unless a call is pending already.
    void wake();
    /// Sends new channels to the client. @param channels as advertise() in protocol.hpp takes them
    void advertise(const std::string& channels);
    /// Queues a message of the channel at that position. Has no effect without a subscription.
    void send(std::size_t channel, std::uint64_t time_ns, std::string_view message);
    /// Queues a frame before the queued messages. Has no effect if too many replies are queued.
    void notify(const std::string& frame);
    bool has_playback() const { return has_playback_; }
    /// Drops the queued messages, and sends the time before the next ones.
    void jump_to(std::uint64_t time_ns);

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
    void send_parameters(const std::vector<std::string>& names, const nlohmann::json* id);
    void send_changed_parameters();
    void handle_binary(std::string_view message);
    void call(const ServiceCall& call);
    void answer_call(const ServiceCall& call, const Reply& reply);
    void refuse(const ServiceCall& call, const std::string& reason);
    void answer_late_calls();
    void write_time(std::uint64_t time_ns, std::string& frames);
    void write_messages(std::string& frames, std::size_t enough_bytes);
    void write_idle_time(std::string& frames);
    void fill(std::string& frames, std::size_t enough_bytes);

    /// A call of a service that is still in progress.
    struct LateCall {
        ServiceCall call;  ///< without its views
        std::function<std::optional<Reply>()> later;
    };

    Viewers& viewers_;
    const data_port::RunView* const run_;
    Player* const player_;
    const bool has_playback_;
    std::vector<LateCall> late_calls_;
    std::map<std::string, std::string> followed_;  ///< subscribed parameters, as last sent, as JSON
    /// The client's id of the subscription to each channel.
    std::vector<std::optional<std::uint32_t>> subscriptions_;
    struct Message {
        std::uint64_t time_ns;
        std::string frame;
    };
    std::deque<std::string> replies_;  ///< frames
    std::deque<Message> messages_;
    std::size_t reply_bytes_ = 0, message_bytes_ = 0;
    std::uint64_t sent_ = 0, dropped_ = 0, reported_dropped_ = 0;
    std::optional<std::uint64_t> time_ns_;  ///< the last time sent
    std::optional<std::uint64_t> jump_ns_;  ///< the time to send before the next message
    SteadyTime time_sent_{}, filled_at_{};
    SteadyTime next_pump_ = SteadyTime::max();
    data_port::Wake wake_;
    bool is_awake_ = true;  ///< a call of write_frames() is pending
};

}  // namespace gateway::foxglove
