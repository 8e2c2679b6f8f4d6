// SPDX-License-Identifier: MIT
#include "requirement/parser.hpp"
#include "monitor/monitor.hpp"

#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace parser_test {

using namespace gateway::requirement;

const std::vector<std::string> columns{
    "t_s",         "vx_mps",      "yaw_rad",        "route_distance_m", "execution_time_s",
    "at_target",   "set_braking", "wheel_speed[0]", "true_velocity",    "steering",
    "fuel_status", "plain"};

Formula parse(const std::string& text) {
    return parse_formula(text, vocabulary_of(columns, {"losses", "route.max_m"}));
}

std::string error_of(const std::string& text) {
    try {
        parse(text);
    } catch (const FormulaError& error) {
        return error.what();
    }
    return "none";
}

/// The value of a formula at one sample, in which each column has that value.
double robustness(const std::string& text, double value) {
    const Requirement requirement{"r", text, parse(text), 1};
    Monitor monitor(requirement);
    const std::vector<double> values(columns.size(), value);
    monitor.take(0, values.data());
    return monitor.finish(0, nullptr).robustness;
}

TEST_CASE("the formulas of the documentation are parsed") {
    CHECK(error_of("always (route_distance_m < 1.0)") == "none");
    CHECK(error_of("eventually[0,100] (at_target)") == "none");
    CHECK(error_of("always (set_braking > 0.3 implies eventually[0,3] (vx_mps < 5))") == "none");
    CHECK(error_of("vx_mps < 18 km/h until[0, 500 ms] at_target and not t_s >= 3") == "none");
    CHECK(error_of("summary.route.max_m < 1 m and summary.losses == 0") == "none");
    CHECK(error_of("wheel_speed[0] - vx_mps < 1 or -2 <= (vx_mps + 1) * 2") == "none");
    CHECK(error_of("abs(yaw_rad) < 5 deg") == "none");
}

TEST_CASE("a number with a unit is converted to that of the column") {
    CHECK(robustness("vx_mps < 18 km/h", 1) == doctest::Approx(4));
    CHECK(robustness("18 km/h > vx_mps", 1) == doctest::Approx(4));
    CHECK(robustness("steering < 1 rad", 0) == doctest::Approx(plant::deg_per_rad));
    CHECK(robustness("vx_mps < 18", 1) == 17);
    CHECK(robustness("execution_time_s <= 500 us", 0) == doctest::Approx(5e-4));
    CHECK(robustness("fuel_status > 5", 6) == 1);
    CHECK(robustness("set_braking < 30 %", 0) == doctest::Approx(0.3));
}

TEST_CASE("two columns are compared in the unit of the first") {
    CHECK(robustness("true_velocity <= vx_mps", 10) == doctest::Approx(26));
    CHECK(robustness("vx_mps - true_velocity >= 0", 36) == doctest::Approx(26));
    CHECK(robustness("vx_mps / true_velocity > 3", 5) == doctest::Approx(0.6));
}

TEST_CASE("arithmetic has its usual precedence") {
    CHECK(robustness("1 + 2 * 3 - 4 / 2 >= 0", 0) == 5);
    CHECK(robustness("(1 + 2) * 3 >= 0", 0) == 9);
    CHECK(robustness("8 / 2 / 2 >= 0", 0) == 2);
    CHECK(robustness("8 - 2 - 2 >= 0", 0) == 4);
    CHECK(robustness("-2 * -3 >= 0", 0) == 6);
    CHECK(robustness("abs(plain - 3) >= 0", 1) == 2);
}

TEST_CASE("logic has its usual precedence") {
    // At 1: t is true, f is false.
    const std::string t = "plain > 0", f = "plain > 2";
    const auto holds = [](const std::string& text) { return robustness(text, 1) > 0; };
    CHECK(holds(t + " or " + f + " and " + f));
    CHECK_FALSE(holds("(" + t + " or " + f + ") and " + f));
    CHECK(holds("not " + f + " or " + f));
    CHECK(holds(f + " implies " + f + " implies " + f));
    CHECK_FALSE(holds("(" + f + " implies " + f + ") implies " + f));
    CHECK_FALSE(holds("always " + t + " and " + f));
    CHECK(holds("not always " + f));
}

TEST_CASE("a column alone is true from one half on") {
    CHECK(robustness("at_target", 1) == 0.5);
    CHECK(robustness("at_target", 0) == -0.5);
    CHECK(robustness("not at_target", 0) == 0.5);
}

TEST_CASE("the horizon is the sum of nested windows") {
    CHECK(parse("always at_target").horizon_ns() == 0);
    CHECK(parse("always[1,2] eventually[0,3] at_target").horizon_ns() == 5'000'000'000);
    CHECK(parse("at_target until[1,2] eventually[0,0.5] at_target").horizon_ns() == 2'500'000'000);
    CHECK(parse("eventually[0,1] at_target or always[0,4] at_target").horizon_ns() ==
          4'000'000'000);
}

TEST_CASE("errors are reported with their position") {
    const std::pair<std::string, std::string> cases[] = {
        {"", "character 1: the formula is empty"},
        {"always (vx_mp < 1)", "character 9: there is no column 'vx_mp'; did you mean vx_mps?"},
        {"summary.loses == 0",
         "character 1: the summary has no number 'loses'; did you mean losses?"},
        {"vx_mps < summary.losses",
         "character 1: combines a column, which changes over time, with a key of the summary, "
         "which is known only at the end of the run"},
        {"vx_mps < 5 deg",
         "character 10: is in deg, but the other operand is in m/s (as are m/s, km/h, mph)"},
        {"plain < 5 m",
         "character 9: is in m, but the other operand is in a quantity without a unit"},
        {"vx_mps * vx_mps < 5 m",
         "character 19: is in m, but the other operand is in a quantity without a unit"},
        {"vx_mps + yaw_rad < 5",
         "character 10: is in rad, but the other operand is in m/s (as are m/s, km/h, mph)"},
        {"vx_mps < 5 furlong",
         "character 12: 'furlong' is not a unit; units are m/s, km/h, mph, m, km, cm, rad, deg, "
         "rad/s, deg/s, m/s2, g, s, ms, us, 1/m, 1/km, Nm, kNm, N, kN, %"},
        {"always vx_mps",
         "character 8: 'vx_mps' is a number, but a condition is expected; compare it, as in "
         "x < 1"},
        {"5",
         "character 1: '5' is a number, but a condition is expected; compare it, as in "
         "x < 1"},
        {"(vx_mps < 1) + 2 < 3", "character 14: '+' needs numbers on both sides, not a condition"},
        {"0 < vx_mps < 2", "character 12: '<' is a second comparison; write a < b and b < c"},
        {"vx_mps = 2", "character 8: '=' is not valid here; use =="},
        {"at_target & at_target", "character 11: '&' is not valid here; use and"},
        {"at_target | at_target", "character 11: '|' is not valid here; use or"},
        {"!at_target", "character 1: '!' is not valid here; use not"},
        {"vx_mps < $", "character 10: '$' is not valid here"},
        {"vx_mps <", "character 9: expected a column, a number or (, found the end"},
        {"(vx_mps < 1", "character 12: expected ) for the ( at character 1, found the end"},
        {"vx_mps < 1)", "character 11: ')' is not expected here"},
        {"always[0 at_target",
         "character 10: 'at_target' is not a unit; units are m/s, km/h, mph, m, km, cm, rad, deg, "
         "rad/s, deg/s, m/s2, g, s, ms, us, 1/m, 1/km, Nm, kNm, N, kN, %"},
        {"always[0] at_target",
         "character 9: expected , between the limits of a window, found ']'"},
        {"always[0,1) at_target", "character 11: expected ] after a window, found ')'"},
        {"always[-1,1] at_target", "character 8: expected a time in seconds, found '-'"},
        {"always[2,1] at_target", "character 8: the end of a window must not be before its begin"},
        {"always[0,1 m] at_target", "character 10: 'm' is not a unit of time; units are s, ms, us"},
        {"always[0,1e10] at_target", "character 10: a window must not be longer than 1000000000 s"},
        {"vx_mps < 1e999", "character 10: is too large for a double"},
        {"wheel_speed[x] < 1", "character 12: expected an index after the column, such as [0]"},
        {"at_target until at_target until at_target",
         "character 27: 'until' follows another until; put one of them in parentheses"},
    };
    for (const auto& [text, expected] : cases) {
        CAPTURE(text);
        CHECK(error_of(text) == expected);
    }
}

TEST_CASE("a formula that would take too long is rejected") {
    CHECK(error_of(std::string(10'001, ' ')) ==
          "character 10001: a formula must not have more than 10000 characters");
    CHECK(error_of(std::string(5'000, '(')).find("is nested too deeply") != std::string::npos);
    CHECK(error_of(std::string(5'000, '-')).find("is nested too deeply") != std::string::npos);
    std::string text = "at_target";
    for (int i = 0; i < 40; ++i) text = "(" + text + " until[1,2] at_target)";
    CHECK(error_of(text).find("is too long") != std::string::npos);
    std::string many = "at_target";
    for (int i = 0; i < 100; ++i) many += " or summary.losses > " + std::to_string(i);
    CHECK(error_of(many) == "none");
    CHECK(error_of("always (" + many + ")").find("is too long") != std::string::npos);
    std::string few = "at_target";
    for (int i = 0; i < 5; ++i) few += " or summary.losses > " + std::to_string(i);
    std::string list = "at_target";
    for (int i = 0; i < 40; ++i) list += " and always (" + few + ")";
    CHECK(error_of("always (" + few + ")") == "none");
    CHECK(error_of(list).find("is too long") != std::string::npos);
}

TEST_CASE("a formula with keys of the summary needs a summary") {
    CHECK_THROWS_WITH(parse_formula("summary.losses == 0", vocabulary_of({"x"})),
                      "character 1: 'summary.losses' needs a summary");
}

}  // namespace parser_test
