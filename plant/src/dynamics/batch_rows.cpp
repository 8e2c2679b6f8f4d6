// SPDX-License-Identifier: MIT
#include "dynamics/batch_rows.hpp"

#include <plant/plant_c.h>
#include "dynamics/attitude.hpp"

#include <cmath>

namespace plant {
namespace {

/// wrapped() of each; most are inside already.
void wrap_lanes(Lanes8& yaw) {
    constexpr double almost_pi = 3.1415926535;
    if (!any(absolute(yaw) > splat<Lanes8>(almost_pi))) return;
    for (std::size_t i = 0; i < 8; ++i) yaw[i] = wrapped(yaw[i]);
}

}  // namespace

void put_command_rows(const PlanarInputMaker& inputs, const double* rows, std::size_t count,
                      BatchBlock& block, BlockOrigins& origins) {
    PedalLanes pedals{};
    Lanes8 steer_rad{};
    for (std::size_t i = 0; i < count; ++i, rows += PLANT_BATCH_COMMANDS) {
        steer_rad[i] = rows[PLANT_BATCH_STEER_RAD];
        pedals.drive[i] = rows[PLANT_BATCH_THROTTLE] * rows[PLANT_BATCH_GEAR];
        pedals.brake[i] = rows[PLANT_BATCH_BRAKE];
        pedals.handbrake[i] = rows[PLANT_BATCH_HANDBRAKE] != 0.0 ? 1.0 : 0.0;
    }
    inputs.put(pedals, block.input);
    if (!any(steer_rad != origins.steer_rad)) return;
    inputs.put_steer(steer_rad, block.input);
    origins.steer_rad = steer_rad;
}

void get_state_rows(const BatchBlock& block, const BlockOrigins& origins, double cg_height_m,
                    double* rows, std::size_t count) {
    const auto& s = block.state;
    const Lanes8 z = road_height_m(block, origins.road_m) + cg_height_m;
    Lanes8 yaw = s.yaw;
    wrap_lanes(yaw);
    for (std::size_t i = 0; i < count; ++i, rows += PLANT_BATCH_STATES) {
        rows[PLANT_BATCH_X_M] = s.x[i];
        rows[PLANT_BATCH_Y_M] = s.y[i];
        rows[PLANT_BATCH_Z_M] = z[i];
        rows[PLANT_BATCH_YAW_RAD] = yaw[i];
        rows[PLANT_BATCH_VX_MPS] = s.vx[i];
        rows[PLANT_BATCH_VY_MPS] = s.vy[i];
        rows[PLANT_BATCH_YAW_RATE_RADPS] = s.yaw_rate[i];
        for (std::size_t w = 0; w < 4; ++w) rows[PLANT_BATCH_SPIN_RADPS + w] = s.spin.wheel[w][i];
    }
}

}  // namespace plant
