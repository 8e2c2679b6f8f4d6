// SPDX-License-Identifier: MIT
#pragma once

#include "sensor_faults.hpp"

#include <gateway/base/seams.hpp>

#include <memory>
#include <utility>

namespace gateway {

/// A vehicle whose sensors have faults. Between cycles its feedback has the true readings.
class FaultySensorVehicle : public Vehicle {
  public:
    FaultySensorVehicle(std::unique_ptr<Vehicle> vehicle, SensorFaults faults)
        : vehicle_(std::move(vehicle)), faults_(std::move(faults)) {}

    /// Changes the feedback of this cycle. To be called once in each cycle.
    void begin_cycle(SimTime now) {
        refresh();
        faults_.apply(feedback_.sensors, now);
    }

    SimTime step() const override { return vehicle_->step(); }
    bool takes(Level level) const override { return vehicle_->takes(level); }
    plant::InputStatus apply(const Command& command) override {
        const plant::InputStatus status = vehicle_->apply(command);
        feedback_.report = vehicle_->feedback().report;
        return status;
    }
    bool advance() override {
        has_moved_ = true;
        return vehicle_->advance();
    }
    plant::SimSession* prepare_step() override { return vehicle_->prepare_step(); }
    bool conclude_step(plant::StepStatus status) override {
        has_moved_ = true;
        return vehicle_->conclude_step(status);
    }
    void stand_by(const Command& command) override {
        vehicle_->stand_by(command);
        has_moved_ = true;
    }
    void listen() override {
        vehicle_->listen();
        has_moved_ = true;
    }
    void withhold() override { vehicle_->withhold(); }
    const Feedback& feedback() const override {
        refresh();
        return feedback_;
    }
    std::string explain() const override { return vehicle_->explain(); }

  private:
    void refresh() const {
        if (std::exchange(has_moved_, false)) feedback_ = vehicle_->feedback();
    }

    std::unique_ptr<Vehicle> vehicle_;
    SensorFaults faults_;
    mutable Feedback feedback_;
    mutable bool has_moved_ = true;  ///< since the feedback was read
};

}  // namespace gateway
