// SPDX-License-Identifier: MIT
// Faults of the links between programs, in simulated times set by the test.
#include "fault/link/link_fault.hpp"
#include "network/network.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace socket_fault_test {

using namespace gateway;
using namespace std::chrono_literals;
namespace interface = ddc::interface;

constexpr int most = 100'000;

/// A program that sends one message per cycle of 10 ms to another one.
class Scene {
  public:
    Scene(const LinkFaultKind& kind, std::vector<double> values,
          const interface::DataType& type = interface::BasicType::z, SimTime latency = 0ms)
        : fault_{"tested", &kind, FaultSide::links, "net", std::move(values), 3},
          is_flag_(type == interface::DataType(interface::BasicType::boolean)) {
        NetworkConfig config;
        config.links.push_back({{0, "net"}, {1, "net"}, {latency, 0, {}}, true});
        network_ = std::make_unique<Network>(config, std::vector<std::string>{"a", "b"});
        for (const std::size_t program : {0U, 1U})
            REQUIRE(network_->open(socket(program), type, true).empty());
        state_.is_active = true;
        state_.factor = 1;
        socket(0).set_faults({{fault_, state_}});
    }

    struct Arrival {
        std::uint64_t element;
        int cycle;
    };
    std::vector<Arrival> run(int cycles, bool sends = true) {
        std::vector<Arrival> arrivals;
        for (int i = 0; i < cycles; ++i, ++cycle_) {
            const SimTime now = cycle_ * 10ms;
            socket(1).begin_cycle(now, {});
            NetworkSocket::Received message;
            for (; socket(1).first(message); socket(1).take())
                arrivals.push_back({message.elements[0], cycle_});
            const auto element = static_cast<std::uint64_t>(is_flag_ ? cycle_ % 2 : cycle_);
            if (sends) socket(0).send("", &element, {now, now + 10ms, {}});
        }
        return arrivals;
    }
    NetworkSocket& socket(std::size_t program) { return *network_->sockets_of(program).at(0); }
    FaultState& state() { return state_; }

  private:
    Fault fault_;
    FaultState state_;
    bool is_flag_;
    std::unique_ptr<Network> network_;
    int cycle_ = 0;
};

bool is_binomial(std::size_t count, double probability) {
    const double sigma = std::sqrt(most * probability * (1 - probability));
    return std::abs(static_cast<double>(count) - most * probability) < 5 * sigma;
}

TEST_CASE("10 % loss of 100,000 messages is in its binomial interval, and is counted") {
    Scene scene(loss_kind, {0.1});
    const std::size_t arrived = scene.run(most).size() + scene.run(1, false).size();
    CHECK(is_binomial(most - arrived, 0.1));
    CHECK(scene.socket(0).summary().lost == most - arrived);
    Scene again(loss_kind, {0.1});
    CHECK(again.run(most).size() + again.run(1, false).size() == arrived);
}

TEST_CASE("a cut link ends and returns with its fault") {
    Scene scene(cut_kind, {});
    CHECK(scene.run(100).empty());
    scene.state().is_active = false;
    CHECK(scene.run(100).size() == 99);
}

TEST_CASE("a delay adds to the latency in simulated time") {
    Scene scene(link_delay_kind, {0.1}, interface::BasicType::z, 20ms);
    const auto arrivals = scene.run(200);
    REQUIRE(arrivals.size() == 200 - 13);
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
        CHECK(arrivals[i].element == i);
        CHECK(arrivals[i].cycle == static_cast<int>(i) + 13);
    }
}

TEST_CASE("messages that are held back are overtaken, and all arrive") {
    Scene scene(reordering_kind, {0.2, 0.035});
    auto arrivals = scene.run(1000);
    for (const auto& late : scene.run(10, false)) arrivals.push_back(late);
    REQUIRE(arrivals.size() == 1000);
    std::vector<bool> has_arrived(1000);
    std::size_t held = 0;
    for (const auto& arrival : arrivals) {
        CHECK(!has_arrived.at(arrival.element));
        has_arrived[arrival.element] = true;
        const int cycles = arrival.cycle - static_cast<int>(arrival.element);
        CHECK((cycles == 1 || cycles == 5));
        held += cycles == 5 ? 1 : 0;
    }
    CHECK(std::abs(static_cast<double>(held) - 200) < 5 * std::sqrt(1000 * 0.2 * 0.8));
}

TEST_CASE("duplicates arrive in the same cycle") {
    Scene scene(duplicates_kind, {1});
    const auto arrivals = scene.run(101);
    REQUIRE(arrivals.size() == 200);
    for (std::size_t i = 0; i < 200; i += 2) CHECK(arrivals[i].element == arrivals[i + 1].element);
}

TEST_CASE("a corrupted number has one wrong bit, and an unreadable one is lost") {
    Scene scene(corruption_kind, {1});
    auto arrivals = scene.run(1001);
    REQUIRE(arrivals.size() == 1000);
    for (std::size_t i = 0; i < 1000; ++i)
        CHECK(__builtin_popcountll((arrivals[i].element ^ i) & 0xffffffffU) == 1);
    Scene flags(corruption_kind, {1}, interface::BasicType::boolean);
    arrivals = flags.run(2001);  // of the eight bits of a flag, only one gives another flag
    CHECK(std::abs(static_cast<double>(arrivals.size()) - 250) < 5 * std::sqrt(2000 / 8.0 * 7 / 8));
    for (const auto& arrival : arrivals)
        CHECK(arrival.element == static_cast<std::uint64_t>(arrival.cycle) % 2);
    CHECK(flags.run(1, false).size() + arrivals.size() + flags.socket(0).summary().lost == 2001);
}

TEST_CASE("a link holds at most its capacity while messages are delayed") {
    Scene scene(link_delay_kind, {10});
    CHECK(scene.run(200).empty());
    CHECK(scene.socket(0).summary().queue_full == 200 - Link::capacity);
    CHECK(scene.run(1100, false).size() == Link::capacity);
    scene.state().is_active = false;
    CHECK(scene.run(11).size() == 10);
}

}  // namespace socket_fault_test
