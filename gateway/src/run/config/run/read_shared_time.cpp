// SPDX-License-Identifier: MIT
#include "read_shared_time.hpp"

#include "config/program/read_controllers.hpp"

#include <algorithm>

namespace gateway {
namespace {

using plant::YamlReader;

std::optional<std::size_t> index_of(const std::string& name, const RunConfig& config) {
    const auto& programs = config.programs;
    const auto found = std::find_if(programs.begin(), programs.end(),
                                    [&](const ProgramConfig& p) { return p.name == name; });
    if (found == programs.end()) return std::nullopt;
    return static_cast<std::size_t>(found - programs.begin());
}

bool is_guest(YamlReader& item) {
    const auto vehicle = item.section("vehicle");
    return vehicle && vehicle->has("of");
}

/// Why another program cannot drive that program's vehicle, or nothing.
std::string objection(std::size_t owner, std::vector<YamlReader>& items, const RunConfig& config) {
    const std::string name = "'" + config.programs[owner].name + "'";
    if (is_guest(items[owner]))
        return name + " drives the vehicle of another program; name that program";
    if (config.programs[owner].driver)
        return "the driver model of " + name + " drives its vehicle alone";
    if (config.programs[owner].remote_vehicle)
        return "the vehicle of " + name + " is remote, and only one program can drive it";
    if (!config.programs[owner].manual_controllers.empty())
        return name + " has controllers, which " + no_controllers_of_shared_vehicle;
    const auto& ros2 = config.programs[owner].ros2;
    if (ros2 && ros2->takes_commands())
        return name + " takes commands from ROS 2, which " + no_controllers_of_shared_vehicle;
    return {};
}

/// Assigns to a program the vehicle that its key `of` names.
void read_owner(std::size_t guest, std::vector<YamlReader>& items, RunConfig& config) {
    auto vehicle = items[guest].section("vehicle");
    std::string name;
    if (!vehicle || !vehicle->text("of", name)) return;
    const auto owner = index_of(name, config);
    if (!owner) return vehicle->refuse("of", "there is no program '" + name + "' in the list");
    if (*owner == guest) return vehicle->refuse("of", "is this program itself");
    const std::string problem = objection(*owner, items, config);
    if (!problem.empty()) return vehicle->refuse("of", problem);
    ProgramConfig& program = config.programs[guest];
    program.vehicle_of = *owner;
    program.vehicle = config.programs[*owner].vehicle;
    program.vehicle.warnings.clear();  // reported for the owner
    program.failsafe = config.programs[*owner].failsafe;
    program.safety = config.programs[*owner].safety;
    program.options.passes_non_finite = config.programs[*owner].options.passes_non_finite;
}

constexpr const char* must_equal_first =
    "must equal the value of the first program, because of `time: shared`";

/// All programs of a realtime run in shared time have the same clock.
void check_pace(YamlReader& item, const RealtimeConfig& first, const RealtimeConfig& own) {
    auto section = item.section("realtime");
    const auto refuse = [&](const char* key, const std::string& reason) {
        section ? section->refuse(key, reason) : item.refuse("realtime", key + (" " + reason));
    };
    if (own.pace.dt != first.pace.dt) refuse("period_s", must_equal_first);
    if (own.pace.overrun != first.pace.overrun) refuse("overrun", must_equal_first);
    const bool is_scaled =
        own.pace.time_scale < first.pace.time_scale || own.pace.time_scale > first.pace.time_scale;
    if (is_scaled) refuse("time_scale", must_equal_first);
    if (own.begins_on_state) refuse("begin", "must be on_period with time: shared");
}

/// Otherwise the cycles of one period are at different simulated times, and wait for each other.
void check_step(YamlReader& item, const ProgramConfig& program) {
    if (program.remote_vehicle || program.realtime.pace.dt % program.vehicle.step == SimTime(0))
        return;
    auto section = item.section("vehicle");
    const char* const reason = "must divide realtime.period_s with time: shared";
    section ? section->refuse("step_s", reason) : item.refuse("vehicle.step_s", reason);
}

}  // namespace

void read_shared_time(YamlReader& file, std::vector<YamlReader>& items, RunConfig& config) {
    const bool is_complete = items.size() == config.programs.size();
    for (std::size_t i = 0; i < items.size() && is_complete; ++i) read_owner(i, items, config);
    const auto guest = std::find_if(items.begin(), items.end(), is_guest);
    const bool has_network = config.network && config.programs.size() > 1;
    config.shares_time = guest != items.end() || has_network;
    file.choice("time", config.shares_time, {"own", "shared"});
    if (guest != items.end() && !config.shares_time)
        file.refuse("time", "must be shared: a program drives the vehicle of another one");
    if (has_network && !config.shares_time)
        file.refuse("time", "must be shared: messages go from one program to another in `sockets`");
    if (config.mode != Mode::realtime || !config.shares_time || !is_complete) return;
    for (std::size_t i = 0; i < items.size(); ++i) {
        check_pace(items[i], config.programs[0].realtime, config.programs[i].realtime);
        check_step(items[i], config.programs[i]);
    }
}

}  // namespace gateway
