// SPDX-License-Identifier: MIT
#pragma once

#include "board/log_board.hpp"
#include "geodesy/geodetic.hpp"
#include "layout.hpp"
#include "live_feed.hpp"
#include "mcap/vehicle_scene.hpp"
#include "source.hpp"

#include <ddc/recording/cdr.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gateway::foxglove {

/// One loop, as viewers get it.
struct ViewedLoop {
    struct Vehicle {
        std::size_t index;   ///< among the vehicles of the data port
        std::string prefix;  ///< of its topics
        std::string frame;
    };

    std::shared_ptr<LiveFeed> feed;  ///< with all its topics
    std::vector<Vehicle> vehicles;
};

/// Live data of a run: the messages of the loops, the lines of the log, and a scene.
class RunSource : public Source {
  public:
    /// @param view and log must outlive it
    /// @param origin nothing: no positions for a map are published
    RunSource(data_port::RunView& view, const data_port::LogBoard& log,
              std::optional<WorldOrigin> origin)
        : view_(view), log_(log), origin_(origin) {}

    /// From any thread.
    void add(ViewedLoop loop);

    SteadyTime pump(Viewers& to) override;
    void add_wake(const data_port::Wake& wake) override { view_.add_wake(wake); }
    void arm() override;
    /// Simulated time of the loop that is furthest.
    std::uint64_t now_ns() const override { return static_cast<std::uint64_t>(now().count()); }
    SimTime now() const;  ///< the same, from any thread
    /// Those of pump(), in the order of the data port.
    std::vector<VehicleNames> vehicles() const;
    /// Sends the earlier lines of the log to a viewer that subscribes to the log.
    void on_subscribed(Viewer& viewer, std::size_t channel) override;
    void on_unsubscribed(std::size_t channel, bool is_wanted) override;
    std::uint64_t left_out() const override;
    const data_port::RunView* run() const override { return &view_; }

  private:
    /// The source of a channel.
    struct ChannelSource {
        LiveFeed* feed;  ///< null for channels that are added here
        ddc::recording::McapId topic;
    };
    /// A loop, with the position of its first channel.
    struct Shown {
        ViewedLoop loop;
        std::size_t first_channel;
    };
    struct ShownVehicle {
        const data_port::ViewedVehicle& vehicle;
        std::string frame;
        std::size_t fix_channel;  ///< valid if there is an origin
        VehicleMarkers markers;
    };

    void add_own_channels(Viewers& to);
    template <class Message>
    void add_own_channel(const std::string& topic, Viewers& to);
    void add_new_loops(Viewers& to);
    void add_vehicle_of(const ViewedLoop::Vehicle& vehicle, Viewers& to);
    template <class Message>
    std::string_view bytes_of(const Message& message);
    template <class Message>
    void send(std::size_t channel, SimTime time, const Message& message, Viewers& to);
    void pump_log(Viewers& to);
    SteadyTime pump_scene(Viewers& to);
    void send_scene(Viewers& to);
    bool is_scene_wanted(const Viewers& to) const;
    void send_routes(Viewers& to);

    data_port::RunView& view_;
    const data_port::LogBoard& log_;
    const std::optional<WorldOrigin> origin_;
    std::vector<Shown> loops_;
    std::vector<ShownVehicle> vehicles_;          ///< of all loops
    std::vector<ChannelSource> channel_sources_;  ///< by position of the channel
    std::uint64_t last_line_ = 0;                 ///< number of the last line sent
    bool has_new_route_viewer_ = false;
    SteadyTime scene_sent_{};
    ddc::recording::Bytes bytes_;

    mutable std::mutex mutex_;  ///< guards the members below
    std::vector<ViewedLoop> new_loops_;
    std::vector<std::shared_ptr<LiveFeed>> feeds_;  ///< of all loops
};

}  // namespace gateway::foxglove
