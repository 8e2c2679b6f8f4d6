// SPDX-License-Identifier: MIT
#include "binding/time_series.hpp"

#include "scratch_file.hpp"

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

namespace time_series_test {

using namespace std::chrono_literals;
using gateway::Between;
using gateway::load_time_series;
using gateway::SimTime;
using gateway::TimeSeries;
using gateway::tests::ScratchFile;

double value_at(const TimeSeries& sut, SimTime time) {
    double value = 0;
    sut.at(time, &value);
    return value;
}

TEST_CASE(
    "a series holds each row until the next, its first row before it and its last row after it") {
    const TimeSeries sut({1s, 2s, 4s}, {10, 20, 40}, Between::hold);
    CHECK(value_at(sut, 0s) == 10);
    CHECK(value_at(sut, 1999ms) == 10);
    CHECK(value_at(sut, 2s) == 20);
    CHECK(value_at(sut, 3s) == 20);
    CHECK(value_at(sut, 4s) == 40);
    CHECK(value_at(sut, 1000s) == 40);
}

TEST_CASE("a linear series is interpolated between rows, and constant outside them") {
    const TimeSeries sut({1s, 2s, 4s}, {10, 20, 40}, Between::linear);
    CHECK(value_at(sut, 0s) == 10);
    CHECK(value_at(sut, 1500ms) == doctest::Approx(15));
    CHECK(value_at(sut, 3s) == doctest::Approx(30));
    CHECK(value_at(sut, 5s) == 40);
}

TEST_CASE("several columns are read by their names, in any order") {
    const ScratchFile file(".csv", "\xEF\xBB\xBF b , t_s,c\r\n1,0,2\r\n\r\n3, 0.5 ,4\r\n");
    const TimeSeries sut = load_time_series(file.path(), {"t_s", {"c", "b"}, Between::hold});
    double values[2] = {};
    sut.at(500ms, values);
    CHECK(values[0] == 4);
    CHECK(values[1] == 3);
}

TEST_CASE("errors of a file are reported with their lines") {
    const auto error_of = [](const std::string& text) -> std::string {
        const ScratchFile file(".csv", text);
        try {
            static_cast<void>(load_time_series(file.path(), {"t_s", {"a"}, Between::hold}));
        } catch (const plant::FileError& error) {
            const std::string name = file.path().string(), what = error.what();
            REQUIRE(what.find(name) == 0);
            return what.substr(name.size());
        }
        return "was taken";
    };
    CHECK(error_of("t_s,b\n0,1\n") == ":1: there is no column 'a'; there are t_s, b");
    CHECK(error_of("time,a\n0,1\n") == ":1: there is no column 't_s'; there are time, a");
    CHECK(error_of("t_s,a\n") == ": has no row");
    CHECK(error_of("t_s,a\n0,1\n0,2\n") == ":3: t_s: must be later than in the previous row");
    CHECK(error_of("t_s,a\n0,one\n").find(":2: a: ") == 0);
    CHECK(error_of("t_s,a\n0\n") == ":2: has 1 columns, the header has 2");
    CHECK(error_of("").find("is empty") != std::string::npos);
}

}  // namespace time_series_test
