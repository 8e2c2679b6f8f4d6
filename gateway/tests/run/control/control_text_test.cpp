// SPDX-License-Identifier: MIT
#include "control/control_text.hpp"

#include <doctest/doctest.h>

#include <random>
#include <stdexcept>
#include <string>

namespace control_text_test {

using namespace gateway;
using vehicle_interface::Secured;

TEST_CASE("a request is parsed as it was written") {
    using Part = request::Cabin::Part;
    CHECK(to_text(request::Pause{}) == "pause");
    CHECK(to_text(request::Step{3}) == "step 3");
    CHECK(to_text(request::Scale{0.5}) == "scale 0.5");
    CHECK(to_text(request::Cabin{Part::belts, Secured::yes}) == "cabin belts=fastened");
    CHECK(to_text(request::Fault{"gnss", true}) == "fault gnss on");
    CHECK(parse_fault("gnss off").name == "gnss");
    CHECK_FALSE(parse_fault("gnss off").is_on);
    const RunRequest requests[] = {request::Fault{"f", false}, request::Pause{},
                                   request::Resume{},          request::Stop{},
                                   request::Release{},         request::Status{}};
    for (const RunRequest& each : requests)
        CHECK(parse_request(to_text(each)).index() == each.index());
    for (const Part part : {Part::doors, Part::belts})
        for (const Secured state : {Secured::yes, Secured::no, Secured::unknown}) {
            const auto read =
                std::get<request::Cabin>(parse_request(to_text(request::Cabin{part, state})));
            CHECK((read.part == part));
            CHECK((read.state == state));
        }
}

TEST_CASE("a number of a request is parsed to its last digit") {
    std::mt19937_64 random(36);
    std::uniform_real_distribution<double> factors(0.01, 100);
    std::uniform_int_distribution<std::uint64_t> counts(1, 1'000'000'000);
    const auto read_factor = [](double factor) {
        return std::get<request::Scale>(parse_request(to_text(request::Scale{factor}))).factor;
    };
    const auto read_count = [](std::uint64_t count) {
        return std::get<request::Step>(parse_request(to_text(request::Step{count}))).count;
    };
    for (const double factor : {0.01, 1.0 / 3, 1.0, 99.99999999999999, 100.0})
        CHECK(read_factor(factor) == factor);
    for (const std::uint64_t count : {1ULL, 7ULL, 100'000ULL, 999'999'999ULL, 1'000'000'000ULL})
        CHECK(read_count(count) == count);
    for (int i = 0; i < 10'000; ++i) {
        const double factor = factors(random);
        const std::uint64_t count = counts(random);
        REQUIRE(read_factor(factor) == factor);
        REQUIRE(read_count(count) == count);
    }
}

TEST_CASE("an invalid request is rejected") {
    for (const char* wrong : {"",
                              "Pause",
                              "pause now",
                              "scale",
                              "scale ",
                              "scale 0",
                              "scale 101",
                              "scale nan",
                              "scale inf",
                              "scale 1x",
                              "scale -1",
                              "step",
                              "step 0",
                              "step 1.5",
                              "step -1",
                              "cabin",
                              "cabin ",
                              "cabin roof=open",
                              "cabin doors=fastened",
                              "fault",
                              "fault f",
                              "fault  on",
                              "fault f maybe",
                              "status "}) {
        CAPTURE(std::string(wrong));
        CHECK_THROWS_AS(parse_request(wrong), std::invalid_argument);
    }
}

TEST_CASE("a reply is parsed as it was written, with any text") {
    for (const auto outcome :
         {Reply::Outcome::done, Reply::Outcome::refused, Reply::Outcome::failed})
        for (const char* text : {"ok", "", "refused: at 0.01 s; lead: ended", "two\nlines"}) {
            const Reply read = parse_reply(to_text(Reply{outcome, text}));
            CHECK((read.outcome == outcome));
            CHECK(read.text == text);
        }
    for (const char* wrong : {"", "ok", "wait", "done", "error: what"})
        CHECK_THROWS_AS(parse_reply(wrong), std::invalid_argument);
}

}  // namespace control_text_test
