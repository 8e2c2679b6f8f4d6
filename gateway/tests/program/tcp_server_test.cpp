// SPDX-License-Identifier: MIT
// The server of simulators over real sockets, in a thread.
#include "montisim_bridge/server.hpp"

#include "skip.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <sys/socket.h>

#include <string>
#include <thread>

namespace tcp_server_test {

using gateway::Descriptor;
using gateway::HostAddress;
using gateway::montisim::PacketBuffer;
using gateway::montisim::PacketKind;
using gateway::montisim::PacketNumbering;
using gateway::montisim::PayloadReader;
namespace montisim = gateway::montisim;
namespace tcp = gateway::tcp;

class RunningServer {
  public:
    RunningServer(const std::string& bind, const std::vector<std::string>& allow)
        : server_(options(bind, allow), [](const std::string&) {}),
          thread_([this] { server_.run(control_); }) {}
    ~RunningServer() { stop(); }

    std::uint16_t port() const {
        const std::string name = server_.addresses().front();
        return static_cast<std::uint16_t>(std::stoul(name.substr(name.rfind(':') + 1)));
    }
    const tcp::ServerSummary& stop() {
        control_.stop = true;
        if (thread_.joinable()) thread_.join();
        return server_.summary();
    }

  private:
    static tcp::ServerOptions options(const std::string& bind,
                                      const std::vector<std::string>& allow) {
        tcp::ServerOptions options;
        options.bind = {*HostAddress::from(bind)};
        for (const std::string& text : allow) options.allow.push_back(*HostAddress::from(text));
        return options;
    }

    ::tests::Watchdog watchdog_;
    gateway::RunControl control_;
    tcp::Server server_;
    std::thread thread_;
};

/// The reply to PING, and whether the server closes the connection then.
std::string answer_at(const std::string& address, std::uint16_t port) {
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    REQUIRE(::inet_pton(AF_INET, address.c_str(), &to.sin_addr) == 1);
    REQUIRE(::connect(socket.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
    PacketBuffer ping(PacketNumbering::newest);
    ping.begin(PacketKind::ping);
    ping.end();
    static_cast<void>(::send(socket.get(), ping.data(), ping.size(), MSG_NOSIGNAL));
    std::vector<std::byte> received(4096);
    std::size_t size = 0;
    while (!montisim::first_packet(received.data(), size)) {
        const ssize_t more =
            ::recv(socket.get(), received.data() + size, received.size() - size, 0);
        if (more <= 0) return "closed";
        size += static_cast<std::size_t>(more);
    }
    const auto packet = *montisim::first_packet(received.data(), size);
    if (packet.id != 1) return "PING";
    PayloadReader payload(packet);
    return std::string(payload.text());
}

/// An address of this machine off the loopback, or nothing.
std::string own_address() {
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0) return {};
    std::string found;
    for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
        if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
        if ((one->ifa_flags & IFF_LOOPBACK) != 0 || (one->ifa_flags & IFF_UP) == 0) continue;
        char text[INET_ADDRSTRLEN] = "";
        const auto* const ipv4 = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
        ::inet_ntop(AF_INET, &ipv4->sin_addr, text, sizeof text);
        found = text;
    }
    ::freeifaddrs(all);
    return found;
}

TEST_CASE("addresses are IPv4 and IPv6, and an IPv4 address mapped into IPv6 is IPv4") {
    CHECK_FALSE(HostAddress::from("localhost"));
    CHECK_FALSE(HostAddress::from("127.0.0"));
    CHECK_FALSE(HostAddress::from(""));
    CHECK(HostAddress::from("127.0.0.2")->is_loopback());
    CHECK(HostAddress::from("::1")->is_loopback());
    CHECK_FALSE(HostAddress::from("::2")->is_loopback());
    CHECK_FALSE(HostAddress::from("10.0.0.1")->is_loopback());
    CHECK(HostAddress::from("::ffff:10.0.0.1")->text() == "10.0.0.1");
    CHECK(*HostAddress::from("::ffff:10.0.0.1") == *HostAddress::from("10.0.0.1"));
    CHECK(HostAddress::from("fe80::1")->is_ipv6());
}

TEST_CASE("a server on the loopback replies, and cannot be reached from elsewhere") {
    RunningServer sut("127.0.0.1", {});
    CHECK(answer_at("127.0.0.1", sut.port()) == "PING");
    CHECK(sut.stop().sessions == 1);
}

TEST_CASE("off the loopback a peer that is not allowed is disconnected") {
    const std::string own = own_address();
    if (own.empty()) TEST_SKIPPED("this machine has no address off the loopback");
    {
        RunningServer sut("0.0.0.0", {"192.0.2.7"});
        const std::string answer = answer_at(own, sut.port());
        CHECK_MESSAGE(answer.find("--allow " + own) != std::string::npos, answer);
        CHECK(answer_at("127.0.0.1", sut.port()) == "PING");
        CHECK(sut.stop().refused == 1);
    }
    RunningServer sut("0.0.0.0", {own});
    CHECK(answer_at(own, sut.port()) == "PING");
}

TEST_CASE("a port in use is reported") {
    RunningServer first("127.0.0.1", {});
    tcp::ServerOptions options;
    options.bind = {*HostAddress::from("127.0.0.1")};
    options.port = first.port();
    const std::string reason = "cannot listen at 127.0.0.1:" + std::to_string(first.port());
    CHECK_THROWS_WITH_AS(tcp::Server(options, [](const std::string&) {}),
                         doctest::Contains(reason.c_str()), std::runtime_error);
}

}  // namespace tcp_server_test
