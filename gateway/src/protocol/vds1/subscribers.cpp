// SPDX-License-Identifier: MIT
#include "subscribers.hpp"

#include <algorithm>
#include <utility>

namespace gateway::vdsim {

Subscribers::Subscribers(std::vector<std::uint32_t> allowed) : allowed_(std::move(allowed)) {
    for (Subscriber& subscriber : subscribers_) subscriber.received_at = SteadyTime{} - lifetime;
}

void Subscribers::reserve(std::size_t vehicles) {
    for (Subscriber& subscriber : subscribers_) subscriber.sequences.reserve(vehicles);
}

void Subscribers::add_vehicle() {
    for (Subscriber& subscriber : subscribers_) subscriber.sequences.push_back(0);
}

bool Subscribers::may_subscribe(const Endpoint& sender) const noexcept {
    return is_loopback(sender) ||
           std::find(allowed_.begin(), allowed_.end(), sender.address) != allowed_.end();
}

void Subscribers::on_command(const Destination& sender, SteadyTime now) noexcept {
    if (!may_subscribe(sender.endpoint)) return;
    auto place = std::find_if(subscribers_.begin(), subscribers_.end(), [&](const Subscriber& s) {
        return s.to.endpoint == sender.endpoint;
    });
    if (place == subscribers_.end()) {
        place = std::min_element(
            subscribers_.begin(), subscribers_.end(),
            [](const Subscriber& a, const Subscriber& b) { return a.received_at < b.received_at; });
        std::fill(place->sequences.begin(), place->sequences.end(), 0U);
    }
    place->to = sender;
    place->received_at = now;
}

}  // namespace gateway::vdsim
