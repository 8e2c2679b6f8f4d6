// SPDX-License-Identifier: MIT
#include "counter.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <string>

namespace values_test {

using namespace gateway::fmu;
using tests::Fmi2Counter;
using tests::Fmi3Counter;
namespace counter = tests::counter;

TEST_CASE("fmu values: each type of FMI 2.0 is read by its functions") {
    const Fmi2Counter two;
    CHECK(two.step(0.0, 0.003) == Status::ok);
    const Reference numbers[]{counter::ticks, counter::mode, counter::small, counter::seed};
    int read[4]{};
    CHECK(fmi2::fmi2GetInteger(two.component, numbers, 4, read) == Status::ok);
    CHECK(read[0] == 3);
    CHECK(read[1] == 1);
    CHECK(read[2] == -3);
    CHECK(read[3] == 7);
    fmi2::Boolean is_odd = 0;
    CHECK(fmi2::fmi2GetBoolean(two.component, &counter::is_odd, 1, &is_odd) == Status::ok);
    CHECK(is_odd == 1);
    fmi2::String label = nullptr;
    CHECK(fmi2::fmi2GetString(two.component, &counter::label, 1, &label) == Status::ok);
    CHECK(std::string(label) == "first");
    const int mode = 2;
    CHECK(fmi2::fmi2SetInteger(two.component, &counter::mode, 1, &mode) == Status::ok);
    CHECK(fmi2::fmi2GetInteger(two.component, &counter::mode, 1, read) == Status::ok);
    CHECK(read[0] == 2);
}

TEST_CASE("fmu values: each type of FMI 3.0 is read by its functions") {
    const Fmi3Counter three;
    CHECK(three.step(0.0, 0.003).status == Status::ok);
    std::int32_t ticks = 0;
    CHECK(fmi3::fmi3GetInt32(three.instance, &counter::ticks, 1, &ticks, 1) == Status::ok);
    CHECK(ticks == 3);
    std::int64_t mode = 0;
    CHECK(fmi3::fmi3GetInt64(three.instance, &counter::mode, 1, &mode, 1) == Status::ok);
    CHECK(mode == 1);
    std::int8_t small = 0;
    CHECK(fmi3::fmi3GetInt8(three.instance, &counter::small, 1, &small, 1) == Status::ok);
    CHECK(small == -3);
    std::uint64_t seed = 0;
    CHECK(fmi3::fmi3GetUInt64(three.instance, &counter::seed, 1, &seed, 1) == Status::ok);
    CHECK(seed == 7);
    bool is_odd = false;
    CHECK(fmi3::fmi3GetBoolean(three.instance, &counter::is_odd, 1, &is_odd, 1) == Status::ok);
    CHECK(is_odd);
    fmi3::String label = nullptr;
    CHECK(fmi3::fmi3GetString(three.instance, &counter::label, 1, &label, 1) == Status::ok);
    CHECK(std::string(label) == "first");
}

TEST_CASE("fmu values: unknown references, wrong types and NULL are errors with the name") {
    const Fmi2Counter two;
    double value = 0;
    const Reference unknown = 99;
    CHECK(fmi2::fmi2GetReal(two.component, &unknown, 1, &value) == Status::error);
    CHECK(two.log.last() == "fmi2GetReal: no variable has the reference 99");
    CHECK(fmi2::fmi2GetReal(two.component, &counter::ticks, 1, &value) == Status::error);
    CHECK(two.log.last() == "fmi2GetReal: variable ticks is not of type Float64");
    CHECK(fmi2::fmi2GetReal(two.component, nullptr, 1, &value) == Status::error);
    CHECK(fmi2::fmi2GetReal(two.component, &counter::sum, 1, nullptr) == Status::error);
    CHECK(fmi2::fmi2GetReal(two.component, nullptr, 0, nullptr) == Status::ok);
    const fmi2::String none = nullptr;
    CHECK(fmi2::fmi2SetString(two.component, &counter::label, 1, &none) == Status::error);
    const Fmi3Counter three;
    CHECK(fmi3::fmi3GetFloat64(three.instance, &counter::sum, 1, &value, 2) == Status::error);
    CHECK(fmi3::fmi3SetFloat64(three.instance, &counter::rate, 1, &value, 0) == Status::error);
}

TEST_CASE(
    "fmu values: what cannot be set, or not now, is refused, and so is a value out of range") {
    const Fmi2Counter two;
    CHECK(two.set_real(counter::sum, 1.0) == Status::error);
    CHECK(two.log.last() ==
          "fmi2SetReal: variable sum cannot be set, and the instance is in step "
          "mode");
    CHECK(two.set_real(counter::gain, 1.0) == Status::error);
    CHECK(two.log.last() ==
          "fmi2SetReal: variable gain is a fixed parameter, and the instance is "
          "in step mode");
    CHECK(two.set_real(counter::rate, std::nan("")) == Status::error);
    CHECK(two.set_real(counter::rate, HUGE_VAL) == Status::error);
    const Fmi2Counter fresh("fmi2", false);
    CHECK(fresh.set_real(counter::gain, 11.0) == Status::error);
    CHECK(fresh.log.last() == "fmi2SetReal: variable gain must be 0 to 10, is 11");
    CHECK(fresh.set_real(counter::gain, 10.0) == Status::ok);
}

}  // namespace values_test
