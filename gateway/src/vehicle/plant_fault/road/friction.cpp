// SPDX-License-Identifier: MIT
#include "road_fault.hpp"

#include <algorithm>

namespace gateway {
namespace {

constexpr std::size_t every_wheel = static_cast<std::size_t>(-1);

class FrictionScale : public RoadFault {
  public:
    FrictionScale(double scale, std::size_t wheel) : scale_(scale), wheel_(wheel) {}
    void change(plant::Contact& contact, const plant::WheelPlace& place,
                const FaultState& state) noexcept override {
        if (!state.is_active || (wheel_ != every_wheel && wheel_ != place.wheel)) return;
        contact.friction *= blended(1, scale_, state.factor);
    }

  private:
    double scale_;
    std::size_t wheel_;
};

std::size_t wheel_of(const std::string& name) {
    if (name.empty()) return every_wheel;
    const auto& names = wheel_names();
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

FaultParameter scale_parameter() {
    return {"scale", "The factor.", {0, 10}};
}

}  // namespace

const RoadFaultKind friction_kind{
    {"friction", "Multiplies the friction of the road.", {FaultSide::world}, {scale_parameter()}},
    [](const Fault& fault) -> std::unique_ptr<RoadFault> {
        return std::make_unique<FrictionScale>(fault.value("scale"), every_wheel);
    }};

const RoadFaultKind tyre_friction_kind{
    {"tyre_friction",
     "Multiplies the friction of the tyre of one wheel, such as vehicle.front_left, or of all.",
     {FaultSide::vehicle},
     {scale_parameter()}},
    [](const Fault& fault) -> std::unique_ptr<RoadFault> {
        return std::make_unique<FrictionScale>(fault.value("scale"), wheel_of(fault.part));
    }};

}  // namespace gateway
