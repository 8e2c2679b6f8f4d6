// SPDX-License-Identifier: MIT
#include "read_data_port.hpp"

#include "../number/limits.hpp"
#include "../vds1/endpoint.hpp"
#include "read_address.hpp"

#include <algorithm>
#include <cctype>

namespace gateway {
namespace {

/// What is shorter can be guessed.
constexpr std::size_t shortest_token = 16;

bool is_plain(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
    });
}

void read_token(plant::YamlReader& reader, DataPortConfig& config) {
    if (!reader.text("token", config.token)) return;
    if (config.token == "none") {
        config.needs_token = false;
        config.token.clear();
    } else if (config.token.size() < shortest_token || !is_plain(config.token)) {
        reader.refuse("token",
                      "must be none, or at least 16 letters, digits, '-', '_' and '.'; left out, a "
                      "random one is made");
    }
}

}  // namespace

DataPortConfig read_data_port(plant::YamlReader& reader) {
    DataPortConfig config;
    reader.number("port", config.port, limits::own_port);
    config.bind = read_address(reader, "bind");
    read_token(reader, config);
    reader.flag("control", config.takes_commands);
    reader.time("cmd_timeout_s", config.cmd_timeout, limits::cmd_timeout_s);
    const bool is_loopback = vds1::is_loopback(vds1::make_endpoint(config.bind, 0));
    if (!is_loopback && config.token.empty() && reader.good())
        reader.refuse("bind", "lets other machines in: needs a `token` of at least 16 characters");
    return config;
}

}  // namespace gateway
