// SPDX-License-Identifier: MIT
#include "live_feed.hpp"

#include <algorithm>
#include <utility>

namespace gateway::foxglove {
namespace {

using ddc::recording::McapId;

/// Blocks of 1 MiB. The viewers' thread reads a few milliseconds after a cycle.
constexpr std::size_t most_blocks = 2;

}  // namespace

LiveFeed::LiveFeed(std::string prefix, data_port::Bell& bell)
    : prefix_(std::move(prefix)), bell_(bell), messages_(most_blocks) {}

McapId LiveFeed::add_topic(const std::string& topic, const ddc::recording::MessageType& type,
                           const NamedPaths& /*columns*/) {
    topics_.push_back({prefix_ + topic, type.name, ddc::recording::ros2msg(type)});
    wanted_.emplace_back(false);
    return static_cast<McapId>(topics_.size());
}

bool LiveFeed::begin_cycle(SimTime now) {
    cycle_ns_ = now.count();
    return is_any_wanted_.load(std::memory_order_relaxed);
}

std::byte* LiveFeed::begin(McapId topic, SimTime now, std::size_t size) {
    if (!wanted_[topic - 1U].load(std::memory_order_relaxed)) return nullptr;
    return messages_.begin(
        {static_cast<std::uint64_t>(now.count()), 0, static_cast<std::uint32_t>(size), topic});
}

void LiveFeed::end_cycle() {
    now_ns_.store(cycle_ns_, std::memory_order_relaxed);
    messages_.publish();
    if (is_cycle_awaited_.exchange(false)) bell_.ring();
}

void LiveFeed::set_wanted(McapId topic, bool is_wanted) {
    wanted_[topic - 1U].store(is_wanted, std::memory_order_relaxed);
    is_any_wanted_ = std::any_of(wanted_.begin(), wanted_.end(),
                                 [](const auto& wanted) { return wanted.load(); });
}

void LiveFeed::take(const Take& each) {
    messages_.read(messages_.published(),
                   [&](const MessageQueue::Head& head, std::string_view data) {
                       each(head.topic, head.time_ns, data);
                   });
}

}  // namespace gateway::foxglove
