// SPDX-License-Identifier: MIT
// A simulator over loopback TCP: cycles of a program at ddcserver, compared with a server without a
// program that sends the same replies.
#include "on_core.hpp"
#include "scratch.hpp"
#include "suites.hpp"
#include "waiting_program.hpp"

#include "child.hpp"
#include "montisim_bridge/server.hpp"
#include "shared.hpp"

#include <ddc/interface/elements.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <functional>
#include <stdexcept>
#include <thread>

namespace bench {
namespace {

namespace interface = ddc::interface;
namespace montisim = gateway::montisim;
namespace tcp = gateway::tcp;
using gateway::Descriptor;
using montisim::PacketBuffer;
using montisim::PacketKind;
using montisim::PacketNumbering;
using tcp::Connection;

using Port = tests::Shared<std::atomic<std::uint32_t>>;
constexpr const char* loopback = "127.0.0.1";

/// All inputs of the basic interface, then RUN_CYCLE.
std::vector<std::vector<std::byte>> cycle_packets() {
    std::vector<std::vector<std::byte>> packets;
    const auto add = [&](PacketBuffer& packet) {
        packet.end();
        packets.emplace_back(packet.data(), packet.data() + packet.size());
    };
    std::uint16_t index = 0;
    for (const interface::Port& port : interface::basic_interface().ports) {
        ddc::Group values;
        for (const auto& element : interface::elements(port.data_type))
            values.add(static_cast<ddc::Id>(values.size()),
                       element.kind == interface::ElementKind::int32 ? ddc::Type::int32
                                                                     : ddc::Type::real64);
        PacketBuffer packet(PacketNumbering::newest);
        packet.begin(PacketKind::input);
        packet.u16(index++);
        montisim::write_value(port.data_type, values, 0, packet);
        if (port.is_input()) add(packet);
    }
    PacketBuffer packet(PacketNumbering::newest);
    packet.begin(PacketKind::run_cycle);
    packet.f64(0.01);
    add(packet);
    return packets;
}

/// The reply to a cycle of the basic interface.
PacketBuffer cycle_answer() {
    PacketBuffer answer(PacketNumbering::newest);
    for (std::uint16_t port = 9; port < 12; ++port) {
        answer.begin(PacketKind::output);
        answer.u16(port);
        answer.f64(0);
        answer.end();
    }
    answer.begin(PacketKind::time);
    answer.f64(0);
    answer.end();
    return answer;
}

/// Serves one connection without end, with a reply to every packet but INIT.
int bare_server(Port& port) {
    const OnCore first(0);
    std::vector<gateway::TcpListener> listeners;
    listeners.emplace_back(*gateway::HostAddress::from(loopback), std::uint16_t{0});
    *port = listeners.front().port();
    const std::atomic<bool> stop{false};
    std::string problem;
    auto accepted = gateway::TcpListener::accept_one(listeners, std::chrono::seconds(10), problem);
    if (!accepted) return 1;
    Connection connection(std::move(accepted->socket));
    const PacketBuffer answer = cycle_answer();
    while (connection.receive() != Connection::Receipt::end)
        while (const auto packet = connection.next())
            if (montisim::kind_of(packet->id, PacketNumbering::newest) == PacketKind::run_cycle)
                static_cast<void>(connection.send(answer, gateway::SteadyTime::max(), stop));
    return 0;
}

int ddcserver(Port& port, const ddc::TableOptions& table) {
    tcp::ServerOptions options;
    options.bind = {*gateway::HostAddress::from(loopback)};
    options.session.table = table;
    tcp::Server server(options, [](const std::string&) {});
    const std::string name = server.addresses().front();
    const OnCore first(0);
    *port = static_cast<std::uint32_t>(std::stoul(name.substr(name.rfind(':') + 1)));
    const gateway::RunControl control;
    server.run(control);
    return 0;
}

Descriptor connected(Port& port) {
    for (int i = 0; *port == 0 && i < 10'000; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port->load()));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
        throw std::runtime_error("no server");
    return socket;
}

/// The simulator: each packet is a separate write, or each of its fields.
class Client {
  public:
    enum class Writes { packets, fields_with_nagle };

    Client(Port& port, Writes writes) : socket_(connected(port)), writes_(writes) {
        const int on = writes == Writes::packets ? 1 : 0;
        ::setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }

    void begin() {
        PacketBuffer packets(PacketNumbering::newest);
        packets.begin(PacketKind::init);
        packets.text("measured");
        packets.end();
        packets.begin(PacketKind::ref_id);
        packets.u32(measured_reference_id);
        packets.end();
        write(packets.data(), packets.size());
        await(PacketKind::interface);
    }
    void cycle() {
        for (const auto& packet : packets_) send(packet);
        await(PacketKind::time);
    }

  private:
    /// The id, the length, the port and each double in separate writes.
    void send(const std::vector<std::byte>& packet) {
        if (writes_ == Writes::packets) return write(packet.data(), packet.size());
        std::size_t at = 0;
        const auto field = [&](std::size_t size) {
            write(packet.data() + at, size);
            at += size;
        };
        field(1);
        field(2);
        if ((packet.size() - at) % 8 != 0) field((packet.size() - at) % 8);
        while (at < packet.size()) field(8);
    }
    void write(const std::byte* data, std::size_t size) {
        if (::send(socket_.get(), data, size, MSG_NOSIGNAL) != static_cast<ssize_t>(size))
            throw std::runtime_error("the server has closed the connection");
    }
    void await(PacketKind wanted) {
        for (;;) {
            const auto packet = montisim::first_packet(received_.data(), end_);
            if (!packet) {
                const ssize_t size =
                    ::recv(socket_.get(), received_.data() + end_, received_.size() - end_, 0);
                if (size <= 0) throw std::runtime_error("the server has closed the connection");
                end_ += static_cast<std::size_t>(size);
                continue;
            }
            const auto kind = montisim::kind_of(packet->id, PacketNumbering::newest);
            if (kind == PacketKind::error)
                throw std::runtime_error(std::string(montisim::PayloadReader(*packet).text()));
            const std::size_t size = packet->bytes();
            std::copy(received_.data() + size, received_.data() + end_, received_.data());
            end_ -= size;
            if (kind == wanted) return;
        }
    }

    Descriptor socket_;
    Writes writes_;
    const std::vector<std::vector<std::byte>> packets_ = cycle_packets();
    std::vector<std::byte> received_ = std::vector<std::byte>(1U << 17U);
    std::size_t end_ = 0;
};

double cycle_us(Client& client, int cycles) {
    const OnCore first(0);
    client.cycle();
    return ns_per_call(cycles, [&] { client.cycle(); }) / 1000;
}

double bare_us(Client::Writes writes, int cycles) {
    Port port;
    const tests::Child server([&] { return bare_server(port); });
    Client client(port, writes);
    return cycle_us(client, cycles);
}

double served_us(Client::Writes writes, int cycles) {
    ScratchTable table(ddc::default_capacity);
    ddc::TableOptions options;
    options.name = table->name();
    const tests::Child program([&] { return waiting_program(options); });
    Port port;
    const tests::Child server([&] { return ddcserver(port, options); });
    Client client(port, writes);
    client.begin();
    return cycle_us(client, cycles);
}

}  // namespace

std::vector<Result> ddcserver() {
    constexpr int cycles = 5'000, slow_cycles = 500;
    const auto compared = [](const char* name, const char* baseline, Client::Writes writes,
                             int count) {
        return compare(Measured{name, [=] { return served_us(writes, count); }},
                       Measured{baseline, [=] { return bare_us(writes, count); }}, "us",
                       Rounds{5, Pick::median});
    };
    return {compared("cycle, a write a packet", "bare TCP, the same packets",
                     Client::Writes::packets, cycles),
            compared("cycle, a write a field, with Nagle", "bare TCP, the same writes",
                     Client::Writes::fields_with_nagle, slow_cycles)};
}

}  // namespace bench
