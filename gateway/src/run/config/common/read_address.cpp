// SPDX-License-Identifier: MIT
#include "read_address.hpp"

#include "socket/endpoint.hpp"

#include <stdexcept>

namespace gateway {

void check_address(plant::YamlReader& reader, const char* key, const std::string& address) {
    try {
        make_endpoint(address, 0);
    } catch (const std::invalid_argument& error) {
        reader.refuse(key, error.what());
    }
}

std::string read_address(plant::YamlReader& reader, const char* key) {
    std::string address = loopback;
    reader.text(key, address);
    check_address(reader, key, address);
    return reader.good(key) ? address : loopback;
}

}  // namespace gateway
