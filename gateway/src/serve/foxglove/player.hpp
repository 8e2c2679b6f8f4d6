// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/time.hpp>
#include "protocol.hpp"
#include "source.hpp"

#include <ddc/recording/mcap_indexed_reader.hpp>

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace gateway::foxglove {

/// How a recording is played.
struct Playback {
    double rate = 1;     ///< recorded seconds per second
    double start_s = 0;  ///< where it begins, after the first message
    bool repeats = false;
};

/// Keys of the terminal of a player.
enum class PlaybackKey { pause, back, forward, slower, faster };

/// Plays a recording to viewers and handles their playback control. All viewers see the same time.
/// Playback starts when the first viewer subscribes to a channel, and restarts after the last one
/// has disconnected.
class Player : public Source {
  public:
    /// @param recording must outlive it
    /// @param report called for parts that cannot be shown
    Player(ddc::recording::McapIndexedReader& recording, const Playback& playback, Log report);

    /// The times of the first and the last message.
    TimeSpan span() const { return {recording_.first_ns(), recording_.last_ns()}; }
    /// Whether a part of the recording could not be read.
    bool is_damaged() const { return is_damaged_; }

    /// Handles a viewer's request and reports the new state to all viewers.
    /// @throws data_port::Refusal for an invalid request
    void handle_request(const PlaybackRequest& request, Viewers& viewers);

    /// @name For viewers without playback control
    /// @{
    /// The message that advertises the services /play, /pause and /seek, in JSON.
    static std::string advertise_services();
    /// @param id of the service @param request `{}`, or for /seek `{"time_s": 12.5}` from the start
    /// of the recording; may be empty
    /// @return the new state as text
    /// @throws data_port::Refusal if there is no such service, or the request is invalid
    std::string call_service(std::uint32_t id, const std::string& request, Viewers& viewers);
    /// From any thread; has an effect while a viewer is connected.
    void press(PlaybackKey key);
    /// @}

    SteadyTime pump(Viewers& to) override;
    void add_wake(const data_port::Wake& wake) override;
    std::uint64_t now_ns() const override { return now_ns_; }
    void on_subscribed(Viewer& viewer, std::size_t channel) override;
    Player* player() override { return this; }

  private:
    using Take = ddc::recording::McapIndexedReader::Take;

    void add_channels(Viewers& to);
    void handle_keys(Viewers& to);
    PlaybackRequest request_of(PlaybackKey key) const;
    std::uint64_t start_ns() const;
    void rewind();
    void end_or_repeat(Viewers& to);
    void seek(std::uint64_t time_ns, Viewers& viewers);
    void send_current(Viewers& to);
    void advance(Viewers& to);
    SteadyTime next_time();
    std::size_t send_until(std::uint64_t time_ns, Viewers& to);
    void send_latest(std::size_t channel, const Take& send);
    template <class Read>
    auto read(Read&& read);
    void report_state(bool has_seeked, std::string_view request, Viewers& viewers) const;

    ddc::recording::McapIndexedReader& recording_;
    const Playback playback_;
    Log report_;
    std::vector<ddc::recording::McapId> channels_;             ///< by position
    std::map<ddc::recording::McapId, std::size_t> positions_;  ///< by channel
    PlaybackStatus status_ = PlaybackStatus::playing;
    double speed_ = 1;
    std::uint64_t now_ns_ = 0;
    SteadyTime clock_{};              ///< wall time of now_ns_
    bool has_begun_ = false;          ///< a viewer has subscribed
    bool must_send_current_ = false;  ///< the messages of now_ns_, after a seek
    bool is_damaged_ = false;
    std::vector<std::string> problems_;  ///< to be sent to the viewers

    std::mutex mutex_;  ///< guards the members below
    std::vector<PlaybackKey> keys_;
    std::vector<data_port::Wake> wakes_;
};

}  // namespace gateway::foxglove
