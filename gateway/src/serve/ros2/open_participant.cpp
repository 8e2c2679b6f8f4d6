// SPDX-License-Identifier: MIT
#include "open_participant.hpp"

#include "dds/load_module.hpp"
#include "process/program_file.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gateway::ros2 {
namespace {

/// All network interfaces that have an address of four numbers, by their names.
std::vector<std::pair<std::string, std::string>> interfaces() {
    std::vector<std::pair<std::string, std::string>> found;
    ifaddrs* all = nullptr;
    if (::getifaddrs(&all) != 0) return found;
    for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
        if (each->ifa_addr == nullptr || each->ifa_addr->sa_family != AF_INET) continue;
        char text[INET_ADDRSTRLEN];
        const auto* address = reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
        ::inet_ntop(AF_INET, &address->sin_addr, text, sizeof text);
        found.emplace_back(each->ifa_name, text);
    }
    ::freeifaddrs(all);
    return found;
}

/// @throws std::runtime_error with those that there are
std::string address_of(const std::string& interface) {
    std::string names;
    for (const auto& [name, address] : interfaces()) {
        if (name == interface) return address;
        names += (names.empty() ? "" : ", ") + name;
    }
    throw std::runtime_error("ros2.interface: there is no network interface '" + interface +
                             "' with an IPv4 address here; there are: " + names);
}

}  // namespace

std::shared_ptr<dds::Participant> open_participant(const Ros2Config& config, const Log& log) {
    const dds::Module& module = dds::load_module(own_directory());
    return module.open(
        {config.domain, config.interface.empty() ? "" : address_of(config.interface)}, log);
}

}  // namespace gateway::ros2
