// SPDX-License-Identifier: MIT
#include "read_program.hpp"

#include "config/common/read_address.hpp"

#include "network/network_socket.hpp"
#include "number/limits.hpp"
#include "text/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace gateway {
namespace {

using plant::YamlReader;

constexpr plant::Range latency_s{0, 60};
constexpr plant::Range probability{0, 1};
constexpr plant::Range range_m{0, 1e9};

WayConfig read_way(YamlReader& reader) {
    WayConfig way;
    reader.time("latency_s", way.latency, latency_s);
    reader.number("loss", way.loss, probability);
    double metres = 0;
    if (reader.number("range_m", metres, range_m)) way.range_m = metres;
    return way;
}

std::string names_of(const std::vector<ProgramConfig>& programs) {
    return joined(programs, ", ", &ProgramConfig::name);
}

/// The program of "lead.net"; if several names fit, the longest.
const ProgramConfig* program_of(const std::string& text,
                                const std::vector<ProgramConfig>& programs) {
    const ProgramConfig* found = nullptr;
    for (const ProgramConfig& program : programs)
        if (text.rfind(program.name + ".", 0) == 0 &&
            (found == nullptr || program.name.size() > found->name.size()))
            found = &program;
    return found;
}

/// Reads a SOCKET port such as "lead.net". @return whether it belongs to a program of the run
bool read_socket(YamlReader& reader, const char* key, const std::vector<ProgramConfig>& programs,
                 SocketName& socket) {
    if (!reader.require(key)) return false;
    std::string text;
    if (!reader.text(key, text)) return false;
    const ProgramConfig* program = program_of(text, programs);
    if (program == nullptr || text.size() == program->name.size() + 1) {
        reader.refuse(key, "must be a program, a dot and its SOCKET port, is '" + text +
                               "'; the programs are " + names_of(programs));
        return false;
    }
    socket.program = static_cast<std::size_t>(program - programs.data());
    socket.port = text.substr(program->name.size() + 1);
    return true;
}

bool has_link(const NetworkConfig& config, const LinkConfig& link) {
    return std::any_of(config.links.begin(), config.links.end(), [&](const LinkConfig& other) {
        return other.from == link.from && other.to == link.to;
    });
}

void read_link(YamlReader& reader, const std::vector<ProgramConfig>& programs,
               NetworkConfig& config) {
    LinkConfig link;
    link.way = read_way(reader);
    const bool has_from = read_socket(reader, "from", programs, link.from);
    const bool has_to = read_socket(reader, "to", programs, link.to);
    if (!has_from || !has_to) return;
    if (has_link(config, link))
        reader.refuse("to", "is connected with that port already, by a link or the broadcast");
    else
        config.links.push_back(link);
}

/// Connects the port of every program with that of every other one.
void read_broadcast(YamlReader& reader, const std::vector<ProgramConfig>& programs,
                    NetworkConfig& config) {
    LinkConfig link;
    link.is_required = false;
    link.way = read_way(reader);
    std::string port;
    if (!reader.require("port") || !reader.text("port", port)) return;
    if (programs.size() < 2) reader.refuse("port", "a broadcast needs two programs or more");
    link.from.port = link.to.port = port;
    for (link.from.program = 0; link.from.program < programs.size(); ++link.from.program)
        for (link.to.program = 0; link.to.program < programs.size(); ++link.to.program)
            if (link.from.program != link.to.program) config.links.push_back(link);
}

Endpoint read_endpoint(YamlReader& reader, const char* address_key, const char* port_key) {
    std::string address = loopback;
    std::uint16_t port = 0;
    reader.text(address_key, address);
    if (reader.require(port_key)) reader.number(port_key, port, limits::port);
    try {
        return make_endpoint(address, port);
    } catch (const std::invalid_argument& error) {
        reader.refuse(address_key, error.what());
        return {};
    }
}

void read_udp(YamlReader& reader, std::optional<Mode> mode,
              const std::vector<ProgramConfig>& programs, NetworkConfig& config) {
    UdpConfig udp;
    udp.peer = read_endpoint(reader, "address", "send_port");
    udp.local = read_endpoint(reader, "bind", "receive_port");
    const bool has_socket = read_socket(reader, "socket", programs, udp.socket);
    if (has_socket && mode == Mode::measured)
        reader.refuse("socket",
                      "a UDP peer has no simulated time, and a run with it is not repeatable: it "
                      "needs mode: realtime");
    if (has_socket) config.udp.push_back(udp);
}

}  // namespace

NetworkConfig read_sockets(YamlReader reader, std::optional<Mode> mode,
                           const std::vector<ProgramConfig>& programs) {
    NetworkConfig config;
    std::uint64_t seed = 0;
    if (reader.count("seed", seed)) config.seed = seed;
    if (auto broadcast = reader.section("broadcast")) read_broadcast(*broadcast, programs, config);
    for (YamlReader& link : reader.sections("links")) read_link(link, programs, config);
    for (YamlReader& udp : reader.sections("udp")) read_udp(udp, mode, programs, config);
    return config;
}

void read_address(YamlReader& reader, std::string& address) {
    reader.text("address", address);
    if (address.empty() || address == NetworkSocket::to_all ||
        address.size() > ddc::max_string_length)
        reader.refuse("address",
                      "must have 1 to 199 bytes and not be ff02::1, the address of all programs");
}

}  // namespace gateway
