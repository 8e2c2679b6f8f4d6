// SPDX-License-Identifier: MIT
#include "vds1/send_batch.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace send_batch_test {

namespace vds1 = gateway::vds1;

[[nodiscard]] gateway::UdpSocket free_socket() {
    return gateway::UdpSocket(gateway::make_endpoint("127.0.0.1", 0));
}

vds1::State state_of(std::uint16_t version, std::uint32_t sequence) {
    vds1::State state;
    state.header.version = version;
    state.header.sequence = sequence;
    return state;
}

struct Arrival {
    std::uint16_t version;
    std::uint32_t sequence;
    bool operator==(const Arrival& other) const {
        return version == other.version && sequence == other.sequence;
    }
};

/// All queued packets, decoded.
std::vector<Arrival> arrivals_at(const gateway::UdpSocket& socket) {
    std::vector<Arrival> all;
    gateway::DatagramBatch batch;
    while (const std::size_t count = batch.receive(socket))
        for (std::size_t i = 0; i < count; ++i) {
            vds1::State state;
            REQUIRE(vds1::decode(batch.data(i), batch.size(i), state) == vds1::DecodeStatus::ok);
            all.push_back({state.header.version, state.header.sequence});
        }
    return all;
}

TEST_CASE("STATEs to several addresses all arrive complete and in order") {
    const gateway::UdpSocket sender = free_socket(), one = free_socket(), other = free_socket();
    vds1::SendBatch sut(sender);
    std::vector<Arrival> expected;
    constexpr std::uint32_t count = 2 * vds1::SendBatch::capacity + 3;  // more than one batch
    for (std::uint32_t i = 0; i < count; ++i) {
        sut.add(one.local(), state_of(vds1::newest_version, i));
        sut.add(other.local(), state_of(vds1::newest_version, count - i));
        expected.push_back({vds1::newest_version, i});
    }
    sut.flush();
    CHECK(arrivals_at(one) == expected);
    for (Arrival& arrival : expected) arrival.sequence = count - arrival.sequence;
    CHECK(arrivals_at(other) == expected);
    CHECK(sut.refused() == 0);
}

TEST_CASE("STATEs of two lengths to one address arrive complete") {
    const gateway::UdpSocket sender = free_socket(), receiver = free_socket();
    vds1::SendBatch sut(sender);
    for (const std::uint32_t i : {1U, 2U, 3U, 4U})
        sut.add(receiver.local(), state_of(i % 2 == 0 ? 5 : 3, i));
    sut.flush();
    CHECK(arrivals_at(receiver) == std::vector<Arrival>{{3, 1}, {3, 3}, {5, 2}, {5, 4}});
}

TEST_CASE("a send that the kernel rejects is counted alone and the following ones are sent") {
    const gateway::UdpSocket sender = free_socket(), receiver = free_socket();
    vds1::SendBatch sut(sender);
    const gateway::Endpoint nowhere{0xFFFFFFFF,
                                    9};  // broadcast, which is not permitted for the socket
    for (const std::uint32_t i : {1U, 2U, 3U}) sut.add(nowhere, state_of(3, i));
    for (const std::uint32_t i : {1U, 2U}) sut.add(receiver.local(), state_of(3, i));
    sut.flush();
    CHECK(sut.refused() == 3);
    CHECK(arrivals_at(receiver) == std::vector<Arrival>{{3, 1}, {3, 2}});
}

}  // namespace send_batch_test
