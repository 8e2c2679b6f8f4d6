// SPDX-License-Identifier: MIT
#include <ddc/interface/signals.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace signals_test {

using namespace ddc::interface;

TEST_CASE("every signal is found under its name, others are not") {
    CHECK(signals().size() > basic_signals);
    for (const Signal& signal : signals()) CHECK(find_signal(signal.name) == &signal);
    CHECK(find_signal("true_velocit") == nullptr);
    CHECK(find_signal("") == nullptr);
}

TEST_CASE("units, ranges and directions are those of the protocol") {
    CHECK(find_signal("true_velocity")->unit == "km/h");
    CHECK(find_signal("true_position")->unit == "m");
    CHECK(find_signal("true_position")->data_type == BasicType::vec2);
    CHECK(find_signal("true_compass")->unit == "deg");
    CHECK(find_signal("trajectory_length")->data_type == BasicType::n);
    CHECK(find_signal("trajectory_x")->data_type == vector_of(BasicType::q, 10));
    CHECK(find_signal("trajectory_y")->data_type == vector_of(BasicType::q, 10));
    CHECK(std::isinf(find_signal("trajectory_y")->max));

    const Signal* const steering = find_signal("set_steering");
    CHECK(steering->unit == "deg");
    CHECK(steering->min == -30);
    CHECK(steering->max == 30);
    CHECK(steering->direction == Direction::output);
    CHECK(find_signal("set_gas")->min == -0.5);
    CHECK(find_signal("set_gas")->max == 1);
    CHECK(find_signal("set_braking")->min == 0);
    CHECK(find_signal("set_braking")->max == 1);
    for (const char* feedback : {"steering", "gas", "braking"}) {
        CHECK(find_signal(feedback)->direction == Direction::input);
    }
}

}  // namespace signals_test
