// SPDX-License-Identifier: MIT
#include "mcap/message_sinks.hpp"

#include <ddc/recording/common_messages.hpp>

#include <doctest/doctest.h>

#include <map>

namespace message_sinks_test {

using namespace ddc::recording;
using gateway::MessageSink;
using gateway::MessageSinks;
using gateway::NamedPaths;
using gateway::SimTime;

namespace {

/// Stores the messages that it gets, as long as it accepts them.
class Keeper : public MessageSink {
  public:
    McapId add_topic(const std::string& topic, const MessageType& type,
                     const NamedPaths& columns) override {
        topics.push_back(topic + " " + type.name + " " + std::to_string(columns.size()));
        return static_cast<McapId>(topics.size() + 10);
    }
    bool begin_cycle(SimTime /*now*/) override { return accepts_cycles; }
    std::byte* begin(McapId topic, SimTime /*now*/, std::size_t size) override {
        if (topic == unwanted) return nullptr;
        bytes.emplace_back(topic, Bytes(size));
        return bytes.back().second.data();
    }
    void end_cycle() override { ++cycles; }

    std::vector<std::string> topics;
    std::vector<std::pair<McapId, Bytes>> bytes;
    bool accepts_cycles = true;
    McapId unwanted = 0;
    int cycles = 0;
};

Clock clock_of(std::uint32_t nanosec) {
    return {{0, nanosec}};
}

struct TwoSinks {
    TwoSinks() {
        sut.add_sink(first);
        clock = sut.add_topic<Clock>("/clock", {{"clock.sec", "t_s"}});
        sut.add_sink(second);
        path = sut.add_topic<Path>("/path");
    }
    /// @return the messages of the clock and of the path
    std::pair<Bytes, Bytes> cycle(std::uint32_t number) {
        if (sut.begin_cycle(SimTime(number))) {
            sut.add(clock, SimTime(number), clock_of(number));
            sut.add(path, SimTime(number), Path{});
        }
        sut.end_cycle();
        return {to_cdr(clock_of(number)), to_cdr(Path{})};
    }

    std::shared_ptr<Keeper> first = std::make_shared<Keeper>(), second = std::make_shared<Keeper>();
    MessageSinks sut;
    McapId clock = 0, path = 0;
};

using Kept = std::vector<std::pair<McapId, Bytes>>;

}  // namespace

TEST_CASE("message sinks: each sink gets all topics and the same bytes under its ids") {
    TwoSinks sinks;
    const std::vector<std::string> topics{"/clock rosgraph_msgs/msg/Clock 1",
                                          "/path nav_msgs/msg/Path 0"};
    CHECK(sinks.first->topics == topics);
    CHECK(sinks.second->topics == topics);
    const auto [clock, path] = sinks.cycle(7);
    const Kept expected{{11, clock}, {12, path}};
    CHECK(sinks.first->bytes == expected);
    CHECK(sinks.second->bytes == expected);
    CHECK(sinks.first->cycles == 1);
    CHECK(sinks.second->cycles == 1);
}

TEST_CASE("message sinks: a sink that accepts nothing does not affect the others") {
    TwoSinks sinks;
    sinks.first->accepts_cycles = false;
    sinks.second->unwanted = 11;
    const auto path = sinks.cycle(7).second;
    CHECK(sinks.first->bytes.empty());
    CHECK(sinks.second->bytes == Kept{{12, path}});
    sinks.second->accepts_cycles = false;
    sinks.cycle(8);
    CHECK(sinks.second->bytes.size() == 1);
    CHECK(sinks.first->cycles == 2);
    sinks.first->accepts_cycles = sinks.second->accepts_cycles = true;
    sinks.second->unwanted = 12;
    const auto [clock, whole_path] = sinks.cycle(9);
    CHECK(sinks.first->bytes == Kept{{11, clock}, {12, whole_path}});
    CHECK(sinks.second->bytes == Kept{{12, path}, {11, clock}});
}

TEST_CASE("message sinks: without sinks no cycle is converted") {
    MessageSinks sut;
    CHECK(sut.is_empty());
    const McapId clock = sut.add_topic<Clock>("/clock");
    CHECK_FALSE(sut.begin_cycle(SimTime(1)));
    CHECK(sut.begin(clock, SimTime(1), 8) == nullptr);
    sut.end_cycle();
}

}  // namespace message_sinks_test
