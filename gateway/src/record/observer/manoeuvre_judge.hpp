// SPDX-License-Identifier: MIT
#pragma once

#include "summary/summary.hpp"

#include <gateway/base/seams.hpp>

#include <plant/manoeuvre.hpp>

namespace gateway {

/// What a program that is the driver of a manoeuvre shows of it.
class ManoeuvreJudge final : public Observer {
  public:
    /// @param turns that are looked at; what follows would need memory
    ManoeuvreJudge(const plant::Scenario& manoeuvre, const plant::VehicleParams& vehicle,
                   std::size_t turns)
        : judge_(manoeuvre, vehicle), turns_left_(turns) {
        judge_.reserve(turns);
    }

    void after_turn(const TurnRecord& record) override {
        if (turns_left_ == 0) return;
        --turns_left_;
        judge_.watch(record.feedback);
    }

    void finish(Summary& summary) override { summary.manoeuvre = judge_.findings(); }

  private:
    plant::Judge judge_;
    std::size_t turns_left_;
};

}  // namespace gateway
