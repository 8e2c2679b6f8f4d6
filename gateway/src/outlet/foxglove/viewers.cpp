// SPDX-License-Identifier: MIT
#include "viewers.hpp"

#include "../../data_port/router.hpp"
#include "../../recording/log_message.hpp"
#include "scene.hpp"
#include "viewer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace gateway::foxglove {
namespace {

namespace recording = ddc::recording;

/// Of what is made here. Those of programs follow.
enum OwnChannel : std::size_t { log_channel, scene_channel, route_channel };
/// Between two pictures of the scene.
constexpr std::chrono::milliseconds scene_period{40};

}  // namespace

Viewers::Viewers(data_port::RunView& view, const data_port::LogBoard& log,
                 std::optional<WorldOrigin> origin)
    : view_(view), log_(log), origin_(origin), session_id_(data_port::make_token()) {
    channels_json_ = add_own_channel<recording::Log>(log_topic_name);
    channels_json_ += "," + add_own_channel<messages::MarkerArray>("/scene");
    channels_json_ += "," + add_own_channel<messages::MarkerArray>("/route");
}

void Viewers::add(ViewedProgram program) {
    const std::lock_guard lock(mutex_);
    new_programs_.push_back(std::move(program));
}

/// @return as JSON
std::string Viewers::add_channel(Place place, const LiveFeed::Topic& topic) {
    channels_.push_back(place);
    return channel_json(
        {static_cast<std::uint32_t>(channels_.size()), topic.name, topic.type, topic.definition});
}

template <class Message>
std::string Viewers::add_own_channel(const std::string& topic) {
    const recording::MessageType& type = *recording::message_type<Message>();
    return add_channel({nullptr, 0}, {topic, type.name, recording::ros2msg(type)});
}

void Viewers::take_new_programs() {
    std::vector<ViewedProgram> programs;
    {
        const std::lock_guard lock(mutex_);
        programs.swap(new_programs_);
    }
    std::string added;
    for (ViewedProgram& program : programs) {
        const std::size_t first = channels_.size();
        recording::McapId id = 0;
        for (const LiveFeed::Topic& topic : program.feed->topics())
            added += "," + add_channel({program.feed.get(), ++id}, topic);
        if (origin_)
            added += "," + add_own_channel<recording::NavSatFix>(program.prefix + "/vehicle/fix");
        programs_.push_back({std::move(program), first, channels_.size() - 1});
    }
    if (added.empty()) return;
    channels_json_ += added;
    for (Viewer* viewer : viewers_) viewer->advertise(added.substr(1));
    has_new_route_viewer_ = true;
}

void Viewers::pump() {
    take_new_programs();
    for (const Shown& shown : programs_)
        shown.program.feed->take([this, first = shown.first_channel](recording::McapId topic,
                                                                     std::uint64_t time_ns,
                                                                     std::string_view message) {
            for (Viewer* viewer : viewers_) viewer->send(first + topic - 1U, time_ns, message);
        });
    pump_log();
    pump_scene();
    if (std::exchange(has_new_route_viewer_, false)) send_routes();
}

bool Viewers::is_wanted(std::size_t channel) const {
    return std::any_of(viewers_.begin(), viewers_.end(),
                       [&](const Viewer* viewer) { return viewer->subscribes(channel); });
}

template <class Message>
void Viewers::send(std::size_t channel, SimTime time, const Message& message) {
    recording::to_cdr(message, bytes_);
    const std::string_view text(reinterpret_cast<const char*>(bytes_.data()), bytes_.size());
    for (Viewer* viewer : viewers_)
        viewer->send(channel, static_cast<std::uint64_t>(time.count()), text);
}

void Viewers::pump_log() {
    const SimTime time = now();
    for (const std::string& text : log_.texts_after(next_line_))
        send(log_channel, time, log_message(time, text));
}

/// Of the snapshots that the port has anyway.
void Viewers::pump_scene() {
    const auto clock = std::chrono::steady_clock::now();
    if (clock - scene_shown_ < scene_period) return;
    scene_shown_ = clock;
    view_.look();
    messages::MarkerArray scene;
    for (const Shown& shown : programs_) {
        const data_port::ViewedVehicle& vehicle = *view_.vehicles()[shown.program.index];
        const data_port::Publication* latest = vehicle.latest();
        if (latest == nullptr) continue;
        const data_port::Snapshot& snapshot = latest->snapshot;
        if (is_wanted(scene_channel)) add_vehicle(vehicle, shown.program.frame, snapshot, scene);
        if (origin_ && is_wanted(shown.fix_channel))
            send(shown.fix_channel, snapshot.now, fix_of(*origin_, shown.program.frame, snapshot));
    }
    if (!scene.markers.empty()) send(scene_channel, now(), scene);
}

void Viewers::send_routes() {
    messages::MarkerArray routes;
    for (const Shown& shown : programs_) add_route(*view_.vehicles()[shown.program.index], routes);
    if (!routes.markers.empty()) send(route_channel, now(), routes);
}

SimTime Viewers::now() const {
    SimTime latest{0};
    for (const Shown& shown : programs_) latest = std::max(latest, shown.program.feed->now());
    return latest;
}

void Viewers::remove(Viewer& viewer) {
    viewers_.erase(std::remove(viewers_.begin(), viewers_.end(), &viewer), viewers_.end());
    for (std::size_t i = 0; i < channels_.size(); ++i)
        if (viewer.subscribes(i)) look_who_wants(i);
}

void Viewers::look_who_wants(std::size_t channel) {
    const auto& [feed, topic] = channels_[channel];
    if (feed != nullptr) feed->want(topic, is_wanted(channel));
    if (channel == route_channel) has_new_route_viewer_ = true;
}

std::string Viewers::to_json() const {
    auto viewers = nlohmann::ordered_json::array();
    for (const Viewer* viewer : viewers_)
        viewers.push_back({{"sent", viewer->sent()}, {"dropped", viewer->dropped()}});
    std::uint64_t dropped = 0;
    for (const Shown& shown : programs_) dropped += shown.program.feed->dropped();
    return nlohmann::ordered_json{{"viewers", viewers}, {"left_out", dropped}}.dump();
}

}  // namespace gateway::foxglove
