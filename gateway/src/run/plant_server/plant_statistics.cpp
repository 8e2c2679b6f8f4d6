// SPDX-License-Identifier: MIT
#include "plant_statistics.hpp"

#include "summary/percentile_report.hpp"
#include "summary/safety_summary.hpp"
#include "summary/summary.hpp"

#include <nlohmann/json.hpp>

#include <spdlog/fmt/fmt.h>

#include <numeric>

namespace gateway::vdsim {
namespace {

std::uint64_t dropped(const PortCounters& counters) {
    return std::accumulate(counters.rejected.begin(), counters.rejected.end(),
                           counters.unknown_vehicle + counters.stale);
}

void add_place(nlohmann::ordered_json& vehicle, const Feedback& output,
               const std::optional<WorldOrigin>& origin) {
    if (!origin) return;
    const auto& at = output.state.position_m;
    const Geodetic place = to_geodetic(*origin, at.x(), at.y(), at.z());
    vehicle["latitude_deg"] = place.latitude_deg;
    vehicle["longitude_deg"] = place.longitude_deg;
    vehicle["altitude_m"] = place.altitude_m;
}

nlohmann::ordered_json to_json(const PlantFaults& faults) {
    Summary summary;
    faults.schedule().finish(summary);
    auto json = nlohmann::ordered_json::array();
    for (const FaultSummary& fault : summary.faults) json.push_back(gateway::to_json(fault));
    return json;
}

nlohmann::ordered_json to_json(const PlantVehicle& vehicle) {
    const PlantVehicleCounters& counters = vehicle.counters();
    const Feedback& output = vehicle.feedback();
    nlohmann::ordered_json json{
        {"vehicle_id", vehicle.id()},
        {"state", name_of(vehicle.watchdog().state())},
        {"failsafe_entries", vehicle.watchdog().losses()},
        {"cmd",
         {{"accepted", counters.accepted},
          {"clamped", counters.clamped},
          {"out_of_order", counters.out_of_order},
          {"other_controller", counters.other_controller},
          {"not_finite", counters.not_finite}}},
        {"states_sent", counters.states_sent},
        {"failed_ticks", counters.failed_ticks},
        {"roll_overs", counters.roll_overs},
        {"sim_time_s", std::chrono::duration<double>(output.sim_time).count()},
        {"x_m", output.state.position_m.x()},
        {"y_m", output.state.position_m.y()},
        {"vx_mps", output.state.velocity_mps.x()}};
    if (vehicle.faults() != nullptr) json["faults"] = to_json(*vehicle.faults());
    if (vehicle.safety() != nullptr) json["safety"] = to_json(SafetySummary(*vehicle.safety()));
    return json;
}

nlohmann::ordered_json to_json(const CmdPort& port, const std::optional<WorldOrigin>& origin) {
    const PortCounters& counters = port.counters();
    nlohmann::ordered_json rejected;
    for (std::size_t i = 1; i < counters.rejected.size(); ++i)
        rejected[vds1::name_of(static_cast<vds1::DecodeStatus>(i))] = counters.rejected[i];
    rejected["unknown_vehicle"] = counters.unknown_vehicle;
    rejected["stale"] = counters.stale;
    auto vehicles = nlohmann::ordered_json::array();
    for (const auto& vehicle : port.vehicles()) {
        vehicles.push_back(to_json(*vehicle));
        add_place(vehicles.back(), vehicle->feedback(), origin);
    }
    return {{"cmd_port", port.local().port},
            {"rejected", rejected},
            {"states_refused_by_kernel", port.refused()},
            {"vehicles", vehicles}};
}

}  // namespace

PlantNumbers gather(const PlantServer& server, SteadyTime now) {
    PlantNumbers n;
    n.taken_at = now;
    n.ticks = server.runner().counters().ticks;
    n.skipped = server.runner().counters().skipped;
    const Percentiles lateness_us = server.runner().lateness().percentiles_us();
    if (lateness_us.count > 0) n.lateness_p99_us = lateness_us.p99;
    for (const auto& port : server.ports()) {
        n.dropped += dropped(port->counters());
        for (const auto& vehicle : port->vehicles()) {
            const PlantVehicleCounters& counters = vehicle->counters();
            n.accepted += counters.accepted;
            n.roll_overs += counters.roll_overs;
            n.dropped += counters.out_of_order + counters.other_controller + counters.not_finite;
            n.failsafe += vehicle->watchdog().is_failsafe() ? 1 : 0;
            ++n.vehicles;
            if (!vehicle->failure().empty())
                n.failures.push_back(
                    fmt::format("vehicle {}: {}", vehicle->id(), vehicle->failure()));
            if (!vehicle->feedback().has_rolled_over) continue;
            n.rolled_over_id = vehicle->id();
            n.rolled_over_at = vehicle->feedback().sim_time;
        }
    }
    return n;
}

std::string roll_over_text(const PlantNumbers& now) {
    const std::string others =
        now.roll_overs == 1 ? "" : fmt::format(" ({} times a vehicle did)", now.roll_overs);
    return fmt::format("vehicle {} rolled over at {:.2f} s{}: its STATEs show the moment before",
                       now.rolled_over_id,
                       std::chrono::duration<double>(now.rolled_over_at).count(), others);
}

std::string live_text(const PlantNumbers& now, const PlantNumbers& before) {
    const double seconds = std::chrono::duration<double>(now.taken_at - before.taken_at).count();
    const auto rate = [&](std::uint64_t a, std::uint64_t b) {
        return static_cast<double>(a - b) / seconds;
    };
    const std::string state =
        now.vehicles == 1 ? std::string(now.failsafe == 1 ? "FAIL-SAFE" : "following")
                          : fmt::format("{} of {} vehicles FAIL-SAFE", now.failsafe, now.vehicles);
    const std::string late =
        now.lateness_p99_us ? fmt::format("{:.0f} us", *now.lateness_p99_us) : "-";
    return (now.is_paused ? "paused, " : "") +
           fmt::format("{:.1f} ticks/s, late p99 {}, {} skipped, CMD {:.1f}/s, {} dropped, {}",
                       rate(now.ticks, before.ticks), late, now.skipped,
                       rate(now.accepted, before.accepted), now.dropped, state);
}

nlohmann::ordered_json statistics_of(const PlantServer& server,
                                     const std::optional<WorldOrigin>& origin) {
    const RealTimeRunner& runner = server.runner();
    auto ports = nlohmann::ordered_json::array();
    for (const auto& port : server.ports()) ports.push_back(to_json(*port, origin));
    return {{"sim_time_s", std::chrono::duration<double>(server.sim_time()).count()},
            {"ticks", runner.counters().ticks},
            {"overruns", runner.counters().overruns},
            {"skipped", runner.counters().skipped},
            {"lost_s", std::chrono::duration<double>(runner.counters().lost).count()},
            {"lateness_us", to_json(runner.lateness().percentiles_us())},
            {"ports", ports}};
}

}  // namespace gateway::vdsim
