// SPDX-License-Identifier: MIT
#include "counter.hpp"
#include "slave/call.hpp"

#include <doctest/doctest.h>

#include <string>

namespace calls_test {

using namespace gateway::fmu;
using tests::Fmi2Counter;
using tests::Fmi3Counter;
namespace counter = tests::counter;

namespace {

fmi2::Component instantiate_2(Fmi2Counter& log_of, const char* token, const char* uri,
                              fmi2::Kind kind = fmi2::Kind::co_simulation) {
    return fmi2::fmi2Instantiate("two", kind, token, uri, &log_of.callbacks, 0, 0);
}

}  // namespace

TEST_CASE("fmu slave: outputs follow from inputs and parameters, ten ticks a step") {
    Fmi2Counter two("fmi2", false);
    CHECK(two.set_real(counter::gain, 3.0) == Status::ok);
    CHECK(fmi2::fmi2EnterInitializationMode(two.component) == Status::ok);
    CHECK(two.real(counter::sum) == 0.0);
    CHECK(fmi2::fmi2ExitInitializationMode(two.component) == Status::ok);
    CHECK(two.set_real(counter::rate, 2.0) == Status::ok);
    CHECK(two.step(0.0, 0.01) == Status::ok);
    CHECK(two.real(counter::sum) == 60.0);
    CHECK(two.time_s() == doctest::Approx(0.01));

    const Fmi3Counter three;
    CHECK(three.step(0.0, 0.01).time_s == doctest::Approx(0.01));
    CHECK(three.real(counter::sum) == 10.0);
}

TEST_CASE("fmu slave: a parameter that is set in initialisation mode initialises again") {
    const Fmi2Counter two("fmi2", false);
    CHECK(fmi2::fmi2SetupExperiment(two.component, 0, 0, 4.0, 0, 0) == Status::ok);
    CHECK(fmi2::fmi2EnterInitializationMode(two.component) == Status::ok);
    CHECK(two.real(counter::sum) == 4.0);
    CHECK(two.set_real(counter::gain, 10.0) == Status::ok);
    CHECK(fmi2::fmi2ExitInitializationMode(two.component) == Status::ok);
    CHECK(two.step(4.0, 0.001) == Status::ok);
    CHECK(two.real(counter::sum) == 14.0);
}

TEST_CASE("fmu slave: a wrong token, version, kind or location gives no instance, and a log line") {
    Fmi2Counter good;
    const char* const token = tests::counter_token.c_str();
    CHECK(instantiate_2(good, "{other}", "file:///fmi2") == nullptr);
    CHECK(good.log.last().find("token") != std::string::npos);
    CHECK(instantiate_2(good, nullptr, "file:///fmi2") == nullptr);
    CHECK(instantiate_2(good, token, "file:///fmi3") == nullptr);
    CHECK(good.log.last().find("version") != std::string::npos);
    CHECK(instantiate_2(good, token, "file:///missing") == nullptr);
    CHECK(good.log.last().find("there are no resources") != std::string::npos);
    CHECK(instantiate_2(good, token, "file:///fmi2", fmi2::Kind::model_exchange) == nullptr);
    CHECK(instantiate_2(good, token, nullptr) == nullptr);
    CHECK(instantiate_2(good, token, "http://example.org/fmi2") == nullptr);
    CHECK(good.log.lines.size() == 7);
    CHECK(fmi3::fmi3InstantiateCoSimulation("x", "{other}", "/fmi3", false, false, false, false,
                                            nullptr, 0, nullptr, nullptr, nullptr) == nullptr);
    CHECK(fmi3::fmi3InstantiateCoSimulation("x", token, nullptr, false, false, false, false,
                                            nullptr, 0, nullptr, nullptr, nullptr) == nullptr);
}

TEST_CASE("fmu slave: the location of the resources is a URI with escapes") {
    CHECK(path_of_uri("file:///tmp/a%20b/resources") == "/tmp/a b/resources");
    CHECK(path_of_uri("file:/tmp/a") == "/tmp/a");
    CHECK(path_of_uri("file://localhost/tmp/a") == "/tmp/a");
    for (const char* wrong : {"file://host/tmp", "/tmp", "file:tmp", "file:///a%2", "file:///a%zz"})
        CHECK_THROWS_AS(path_of_uri(wrong), std::invalid_argument);
}

TEST_CASE("fmu slave: calls in a wrong order are errors with the mode in the log") {
    const Fmi2Counter one("fmi2", false);
    CHECK(one.step(0.0, 0.001) == Status::error);
    CHECK(one.log.last() == "fmi2DoStep: is not initialised");
    CHECK(fmi2::fmi2ExitInitializationMode(one.component) == Status::error);
    CHECK(fmi2::fmi2Terminate(one.component) == Status::error);
    double value = 0;
    CHECK(fmi2::fmi2GetReal(one.component, &counter::sum, 1, &value) == Status::error);
    CHECK(fmi2::fmi2EnterInitializationMode(one.component) == Status::ok);
    CHECK(fmi2::fmi2EnterInitializationMode(one.component) == Status::error);
    CHECK(one.log.last() == "fmi2EnterInitializationMode: is in initialisation mode");
    CHECK(fmi2::fmi2ExitInitializationMode(one.component) == Status::ok);
    CHECK(fmi2::fmi2Terminate(one.component) == Status::ok);
    CHECK(one.step(0.0, 0.001) == Status::error);
    CHECK(fmi2::fmi2Reset(one.component) == Status::ok);
    CHECK(fmi2::fmi2EnterInitializationMode(one.component) == Status::ok);
}

TEST_CASE("fmu slave: a null instance is an error, and freeing it has no effect") {
    CHECK(fmi2::fmi2Reset(nullptr) == Status::error);
    CHECK(fmi3::fmi3Reset(nullptr) == Status::error);
    fmi2::fmi2FreeInstance(nullptr);
    fmi3::fmi3FreeInstance(nullptr);
}

TEST_CASE("fmu slave: exceptions of a model are errors, after which it can be reset") {
    for (const char* behaviour : {"fmi2-throw-in-step", "fmi2-throw-a-number"}) {
        const Fmi2Counter one(behaviour);
        const Fmi2Counter other;
        CHECK(one.step(0.0, 0.001) == Status::error);
        CHECK(one.log.lines.size() == 1);
        CHECK(one.step(0.0, 0.001) == Status::error);
        CHECK(one.log.last() == "fmi2DoStep: has failed");
        CHECK(fmi2::fmi2Reset(one.component) == Status::ok);
        CHECK(fmi2::fmi2EnterInitializationMode(one.component) == Status::ok);
        CHECK(other.step(0.0, 0.001) == Status::ok);
    }
    const Fmi2Counter one("fmi2-throw-in-start");
    CHECK(fmi2::fmi2ExitInitializationMode(one.component) == Status::error);
    CHECK(one.log.last() == "fmi2ExitInitializationMode: cannot start");
}

TEST_CASE("fmu slave: functions that are not supported are errors") {
    const Fmi3Counter three;
    std::size_t count = 0;
    CHECK(fmi3::fmi3EnterEventMode(three.instance) == Status::error);
    CHECK(three.log.last() == "fmi3EnterEventMode: is not supported");
    CHECK(fmi3::fmi3GetNumberOfContinuousStates(three.instance, &count) == Status::error);
    CHECK(fmi3::fmi3EnterConfigurationMode(three.instance) == Status::error);
    CHECK(fmi3::fmi3InstantiateModelExchange("x", "", "/fmi3", false, false, nullptr, nullptr) ==
          nullptr);
    const Fmi2Counter two;
    CHECK(fmi2::fmi2CancelStep(two.component) == Status::error);
    CHECK(std::string(fmi2::fmi2GetVersion()) == "2.0");
    CHECK(std::string(fmi3::fmi3GetVersion()) == "3.0");
}

}  // namespace calls_test
