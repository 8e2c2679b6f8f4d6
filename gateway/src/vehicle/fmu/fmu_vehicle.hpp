// SPDX-License-Identifier: MIT
#pragma once

#include "derived_motion.hpp"
#include "fmu_host.hpp"
#include "pose_frame.hpp"

#include "command_level/level_conversion_config.hpp"

#include <gateway/base/held_state.hpp>

#include <optional>
#include <string>

namespace gateway {

/// How the vehicle of an FMU starts, and how it takes pedals if the FMU has none.
struct FmuVehicleStart {
    SimTime step{1'000'000};
    /// Nothing: where the FMU starts.
    std::optional<double> x_m{}, y_m{}, yaw_rad{};
    double vx_mps = 0;
    PedalResponse pedals{};      ///< for an FMU that accepts an acceleration
    double drive_torque_nm = 0;  ///< of all wheels, for an FMU that accepts wheel torques
    double brake_torque_nm = 0;
};

/// A vehicle that an FMU simulates, in the process ddc-fmu-host. It accepts pedals, and the levels
/// that takes_natively() lists. It has no session: faults of actuators and roads cannot act.
class FmuVehicle : public Vehicle {
  public:
    /// Starts the process and initialises the FMU.
    /// @throws std::invalid_argument for a map that does not fit the FMU, std::runtime_error if
    /// the FMU cannot be executed
    FmuVehicle(const FmuVehicleConfig& config, const FmuVehicleStart& start);

    SimTime step() const override { return start_.step; }
    bool takes(Level level) const override;
    plant::InputStatus apply(const Command& command) override;
    bool advance() override;
    const Feedback& feedback() const override { return feedback_; }
    std::string explain() const override { return failure_; }

  private:
    FmuHostStart host_start() const;
    void begin();
    void write_inputs();
    bool read_outputs();
    void publish();
    bool fail(std::string why);
    double& value(FmuInput input) { return inputs_[static_cast<std::size_t>(input)]; }
    bool limit(const FmuMapped& mapped);

    FmuVehicleConfig config_;
    FmuVehicleStart start_;
    VehicleStateCommand state_ = state_at_start();
    std::optional<PedalCommand> pedals_ = PedalCommand{};  ///< to convert in each step
    FmuInputs inputs_{};
    FmuHost host_;
    DerivedMotion motion_;
    PoseFrame frame_{};
    std::uint32_t steps_;     ///< in one communication step
    std::uint32_t done_ = 0;  ///< of them
    double yaw_rate_radps_ = 0;
    Feedback reported_{};  ///< in the FMU's frame, at the end of the communication step
    Feedback feedback_{};
    std::string failure_{};
};

}  // namespace gateway
