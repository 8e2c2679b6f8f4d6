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

/// A queue of the messages of one run, from its loop to the viewers' thread. If no viewer
/// subscribes, a cycle costs the loop a load, a store and an exchange. Neither thread blocks: a
/// message without room is dropped and counted.
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
    /// @param bell must outlive the last cycle
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

    /// @name For the viewers' thread, after all topics were added
    /// @{
    const std::vector<Topic>& topics() const { return topics_; }  ///< their ids begin with 1
    void set_wanted(ddc::recording::McapId topic, bool is_wanted);
    /// Lets the next cycle ring the bell at its end, once. All messages of earlier cycles are
    /// visible after this call, since both threads use an exchange.
    void await_cycle() { is_cycle_awaited_.exchange(true); }
    /// Passes on all messages, the oldest first.
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
    std::deque<std::atomic<bool>> wanted_;  ///< a deque, since atomics cannot be moved
    std::atomic<bool> is_any_wanted_{false};

    data_port::Bell& bell_;
    std::atomic<bool> is_cycle_awaited_{false};
    MessageQueue messages_;
    std::int64_t cycle_ns_ = 0;
    std::atomic<std::int64_t> now_ns_{0};
};

}  // namespace gateway::foxglove
