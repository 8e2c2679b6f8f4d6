// SPDX-License-Identifier: MIT
#pragma once

#include "summary/summary.hpp"

#include <gateway/base/seams.hpp>

#include <plant/manoeuvre.hpp>

namespace gateway {

/// Evaluates a manoeuvre that a program drives.
class ManoeuvreJudge final : public Observer {
  public:
    /// @param cycles the number of cycles that are evaluated; memory for them is allocated here
    ManoeuvreJudge(const plant::Scenario& manoeuvre, const plant::VehicleParams& vehicle,
                   std::size_t cycles)
        : judge_(manoeuvre, vehicle), cycles_left_(cycles) {
        judge_.reserve(cycles);
    }

    void after_cycle(const CycleRecord& record) override {
        if (cycles_left_ == 0) return;
        --cycles_left_;
        judge_.watch(record.feedback);
    }

    void finish(Summary& summary) override { summary.manoeuvre = judge_.findings(); }

  private:
    plant::Judge judge_;
    std::size_t cycles_left_;
};

}  // namespace gateway
