// SPDX-License-Identifier: MIT
#include "road_fault.hpp"

#include <cmath>

namespace gateway {
namespace {

/// An additional slope along the vehicle's heading at the begin. The height below the vehicle stays
/// continuous, also during the ramp and after the end.
class Grade : public RoadFault {
  public:
    explicit Grade(double grade) : grade_(grade) {}

    void begin_tick(const plant::TickBegin& tick, const FaultState& state) noexcept override {
        const Eigen::Vector2d now_m = tick.state.position_m.head<2>();
        if (activities_ != state.activities) {
            activities_ = state.activities;
            heading_ = {std::cos(tick.state.yaw_rad), std::sin(tick.state.yaw_rad)};
        } else {
            climb_m_ += slope_ * heading_.dot(now_m - here_m_);
        }
        here_m_ = now_m;
        slope_ = state.is_active ? blended(0, grade_, state.factor) : 0;
    }

    void change(plant::Contact& contact, const plant::WheelPlace& place,
                const FaultState& /*state*/) noexcept override {
        const Eigen::Vector2d from_here_m = Eigen::Vector2d(place.x_m, place.y_m) - here_m_;
        contact.height_m += climb_m_ + slope_ * heading_.dot(from_here_m);
        if (slope_ != 0) tilt(contact.normal);
    }

  private:
    /// Adds the slope to that of the surface.
    void tilt(Eigen::Vector3d& normal) const {
        const Eigen::Vector3d up(-slope_ * heading_.x(), -slope_ * heading_.y(), 0);
        normal = (normal / normal.z() + up).normalized();
    }

    double grade_;
    double slope_ = 0;              ///< rise / run, in the present tick
    double climb_m_ = 0;            ///< height at here_m_ that was gained so far
    std::uint64_t activities_ = 0;  ///< seen so far
    Eigen::Vector2d here_m_{0, 0}, heading_{1, 0};
};

}  // namespace

const RoadFaultKind grade_kind{
    {"grade",
     "Adds a slope to the road, along the vehicle's heading at the begin.",
     {FaultSide::world},
     {{"grade", "Rise / run, positive uphill.", {-0.5, 0.5}}}},
    [](const Fault& fault) -> std::unique_ptr<RoadFault> {
        return std::make_unique<Grade>(fault.value("grade"));
    }};

}  // namespace gateway
