// SPDX-License-Identifier: MIT
#include "machines.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>

namespace gateway::campaign {
namespace {

using Machines = std::map<std::vector<std::string>, Machine>;

/// The first line, or nothing if the file is incomplete or was removed.
nlohmann::json first_line_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string line;
    if (!std::getline(in, line) || !read_header(line)) return {};
    const auto header = nlohmann::json::parse(line, nullptr, false);
    return header.is_object() ? header.value("provenance", nlohmann::json()) : nlohmann::json();
}

void add(const nlohmann::json& provenance, Machines& to) {
    if (!provenance.is_object()) return;
    const auto text = [&](const char* key) {
        const auto found = provenance.find(key);
        return found != provenance.end() && found->is_string() ? found->get<std::string>()
                                                               : "unknown";
    };
    Machine machine;
    machine.host = text("host");
    machine.processor = text("processor");
    machine.kernel = text("kernel");
    machine.glibc = text("glibc");
    machine.gateway = text("gateway");
    const std::string start = text("start");
    machine.first_start = machine.last_start = start;
    Machine& known = to.try_emplace({machine.host, machine.processor, machine.kernel, machine.glibc,
                                     machine.gateway},
                                    machine)
                         .first->second;
    ++known.files;
    known.first_start = std::min(known.first_start, start);
    known.last_start = std::max(known.last_start, start);
}

}  // namespace

std::vector<Machine> machines_of(const Plan& plan) {
    Machines found;
    const Parts parts = list_parts(plan.shard(0).folder);
    for (std::uint64_t number = 0; number < plan.shards(); ++number)
        add(first_line_of(plan.shard(number).done()), found);
    for (const auto& [number, files] : parts)
        for (const auto& file : files) add(first_line_of(file), found);
    std::vector<Machine> machines;
    for (auto& [key, machine] : found) machines.push_back(std::move(machine));
    return machines;
}

}  // namespace gateway::campaign
