// SPDX-License-Identifier: MIT
// POST /api/control forwards the request in its body.
#include "api/control_body.hpp"
#include "control/control_text.hpp"
#include "http/json_body.hpp"

#include <doctest/doctest.h>

#include <string>

namespace control_body_test {

using namespace gateway::data_port;

/// The request as the control socket would carry it, or the error of the body.
std::string request_in(const char* body) {
    try {
        return gateway::to_text(request_of(parse_body(body)));
    } catch (const Refusal& refusal) {
        return std::to_string(refusal.status) + ": " + refusal.what();
    }
}

TEST_CASE("a body of POST /api/control is one request") {
    CHECK(request_in(R"({"do": "pause"})") == "pause");
    CHECK(request_in(R"({"action": "resume"})") == "resume");
    CHECK(request_in(R"({"do": "step"})") == "step 1");
    CHECK(request_in(R"({"do": "step", "steps": 1000000000})") == "step 1000000000");
    CHECK(request_in(R"({"do": "stop"})") == "stop");
    CHECK(request_in(R"({"do": "release"})") == "release");
    CHECK(request_in(R"({"do": "fault_on", "fault": "gnss"})") == "fault gnss on");
    CHECK(request_in(R"({"do": "fault_off", "fault": "gnss"})") == "fault gnss off");
    CHECK(request_in(R"({"time_scale": 0.30000000000000004})") == "scale 0.30000000000000004");
}

TEST_CASE("a body of POST /api/control with no request, or with two, is rejected") {
    const std::string exclude =
        "400: do, action and time_scale exclude each other: send a call "
        "for each";
    CHECK(request_in(R"({"do": "pause", "time_scale": 2})") == exclude);
    CHECK(request_in(R"({"do": "pause", "action": "stop"})") == exclude);
    CHECK(request_in(R"({"do": "pause", "steps": 2})") ==
          "400: steps: is valid only with {\"do\": \"step\"}");
    CHECK(request_in(R"({"do": "step", "steps": 1.5})") == "400: steps: must be a whole number");
    CHECK(request_in(R"({"do": "reset"})")
              .rfind("409: reset is only available in vdsim_realtime", 0) == 0);
    CHECK(asks_for_reset(parse_body(R"({"action": "reset", "vehicle": 1})")));
    CHECK_FALSE(asks_for_reset(parse_body(R"({"do": "pause"})")));
    for (const char* wrong :
         {"{}", R"({"do": "fly"})", R"({"do": 1})", R"({"do": "cabin"})", R"({"time_scale": 0})",
          R"({"do": "step", "steps": 0})", R"({"do": "pause", "vehicle": 1})",
          R"({"do": "fault_on"})", R"({"do": "fault_on", "fault": 1})",
          R"({"do": "pause", "fault": "gnss"})"}) {
        CAPTURE(std::string(wrong));
        CHECK(request_in(wrong).rfind("400: ", 0) == 0);
    }
}

}  // namespace control_body_test
