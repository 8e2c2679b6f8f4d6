// SPDX-License-Identifier: MIT
#include "models/four_wheel_model.hpp"

#include "dynamics/prepare_planar.hpp"
#include "dynamics/step_check.hpp"
#include "dynamics/substeps.hpp"
#include "parameters/fingerprints.hpp"

#include <iterator>
#include <map>
#include <mutex>

namespace plant {
namespace {

struct SharedModels {
    std::mutex mutex;
    std::map<std::uint64_t, std::weak_ptr<const FourWheelModel>> by_fingerprint;

    /// Erases expired weak pointers, which keep the memory of their models allocated.
    void drop_unused() {
        for (auto each = by_fingerprint.begin(); each != by_fingerprint.end();)
            each = each->second.expired() ? by_fingerprint.erase(each) : std::next(each);
    }
};

SharedModels& shared_models() {
    static SharedModels models;
    return models;
}

Tracks tracks_of(FourWheelLevel level) {
    return level == FourWheelLevel::single_track ? Tracks::single : Tracks::two;
}

}  // namespace

FourWheelModel::FourWheelModel(FourWheelLevel level, const VehicleParams& vehicle_params,
                               const TyreParams& tyre, const SolverParams& solver_params,
                               InstructionSet instructions)
    : vehicle(vehicle_params),
      solver(solver_params),
      stepper(planar_stepper(instructions)),
      ride_stepper(plant::ride_stepper(instructions)),
      controlled_stepper(plant::controlled_stepper(instructions)),
      controlled_ride_stepper(plant::controlled_ride_stepper(instructions)),
      set(instructions) {
    validate(vehicle);
    validate(tyre);
    validate(solver);
    if (level == FourWheelLevel::single_track) refuse_brake_control(vehicle);
    const Tracks tracks = tracks_of(level);
    require_stable_steps(vehicle, tyre, solver, tracks, level == FourWheelLevel::fourteen_dof);
    constants = prepare_planar(vehicle, tyre, tracks, solver);
    ride = prepare_ride(vehicle, tyre);
    control = prepare_control(vehicle);
    peaks = PeakTable(constants.tyre);
    // In the fourteen-DOF model, roll and pitch are degrees of freedom.
    roll_gain =
        level == FourWheelLevel::seven_dof ? roll_statics(vehicle).angle_per_acceleration : 0.0;
    pitch_gain = level == FourWheelLevel::fourteen_dof ? 0.0 : pitch_per_acceleration(vehicle);
}

std::shared_ptr<const FourWheelModel> four_wheel_model(FourWheelLevel level,
                                                       const VehicleParams& vehicle,
                                                       const TyreParams& tyre,
                                                       const SolverParams& solver) {
    const InstructionSet set = instruction_set();
    Fingerprint print;
    print.add(static_cast<std::uint64_t>(level));
    print.add(static_cast<std::uint64_t>(set));
    add_to(print, vehicle);
    add_to(print, tyre);
    add_to(print, solver);
    SharedModels& shared = shared_models();
    const std::lock_guard<std::mutex> lock(shared.mutex);
    const auto known = shared.by_fingerprint.find(print.value());
    std::shared_ptr<const FourWheelModel> model;
    if (known != shared.by_fingerprint.end()) model = known->second.lock();
    if (model) return model;
    shared.drop_unused();
    model = std::make_shared<const FourWheelModel>(level, vehicle, tyre, solver, set);
    shared.by_fingerprint[print.value()] = model;
    return model;
}

}  // namespace plant
