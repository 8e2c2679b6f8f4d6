// SPDX-License-Identifier: MIT
#pragma once

#include "board/bell.hpp"
#include "mcap/message_sink.hpp"
#include "output/message_queue.hpp"

#include <ddc/recording/message_type.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gateway::foxglove {

/// The messages of one program's run, from its loop to the thread of the viewers. Where no viewer
/// wants any, a turn costs its loop a load, a store and an exchange. Neither side ever waits for
/// the other: what there is no room for is dropped and counted.
class LiveFeed : public MessageSink {
  public:
    struct Topic {
        std::string name;
        std::string type;        ///< `nav_msgs/msg/Odometry`
        std::string definition;  ///< in ros2msg
    };
    using Take = std::function<void(ddc::recording::McapId topic, std::uint64_t time_ns,
                                    std::string_view message)>;

    /// @param prefix of its topics: empty, or `/NAME`
    /// @param bell outlives its last turn
    LiveFeed(std::string prefix, data_port::Bell& bell);

    /// @name For the loop's thread
    /// @{
    using MessageSink::add_topic;
    ddc::recording::McapId add_topic(const std::string& topic,
                                     const ddc::recording::MessageType& type,
                                     const NamedPaths& columns) override;
    bool begin_cycle(SimTime now) override;
    std::byte* begin(ddc::recording::McapId topic, SimTime now, std::size_t size) override;
    void end_cycle() override;
    /// @}

    /// @name For the thread of the viewers, when all topics are there
    /// @{
    const std::vector<Topic>& topics() const { return topics_; }  ///< their ids begin with 1
    void want(ddc::recording::McapId topic, bool is_wanted);
    /// The next turn rings at its end, once. What turns have shown before is seen behind this,
    /// since both sides exchange.
    void await_cycle() { is_turn_awaited_.exchange(true); }
    /// Hands out what there is, the oldest first.
    void take(const Take& each);
    /// @}
    /// @name For any thread
    /// @{
    SimTime now() const { return SimTime(now_ns_.load(std::memory_order_relaxed)); }
    std::uint64_t dropped() const { return messages_.dropped(); }
    /// @}

  private:
    const std::string prefix_;
    std::vector<Topic> topics_;
    std::deque<std::atomic<bool>> wanted_;  ///< which does not move what it holds
    std::atomic<bool> is_any_wanted_{false};

    data_port::Bell& bell_;
    std::atomic<bool> is_turn_awaited_{false};
    MessageQueue messages_;
    std::int64_t cycle_ns_ = 0;
    std::atomic<std::int64_t> now_ns_{0};
};

}  // namespace gateway::foxglove
