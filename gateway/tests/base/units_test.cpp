// SPDX-License-Identifier: MIT
#include "number/units.hpp"

#include <plant/angle.hpp>

#include <doctest/doctest.h>

namespace units_test {

using gateway::unit_factor;
using gateway::units_like;

TEST_CASE("units of the same quantity are converted in both directions") {
    CHECK(*unit_factor("km/h", "m/s") == doctest::Approx(1000.0 / 3600.0));
    CHECK(*unit_factor("m/s", "km/h") == doctest::Approx(3.6));
    CHECK(*unit_factor("deg", "rad") == doctest::Approx(plant::rad_per_deg));
    CHECK(*unit_factor("rad/s", "deg/s") == doctest::Approx(plant::deg_per_rad));
    CHECK(*unit_factor("g", "m/s2") == doctest::Approx(9.80665));
    CHECK(*unit_factor("mph", "km/h") == doctest::Approx(1.609344));
    CHECK(*unit_factor("%", "1") == doctest::Approx(0.01));
    CHECK(*unit_factor("m", "m") == 1.0);
}

TEST_CASE("units of different quantities are not converted") {
    CHECK_FALSE(unit_factor("m", "m/s"));
    CHECK_FALSE(unit_factor("rad", "rad/s"));
    CHECK_FALSE(unit_factor("furlong", "m"));
    CHECK_FALSE(unit_factor("m", ""));
    CHECK(units_like("km/h") == "m/s, km/h, mph");
    CHECK(units_like("furlong").empty());
}

}  // namespace units_test
