// SPDX-License-Identifier: MIT
#pragma once

#include <plant/vehicle_dynamics.hpp>
#include "brakes/prepare_control.hpp"
#include "dynamics/attitude.hpp"
#include "dynamics/planar_input.hpp"
#include "dynamics/scrub.hpp"
#include "dynamics/substeps.hpp"
#include "models/four_wheel_model.hpp"

#include <memory>

namespace plant {

/// L1, L2 and L3: a body on four wheels, which moves only in the plane of the road or is sprung.
class FourWheeler final : public VehicleDynamics {
  public:
    explicit FourWheeler(FourWheelLevel level) : level_(level) {}

    void initialize(const VehicleParams& vehicle, const TyreParams& tyre,
                    const SolverParams& solver) override;
    void reset(const State& state, const Contacts& contacts) override;
    StepStatus step(const Command& command, const Contacts& contacts,
                    SimDuration duration) override;
    const State& state() const override { return state_; }
    /// A single track has no separate torques for the wheels of an axle.
    bool takes_wheel_torques() const override { return level_ != FourWheelLevel::single_track; }
    bool feels_unevenness() const override { return level_ == FourWheelLevel::fourteen_dof; }
    void describe(Truth& truth) const override;
    const char* fault() const override { return fault_; }
    void save(SnapshotWriter& out) const override;
    void restore(SnapshotReader& in) override;

    /// Input and result of a step.
    struct Step {
        RidingInput input;
        RoadPlane plane;  ///< below the vehicle
        Lanes road;       ///< sprung models: height of each contact above it at the end
        RidingState end;
        double steer_rad;
        SimDuration duration;
    };

    /// @name Parts of a step
    /// step() calls these three in order. For vehicles that are stepped together, the second one is
    /// computed for all at once.
    /// @{
    /// @pre duration > 0
    Step prepare(const Command& command, const Contacts& contacts, SimDuration duration);
    void compute(Step& step);
    StepStatus conclude(const Step& step);
    /// @}

    /// Brake control of a step: its input, its state before and after.
    struct Control {
        OneControlInput input{};
        OneControlState now{};
        OneControlState end{};
    };
    /// Null for a vehicle without brake control.
    Control* control() { return control_.get(); }

    /// Vehicles with the same parameters share it; null before initialize.
    const std::shared_ptr<const FourWheelModel>& model() const { return model_; }

  private:
    RoadPlane plane_under(const Contacts& contacts) const;
    void scrub(const OneState& before, const Step& step);
    StepStatus judge(const RidingInput& in);
    void compute_controlled(Step& step);
    void describe_control(Truth& out) const;
    PlanarForces<double, Lanes> forces(const PlanarHeld<Lanes>& held) const;
    void describe_slips(const PlanarForces<double, Lanes>& f, Truth& out) const;
    void show();
    const char* first_non_finite() const;

    FourWheelLevel level_;
    std::shared_ptr<const FourWheelModel> model_;
    PlanarInputMaker inputs_;
    std::unique_ptr<Control> control_;

    RidingState now_{};
    RidingInput input_{};
    RoadPlane plane_;  ///< below the vehicle
    Scrub scrub_;
    State state_;
    const char* fault_ = "";
};

}  // namespace plant
