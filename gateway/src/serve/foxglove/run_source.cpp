// SPDX-License-Identifier: MIT
#include "run_source.hpp"

#include "mcap/log_message.hpp"
#include "mcap/vehicle_scene.hpp"
#include "viewer.hpp"
#include "viewers.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace gateway::foxglove {
namespace {

namespace recording = ddc::recording;

/// Positions of the channels that are added here. Channels of loops follow.
enum OwnChannel : std::size_t { log_channel, scene_channel, route_channel };

}  // namespace

void RunSource::add(ViewedLoop loop) {
    {
        const std::lock_guard lock(mutex_);
        feeds_.push_back(loop.feed);
        new_loops_.push_back(std::move(loop));
    }
    view_.bell().ring();
}

template <class Message>
void RunSource::add_own_channel(const std::string& topic, Viewers& to) {
    const recording::MessageType& type = *recording::message_type<Message>();
    to.add_channel(cdr_channel(topic, type.name, recording::ros2msg(type)));
    channel_sources_.push_back({nullptr, 0});
}

void RunSource::add_own_channels(Viewers& to) {
    if (!channel_sources_.empty()) return;
    add_own_channel<recording::Log>(log_topic_name, to);
    add_own_channel<messages::MarkerArray>("/scene", to);
    add_own_channel<messages::MarkerArray>("/route", to);
}

void RunSource::add_new_loops(Viewers& to) {
    std::vector<ViewedLoop> loops;
    {
        const std::lock_guard lock(mutex_);
        loops.swap(new_loops_);
    }
    for (ViewedLoop& loop : loops) {
        const std::size_t first = channel_sources_.size();
        recording::McapId id = 0;
        for (const LiveFeed::Topic& topic : loop.feed->topics()) {
            to.add_channel(cdr_channel(topic.name, topic.type, topic.definition));
            channel_sources_.push_back({loop.feed.get(), ++id});
        }
        for (const ViewedLoop::Vehicle& vehicle : loop.vehicles) add_vehicle_of(vehicle, to);
        loops_.push_back({std::move(loop), first});
        has_new_route_viewer_ = true;
    }
}

void RunSource::add_vehicle_of(const ViewedLoop::Vehicle& vehicle, Viewers& to) {
    const data_port::ViewedVehicle& viewed = *view_.vehicles()[vehicle.index];
    const auto& config = viewed.facts.vehicle;
    vehicles_.push_back(
        {viewed, vehicle.frame, channel_sources_.size(),
         VehicleMarkers(viewed.facts.name, vehicle.frame, config ? &*config : nullptr)});
    if (origin_) add_own_channel<recording::NavSatFix>(vehicle.prefix + "/vehicle/fix", to);
}

/// Arms the bell first: a cycle that ends between the two calls rings it.
void RunSource::arm() {
    view_.arm_bell();
    for (const Shown& shown : loops_) shown.loop.feed->await_cycle();
}

SteadyTime RunSource::pump(Viewers& to) {
    add_own_channels(to);
    add_new_loops(to);
    to.advertise_added();
    for (const Shown& shown : loops_)
        shown.loop.feed->take([&to, first = shown.first_channel](recording::McapId topic,
                                                                 std::uint64_t time_ns,
                                                                 std::string_view message) {
            to.send(first + topic - 1U, time_ns, message);
        });
    pump_log(to);
    const SteadyTime next_scene = pump_scene(to);
    if (std::exchange(has_new_route_viewer_, false)) send_routes(to);
    return next_scene;
}

/// The bytes are valid until the next call.
template <class Message>
std::string_view RunSource::bytes_of(const Message& message) {
    recording::to_cdr(message, bytes_);
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
}

template <class Message>
void RunSource::send(std::size_t channel, SimTime time, const Message& message, Viewers& to) {
    to.send(channel, static_cast<std::uint64_t>(time.count()), bytes_of(message));
}

void RunSource::pump_log(Viewers& to) {
    for (const auto& [number, time, line] : log_.lines_after(last_line_)) {
        if (is_of_log_topic(line)) send(log_channel, time, log_message(time, line), to);
        last_line_ = number;
    }
}

/// Requests states in each call, so that the next cycle of each loop publishes one and rings the
/// bell.
SteadyTime RunSource::pump_scene(Viewers& to) {
    view_.request_states();
    view_.poll();
    if (!is_scene_wanted(to)) return SteadyTime::max();
    const auto clock = std::chrono::steady_clock::now();
    if (clock - scene_sent_ >= scene_period) {
        scene_sent_ = clock;
        send_scene(to);
    }
    return scene_sent_ + scene_period;
}

bool RunSource::is_scene_wanted(const Viewers& to) const {
    const auto has_wanted_fix = [&](const ShownVehicle& each) {
        return to.is_wanted(each.fix_channel);
    };
    return to.is_wanted(scene_channel) ||
           (origin_ && std::any_of(vehicles_.begin(), vehicles_.end(), has_wanted_fix));
}

void RunSource::send_scene(Viewers& to) {
    messages::MarkerArray scene;
    for (ShownVehicle& each : vehicles_) {
        const data_port::Publication* latest = each.vehicle.latest();
        if (latest == nullptr) continue;
        const data_port::Snapshot& snapshot = latest->snapshot;
        const vds1::State& state = snapshot.state;
        if (to.is_wanted(scene_channel)) {
            const messages::MarkerArray& markers =
                each.markers.at(snapshot.now, {state.steering_tire_angle_applied_rad,
                                               state.tire_fx_n, state.tire_fy_n, state.tire_fz_n});
            scene.markers.insert(scene.markers.end(), markers.markers.begin(),
                                 markers.markers.end());
        }
        if (origin_ && to.is_wanted(each.fix_channel))
            send(each.fix_channel, snapshot.now,
                 fix_of(*origin_, each.frame, snapshot.now, {state.x_m, state.y_m, state.z_m}), to);
    }
    if (!scene.markers.empty()) send(scene_channel, now(), scene, to);
}

void RunSource::send_routes(Viewers& to) {
    messages::MarkerArray routes;
    for (const auto& [vehicle, frame, fix_channel, markers] : vehicles_)
        if (vehicle.facts.route)
            routes.markers.push_back(route_marker(vehicle.facts.name, *vehicle.facts.route));
    if (!routes.markers.empty()) send(route_channel, now(), routes, to);
}

SimTime RunSource::now() const {
    SimTime latest{0};
    const std::lock_guard lock(mutex_);
    for (const auto& feed : feeds_) latest = std::max(latest, feed->now());
    return latest;
}

std::vector<VehicleNames> RunSource::vehicles() const {
    std::map<std::size_t, VehicleNames> by_index;
    for (const Shown& shown : loops_)
        for (const auto& [index, prefix, frame] : shown.loop.vehicles)
            by_index[index] = {prefix, frame};
    std::vector<VehicleNames> vehicles;
    for (auto& [index, names] : by_index) vehicles.push_back(std::move(names));
    return vehicles;
}

void RunSource::on_subscribed(Viewer& viewer, std::size_t channel) {
    const auto& [feed, topic] = channel_sources_[channel];
    if (feed != nullptr) feed->set_wanted(topic, true);
    if (channel == route_channel) has_new_route_viewer_ = true;
    if (channel != log_channel) return;
    for (const auto& [number, time, line] : log_.lines_after(0))
        if (number <= last_line_ && is_of_log_topic(line))  // pump() sends the others
            viewer.send(channel, static_cast<std::uint64_t>(time.count()),
                        bytes_of(log_message(time, line)));
}

void RunSource::on_unsubscribed(std::size_t channel, bool is_wanted) {
    const auto& [feed, topic] = channel_sources_[channel];
    if (feed != nullptr) feed->set_wanted(topic, is_wanted);
}

std::uint64_t RunSource::left_out() const {
    std::uint64_t dropped = 0;
    for (const Shown& shown : loops_) dropped += shown.loop.feed->dropped();
    return dropped;
}

}  // namespace gateway::foxglove
