// SPDX-License-Identifier: MIT
// The section `sockets` of a configuration.
#include "config_parts.hpp"

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

namespace config_sockets_test {

using namespace std::chrono_literals;
using gateway::RunConfig;
using gateway::tests::read;
using plant::FileError;

TEST_CASE("sockets are connected with each other, broadcast to all, or to UDP peers outside") {
    const RunConfig run = read(
        "mode: realtime\nprograms:\n  - {name: a, address: 10.0.0.1}\n"
        "  - {name: a.b, reference_id: 0x5000}\n  - {name: c, reference_id: 0x6000}\n"
        "sockets:\n  seed: 4\n  broadcast: {port: net, range_m: 300, latency_s: 0.02, loss: 0.1}\n"
        "  links: [{from: a.b.x.y, to: c.z}]\n"
        "  udp: [{socket: a.b, send_port: 9001, receive_port: 9002}]\n");
    CHECK(run.programs[0].address == "10.0.0.1");
    CHECK(run.programs[1].address == "a.b");
    REQUIRE(run.network);
    const gateway::NetworkConfig& sut = *run.network;
    CHECK(sut.seed == std::optional<std::uint64_t>(4));
    REQUIRE(sut.links.size() == 7);
    CHECK(sut.links[5].from == gateway::SocketName{2, "net"});
    CHECK(sut.links[5].to == gateway::SocketName{1, "net"});
    CHECK(sut.links[5].way.latency == 20ms);
    CHECK(sut.links[5].way.loss == 0.1);
    CHECK(*sut.links[5].way.range_m == 300);
    CHECK(!sut.links[5].is_required);
    CHECK(sut.links[6].from == gateway::SocketName{1, "x.y"});
    CHECK(sut.links[6].to == gateway::SocketName{2, "z"});
    CHECK(sut.links[6].way.latency == 0ms);
    CHECK(!sut.links[6].way.range_m);
    CHECK(sut.links[6].is_required);
    REQUIRE(sut.udp.size() == 1);
    CHECK(sut.udp[0].socket == gateway::SocketName{0, "b"});
    CHECK(to_string(sut.udp[0].peer) == "127.0.0.1:9001");
    CHECK(to_string(sut.udp[0].local) == "127.0.0.1:9002");
    CHECK(!read("mode: measured\n").network);
}

TEST_CASE("errors of sockets are reported with their positions") {
    const auto mistake = [](const std::string& sockets) -> std::string {
        try {
            read("programs: [{name: a}, {name: b, reference_id: 0x5000}]\nsockets: " + sockets);
        } catch (const FileError& error) {
            return error.what();
        }
        return "";
    };
    const auto check_error = [&](const std::string& sockets, const std::string& what) {
        const std::string text = mistake(sockets);
        CAPTURE(text);
        CHECK(text.find(what) != std::string::npos);
    };
    check_error(
        "{links: [{from: a.net, to: c.net}]}",
        ":2:37: sockets.links[0].to: must be a program, a dot and its SOCKET port, is 'c.net'; "
        "the programs are a, b");
    check_error("{links: [{from: a., to: b.net}]}", "sockets.links[0].from: must be a program");
    check_error("{links: [{from: a.net}]}", "sockets.links[0].to: is missing");
    check_error("{links: [{from: a.net, to: b.net, loss: 2}]}",
                "sockets.links[0].loss: must be 0 to 1");
    check_error("{links: [{from: a.n, to: b.n}, {from: a.n, to: b.n}]}",
                "is connected with that port");
    check_error("{broadcast: {range_m: 3}}", "sockets.broadcast");
    check_error("{udp: [{socket: a.net, send_port: 1, receive_port: 2}]}",
                "sockets.udp[0].socket: a UDP peer has no simulated time, and a run with it is not "
                "repeatable: it needs mode: realtime");
    check_error("{link: []}", "sockets.link: ");
}

}  // namespace config_sockets_test
