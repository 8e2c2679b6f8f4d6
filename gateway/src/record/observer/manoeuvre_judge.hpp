// SPDX-License-Identifier: MIT
#pragma once

#include "summary/summary.hpp"

#include <gateway/base/seams.hpp>
#include "route/manoeuvre_start.hpp"

#include <plant/manoeuvre.hpp>

namespace gateway {

/// Evaluates a manoeuvre in a run, from its start on.
class ManoeuvreJudge final : public Observer {
  public:
    /// @param cycles the number of cycles that are evaluated; memory for them is allocated here
    ManoeuvreJudge(const plant::Scenario& manoeuvre, const plant::VehicleParams& vehicle,
                   std::size_t cycles)
        : judge_(manoeuvre, vehicle), start_(manoeuvre), cycles_left_(cycles) {
        judge_.reserve(cycles);
    }

    void after_cycle(const CycleRecord& record) override {
        const auto time = start_.time_in(record.now, record.feedback.state);
        if (!time || cycles_left_ == 0) return;
        --cycles_left_;
        plant::Output output = record.feedback;
        output.sim_time = *time;
        judge_.watch(output);
    }

    void finish(Summary& summary) override { summary.manoeuvre = judge_.findings(); }

  private:
    plant::Judge judge_;
    ManoeuvreStart start_;
    std::size_t cycles_left_;
};

}  // namespace gateway
