// SPDX-License-Identifier: MIT
#pragma once

#include "../../data_port/log_board.hpp"
#include "../../data_port/run_view.hpp"
#include "../../geodesy/geodetic.hpp"
#include "live_feed.hpp"
#include "protocol.hpp"

#include <ddc/recording/cdr.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gateway::foxglove {

class Viewer;

/// What one program gives to those who look on.
struct ViewedProgram {
    std::shared_ptr<LiveFeed> feed;  ///< with all its topics
    std::size_t index;               ///< among the run's programs
    std::string prefix;              ///< of its topics
    std::string frame;               ///< of its vehicle
};

/// All clients, and what there is for them. But for add(program) all belongs to the port's thread.
class Viewers {
  public:
    /// @param view and log outlive it
    /// @param origin nothing: no vehicle is shown on a map
    Viewers(data_port::RunView& view, const data_port::LogBoard& log,
            std::optional<WorldOrigin> origin);

    /// From any thread.
    void add(ViewedProgram program);

    /// Takes what the loops have handed over to those who want it. Cheap where there is nothing.
    void pump();

    const data_port::RunView& view() const { return view_; }
    const std::string& session_id() const { return session_id_; }
    /// Their ids are 1 to this.
    std::size_t channels() const { return channels_.size(); }
    /// As protocol.hpp's advertise() takes them.
    const std::string& channels_json() const { return channels_json_; }
    /// Simulated time: the latest of all programs.
    SimTime now() const;

    void add(Viewer& viewer) { viewers_.push_back(&viewer); }
    void remove(Viewer& viewer);
    /// Whether anyone subscribes to the channel at that position has changed.
    void look_who_wants(std::size_t channel);

    /// The answer to GET /api/viewers.
    std::string to_json() const;

  private:
    /// Of a channel.
    struct Place {
        LiveFeed* feed;  ///< null of what is made here
        ddc::recording::McapId topic;
    };
    void take_new_programs();
    std::string add_channel(Place place, const LiveFeed::Topic& topic);
    template <class Message>
    std::string add_own_channel(const std::string& topic);
    bool is_wanted(std::size_t channel) const;
    template <class Message>
    void send(std::size_t channel, SimTime time, const Message& message);
    void pump_log();
    void pump_scene();
    void send_routes();

    /// A program that is shown.
    struct Shown {
        ViewedProgram program;
        std::size_t first_channel;
        std::size_t fix_channel;  ///< if there is an origin
    };

    data_port::RunView& view_;
    const data_port::LogBoard& log_;
    const std::optional<WorldOrigin> origin_;
    const std::string session_id_;
    std::vector<Shown> programs_;
    std::vector<Place> channels_;
    std::string channels_json_;
    std::vector<Viewer*> viewers_;
    std::uint64_t next_line_ = 0;
    bool has_new_route_viewer_ = false;
    SteadyTime scene_shown_{};
    ddc::recording::Bytes bytes_;

    std::mutex mutex_;  ///< guards new_programs_
    std::vector<ViewedProgram> new_programs_;
};

}  // namespace gateway::foxglove
