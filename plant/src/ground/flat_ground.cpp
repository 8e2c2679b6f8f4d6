// SPDX-License-Identifier: MIT
#include <plant/ground.hpp>

namespace plant {
namespace {

class FlatGround final : public Ground {
  public:
    FlatGround(double height_m, double friction) {
        contact_.height_m = height_m;
        contact_.friction = friction;
    }
    Contact at(double, double) const override { return contact_; }
    bool is_plane() const override { return true; }

  private:
    Contact contact_;
};

}  // namespace

std::unique_ptr<Ground> create_flat_ground(double height_m, double friction) {
    return std::make_unique<FlatGround>(height_m, friction);
}

}  // namespace plant
