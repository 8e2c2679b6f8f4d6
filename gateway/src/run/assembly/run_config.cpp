// SPDX-License-Identifier: MIT
#include "run_config.hpp"

namespace gateway {
namespace {

/// The output function of splitmix64 (S. Vigna, 2015); 0 stays 0.
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30U) * 0xbf58476d1ce4e5b9U;
    x = (x ^ x >> 27U) * 0x94d049bb133111ebU;
    return x ^ x >> 31U;
}

}  // namespace

void RunConfig::make_repeatable() {
    for (ProgramConfig& program : programs) {
        MeasuredTiming& timing = program.timing;
        if (!timing.constant_execution_time)
            timing.constant_execution_time = timing.repeatable_execution_time;
    }
}

/// Two vehicles with the same sensor file get different noise.
void RunConfig::spread_seed() {
    if (seed == 0) return;
    for (ProgramConfig& program : programs) {
        program.vehicle.session.sensors.seed ^= mixed(mixed(seed) ^ program.options.reference_id);
        for (PlannedFault& planned : program.faults)
            if (!planned.has_own_seed) planned.fault.seed = fault_seed(seed, planned.fault.name);
    }
    if (network && !network->seed) network->seed = seed;
}

ddc::TableOptions RunConfig::table() const {
    ddc::TableOptions options;
    options.name = table_name;
    options.group = table_group;
    options.allow_foreign = allow_foreign_table;
    return options;
}

std::vector<std::pair<std::string, std::string>> RunConfig::program_environment() const {
    return {{"DDC_NAME", table_name},
            {"DDC_GROUP", table_group},
            {"DDC_ALLOW_FOREIGN", allow_foreign_table ? "1" : "0"}};
}

}  // namespace gateway
