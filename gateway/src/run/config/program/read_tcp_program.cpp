// SPDX-License-Identifier: MIT
#include "read_program.hpp"

#include "config/common/read_address.hpp"

#include "number/limits.hpp"

namespace gateway {

tcp::TcpProgramConfig read_tcp_program(plant::YamlReader& tcp) {
    tcp::TcpProgramConfig config;
    const std::string address = read_address(tcp, "address");
    std::uint16_t port = 0;
    if (tcp.require("port")) tcp.number("port", port, limits::port);
    config.server = make_endpoint(address, port);
    tcp.choice("numbering", config.numbering, {"newest", "middle", "oldest"});
    return config;
}

}  // namespace gateway
