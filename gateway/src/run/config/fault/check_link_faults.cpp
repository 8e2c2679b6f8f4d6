// SPDX-License-Identifier: MIT
#include "check_link_faults.hpp"

#include "montisim_bridge/tcp_faults.hpp"
#include "text/text.hpp"
#include "vds1/link_parts.hpp"

#include <algorithm>
#include <string>

namespace gateway {
namespace {

using plant::YamlReader;

constexpr const char* links = "links.";

/// The parts of `links` of a program: its VDS1 connection and the sockets that send.
std::vector<std::string> links_of(std::size_t program, const RunConfig& config) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        const std::string target = links + name;
        if (std::find(names.begin(), names.end(), target) == names.end()) names.push_back(target);
    };
    if (config.programs[program].has_vds1_vehicle)
        for (const char* part : {vds1::link_part, vds1::cmd_part, vds1::state_part}) add(part);
    if (!config.network) return names;
    for (const LinkConfig& link : config.network->links)
        if (link.from.program == program) add(link.from.port);
    for (const UdpConfig& udp : config.network->udp)
        if (udp.socket.program == program) add(udp.socket.port);
    return names;
}

void check(YamlReader& fault, const std::vector<std::string>& names,
           std::vector<std::string>& warnings) {
    std::string target;
    if (!fault.good() || !fault.text("target", target)) return;
    if (target.substr(0, target.find('.')) != to_string(FaultSide::links)) return;
    if (std::find(names.begin(), names.end(), target) != names.end()) return;
    if (target == std::string(links) + tcp::tcp_part)
        return warnings.push_back(
            to_string(fault.mistake("target", "acts on connections of ddcserver, not in a run")));
    fault.refuse("target", names.empty()
                               ? std::string("the program has no link: neither a vehicle at "
                                             "`vds1` nor a port in `sockets` that sends")
                               : "must be one of " + joined(names) + ", is '" + target + "'");
}

}  // namespace

void check_link_faults(std::vector<YamlReader>& programs, RunConfig& config) {
    if (programs.size() != config.programs.size()) return;
    for (std::size_t i = 0; i < programs.size(); ++i)
        for (YamlReader& fault : programs[i].sections("faults"))
            check(fault, links_of(i, config), config.programs[i].warnings);
}

}  // namespace gateway
