// SPDX-License-Identifier: MIT
#include "ros2_outlet.hpp"

#include "../../program/program_file.hpp"
#include "../../run/program_run.hpp"
#include "../dds/load_module.hpp"
#include "autoware_controller.hpp"
#include "vehicle_topics.hpp"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include <algorithm>
#include <stdexcept>

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

dds::Place place_of(const Ros2Config& config) {
    return {config.domain, config.interface.empty() ? "" : address_of(config.interface)};
}

/// What a vehicle that lives elsewhere does not tell is 0.
BaseLink base_of(const ProgramConfig& program) {
    if (program.remote_vehicle) return {};
    const plant::BodyParams& body = program.vehicle.session.vehicle.body;
    return {body.wheelbase_m - body.cg_to_front_axle_m, body.cg_height_m};
}

}  // namespace

Ros2Outlet::Ros2Outlet(RunConfig& config, const Log& log) {
    const dds::Module& module = dds::load_module(own_directory());
    for (ProgramConfig& program : config.programs) {
        Member& member = members_.emplace_back();
        if (!program.ros2) continue;
        member.participant = module.open(place_of(*program.ros2), log);
        if (program.ros2->commands == Ros2Commands::none) continue;
        member.commands =
            std::make_shared<CommandBoard>(member.participant, program.ros2->commands, log);
        program.persons.push_back(
            [board = member.commands] { return std::make_unique<AutowareController>(board); });
    }
}

std::unique_ptr<Observer> Ros2Outlet::look_at(const ProgramRun& run, const Assembly& /*assembly*/) {
    const Member& member = members_[run.index];
    if (!member.participant) return nullptr;
    VehicleTopics::Options options;
    options.base = base_of(run.program);
    options.has_actuation_status =
        !run.program.remote_vehicle && plant::takes_actuation(run.program.vehicle.model);
    options.publishes_clock = run.program.ros2->publishes_clock;
    options.commands = member.commands;
    return std::make_unique<VehicleTopics>(member.participant, options);
}

std::unique_ptr<Ros2Outlet> create_ros2(RunConfig& config, const Log& log) {
    const bool is_wanted = std::any_of(config.programs.begin(), config.programs.end(),
                                       [](const auto& program) { return program.ros2; });
    return is_wanted ? std::make_unique<Ros2Outlet>(config, log) : nullptr;
}

}  // namespace gateway::ros2
