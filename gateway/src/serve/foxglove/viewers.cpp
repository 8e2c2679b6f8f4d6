// SPDX-License-Identifier: MIT
#include "viewers.hpp"

#include "viewer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace gateway::foxglove {
namespace {

/// Whether a viewer may control the run: it has the token, or it is not a page of another origin if
/// no token is required.
bool may_act(const data_port::Call& call, const data_port::Guard& guard) {
    const data_port::Request& request = call.request;
    const bool is_own = request.origin.empty() || request.origin == "http://" + request.host;
    return call.has_token && (is_own || !guard.token.empty());
}

}  // namespace

Viewers::Viewers(Source& source) : source_(source), session_id_(data_port::make_token()) {}

void Viewers::serve_at(data_port::Router& router, const data_port::Guard& guard,
                       std::vector<std::string> origins) {
    using data_port::Access;
    using data_port::Call;
    const auto open = [this, &guard](const Call& call) {
        return open_web_socket(call.request, {std::begin(protocol_names), std::end(protocol_names)},
                               [&](const std::string& protocol) {
                                   return begin(may_act(call, guard), protocol == newest_protocol);
                               });
    };
    router.add({"GET", "/foxglove", Access::local, open, true, origins});
    // Some viewers have no field for a path.
    router.add({"GET", "/", Access::local, open, true, std::move(origins), true});
    router.add({"GET", "/api/viewers", Access::local,
                [this](const Call&) { return data_port::json_answer(to_json()); }});
}

std::shared_ptr<Viewer> Viewers::begin(bool may_act, bool has_playback) {
    return std::make_shared<Viewer>(*this, may_act ? source_.run() : nullptr, source_.player(),
                                    has_playback);
}

std::size_t Viewers::add_channel(Channel channel) {
    channel.id = static_cast<std::uint32_t>(topics_.size() + 1);
    added_json_ += (added_json_.empty() ? "" : ",") + channel_json(channel);
    topics_.push_back(std::move(channel.topic));
    return topics_.size() - 1;
}

void Viewers::advertise_added() {
    if (added_json_.empty()) return;
    for (Viewer* viewer : viewers_) viewer->advertise(added_json_);
    channels_json_ += (channels_json_.empty() ? "" : ",") + added_json_;
    added_json_.clear();
}

bool Viewers::is_wanted(std::size_t channel) const {
    return std::any_of(viewers_.begin(), viewers_.end(),
                       [&](const Viewer* viewer) { return viewer->subscribes(channel); });
}

void Viewers::send(std::size_t channel, std::uint64_t time_ns, std::string_view message) {
    for (Viewer* viewer : viewers_) viewer->send(channel, time_ns, message);
}

void Viewers::notify(const std::string& frame) {
    for (Viewer* viewer : viewers_) viewer->notify(frame);
}

void Viewers::notify_playback(const std::string& frame) {
    for (Viewer* viewer : viewers_)
        if (viewer->has_playback()) viewer->notify(frame);
}

void Viewers::jump_to(std::uint64_t time_ns) {
    for (Viewer* viewer : viewers_) viewer->jump_to(time_ns);
}

void Viewers::remove(Viewer& viewer) {
    viewers_.erase(std::remove(viewers_.begin(), viewers_.end(), &viewer), viewers_.end());
    for (std::size_t i = 0; i < topics_.size(); ++i)
        if (viewer.subscribes(i)) on_unsubscribed(i);
}

void Viewers::on_unsubscribed(std::size_t channel) {
    source_.on_unsubscribed(channel, is_wanted(channel));
}

void Viewers::wake() const {
    for (Viewer* viewer : viewers_) viewer->wake();
}

std::string Viewers::to_json() const {
    auto viewers = nlohmann::ordered_json::array();
    for (const Viewer* viewer : viewers_)
        viewers.push_back({{"sent", viewer->sent()}, {"dropped", viewer->dropped()}});
    return nlohmann::ordered_json{{"viewers", viewers}, {"left_out", source_.left_out()}}.dump();
}

}  // namespace gateway::foxglove
