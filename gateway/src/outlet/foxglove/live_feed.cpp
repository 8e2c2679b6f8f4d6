// SPDX-License-Identifier: MIT
#include "live_feed.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace gateway::foxglove {
namespace {

using ddc::recording::McapId;

/// Of messages that wait. The viewers' thread comes every few milliseconds.
constexpr std::size_t most_bytes = std::size_t{1} << 20U;

/// In front of the bytes of a message, while it waits.
struct LiveHead {
    std::uint64_t time_ns = 0;
    std::uint32_t size = 0;
    McapId topic = 0;
};

}  // namespace

LiveFeed::LiveFeed(std::string prefix) : prefix_(std::move(prefix)) {
    for (std::string* bytes : {&staged_, &waiting_, &taken_}) bytes->reserve(most_bytes);
}

McapId LiveFeed::add_topic(const std::string& topic, const ddc::recording::MessageType& type,
                           const NamedPaths& /*columns*/) {
    topics_.push_back({prefix_ + topic, type.name, ddc::recording::ros2msg(type)});
    wanted_.emplace_back(false);
    return static_cast<McapId>(topics_.size());
}

bool LiveFeed::begin_turn(SimTime now) {
    turn_ns_ = now.count();
    return is_any_wanted_.load(std::memory_order_relaxed);
}

std::byte* LiveFeed::begin(McapId topic, SimTime now, std::size_t size) {
    if (!wanted_[topic - 1U].load(std::memory_order_relaxed)) return nullptr;
    const LiveHead head{static_cast<std::uint64_t>(now.count()), static_cast<std::uint32_t>(size),
                        topic};
    const std::size_t start = staged_.size();
    if (start + sizeof head + size > most_bytes) {
        dropped_.fetch_add(1, std::memory_order_relaxed);
        return nullptr;
    }
    ++staged_messages_;
    staged_.resize(start + sizeof head + size);
    std::memcpy(staged_.data() + start, &head, sizeof head);
    return reinterpret_cast<std::byte*>(staged_.data() + start + sizeof head);
}

void LiveFeed::end_turn() {
    now_ns_.store(turn_ns_, std::memory_order_relaxed);
    if (staged_.empty()) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return;
    if (waiting_.size() + staged_.size() <= most_bytes)
        waiting_ += staged_;
    else
        dropped_.fetch_add(staged_messages_, std::memory_order_relaxed);
    staged_.clear();
    staged_messages_ = 0;
}

void LiveFeed::want(McapId topic, bool is_wanted) {
    wanted_[topic - 1U].store(is_wanted, std::memory_order_relaxed);
    is_any_wanted_ = std::any_of(wanted_.begin(), wanted_.end(),
                                 [](const auto& wanted) { return wanted.load(); });
}

void LiveFeed::take(const Take& each) {
    taken_.clear();
    if (const std::unique_lock lock(mutex_, std::try_to_lock); lock.owns_lock())
        taken_.swap(waiting_);
    LiveHead head;
    for (std::size_t at = 0; at < taken_.size(); at += sizeof head + head.size) {
        std::memcpy(&head, taken_.data() + at, sizeof head);
        each(head.topic, head.time_ns,
             std::string_view(taken_).substr(at + sizeof head, head.size));
    }
}

}  // namespace gateway::foxglove
