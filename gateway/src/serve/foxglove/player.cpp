// SPDX-License-Identifier: MIT
#include "player.hpp"

#include "http/json_body.hpp"
#include "number/limits.hpp"
#include "viewer.hpp"
#include "viewers.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace gateway::foxglove {
namespace {

using ddc::recording::McapChannel;
using ddc::recording::McapError;
using ddc::recording::McapId;
using ddc::recording::McapMessage;
using ddc::recording::McapSchema;

/// Limit of the bytes of messages that are sent at once. It limits the speed of playback.
constexpr std::size_t most_at_once = std::size_t{1} << 20U;

/// Types whose definition is binary cannot be advertised as text.
bool is_binary(const McapSchema* schema) {
    return schema != nullptr &&
           (schema->encoding == "protobuf" || schema->encoding == "flatbuffer");
}

Channel channel_of(const McapChannel& recorded, const McapSchema* schema) {
    Channel channel{0, recorded.topic, recorded.encoding, {}, {}, {}};
    if (schema == nullptr) return channel;
    channel.type = schema->name;
    channel.definition = schema->data;
    channel.definition_encoding = schema->encoding;
    return channel;
}

}  // namespace

/// Reports a damaged chunk once, and reads the next one instead.
template <class Read>
auto Player::read(Read&& read) {
    for (;;) {
        try {
            return read();
        } catch (const McapError& error) {
            problems_.push_back(std::string(error.what()) + "; it is left out");
            report_(problems_.back());
            is_damaged_ = true;
        }
    }
}

Player::Player(ddc::recording::McapIndexedReader& recording, const Playback& playback, Log report)
    : recording_(recording), playback_(playback), report_(std::move(report)) {
    for (const auto& [id, channel] : recording_.channels()) {
        if (is_binary(recording_.schema(channel.schema))) {
            report_(channel.topic + ": is left out; the definition of its type is not text");
            continue;
        }
        positions_[id] = channels_.size();
        channels_.push_back(id);
    }
    rewind();
}

/// The time at which playback begins.
std::uint64_t Player::start_ns() const {
    const auto after_ns = static_cast<std::uint64_t>(std::llround(1e9 * playback_.start_s));
    return recording_.first_ns() + std::min(after_ns, recording_.last_ns() - recording_.first_ns());
}

void Player::rewind() {
    status_ = PlaybackStatus::playing;
    speed_ = playback_.rate;
    has_begun_ = must_send_current_ = false;
    now_ns_ = start_ns();
    recording_.seek(now_ns_ + 1);
}

void Player::add_channels(Viewers& to) {
    if (to.channels() > 0) return;
    for (const McapId id : channels_) {
        const McapChannel& channel = recording_.channels().at(id);
        to.add_channel(channel_of(channel, recording_.schema(channel.schema)));
    }
    to.advertise_added();
}

SteadyTime Player::pump(Viewers& to) {
    add_channels(to);
    if (to.is_empty()) {
        rewind();
        return SteadyTime::max();
    }
    handle_keys(to);
    if (std::exchange(must_send_current_, false)) send_current(to);
    advance(to);
    for (const std::string& problem : std::exchange(problems_, {}))
        to.notify(text_frame(status(StatusLevel::error, problem)));
    return next_time();
}

/// When the next message, or the next time for the viewers, is due; max() while playback is paused.
SteadyTime Player::next_time() {
    if (status_ != PlaybackStatus::playing || !has_begun_) return SteadyTime::max();
    const std::uint64_t next_ns =
        std::min(recording_.next_ns().value_or(UINT64_MAX), recording_.last_ns());
    const double left_ns = static_cast<double>(next_ns - std::min(next_ns, now_ns_)) / speed_;
    const std::chrono::duration<double, std::nano> most = time_period;
    return clock_ +
           std::chrono::nanoseconds(std::llround(std::ceil(std::min(left_ns, most.count()))));
}

void Player::handle_request(const PlaybackRequest& request, Viewers& viewers) {
    const bool is_speed = request.speed > 0;
    const bool is_again = is_speed && request.plays && status_ == PlaybackStatus::ended;
    const bool has_seeked = is_speed && (request.seek_ns || is_again);
    if (is_speed) {
        speed_ = std::clamp<double>(request.speed, limits::time_scale.min, limits::time_scale.max);
        status_ = request.plays ? PlaybackStatus::playing : PlaybackStatus::paused;
        has_begun_ = true;
        clock_ = std::chrono::steady_clock::now();
    }
    if (has_seeked) seek(request.seek_ns.value_or(start_ns()), viewers);
    report_state(has_seeked, request.id, viewers);
    if (!is_speed) throw data_port::Refusal(400, "the speed of playback must be greater than 0");
}

/// pump() sends the messages of that time, once for several requests.
void Player::seek(std::uint64_t time_ns, Viewers& viewers) {
    now_ns_ = std::clamp(time_ns, recording_.first_ns(), recording_.last_ns());
    must_send_current_ = true;
    viewers.jump_to(now_ns_);
}

void Player::report_state(bool has_seeked, std::string_view request, Viewers& viewers) const {
    std::string frame;
    append_playback_state({status_, now_ns_, static_cast<float>(speed_), has_seeked, request},
                          frame);
    viewers.notify_playback(frame);
}

void Player::send_current(Viewers& to) {
    recording_.seek(now_ns_ + 1);
    for (std::size_t i = 0; i < channels_.size(); ++i)
        if (to.is_wanted(i))
            send_latest(i, [&to, i](const McapMessage& message) {
                to.send(i, message.log_time_ns, message.data);
            });
}

/// Advances with the wall clock, unless messages come faster than they can be sent.
void Player::advance(Viewers& to) {
    const auto now = std::chrono::steady_clock::now();
    const auto elapsed = std::chrono::duration<double, std::nano>(now - std::exchange(clock_, now));
    if (status_ != PlaybackStatus::playing || !has_begun_) return;
    const auto step_ns = static_cast<std::uint64_t>(std::llround(elapsed.count() * speed_));
    const std::size_t sent = send_until(std::min(now_ns_ + step_ns, recording_.last_ns()), to);
    if (sent == 0 && now_ns_ >= recording_.last_ns()) end_or_repeat(to);
}

void Player::end_or_repeat(Viewers& to) {
    if (playback_.repeats)
        seek(start_ns(), to);
    else
        status_ = PlaybackStatus::ended;
    report_state(playback_.repeats, {}, to);
}

/// @return the number of bytes sent
std::size_t Player::send_until(std::uint64_t time_ns, Viewers& to) {
    std::size_t sent = 0;
    while (sent < most_at_once) {
        const auto message = read([&] { return recording_.next(time_ns); });
        now_ns_ = message ? message->log_time_ns : time_ns;
        if (!message) break;
        sent += message->data.size() + sizeof *message;
        if (const auto position = positions_.find(message->channel); position != positions_.end())
            to.send(position->second, message->log_time_ns, message->data);
    }
    return sent;
}

void Player::on_subscribed(Viewer& viewer, std::size_t channel) {
    if (!std::exchange(has_begun_, true)) clock_ = std::chrono::steady_clock::now();
    if (must_send_current_) return;  // pump() sends it
    send_latest(channel, [&viewer, channel](const McapMessage& message) {
        viewer.send(channel, message.log_time_ns, message.data);
    });
}

void Player::send_latest(std::size_t channel, const Take& send) {
    read([&] { recording_.show_latest(channels_[channel], now_ns_, send); });
}

}  // namespace gateway::foxglove
