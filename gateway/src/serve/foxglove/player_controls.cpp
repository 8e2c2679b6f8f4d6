// SPDX-License-Identifier: MIT
// Playback for viewers without playback control: services, and keys of the terminal.
#include "player.hpp"

#include "http/json_body.hpp"
#include "service_list.hpp"
#include "viewers.hpp"

#include <plant/number_text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gateway::foxglove {
namespace {

using data_port::Refusal;
using nlohmann::json;

const ServiceList& playback_services() {
    static const ServiceList list(
        {{"play", "ddc/EmptyRequest"},
         {"pause", "ddc/EmptyRequest"},
         {"seek", "ddc/SeekRequest", R"("time_s":{"type":"number","minimum":0})"}});
    return list;
}

constexpr std::uint64_t jump_ns = 5'000'000'000;
constexpr double longest_s = 1e9;

double time_s_of(const json& body) {
    double time_s = 0;
    if (!body.contains("time_s")) throw Refusal(400, "needs time_s, in s from the start");
    data_port::read_number(body, "time_s", 0, longest_s, time_s);
    return time_s;
}

}  // namespace

std::string Player::advertise_services() {
    return playback_services().advertisement();
}

std::string Player::call_service(std::uint32_t id, const std::string& request, Viewers& viewers) {
    const std::string name = playback_services().name_of(id);
    const json body = request.empty() ? json::object() : data_port::parse_body(request);
    PlaybackRequest wanted{status_ == PlaybackStatus::playing, static_cast<float>(speed_), {}, {}};
    if (name == "seek") {
        data_port::check_keys(body, {"time_s"});
        wanted.seek_ns =
            recording_.first_ns() + static_cast<std::uint64_t>(std::llround(1e9 * time_s_of(body)));
    } else {
        data_port::check_keys(body, {});
        wanted.plays = name == "play";
    }
    handle_request(wanted, viewers);
    const double now_s = 1e-9 * static_cast<double>(now_ns_ - recording_.first_ns());
    return (wanted.plays ? "plays at " : "paused at ") + plant::plain(now_s) + " s";
}

void Player::add_wake(const data_port::Wake& wake) {
    const std::lock_guard lock(mutex_);
    wakes_.erase(std::remove_if(wakes_.begin(), wakes_.end(),
                                [](const data_port::Wake& each) { return !each.is_wanted(); }),
                 wakes_.end());
    wakes_.push_back(wake);
}

void Player::press(PlaybackKey key) {
    const std::lock_guard lock(mutex_);
    keys_.push_back(key);
    for (const data_port::Wake& wake : wakes_) wake();
}

void Player::handle_keys(Viewers& to) {
    std::vector<PlaybackKey> keys;
    {
        const std::lock_guard lock(mutex_);
        keys.swap(keys_);
    }
    for (const PlaybackKey key : keys) handle_request(request_of(key), to);
}

PlaybackRequest Player::request_of(PlaybackKey key) const {
    PlaybackRequest request{status_ == PlaybackStatus::playing, static_cast<float>(speed_), {}, {}};
    switch (key) {
        case PlaybackKey::pause:
            request.plays = !request.plays;
            break;
        case PlaybackKey::back:
            request.seek_ns = now_ns_ - std::min(jump_ns, now_ns_);
            break;
        case PlaybackKey::forward:
            request.seek_ns = now_ns_ + jump_ns;
            break;
        case PlaybackKey::slower:
            request.speed /= 2;
            break;
        case PlaybackKey::faster:
            request.speed *= 2;
            break;
    }
    return request;
}

}  // namespace gateway::foxglove
