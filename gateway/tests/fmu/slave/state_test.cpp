// SPDX-License-Identifier: MIT
#include "counter.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace state_test {

using namespace gateway::fmu;
using tests::Fmi2Counter;
using tests::Fmi3Counter;
namespace counter = tests::counter;

namespace {

std::vector<std::uint8_t> serialised(const Fmi3Counter& from) {
    fmi3::State state = nullptr;
    std::size_t size = 0;
    REQUIRE(fmi3::fmi3GetFMUState(from.instance, &state) == Status::ok);
    REQUIRE(fmi3::fmi3SerializedFMUStateSize(from.instance, state, &size) == Status::ok);
    std::vector<std::uint8_t> bytes(size);
    REQUIRE(fmi3::fmi3SerializeFMUState(from.instance, state, bytes.data(), size) == Status::ok);
    REQUIRE(fmi3::fmi3FreeFMUState(from.instance, &state) == Status::ok);
    CHECK(state == nullptr);
    return bytes;
}

Status deserialise(const Fmi3Counter& to, const std::vector<std::uint8_t>& bytes,
                   fmi3::State* state) {
    return fmi3::fmi3DeserializeFMUState(to.instance, bytes.data(), bytes.size(), state);
}

}  // namespace

TEST_CASE("fmu state: a restored state continues with its values and its time") {
    const Fmi2Counter one;
    CHECK(one.step(0.0, 0.01) == Status::ok);
    fmi2::State state = nullptr;
    CHECK(fmi2::fmi2GetFMUstate(one.component, &state) == Status::ok);
    CHECK(one.set_real(counter::rate, 5.0) == Status::ok);
    CHECK(one.step(0.01, 0.01) == Status::ok);
    CHECK(one.real(counter::sum) == 60.0);
    CHECK(fmi2::fmi2SetFMUstate(one.component, state) == Status::ok);
    CHECK(one.real(counter::sum) == 10.0);
    CHECK(one.real(counter::rate) == 1.0);
    CHECK(one.step(0.01, 0.01) == Status::ok);
    CHECK(one.real(counter::sum) == 20.0);
    CHECK(fmi2::fmi2FreeFMUstate(one.component, &state) == Status::ok);
}

TEST_CASE("fmu state: saving to an existing handle overwrites it") {
    const Fmi2Counter one;
    fmi2::State state = nullptr;
    CHECK(fmi2::fmi2GetFMUstate(one.component, &state) == Status::ok);
    const fmi2::State before = state;
    CHECK(one.step(0.0, 0.01) == Status::ok);
    CHECK(fmi2::fmi2GetFMUstate(one.component, &state) == Status::ok);
    CHECK(state == before);
    CHECK(fmi2::fmi2Reset(one.component) == Status::ok);
    CHECK(fmi2::fmi2SetFMUstate(one.component, state) == Status::ok);
    CHECK(one.real(counter::sum) == 10.0);
}

TEST_CASE("fmu state: handles that are freed, foreign or invented are refused") {
    const Fmi2Counter one;
    const Fmi2Counter other;
    fmi2::State state = nullptr;
    CHECK(fmi2::fmi2GetFMUstate(one.component, &state) == Status::ok);
    CHECK(fmi2::fmi2SetFMUstate(other.component, state) == Status::error);
    CHECK(fmi2::fmi2FreeFMUstate(other.component, &state) == Status::error);
    fmi2::State copy = state;
    CHECK(fmi2::fmi2FreeFMUstate(one.component, &state) == Status::ok);
    CHECK(fmi2::fmi2SetFMUstate(one.component, copy) == Status::error);
    CHECK(fmi2::fmi2FreeFMUstate(one.component, &copy) == Status::error);
    CHECK(fmi2::fmi2GetFMUstate(one.component, &copy) == Status::error);
    CHECK(fmi2::fmi2GetFMUstate(one.component, nullptr) == Status::error);
    CHECK(fmi2::fmi2FreeFMUstate(one.component, &state) == Status::ok);
    CHECK(fmi2::fmi2FreeFMUstate(one.component, nullptr) == Status::ok);
    CHECK(one.step(0.0, 0.001) == Status::ok);
}

TEST_CASE("fmu state: serialised bytes continue in an instance with other parameters") {
    const Fmi3Counter one;
    CHECK(one.step(0.0, 0.01).status == Status::ok);
    const std::vector<std::uint8_t> bytes = serialised(one);
    const Fmi3Counter other;
    const double gain = 4.0;
    CHECK(fmi3::fmi3Reset(other.instance) == Status::ok);
    CHECK(fmi3::fmi3SetFloat64(other.instance, &counter::gain, 1, &gain, 1) == Status::ok);
    fmi3::State state = nullptr;
    CHECK(deserialise(other, bytes, &state) == Status::ok);
    CHECK(fmi3::fmi3SetFMUState(other.instance, state) == Status::ok);
    CHECK(other.real(counter::gain) == 1.0);
    CHECK(other.step(0.01, 0.01).status == Status::ok);
    CHECK(other.real(counter::sum) == 20.0);
}

TEST_CASE("fmu state: bytes that are shortened, lengthened or changed are refused") {
    const Fmi3Counter one;
    CHECK(one.step(0.0, 0.01).status == Status::ok);
    const std::vector<std::uint8_t> good = serialised(one);
    fmi3::State state = nullptr;
    for (std::size_t size = 0; size < good.size(); ++size)
        CHECK(deserialise(one, {good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)},
                          &state) == Status::error);
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::vector<std::uint8_t> bad = good;
        bad[i] ^= 0x40;
        CHECK(deserialise(one, bad, &state) == Status::error);
    }
    std::vector<std::uint8_t> longer = good;
    longer.push_back(0);
    CHECK(deserialise(one, longer, &state) == Status::error);
    CHECK(state == nullptr);
    CHECK(fmi3::fmi3DeserializeFMUState(one.instance, nullptr, 100, &state) == Status::error);
    CHECK(deserialise(one, good, &state) == Status::ok);
    std::vector<std::uint8_t> small(good.size() - 1);
    CHECK(fmi3::fmi3SerializeFMUState(one.instance, state, small.data(), small.size()) ==
          Status::error);
}

}  // namespace state_test
