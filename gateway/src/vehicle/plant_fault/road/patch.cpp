// SPDX-License-Identifier: MIT
#include "road_fault.hpp"

#include <cmath>

namespace gateway {
namespace {

/// A rectangle along the vehicle's heading at the begin.
class Patch : public RoadFault {
  public:
    explicit Patch(const Fault& fault)
        : ahead_m_(fault.value("ahead_m")),
          length_m_(fault.value("length_m")),
          width_m_(fault.value("width_m")),
          friction_(fault.value("friction")) {}

    void begin_tick(const plant::TickBegin& tick, const FaultState& state) noexcept override {
        if (activities_ == state.activities) return;
        activities_ = state.activities;
        begin_m_ = tick.state.position_m.head<2>();
        heading_ = {std::cos(tick.state.yaw_rad), std::sin(tick.state.yaw_rad)};
    }

    void change(plant::Contact& contact, const plant::WheelPlace& place,
                const FaultState& state) noexcept override {
        if (state.is_active && is_inside({place.x_m, place.y_m}))
            contact.friction = blended(contact.friction, friction_, state.factor);
    }

  private:
    bool is_inside(const Eigen::Vector2d& place_m) const {
        const Eigen::Vector2d from_begin_m = place_m - begin_m_;
        const double along_m = heading_.dot(from_begin_m) - ahead_m_;
        const double across_m = heading_.x() * from_begin_m.y() - heading_.y() * from_begin_m.x();
        return along_m >= 0 && along_m <= length_m_ && std::abs(across_m) <= width_m_ / 2;
    }

    double ahead_m_, length_m_, width_m_, friction_;
    std::uint64_t activities_ = 0;  ///< seen so far
    Eigen::Vector2d begin_m_{0, 0}, heading_{1, 0};
};

}  // namespace

const RoadFaultKind patch_kind{
    {"patch",
     "A rectangle with another friction appears on the road, along the vehicle's heading.",
     {FaultSide::world},
     {{"friction", "Friction coefficient in the rectangle.", {0, 10}},
      {"length_m", "Length of the rectangle, in m.", {0, 1e6}},
      {"width_m", "Width of the rectangle, centred on the vehicle, in m.", {0, 1e6}, 10},
      {"ahead_m",
       "From the vehicle's centre of gravity at the begin to the rectangle, in m.",
       {-1e6, 1e6},
       0}}},
    [](const Fault& fault) -> std::unique_ptr<RoadFault> {
        return std::make_unique<Patch>(fault);
    }};

}  // namespace gateway
