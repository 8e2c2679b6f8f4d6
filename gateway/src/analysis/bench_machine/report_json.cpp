// SPDX-License-Identifier: MIT
#include "bench_report.hpp"

#include "evidence/distribution.hpp"
#include "summary/granted_report.hpp"

#include <nlohmann/json.hpp>

namespace gateway::machine {
namespace {

using Json = nlohmann::ordered_json;

double seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

Json times_json(const LoopTimes& times) {
    return {{"lateness_us", to_json(times.lateness)}, {"overruns", times.overruns}};
}

Json loop_json(const LoopBench& loop) {
    const SchedulingOptions& scheduling = loop.setup.scheduling;
    return {
        {"period_s", seconds(loop.setup.period)},
        {"priority", scheduling.priority ? Json(*scheduling.priority) : Json()},
        {"cpus", scheduling.cpus},
        {"lock_memory", scheduling.lock_memory},
        {"spin_us", loop.setup.spin / std::chrono::microseconds(1)},
        {"dma_latency_us", scheduling.dma_latency ? Json(scheduling.dma_latency->count()) : Json()},
        {"denied", loop.idle.denied},
        {"idle", times_json(loop.idle)},
        {"loaded", times_json(loop.loaded)}};
}

Json effect_json(const Effect& effect) {
    return {{"fact", effect.fact},
            {"setting", effect.setting},
            {"used", effect.is_used},
            {"loaded", effect.has_load},
            {"with", times_json(effect.with)},
            {"without", times_json(effect.without)}};
}

Json trips_json(const RoundTrips& trips) {
    return {{"round_trip_us", to_json(trips.times)}, {"lost", trips.lost}};
}

Json verdict_json(const PeriodVerdict& verdict) {
    Json json{{"period_s", seconds(verdict.period)},
              {"limit_s", seconds(verdict.limit)},
              {"periods", verdict.count},
              {"share", verdict.share},
              {"loaded_share", verdict.loaded_share},
              {"held", verdict.is_held}};
    if (!verdict.bottleneck.empty()) json["bottleneck"] = verdict.bottleneck;
    return json;
}

template <class Items, class ToJson>
Json list(const Items& items, const ToJson& item_json) {
    Json json = Json::array();
    for (const auto& item : items) json.push_back(item_json(item));
    return json;
}

}  // namespace

Json to_json(const BenchReport& report) {
    Json json{{"facts", list(report.facts, [](const Fact& fact) { return to_json(fact); })}};
    if (!report.bench) return json;
    const MachineBench& bench = *report.bench;
    json["interrupted"] = bench.is_interrupted;
    json["clock"] = {{"source", report.clock_source.empty() ? Json() : Json(report.clock_source)},
                     {"resolution_ns", bench.clock.resolution.count()},
                     {"read_ns", bench.clock.read_ns}};
    json["loops"] = list(bench.loops, loop_json);
    json["effects"] = list(bench.effects, effect_json);
    json["futex"] = trips_json(bench.futex);
    json["udp"] = trips_json(bench.udp);
    json["verdicts"] = list(report.verdicts, verdict_json);
    json["held"] = report.is_held();
    return json;
}

}  // namespace gateway::machine
