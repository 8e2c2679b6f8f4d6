// SPDX-License-Identifier: MIT
#include "viewer.hpp"

#include "controls.hpp"
#include "http/json_body.hpp"
#include "player.hpp"
#include "protocol.hpp"
#include "viewers.hpp"

#include <algorithm>
#include <utility>

namespace gateway::foxglove {
namespace {

using data_port::CloseCode;
using data_port::Refusal;
using nlohmann::json;

constexpr std::size_t most_message_bytes = std::size_t{8} << 20U;
/// Limit of the replies queued for a client that does not read them.
constexpr std::size_t most_reply_bytes = std::size_t{8} << 20U;
/// Limit of a viewer's unfinished steps.
constexpr std::size_t most_late_calls = 16;
/// While no loop publishes, parameters and calls are polled with this period.
constexpr std::chrono::milliseconds longest_silence{500};

std::uint32_t id_of(const json& value, const char* what) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > UINT32_MAX)
        throw Refusal(400, std::string(what) + " must be a whole number, at least 0");
    return value.get<std::uint32_t>();
}

const json& member_of(const json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end())
        throw Refusal(400, std::string("needs ") + key);
    return *found;
}

const json& list_of(const json& object, const char* key) {
    const json& list = member_of(object, key);
    if (!list.is_array()) throw Refusal(400, std::string(key) + " must be a list");
    return list;
}

}  // namespace

Viewer::Viewer(Viewers& viewers, const data_port::RunView* run, Player* player, bool has_playback)
    : viewers_(viewers),
      run_(run),
      player_(player),
      has_playback_(player != nullptr && has_playback) {
    viewers_.pump();
    std::optional<TimeSpan> recording;
    if (has_playback_) recording = player_->span();
    const Offer offer{run_ != nullptr, run_ != nullptr || player_ != nullptr, recording};
    reply(server_info(viewers_.session_id(), offer));
    advertise(viewers_.channels_json());
    if (run_ != nullptr) reply(advertise_services());
    if (player_ != nullptr) reply(Player::advertise_services());
    viewers_.add(*this);
}

void Viewer::begin(const data_port::Wake& wake) {
    wake_ = wake;
    viewers_.source().add_wake(wake);
}

Viewer::~Viewer() {
    viewers_.remove(*this);
}

/// The server calls write_frames() after it.
CloseCode Viewer::on_message(std::string_view message, bool is_text) {
    is_awake_ = true;
    try {
        if (is_text)
            handle_request(data_port::parse_body(std::string(message)));
        else
            handle_binary(message);
    } catch (const Refusal& refusal) {
        reply(status(StatusLevel::error, refusal.what()));
    }
    viewers_.wake();
    return reply_bytes_ > most_reply_bytes ? CloseCode::refused : CloseCode::none;
}

void Viewer::handle_request(const json& request) {
    const json& op = member_of(request, "op");
    if (op == "subscribe") {
        for (const json& each : list_of(request, "subscriptions")) subscribe(each);
    } else if (op == "unsubscribe") {
        for (const json& each : list_of(request, "subscriptionIds")) unsubscribe(each);
    } else if (run_ != nullptr && op.is_string()) {
        handle_parameters(op.get<std::string>(), request);
    } else {
        throw Refusal(400, "unsupported op; the capabilities of serverInfo list what is supported");
    }
}

void Viewer::subscribe(const json& subscription) {
    const std::uint32_t id = id_of(member_of(subscription, "id"), "id");
    const std::uint32_t channel = id_of(member_of(subscription, "channelId"), "channelId");
    if (channel == 0 || channel > viewers_.channels())
        throw Refusal(400, "unknown channel " + std::to_string(channel));
    subscriptions_.resize(viewers_.channels());
    if (std::find(subscriptions_.begin(), subscriptions_.end(), id) != subscriptions_.end())
        throw Refusal(400, "subscription " + std::to_string(id) + " already exists");
    if (subscriptions_[channel - 1])
        throw Refusal(400, "channel " + std::to_string(channel) + " already has a subscription");
    subscriptions_[channel - 1] = id;
    viewers_.source().on_subscribed(*this, channel - 1);
}

void Viewer::unsubscribe(const json& id) {
    const auto found =
        std::find(subscriptions_.begin(), subscriptions_.end(), id_of(id, "subscriptionIds"));
    if (found == subscriptions_.end()) throw Refusal(400, "unknown subscription");
    found->reset();
    viewers_.on_unsubscribed(static_cast<std::size_t>(found - subscriptions_.begin()));
}

void Viewer::advertise(const std::string& channels) {
    reply(foxglove::advertise(channels));
}

void Viewer::reply(const std::string& text) {
    reply_frame(text_frame(text));
}

void Viewer::reply_frame(std::string frame) {
    reply_bytes_ += frame.size();
    replies_.push_back(std::move(frame));
    wake();
}

void Viewer::wake() {
    if (is_awake_) return;
    wake_();
    is_awake_ = true;
}

void Viewer::notify(const std::string& frame) {
    if (reply_bytes_ <= most_reply_bytes) reply_frame(frame);
}

void Viewer::jump_to(std::uint64_t time_ns) {
    messages_.clear();
    message_bytes_ = 0;
    jump_ns_ = time_ns;
}

void Viewer::handle_parameters(const std::string& op, const json& request) {
    const auto names = [&] {
        std::vector<std::string> named;
        for (const json& name : list_of(request, "parameterNames"))
            if (name.is_string()) named.push_back(name.get<std::string>());
        return named.empty() ? parameter_names() : named;
    };
    const auto id = request.find("id");
    const json* const request_id = id == request.end() ? nullptr : &*id;
    if (op == "getParameters") {
        send_parameters(names(), request_id);
    } else if (op == "setParameters") {
        set_parameters(list_of(request, "parameters"));
        if (request_id != nullptr) send_parameters(parameter_names(), request_id);
    } else if (op == "subscribeParameterUpdates") {
        for (const std::string& name : names())
            if (const json value = parameter_value(*run_, name); !value.is_null())
                followed_[name] = value.dump();
    } else if (op == "unsubscribeParameterUpdates") {
        for (const std::string& name : names()) followed_.erase(name);
    } else {
        throw Refusal(400, "unsupported op; the capabilities of serverInfo list what is supported");
    }
}

void Viewer::set_parameters(const json& parameters) {
    for (const json& each : parameters) {
        const json& name = member_of(each, "name");
        const auto value = each.find("value");
        const std::string problem = name.is_string() && value != each.end()
                                        ? set_parameter(*run_, name.get<std::string>(), *value)
                                        : "a parameter must have a name and a value";
        if (!problem.empty()) reply(status(StatusLevel::error, problem));
    }
}

/// @param id of the request; null if it has none
void Viewer::send_parameters(const std::vector<std::string>& names, const json* id) {
    json parameters = json::array();
    for (const std::string& name : names) {
        const json value = parameter_value(*run_, name);
        if (value.is_null()) continue;
        parameters.push_back({{"name", name}, {"value", value}});
        if (value.is_number_float()) parameters.back()["type"] = "float64";
    }
    json message{{"op", "parameterValues"}, {"parameters", parameters}};
    if (id != nullptr) message["id"] = *id;
    reply(message.dump(-1, ' ', false, json::error_handler_t::replace));
}

void Viewer::send_changed_parameters() {
    std::vector<std::string> changed;
    for (auto& [name, sent] : followed_) {
        const std::string value = parameter_value(*run_, name).dump();
        if (std::exchange(sent, value) != value) changed.push_back(name);
    }
    if (!changed.empty()) send_parameters(changed, nullptr);
}

void Viewer::handle_binary(std::string_view message) {
    const bool has_services = run_ != nullptr || player_ != nullptr;
    const auto wanted_call = has_services ? read_service_call(message) : std::nullopt;
    if (wanted_call) return call(*wanted_call);
    const auto request = has_playback_ ? read_playback_request(message) : std::nullopt;
    if (!request) throw Refusal(400, "unsupported binary message");
    player_->handle_request(*request, viewers_);
}

void Viewer::call(const ServiceCall& call) {
    try {
        if (late_calls_.size() >= most_late_calls)
            throw Refusal(409, "too many unfinished calls; wait for their replies");
        const std::string body(call.request);
        Reply first = run_ != nullptr ? call_service(*run_, call.service, body)
                                      : Reply{Reply::Outcome::done,
                                              player_->call_service(call.service, body, viewers_)};
        if (first.later)
            late_calls_.push_back({{call.service, call.call, {}, {}}, std::move(first.later)});
        else
            answer_call(call, first);
    } catch (const Refusal& refusal) {
        refuse(call, refusal.what());
    }
}

/// Few viewers show a failure, all show a status.
void Viewer::refuse(const ServiceCall& call, const std::string& reason) {
    reply(service_failure(call, reason));
    reply(status(StatusLevel::error, reason));
}

void Viewer::answer_call(const ServiceCall& call, const Reply& reply_to_it) {
    if (reply_to_it.outcome != Reply::Outcome::done) return refuse(call, reply_to_it.text);
    std::string frame;
    append_response(call, response_of(reply_to_it.text), frame);
    reply_frame(std::move(frame));
}

void Viewer::answer_late_calls() {
    for (auto late = late_calls_.begin(); late != late_calls_.end();) {
        const std::optional<Reply> last = late->later();
        if (last) answer_call(late->call, *last);
        late = last ? late_calls_.erase(late) : late + 1;
    }
}

void Viewer::send(std::size_t channel, std::uint64_t time_ns, std::string_view message) {
    if (!subscribes(channel)) return;
    Message& queued = messages_.emplace_back(Message{time_ns, {}});
    append_message(*subscriptions_[channel], time_ns, message, queued.frame);
    message_bytes_ += queued.frame.size();
    while (message_bytes_ > most_message_bytes) {
        message_bytes_ -= messages_.front().frame.size();
        messages_.pop_front();
        ++dropped_;
    }
    wake();
}

/// If there are no frames, arms the source and fills again: then loops ring for all later data, and
/// do not ring while frames are being sent.
void Viewer::write_frames(std::string& frames, std::size_t enough_bytes) {
    is_awake_ = true;
    fill(frames, enough_bytes);
    if (frames.empty()) {
        viewers_.source().arm();
        fill(frames, enough_bytes);
    }
    filled_at_ = std::chrono::steady_clock::now();
    is_awake_ = false;
}

SteadyTime Viewer::due() const {
    SteadyTime next = next_pump_;
    if (viewers_.source().now_ns() != time_ns_) next = std::min(next, time_sent_ + time_period);
    if (!followed_.empty() || !late_calls_.empty())
        next = std::min(next, filled_at_ + longest_silence);
    return next;
}

void Viewer::fill(std::string& frames, std::size_t enough_bytes) {
    next_pump_ = viewers_.pump();
    if (messages_.empty() && dropped_ != reported_dropped_) {
        reply(status(StatusLevel::warning,
                     "this viewer was too slow: " + std::to_string(dropped_ - reported_dropped_) +
                         " messages are not shown"));
        reported_dropped_ = dropped_;
    }
    answer_late_calls();
    send_changed_parameters();
    for (; !replies_.empty() && frames.size() < enough_bytes; replies_.pop_front()) {
        reply_bytes_ -= replies_.front().size();
        frames += replies_.front();
    }
    write_messages(frames, enough_bytes);
    if (replies_.empty() && messages_.empty()) write_idle_time(frames);
}

/// Viewers give a message the last time that they got. So the time is sent in the order of the
/// messages, not when it is reached.
void Viewer::write_messages(std::string& frames, std::size_t enough_bytes) {
    if (!messages_.empty() && jump_ns_) write_time(*jump_ns_, frames);
    for (; !messages_.empty() && frames.size() < enough_bytes; messages_.pop_front()) {
        const Message& next = messages_.front();
        if (!time_ns_ || next.time_ns > *time_ns_) write_time(next.time_ns, frames);
        message_bytes_ -= next.frame.size();
        frames += next.frame;
        ++sent_;
    }
}

/// Without messages the time is sent periodically.
void Viewer::write_idle_time(std::string& frames) {
    const std::uint64_t time_ns = viewers_.source().now_ns();
    if (time_ns == time_ns_ || std::chrono::steady_clock::now() - time_sent_ < time_period) return;
    write_time(time_ns, frames);
}

void Viewer::write_time(std::uint64_t time_ns, std::string& frames) {
    append_time(time_ns, frames);
    time_ns_ = time_ns;
    time_sent_ = std::chrono::steady_clock::now();
    jump_ns_.reset();
}

}  // namespace gateway::foxglove
