// SPDX-License-Identifier: MIT
#include "plain_actuation.hpp"
#include "suites.hpp"

namespace bench {
namespace {

constexpr int actuation_calls = 20'000;
constexpr double step_s = 1.0 / 30.0;

plant::ActuationParams params_of(plant::Compatibility compatibility) {
    plant::ActuationParams params;
    params.compatibility = compatibility;
    params.nominal_step_s = step_s;
    params.reset_state.vx_mps = 8.0;
    return params;
}

/// Accelerates and brakes alternately, always steering a little.
class Commands {
  public:
    plant::Actuation next() {
        ++step_;
        const bool accelerates = step_ % 400 < 200;
        return {accelerates ? 0.3 : 0.0, accelerates ? 0.0 : 0.25, 0.002 * (step_ % 100)};
    }

  private:
    int step_ = 0;
};

double update_ns(plant::Model model, plant::Compatibility compatibility) {
    plant::ActuationVehicle vehicle(model, params_of(compatibility));
    Commands commands;
    const double ns = ns_per_call(actuation_calls, [&] {
        vehicle.update({commands.next(), 0.0, 2}, step_s);
    });
    keep(vehicle.state());
    return ns;
}

double plain_update_ns() {
    PlainVehicle vehicle(params_of(plant::Compatibility::reference));
    Commands commands;
    const double ns =
        ns_per_call(actuation_calls, [&] { vehicle.update(commands.next(), step_s); });
    keep(vehicle.state()[0]);
    return ns;
}

/// Pedal and speed change with every lookup, as in a run.
template <class Map>
double lookup_ns(const Map& map) {
    int i = 0;
    return ns_per_call(actuation_calls, [&] {
        ++i;
        keep(map.value(0.001 * (i % 900), 0.05 * (i % 700)));
    });
}

Result measure(const char* name, plant::Model model, plant::Compatibility compatibility) {
    return compare(Measured{name, [=] { return update_ns(model, compatibility); }},
                   Measured{"actuation_cmd written with vectors", plain_update_ns}, "ns");
}

}  // namespace

std::vector<Result> actuation() {
    using plant::Model;
    constexpr auto corrected = plant::Compatibility::corrected;
    constexpr auto reference = plant::Compatibility::reference;
    const plant::CalibrationMap& map = plant::default_accel_map();
    const PlainMap plain(map);
    return {
        measure("actuation_cmd", Model::actuation_cmd, corrected),
        measure("actuation_cmd, reference", Model::actuation_cmd, reference),
        measure("actuation_cmd_steer_map", Model::actuation_cmd_steer_map, corrected),
        measure("actuation_cmd_steer_map, reference", Model::actuation_cmd_steer_map, reference),
        measure("actuation_cmd_vgr", Model::actuation_cmd_vgr, corrected),
        measure("actuation_cmd_vgr, reference", Model::actuation_cmd_vgr, reference),
        measure("actuation_cmd_mechanical", Model::actuation_cmd_mechanical, corrected),
        measure("actuation_cmd_mechanical, reference", Model::actuation_cmd_mechanical, reference),
        compare(Measured{"map lookup", [&] { return lookup_ns(map); }},
                Measured{"map lookup, all rows in vectors", [&] { return lookup_ns(plain); }},
                "ns"),
    };
}

}  // namespace bench
