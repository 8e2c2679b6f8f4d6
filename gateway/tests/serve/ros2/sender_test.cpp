// SPDX-License-Identifier: MIT
#include "ros2/topic/sender.hpp"

#include "fake_participant.hpp"

#include <ddc/recording/common_messages.hpp>

#include <doctest/doctest.h>

#include <future>

namespace sender_test {

using namespace gateway;
using ddc::recording::Clock;
using ros2::Sender;

namespace {

/// Its writers block before their first sample until the test releases them.
struct SlowParticipant : tests::FakeParticipant {
    struct SlowWriter : FakeWriter {
        SlowWriter(std::vector<Sample>& kept, std::shared_future<void> begin)
            : FakeWriter(kept), may_begin(std::move(begin)) {}
        void write(const std::byte* sample, std::size_t size) override {
            may_begin.wait();
            FakeWriter::write(sample, size);
        }
        std::shared_future<void> may_begin;
    };

    std::unique_ptr<dds::Writer> create_writer(const std::string& topic, const std::string&,
                                               int) override {
        return std::make_unique<SlowWriter>(written[topic], let_go.get_future().share());
    }
    std::promise<void> let_go;
};

Clock at(int cycle) {
    return Clock{{cycle, 0}};
}

}  // namespace

TEST_CASE("samples without room in a sender are counted, and accepted ones are sent in order") {
    constexpr int cycles = 200'000;  // of 16 bytes each, in 2 MiB and those being sent
    const auto peer = std::make_shared<SlowParticipant>();
    std::uint64_t dropped = 0;
    {
        Sender sut(peer);
        const Sender::Topic topic = sut.add_topic<Clock>("/clock");
        for (int cycle = 0; cycle < cycles; ++cycle) {
            sut.add(topic, at(cycle));
            sut.end_cycle();
        }
        dropped = sut.dropped();
        peer->let_go.set_value();
    }
    const auto& sent = peer->written.at("rt/clock");
    CHECK(dropped > 0);
    CHECK(sent.size() + dropped == cycles);
    for (std::size_t i = 0; i < 100; ++i)
        CHECK(sent.at(i) == ddc::recording::to_cdr(at(static_cast<int>(i))));
}

}  // namespace sender_test
