// SPDX-License-Identifier: MIT
// The arguments of `ddc-gateway ctl` become the request that is sent.
#include "verb/ctl_command.hpp"
#include "control/control_text.hpp"
#include "line/gateway_line.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ctl_command_test {

/// The request as the control socket carries it, or the error of the arguments.
std::string request_of(std::vector<std::string> words) {
    words.insert(words.begin(), "ctl");
    gateway::GatewayLine line;
    const gateway::CtlCommand sut(line);
    std::ostringstream out, err;
    REQUIRE_FALSE(line.parse(words, out, err));
    REQUIRE(sut.is_given());
    try {
        return gateway::to_text(sut.request());
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
}

TEST_CASE("each action of ctl is a request") {
    for (const char* action : {"pause", "resume", "stop", "release", "status"})
        CHECK(request_of({action}) == action);
    CHECK(request_of({"step"}) == "step 1");
    CHECK(request_of({"step", "5"}) == "step 5");
    CHECK(request_of({"scale", "0.3"}) == "scale 0.3");
    CHECK(request_of({"cabin", "doors=open"}) == "cabin doors=open");
    CHECK(request_of({"fault", "gnss", "on"}) == "fault gnss on");
    CHECK(request_of({"fault", "gnss", "off"}) == "fault gnss off");
}

TEST_CASE("an invalid VALUE of ctl is rejected") {
    CHECK(request_of({"pause", "3"}) ==
          "ctl pause: VALUE is only for step, scale, cabin and fault");
    CHECK(request_of({"pause", "3", "on"}) == "ctl pause: STATE is only for fault");
    CHECK(request_of({"fault", "gnss"}) == "ctl fault: VALUE and STATE must be such as `gnss on`");
    CHECK(request_of({"step", "1.5"}) == "ctl step: VALUE must be a whole number, is 1.5");
    CHECK(request_of({"scale"}) == "ctl scale: VALUE must be a number, is ''");
    CHECK(request_of({"scale", "101"}) == "ctl scale: VALUE must be 0.01 to 100, is 101");
    CHECK(request_of({"cabin"}) == "ctl cabin: VALUE must be such as doors=closed");
    CHECK(request_of({"cabin", "roof=open"}).find("'roof=open' is none of doors=closed, ") == 0);
}

}  // namespace ctl_command_test
