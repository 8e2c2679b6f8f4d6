// SPDX-License-Identifier: MIT
// Services and parameters of live viewers forward requests to the run.
#include "foxglove/controls.hpp"
#include "http/json_body.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace foxglove_controls_test {

using namespace gateway;
using nlohmann::json;

struct Scene {
    RunControl control;
    StepGate gate{control, "lead"};
    Controlled run{control, {&gate}};
    data_port::RunView view{data_port::RunFacts{}};

    Scene() { view.run = &run; }
    /// @param name as in advertise_services()
    Reply call(const std::string& name, const std::string& request = "") const {
        const json offered = json::parse(foxglove::advertise_services());
        for (const json& service : offered.at("services"))
            if (service.at("name") == name)
                return foxglove::call_service(view, service.at("id"), request);
        FAIL("there is no such service");
        return {};
    }
    std::string set(const char* name, const json& value) const {
        return foxglove::set_parameter(view, name, value);
    }
};

TEST_CASE("a viewer's services pause, step, resume and stop a run") {
    const Scene scene;
    CHECK(scene.call("/pause").text == "ok");
    CHECK(scene.control.pause);
    CHECK(scene.call("/step").later);
    CHECK(scene.gate.status().left == 1);
    CHECK(scene.call("/step", R"({"steps": 4})").later);
    CHECK(scene.gate.status().left == 5);
    CHECK(scene.call("/resume", "{}").text == "ok");
    CHECK_FALSE(scene.control.pause);
    CHECK((scene.call("/step").outcome == Reply::Outcome::refused));
    CHECK(scene.call("/stop").text == "ok");
    CHECK(scene.control.stop);
    for (const char* wrong : {R"({"steps": 1.5})", R"({"steps": 0})", R"({"step": 1})", "[]"})
        CHECK_THROWS_AS(scene.call("/step", wrong), data_port::Refusal);
    CHECK_THROWS_AS(scene.call("/pause", R"({"steps": 1})"), data_port::Refusal);
}

TEST_CASE("a viewer's parameters pause and scale a run") {
    const Scene scene;
    CHECK(scene.set("paused", true) == "");
    CHECK(scene.control.pause);
    CHECK(scene.set("paused", false) == "");
    CHECK_FALSE(scene.control.pause);
    CHECK(scene.set("time_scale", 2.5) == "");
    CHECK(scene.control.time_scale == 2.5);
    CHECK(scene.set("time_scale", 1e9) == "the time scale must be 0.01 to 100, is 1000000000");
    CHECK(scene.control.time_scale == 2.5);
    CHECK(scene.set("failsafe", true) == "failsafe cannot be set");
    CHECK_FALSE(scene.set("paused", 1).empty());
}

TEST_CASE("a viewer whose run has ended is informed") {
    Scene scene;
    scene.view.run = nullptr;
    CHECK((scene.call("/pause").outcome == Reply::Outcome::refused));
    CHECK(scene.set("paused", true) == "the run has ended");
}

}  // namespace foxglove_controls_test
