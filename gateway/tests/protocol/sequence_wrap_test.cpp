// SPDX-License-Identifier: MIT
// Sequence numbers have no beginning: traffic is judged the same around their wrap at 2^32.
#include "vds1/cmd_numbers.hpp"
#include "vds1/sequence_window.hpp"
#include "vds1/state_sequences.hpp"
#include "vds1/stream_acceptance.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <vector>

namespace sequence_wrap_test {

using namespace std::chrono_literals;
using namespace gateway::vds1;
using gateway::Endpoint;
using gateway::SteadyTime;

struct Received {
    std::uint32_t number;  ///< of the sender, from a beginning that the test chooses
    double timestamp_s;
    SteadyTime at;
    bool is_ours;  ///< of the vehicle of the client
};

/// A sender of 100 Hz whose datagrams are lost, repeated, late, silent for a while, and which
/// restarts with other numbers.
std::vector<Received> traffic(unsigned seed) {
    std::mt19937 random(seed);
    const auto chance = [&](double part) { return std::bernoulli_distribution(part)(random); };
    const auto up_to = [&](std::uint32_t most) {
        return static_cast<std::uint32_t>(random() % most);
    };
    std::vector<Received> all;
    SteadyTime now{1h};
    std::uint32_t number = 2000;
    double clock_s = 0;
    for (int i = 0; i < 3000; ++i, now += 10ms, clock_s += 0.01) {
        if (chance(0.01)) now += 150ms;
        if (chance(0.003)) {  // a restart, after a silence
            number = up_to(1000);
            if (chance(0.5)) clock_s = 0;
            now += 150ms;
        }
        number += chance(0.05) ? 1 + up_to(100) : 1;
        if (chance(0.1)) continue;
        all.push_back({number, clock_s, now, chance(0.7)});
        if (chance(0.1)) all.push_back(all.back());
        if (chance(0.1)) {
            const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(all.size(), 90));
            all.push_back(all[all.size() - 1 - up_to(most)]);
        }
        all.back().at = now;
    }
    return all;
}

/// The verdicts about the traffic if the sender's numbers begin there.
struct Verdicts {
    explicit Verdicts(const std::vector<Received>& all, std::uint32_t begin) {
        StreamAcceptance stream(100ms);
        SequenceWindow window;
        StateSequences states(100ms);
        for (const Received& each : all) {
            Header header;
            header.sequence = begin + each.number;
            header.timestamp_s = each.timestamp_s;
            header.crc = each.number;
            acceptances.push_back(stream.admit(Endpoint{0x7f000001, 5001}, header, each.at));
            sequences.push_back(window.admit(header.sequence));
            if (each.is_ours)
                sequences.push_back(states.admit(header.sequence, each.at));
            else
                states.admit_other(header.sequence, each.at);
            lost.push_back(window.lost());
            lost.push_back(states.lost());
        }
    }
    std::vector<Acceptance> acceptances;
    std::vector<SequenceStatus> sequences;
    std::vector<std::uint64_t> lost;
};

TEST_CASE("any traffic is judged the same wherever its numbers begin, also around their wrap") {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const std::vector<Received> all = traffic(seed);
        const Verdicts expected(all, 0x10000000);
        const auto& found_kinds = expected.acceptances;
        for (const Acceptance each : {Acceptance::refused, Acceptance::next, Acceptance::begins})
            REQUIRE(std::count(found_kinds.begin(), found_kinds.end(), each) > 1);
        for (std::uint32_t before_wrap = 256; before_wrap < 8192; before_wrap += 256) {
            const Verdicts found(all, 0U - before_wrap);
            REQUIRE(found.acceptances == expected.acceptances);
            REQUIRE(found.sequences == expected.sequences);
            REQUIRE(found.lost == expected.lost);
        }
    }
}

TEST_CASE("the numbers of CMDs continue with 0 after 2^32 - 1") {
    std::atomic<std::uint32_t> last{0xfffffffd};
    CmdNumbers sut(last);
    for (const std::uint32_t expected : {0xfffffffeU, 0xffffffffU, 0U, 1U})
        CHECK(sut.next() == expected);
}

TEST_CASE("the numbers for the public VDSim wrap to 0, which it always accepts") {
    VdsimNumbers sut(0xfffffffd);
    for (int i = 0; i < 3; ++i) REQUIRE(sut.next(SteadyTime{1s}) == 0);
    sut.on_state(SteadyTime{1s} + 50ms);
    sut.on_ignored(SteadyTime{2s});  // restarts at 0
    sut.on_ignored(SteadyTime{4s});  // continues above all numbers
    for (const std::uint32_t expected : {0xfffffffeU, 0xffffffffU, 0U, 1U})
        CHECK(sut.next(SteadyTime{4s}) == expected);
}

}  // namespace sequence_wrap_test
