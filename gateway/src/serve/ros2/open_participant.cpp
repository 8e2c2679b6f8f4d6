// SPDX-License-Identifier: MIT
#include "open_participant.hpp"

#include "dds/participant.hpp"
#include "process/program_file.hpp"

#include <ddc/version.h>

#include <arpa/inet.h>
#include <dlfcn.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gateway::ros2 {
namespace {

namespace fs = std::filesystem;

constexpr const char* file_name = "ddc-gateway-ros2.so";

/// The module's path in a build or an installation.
fs::path module_file(const fs::path& directory) {
    for (const char* folder : {"../lib", DDC_MODULES}) {
        const fs::path file = (directory / folder / file_name).lexically_normal();
        if (fs::exists(file)) return file;
    }
    throw std::runtime_error(
        std::string("ros2: there is no ") + file_name + " in " +
        (directory / DDC_MODULES).lexically_normal().string() +
        ": install the package ddc-gateway-ros2, or build with the CMake option DDC_ROS2");
}

/// Loads the module and keeps it loaded.
/// @param directory of the gateway's executable; the search for the module begins there
/// @throws std::runtime_error with the package to install
const dds::Module& load_module(const fs::path& directory) {
    const fs::path file = module_file(directory);
    void* const library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr)
        throw std::runtime_error(std::string("ros2: ") + ::dlerror() +
                                 ": install the package ddc-gateway-ros2 again, or the missing "
                                 "library");
    void* const symbol = ::dlsym(library, dds::module_symbol);
    dds::ModuleFunction* function = nullptr;
    static_assert(sizeof function == sizeof symbol);
    std::memcpy(&function, &symbol, sizeof function);
    const dds::Module* const module = function != nullptr ? function() : nullptr;
    if (module == nullptr || std::strcmp(module->version, DDC_VERSION) != 0)
        throw std::runtime_error("ros2: " + file.string() + " has another version than " +
                                 DDC_VERSION + ": install ddc-gateway-ros2 of the same version");
    return *module;
}

/// All network interfaces with an IPv4 address, and the address of each.
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

/// @throws std::runtime_error with the existing interfaces
std::string address_of(const std::string& interface) {
    std::string names;
    for (const auto& [name, address] : interfaces()) {
        if (name == interface) return address;
        names += (names.empty() ? "" : ", ") + name;
    }
    throw std::runtime_error("ros2.interface: there is no network interface '" + interface +
                             "' with an IPv4 address; available: " + names);
}

}  // namespace

std::shared_ptr<dds::Participant> open_participant(const Ros2Config& config, const Log& log) {
    const dds::Module& module = load_module(own_directory());
    return module.open(
        {config.domain, config.interface.empty() ? "" : address_of(config.interface)}, log);
}

}  // namespace gateway::ros2
