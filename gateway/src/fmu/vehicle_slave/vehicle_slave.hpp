// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_package.hpp"
#include "vehicle_variables.hpp"

#include "slave/slave.hpp"

#include <memory>

namespace gateway::fmu {

/// A simulated vehicle: one session of the plant.
class VehicleSlave final : public Slave {
  public:
    explicit VehicleSlave(VehiclePackage package);

    const SlaveInfo& info() const override { return info_; }
    void initialise(const Values& values, double start_s) override;
    StepResult step(const Values& values, std::int64_t ticks) override;
    void write_outputs(Values& values) override;
    bool can_save() const override { return true; }
    void save(std::vector<std::uint8_t>& bytes) const override;
    void restore(const std::vector<std::uint8_t>& bytes) override;

  private:
    VehiclePackage package_;
    VehicleVariables variables_;
    SlaveInfo info_;
    std::unique_ptr<plant::SimSession> session_;
};

}  // namespace gateway::fmu
