// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/time.hpp>
#include "protocol.hpp"
#include "source.hpp"

#include <ddc/recording/mcap_indexed_reader.hpp>

#include <map>
#include <string>
#include <vector>

namespace gateway::foxglove {

/// Plays a recording to viewers, as they ask for by playback control. All of them see the same
/// time. It begins to play when the first viewer subscribes to something, and anew after the last
/// one has left.
class Player : public Source {
  public:
    /// @param recording outlives it
    /// @param report told of what cannot be shown
    Player(ddc::recording::McapIndexedReader& recording, Log report);

    /// Its first and its last message.
    TimeSpan span() const { return {recording_.first_ns(), recording_.last_ns()}; }
    /// Some of it could not be read.
    bool is_damaged() const { return is_damaged_; }

    /// Obeys a viewer, and tells all of them what that has made of it.
    /// @throws data_port::Refusal for a request that makes no sense
    void handle_request(const PlaybackRequest& request, Viewers& viewers);

    SteadyTime pump(Viewers& to) override;
    std::uint64_t now_ns() const override { return now_ns_; }
    void on_subscribed(Viewer& viewer, std::size_t channel) override;
    Player* player() override { return this; }

  private:
    using Take = ddc::recording::McapIndexedReader::Take;

    void add_channels(Viewers& to);
    void rewind();
    void seek(std::uint64_t time_ns, Viewers& viewers);
    void show_present(Viewers& to);
    void go_on(Viewers& to);
    SteadyTime next_step();
    std::size_t send_until(std::uint64_t time_ns, Viewers& to);
    void show_latest(std::size_t channel, const Take& show);
    template <class Read>
    auto read(Read&& read);
    void tell_state(bool has_seeked, std::string_view request, Viewers& viewers) const;

    ddc::recording::McapIndexedReader& recording_;
    Log report_;
    std::vector<ddc::recording::McapId> channels_;          ///< by their positions
    std::map<ddc::recording::McapId, std::size_t> places_;  ///< the other way round
    PlaybackStatus status_ = PlaybackStatus::playing;
    double speed_ = 1;
    std::uint64_t now_ns_ = 0;
    SteadyTime clock_{};      ///< when that was
    bool has_begun_ = false;  ///< a viewer has subscribed
    bool must_show_ = false;  ///< what there is at this time, after a jump
    bool is_damaged_ = false;
    std::vector<std::string> problems_;  ///< that viewers are to be told of
};

}  // namespace gateway::foxglove
